//! Tests that every value that is generated, mutated or edited matches its expression. Another
//! implementation of regular expressions, the crate `regex`, is the judge.

use crate::Mutate;
use crate::value::edit::{Donors, Editor, Sites, StackShape, TypeTag, stack};
use crate::value::literals::{Literal, Literals, Occurring};
use crate::value::node::Node;
use crate::value::operands::{Comparison, Operands};
use crate::value::text::{parse, print};
use crate::value::{Context, Generator, seed};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// A field with an expression, as the judge sees it.
struct Judged<'f> {
    name: &'static str,
    bytes: &'f [u8],
    expression: &'static str,
    longest: usize,
}

/// A struct whose fields have expressions.
trait Fields: Mutate + Node + Clone + PartialEq + std::fmt::Debug {
    /// Whether lengths count characters.
    const ARE_TEXTS: bool;

    fn judged(&self) -> Vec<Judged<'_>>;
}

macro_rules! fields {
    ($name:ident, $are_texts:literal {
        $($field:ident: $ty:ty, $expression:literal $(, $longest:literal)?;)*
    }) => {
        #[derive(Debug, Clone, PartialEq, Mutate)]
        struct $name {
            $(#[mutate(regex = $expression $(, max_len = $longest)?)] $field: $ty,)*
        }

        impl Fields for $name {
            const ARE_TEXTS: bool = $are_texts;

            fn judged(&self) -> Vec<Judged<'_>> {
                vec![$(Judged {
                    name: stringify!($field),
                    bytes: AsRef::<[u8]>::as_ref(&*self.$field),
                    expression: $expression,
                    longest: [$($longest,)? usize::MAX][0],
                },)*]
            }
        }
    };
}

fields!(Texts, true {
    hex: String, "[0-9a-f]{8}";
    keyword: String, "select|insert|update|delete";
    version: Box<str>, r"^v?(0|[1-9][0-9]{0,3})(\.(0|[1-9][0-9]{0,3})){2}(-[0-9A-Za-z]{1,6})?$";
    pairs: Rc<str>, "([a-z]{1,5}=[0-9]{0,3};){0,6}";
    date: Arc<str>, r"(?x) \d{4} - (0[1-9]|1[0-2]) - [0-3][0-9]";
    mail: Cow<'static, str>, r"[\w.]+@[a-z]+(\.[a-z]+)+", 24;
    nested: String, r"(\((x|y|\[z*\])*\))*", 16;
    wide: String, r"(?i)straße|[α-ω]{2,4}|.\p{Lu}+", 6;
    empty: String, "a{0}";
    unsure: String, "(a|ab|b?c)*(bc)?", 12;
    rounds: String, "(a?b?){3}";
});

fields!(Bytes, false {
    magic: Vec<u8>, r"(?-u)\x7fELF[\x01\x02](?s:.){3}";
    blocks: Box<[u8]>, r"(?s-u)(\x00.|\x01..|\xff{1,4})*", 20;
    letters: Rc<[u8]>, "é?[a-zé]*", 7;
    shared: Arc<[u8]>, "[0-9]{1,9}";
    lent: Cow<'static, [u8]>, "(GET|POST) /[a-z/]{0,20}";
});

/// What judges each field of a struct.
struct Judge(Vec<regex::bytes::Regex>);

impl Judge {
    fn of<T: Fields>() -> Judge {
        let compile = |field: Judged<'_>| {
            regex::bytes::Regex::new(&format!("^(?:{})$", field.expression)).unwrap()
        };
        Judge(T::smallest().judged().into_iter().map(compile).collect())
    }

    #[track_caller]
    fn accepts<T: Fields>(&self, value: &T) {
        for (field, regex) in value.judged().into_iter().zip(&self.0) {
            let Judged { name, bytes, expression, longest } = field;
            let text = String::from_utf8_lossy(bytes);
            assert!(regex.is_match(bytes), "{name}: `{text}` does not match `{expression}`");
            let length = if T::ARE_TEXTS { text.chars().count() } else { bytes.len() };
            assert!(length <= longest, "{name}: `{text}` is longer than {longest}");
        }
    }
}

fn random(number: u64, size: u32) -> Generator {
    Generator::new(seed::random(number), size)
}

fn runs(most: u64) -> u64 {
    if cfg!(miri) { 3 } else { most }
}

