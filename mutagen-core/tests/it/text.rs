//! Tests the text form: every value can be printed and parsed, and an invalid text gives an error
//! with the position and the expected input.

use mutagen_core::internal::value::seed;
use mutagen_core::internal::value::walk::structural_hash;
use mutagen_core::text::{parse, print};
use mutagen_core::{Generator, Mutate, property};

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Tree {
    E,
    T(Box<Tree>, i32, Box<Tree>),
}

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Config {
    retries: u8,
    name: String,
    limits: Option<(f64, char)>,
    tree: Tree,
}

fn error<T: Mutate>(text: &str) -> String {
    match parse::<T>(text) {
        Ok(_) => panic!("`{text}` must not parse"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn values_look_as_rust_writes_them() {
    let tree = Tree::T(Box::new(Tree::E), -3, Box::new(Tree::E));
    assert_eq!(print(&tree), "T(E, -3, E)");
    let config = Config { retries: 3, name: "a\"\n".into(), limits: Some((1.0, '\'')), tree };
    assert_eq!(
        print(&config),
        r#"Config { retries: 3, name: "a\"\n", limits: Some((1.0, '\'')), tree: T(E, -3, E) }"#
    );
    assert_eq!(print(&(vec![true], ())), "([true], ())");
    assert_eq!(print(&(1_u8,)), "(1,)");
}

#[test]
fn a_text_may_be_laid_out_and_ordered_freely() {
    let parsed = parse::<Config>(
        "Config {\n  tree: Tree::T(E, 1_000, E), // a comment\n  limits: None,\n  \
         name: \"x\", retries: 0x10,\n}",
    )
    .unwrap();
    let tree = Tree::T(Box::new(Tree::E), 1000, Box::new(Tree::E));
    let expected = Config { retries: 16, name: "x".into(), limits: None, tree };
    assert_eq!(parsed.value, expected);
    assert!(parsed.notes.is_empty());
}

#[test]
fn a_missing_field_is_an_error_unless_two_dots_stand_for_it_and_then_it_is_said() {
    assert_eq!(
        error::<Config>("Config { retries: 1, name: \"\", limits: None }"),
        "line 1, column 45: expected the field `tree` of `Config`, or `..` to fill it, found `}`"
    );
    let parsed = parse::<Config>("Config { retries: 1, .. }").unwrap();
    assert_eq!(parsed.value, Config { retries: 1, ..Config::smallest() });
    assert_eq!(parsed.notes.len(), 3);
    assert!(parsed.notes[0].contains("`name` of `Config`"), "{:?}", parsed.notes);
}

#[test]
fn errors_say_where_and_what_was_expected() {
    assert_eq!(error::<Tree>("F"), "line 1, column 1: expected `E` or `T`, found `F`");
    assert_eq!(
        error::<Tree>("T(E,\n 3)"),
        "line 2, column 3: expected a comma and field 3 of 3, found the end"
    );
    assert_eq!(
        error::<Tree>("T(E, x, E)"),
        "line 1, column 6: expected a whole number of type `i32`, found `x`"
    );
    assert_eq!(
        error::<u8>("256"),
        "line 1, column 1: expected a whole number of type `u8`, found `256`"
    );
    assert_eq!(error::<Tree>("E E"), "line 1, column 3: expected a comma or the end, found `E`");
    assert_eq!(error::<bool>(""), "line 1, column 1: expected `true` or `false`, found the end");
    assert_eq!(
        error::<char>("\"a\""),
        "line 1, column 1: expected a character between single quotes, found `\"a\"`"
    );
    assert!(error::<Config>("Config { retrys: 1 }").contains("expected the field `retries` or"));
    assert!(error::<Vec<u8>>("[1, 2").contains("closed brackets"));
    assert_eq!(
        error::<[u8; 3]>("[1, 2]"),
        "line 1, column 7: expected exactly 3 elements before this, found the end"
    );
}

#[test]
fn errors_count_characters_and_cut_what_is_long() {
    assert_eq!(
        error::<(String, u8)>("(\"ä\", 300)"),
        "line 1, column 7: expected a whole number of type `u8`, found `300`"
    );
    assert_eq!(
        error::<Config>("Config { retries: , .. }"),
        "line 1, column 19: expected a whole number of type `u8`, found the end"
    );
    let long = format!("\"{}\"", "ä".repeat(99));
    let found = format!("found `\"{}…`", "ä".repeat(29));
    assert!(error::<u8>(&long).ends_with(&found), "{}", error::<u8>(&long));
}

#[test]
fn what_is_not_closed_is_told_with_its_place() {
    let expected = "expected a literal with closed brackets and quotes, found";
    for (text, place, found) in [
        ("(1]", "column 3", "`]`"),
        ("1)", "column 2", "`)`"),
        ("[(1, [2]", "column 2", "`(` without its end"),
        ("[1, \"a]", "column 5", "`\"` without its end"),
        ("1 /* a", "column 3", "`/` without its end"),
        ("[1, \u{1f600}]", "column 5", "`\u{1f600}`"),
    ] {
        assert_eq!(error::<u8>(text), format!("line 1, {place}: {expected} {found}"));
    }
}

#[test]
fn comments_raw_names_and_a_byte_order_mark_are_read_as_in_rust() {
    #[derive(Debug, PartialEq, Mutate)]
    struct Raw {
        r#type: u8,
    }
    let text = "\u{feff}/// a\nRaw { /* b /* c */ */ r#type: 3, // d\n }";
    assert_eq!(parse::<Raw>(text).unwrap().value, Raw { r#type: 3 });
    assert_eq!(parse::<Raw>("it::Raw { type: 3 }").unwrap().value, Raw { r#type: 3 });
}

#[test]
fn the_ends_of_every_number_type_are_read_back() {
    assert_eq!(parse::<i128>(&print(&i128::MIN)).unwrap().value, i128::MIN);
    assert_eq!(parse::<u128>(&print(&u128::MAX)).unwrap().value, u128::MAX);
    assert_eq!(parse::<i8>("-128").unwrap().value, -128);
    for bits in
        [0x7ff8_0000_0000_0000_u64, 0xfff8_0000_0000_0001, 1, 1 << 63, 0x7ff0_0000_0000_0000]
    {
        let float = f64::from_bits(bits);
        assert_eq!(parse::<f64>(&print(&float)).unwrap().value.to_bits(), bits, "{float}");
    }
}

/// Containers of containers of derived types.
type Nested = (Config, Weighted, Result<String, [char; 2]>);
type Weighted = Vec<(f32, Option<Box<Tree>>)>;

#[property]
fn what_is_written_is_read_back_to_the_same_value(value: &Nested) -> bool {
    let text = print(value);
    let read = parse::<Nested>(&text).unwrap().value;
    structural_hash(&read) == structural_hash(value) && print(&read) == text
}

#[test]
fn different_values_have_different_hashes() {
    let mut seen = std::collections::BTreeMap::new();
    for number in 0..2000 {
        let tree = Tree::generate(&mut Generator::new(seed::random(number), 10));
        let hash = structural_hash(&tree);
        let text = print(&tree);
        assert_eq!(seen.entry(hash).or_insert_with(|| text.clone()), &text);
    }
    assert!(seen.len() > 100);
}