fn keeps_its_language<T: Fields>() {
    let judge = Judge::of::<T>();
    judge.accepts(&T::smallest());
    let mut seen = BTreeSet::new();
    let mut changed = vec![BTreeSet::new(); T::smallest().judged().len()];
    for number in 0..runs(300) {
        let size = number as u32 % 20;
        let mut value = T::generate(&mut random(number, size));
        judge.accepts(&value);
        assert_eq!(T::generate(&mut random(number, size)), value, "the same seed, another value");
        assert_eq!(parse::<T>(&print(&value)).unwrap().value, value);
        seen.insert(print(&value));
        let before = value.clone();
        let mut context = Context::new(number, size);
        for (at, changed) in changed.iter_mut().enumerate() {
            for mutant in 0..before.child(at).mutants().random {
                context.set_address(number, at as u64, mutant);
                value.child_mut(at).mutate(mutant, &mut context);
                judge.accepts(&value);
                changed.insert(value.judged()[at].bytes.to_vec());
                value.child_mut(at).restore(mutant, &mut context);
                assert_eq!(value, before, "mutant {mutant} of field {at} is not undone");
            }
        }
    }
    if cfg!(miri) {
        return;
    }
    assert!(seen.len() > 280, "{} values", seen.len());
    for (judged, changed) in T::smallest().judged().into_iter().zip(changed) {
        // One text, or six keywords, or many.
        let few = match judged.name {
            "empty" => 0,
            "keyword" => 4,
            "rounds" => 10,
            _ => 100,
        };
        assert!(changed.len() >= few, "{} has only {} mutants", judged.name, changed.len());
    }
}

#[test]
fn values_and_mutants_match_the_expression_and_mutants_are_undone() {
    keeps_its_language::<Texts>();
    keeps_its_language::<Bytes>();
}

/// Subterms of generated values.
struct Generated<T>(std::marker::PhantomData<T>);

impl<T: Fields> Donors for Generated<T> {
    fn subterm(&self, ty: TypeTag, generator: &mut Generator) -> Option<Box<dyn Node>> {
        let value = T::generate(&mut random(u64::from(generator.below(1000)), 12));
        let sites = Sites::of(&value);
        let at = (0..sites.all().len()).find(|at| sites.all()[*at].ty() == ty)?;
        sites.node(&value, at).copy_node()
    }
}

fn edits_keep_the_language<T: Fields>(compared: Vec<Comparison>) {
    let judge = Judge::of::<T>();
    let operands = Operands::of(compared);
    let shape = StackShape { another: 65, alone: 0, solved: 30 };
    let mut made = BTreeSet::new();
    let mut editor = Editor::new(1, 8);
    for number in 0..runs(3000) {
        let mut value = T::generate(&mut random(number % 40, 12));
        let before = value.clone();
        editor.begin(&value);
        let donors = Generated::<T>(std::marker::PhantomData);
        let key = [0, number];
        stack(&mut editor, &mut value, &donors, key, shape, &operands, random(number, 8));
        judge.accepts(&value);
        assert_eq!(*editor.sites(), Sites::of(&value), "the sites did not follow");
        made.insert(print(&value));
        editor.undo(&mut value);
        assert_eq!(value, before, "stack {number} is not undone");
    }
    assert!(cfg!(miri) || made.len() > 2000, "{} values", made.len());
}

#[test]
fn edits_and_solved_comparisons_stay_in_the_language() {
    let texts =
        |one: &str, other: &str| Comparison::Texts(one.as_bytes().into(), other.as_bytes().into());
    edits_keep_the_language::<Texts>(vec![
        texts("select", "delete"),
        texts("insert", "a=1;"),
        Comparison::Numbers(1, 9999, 4),
    ]);
    edits_keep_the_language::<Bytes>(vec![
        texts("GET", "POST"),
        texts("GET", "PUT"),
        Comparison::Numbers(0x7f45, 0xffff, 2),
    ]);
}

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Eight {
    #[mutate(regex = "[a-z]{8}")]
    letters: String,
}

#[test]
fn a_compared_text_of_the_language_takes_the_place_of_the_other() {
    let operands = Operands::of(vec![Comparison::Texts((*b"aaaa").into(), (*b"zyxw").into())]);
    let shape = StackShape { another: 0, alone: 0, solved: 100 };
    let mut editor = Editor::new(1, 8);
    let is_found = (0..runs(100)).any(|number| {
        let mut value = Eight::smallest();
        editor.begin(&value);
        let donors = crate::value::edit::NoDonors;
        stack(&mut editor, &mut value, &donors, [0, number], shape, &operands, random(number, 8));
        value.letters.contains("zyxw") && value.letters.len() == 8
    });
    assert!(cfg!(miri) || is_found);
}

#[test]
fn the_smallest_value_is_a_shortest_text() {
    let Texts { hex, keyword, version, pairs, date, mail, nested, wide, empty, unsure, rounds } =
        Texts::smallest();
    assert_eq!((&*hex, &*keyword), ("aaaaaaaa", "select"));
    assert_eq!((&*version, &*pairs, &*date), ("0.0.0", "", "0000-01-00"));
    assert_eq!((&*mail, &*nested, &*empty), ("a@a.a", "", ""));
    assert_eq!((wide.chars().count(), &*unsure, &*rounds), (2, "", ""));
    let Bytes { magic, blocks, letters, shared, lent } = Bytes::smallest();
    assert_eq!((&magic[..], &blocks[..]), (&b"\x7fELF\x01aaa"[..], &b""[..]));
    assert_eq!((&letters[..], &shared[..], &lent[..]), (&b""[..], &b"0"[..], &b"GET /"[..]));
}

#[test]
fn a_text_grows_with_the_size_up_to_the_bounds() {
    #[derive(Debug, Clone, PartialEq, Mutate)]
    struct Long {
        #[mutate(regex = "[a-z]{2,40}")]
        bounded: String,
        #[mutate(regex = ".*", max_len = 30)]
        cut: String,
    }
    let longest = |size| {
        let all = (0..200).map(|number| Long::generate(&mut random(number, size)));
        let lengths = all.map(|value| (value.bounded.len(), value.cut.chars().count()));
        lengths.reduce(|(a, b), (c, d)| (a.max(c), b.max(d))).unwrap()
    };
    assert_eq!([longest(0), longest(5), longest(100)], [(2, 0), (7, 5), (40, 30)]);
}

#[test]
fn a_stored_value_that_does_not_match_is_an_error() {
    let value: Eight = parse("Eight { letters: \"abcdefgh\" }").unwrap().value;
    assert_eq!(value.letters, "abcdefgh");
    let error = parse::<Eight>("Eight { letters: \"abc\" }").unwrap_err().to_string();
    assert!(error.contains("a value that matches `[a-z]{8}`, found `\"abc\"`"), "{error}");

    #[derive(Debug, Clone, PartialEq, Mutate)]
    struct Short(#[mutate(max_len = 3, regex = "[0-9]*")] Vec<u8>);
    assert_eq!(parse::<Short>("Short([48, 57])").unwrap().value, Short(b"09".to_vec()));
    assert!(parse::<Short>("Short([48, 97])").is_err());
    let error = parse::<Short>("Short([48, 48, 48, 48])").unwrap_err().to_string();
    assert!(error.contains("at most 3 elements"), "{error}");
}

#[test]
fn a_value_outside_of_the_language_is_replaced_by_one_inside() {
    let mut value = Eight { letters: "A text of the user's.".to_owned() };
    let before = value.clone();
    let mut context = Context::new(1, 8);
    let judge = Judge(vec![regex::bytes::Regex::new("^[a-z]{8}$").unwrap()]);
    for mutant in 0..value.child(0).mutants().random {
        context.set_address(1, 0, mutant);
        value.child_mut(0).mutate(mutant, &mut context);
        judge.accepts(&value);
        value.child_mut(0).restore(mutant, &mut context);
        assert_eq!(value, before);
    }
}

impl Fields for Eight {
    const ARE_TEXTS: bool = true;

    fn judged(&self) -> Vec<Judged<'_>> {
        let (bytes, expression) = (self.letters.as_bytes(), "[a-z]{8}");
        vec![Judged { name: "letters", bytes, expression, longest: 8 }]
    }
}

#[test]
fn literals_of_the_code_are_drawn_where_they_match() {
    let word = |word: &str| Occurring { literal: Literal::Text(word.into()), places: Vec::new() };
    let all = ["checksum", "too short", "ünique", "key"].map(word).to_vec();
    let literals = Literals::new(all, Vec::new(), Vec::new()).unwrap();
    let literals: &'static Literals = Box::leak(Box::new(literals));
    #[derive(Debug, Clone, PartialEq, Mutate)]
    struct Pair(#[mutate(regex = "[a-z]{8}")] String, #[mutate(regex = "[a-z]{1,9}=1")] String);
    let drawn = |number| {
        let mut generator = random(number, 9);
        generator.set_literals(Some(literals));
        Pair::generate(&mut generator)
    };
    let all: Vec<Pair> = (0..runs(400)).map(drawn).collect();
    let judge = regex::Regex::new("^[a-z]{8}$").unwrap();
    assert!(all.iter().all(|pair| judge.is_match(&pair.0)));
    assert!(cfg!(miri) || all.iter().any(|pair| pair.0 == "checksum"));
    assert!(cfg!(miri) || all.iter().any(|pair| pair.1 == "key=1"));
}

#[test]
fn a_costly_text_is_given_up_and_still_read() {
    #[derive(Debug, Clone, PartialEq, Mutate)]
    struct Costly(#[mutate(regex = "(.*a){9}.*b.*", max_len = 4000)] String);
    let text = "a".repeat(3900) + "b";
    let value = Costly(text.clone());
    let node = value.child(0);
    assert!(!node.accepts_text(text.as_bytes()), "this match takes thousands of steps");
    assert_eq!(parse::<Costly>(&print(&value)).unwrap().value, value);
    let mut mutated = value.clone();
    let mut context = Context::new(1, 8);
    mutated.child_mut(0).mutate(0, &mut context);
    assert_ne!(mutated, value);
    mutated.child_mut(0).restore(0, &mut context);
    assert_eq!(mutated, value);
}
