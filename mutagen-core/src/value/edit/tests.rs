//! Tests that each edit changes a small value as expected, and that undo restores the value.

use super::*;
use crate::Mutate;
use crate::value::node::NodeKind;
use crate::value::seed;
use crate::value::text::{parse, print};
use crate::value::walk::structural_hash;
use std::any::TypeId;

/// After each edit, another one with 65 % probability; no stack is limited to one edit.
const HABIT: StackShape = StackShape { another: 65, alone: 0, solved: 0 };

#[derive(Mutate)]
enum Term {
    Var(i32),
    Lam(Color, Box<Term>),
    App(Box<Term>, Box<Term>),
}

#[derive(Mutate)]
enum Color {
    Red,
    Black,
}

const TERM: &str = "App(Lam(Red, Var(1)), App(Lam(Red, Var(2)), Var(1)))";

/// The text of the term after an edit, and the edit's result.
fn after(edit: impl FnOnce(&mut Editor, &mut dyn Node) -> bool) -> (bool, String) {
    let mut term = parse::<Term>(TERM).unwrap().value;
    let mut editor = Editor::new(1, 5);
    editor.begin(&term);
    let applied = edit(&mut editor, &mut term);
    let text = print(&term);
    assert_eq!(*editor.sites(), Sites::of(&term), "the sites did not follow the edit");
    editor.undo(&mut term);
    assert_eq!(print(&term), TERM);
    (applied, text)
}

pub(super) fn generator(number: u64) -> Generator {
    Generator::new(seed::random(number), 5)
}

// Preorder: 0 App, 1 Lam, 2 Red, 3 Var, 4 "1", 5 App, 6 Lam, 7 Red, 8 Var, 9 "2", 10 Var, 11 "1".

#[test]
fn sites_know_type_kind_and_extent_of_every_node() {
    let term = parse::<Term>(TERM).unwrap().value;
    let sites = Sites::of(&term);
    let sizes: Vec<u32> = sites.all().iter().map(|site| site.size()).collect();
    assert_eq!(sizes, [12, 4, 1, 2, 1, 7, 4, 1, 2, 1, 2, 1]);
    let kinds: Vec<NodeKind> = sites.all().iter().map(|site| site.kind()).collect();
    assert_eq!(
        (kinds[2], kinds[4], kinds[5]),
        (NodeKind::Nullary, NodeKind::Number, NodeKind::Other)
    );
    let terms: Vec<usize> = sites.same(0, tag_of(TypeId::of::<Term>())).collect();
    assert_eq!(terms, [0, 1, 3, 5, 6, 8, 10]);
}

#[test]
fn subterms_are_copied_spliced_and_exchanged_by_type() {
    let copied = "App(Lam(Red, Var(1)), App(Lam(Red, Var(2)), Lam(Red, Var(1))))";
    assert_eq!(after(|editor, root| editor.copy(root, 1, 10)), (true, copied.into()));
    assert_eq!(
        after(|editor, root| editor.copy(root, 2, 10)),
        (false, TERM.into()),
        "another type"
    );
    let spliced = "App(Var(9), App(Lam(Red, Var(2)), Var(1)))";
    assert_eq!(
        after(|editor, root| editor.place(root, 1, Box::new(Term::Var(9)))),
        (true, spliced.into())
    );
    let exchanged = "App(App(Lam(Red, Var(2)), Var(1)), Lam(Red, Var(1)))";
    assert_eq!(after(|editor, root| editor.exchange(root, 5, 1)), (true, exchanged.into()));
    assert_eq!(
        after(|editor, root| editor.exchange(root, 0, 5)),
        (false, TERM.into()),
        "one in the other"
    );
}

#[test]
fn a_descendant_of_the_same_type_is_hoisted() {
    let all: std::collections::BTreeSet<String> = (0..60)
        .map(|number| after(|editor, root| editor.hoist(root, 5, &mut generator(number))).1)
        .collect();
    let expected = ["Lam(Red, Var(2))", "Var(1)", "Var(2)"];
    let expected: Vec<String> =
        expected.iter().map(|inner| format!("App(Lam(Red, Var(1)), {inner})")).collect();
    assert_eq!(all.into_iter().collect::<Vec<_>>(), expected);
    assert!(!after(|editor, root| editor.hoist(root, 3, &mut generator(0))).0);
}

#[test]
fn wrapping_keeps_the_subterm_and_adds_a_constructor_around_it() {
    for number in 0..40 {
        let (applied, text) = after(|editor, root| editor.wrap(root, 6, &mut generator(number)));
        assert!(applied && text.contains("Lam(Red, Var(2))") && text.len() > TERM.len(), "{text}");
    }
    assert!(
        !after(|editor, root| editor.wrap(root, 4, &mut generator(0))).0,
        "a number wraps nothing"
    );
}

#[test]
fn regrowing_replaces_one_subterm_by_a_small_one() {
    let (applied, text) = after(|editor, root| editor.regrow(root, 1, 0, &mut generator(3)));
    assert!(applied && text.starts_with("App(Var("), "{text}");
    assert!(text.ends_with("App(Lam(Red, Var(2)), Var(1)))"), "{text}");
}

#[test]
fn equal_numbers_are_renamed_together_and_only_in_the_scope() {
    let everywhere = "App(Lam(Red, Var(7)), App(Lam(Red, Var(2)), Var(7)))";
    assert_eq!(
        after(|editor, root| editor.rename_number(root, 0, 4, 7)),
        (true, everywhere.into())
    );
    let below = "App(Lam(Red, Var(1)), App(Lam(Red, Var(2)), Var(7)))";
    assert_eq!(after(|editor, root| editor.rename_number(root, 5, 4, 7)), (true, below.into()));
    assert_eq!(after(|editor, root| editor.rename_number(root, 0, 4, 1)), (false, TERM.into()));
    assert_eq!(after(|editor, root| editor.rename_number(root, 0, 2, 1)), (false, TERM.into()));
}

#[test]
fn all_numbers_in_the_scope_are_translated() {
    let moved = "App(Lam(Red, Var(1)), App(Lam(Red, Var(-1)), Var(-2)))";
    assert_eq!(after(|editor, root| editor.translate(root, 5, -3)), (true, moved.into()));
    assert_eq!(after(|editor, root| editor.translate(root, 2, 5)), (false, TERM.into()));
}

#[test]
fn equal_constructors_are_renamed_together() {
    let renamed = "App(Lam(Black, Var(1)), App(Lam(Black, Var(2)), Var(1)))";
    let edit = |editor: &mut Editor, root: &mut dyn Node| editor.rename_constructor(root, 0, 2, 0);
    assert_eq!(after(edit), (true, renamed.into()));
    let below = "App(Lam(Red, Var(1)), App(Lam(Black, Var(2)), Var(1)))";
    let edit = |editor: &mut Editor, root: &mut dyn Node| editor.rename_constructor(root, 5, 2, 0);
    assert_eq!(after(edit), (true, below.into()));
}

#[test]
fn a_stack_of_edits_is_undone_to_the_bit_and_a_seed_makes_it_again() {
    let mut value = (parse::<Term>(TERM).unwrap().value, vec![f64::NAN, -0.0, 1.5], 300_u64);
    let before = (print(&value), structural_hash(&value));
    let mut editor = Editor::new(9, 5);
    let mut seen = std::collections::BTreeSet::new();
    let rounds = if cfg!(miri) { 10 } else { 3000 };
    for number in 0..rounds {
        let mut texts = Vec::new();
        for _ in 0..2 {
            editor.begin(&value);
            stack(
                &mut editor,
                &mut value,
                &NoDonors,
                [0, number],
                HABIT,
                &Operands::NONE,
                generator(number),
            );
            assert_eq!(*editor.sites(), Sites::of(&value), "the sites did not follow");
            texts.push(print(&value));
            editor.undo(&mut value);
            assert_eq!((print(&value), structural_hash(&value)), before);
        }
        assert_eq!(texts[0], texts[1]);
        seen.insert(texts.swap_remove(0));
    }
    assert!(seen.len() as u64 > rounds * 2 / 3, "{} different tests", seen.len());
}

/// Another test, the source of donor subterms.
struct Other(Vec<u8>);

impl Donors for Other {
    fn subterm(&self, ty: TypeTag, generator: &mut Generator) -> Option<Box<dyn Node>> {
        let sites = Sites::of(&self.0);
        let from = draw(|| sites.same(0, ty), generator)?;
        sites.node(&self.0, from).copy_node()
    }
}

#[test]
#[cfg_attr(miri, ignore = "thousands of edits: too slow for Miri")]
fn edits_of_a_sequence_are_undone_too() {
    let mut value = vec![5_u8, 7, 7, 9];
    let mut editor = Editor::new(9, 5);
    for number in 0..5000 {
        editor.begin(&value);
        let other = Other(vec![1, 2, 3]);
        stack(
            &mut editor,
            &mut value,
            &other,
            [0, number],
            HABIT,
            &Operands::NONE,
            generator(number),
        );
        assert_eq!(*editor.sites(), Sites::of(&value), "the sites did not follow");
        editor.undo(&mut value);
        assert_eq!(value, [5, 7, 7, 9], "after stack {number}");
    }
}

#[test]
fn keys_are_renamed_and_translated_with_the_rest() {
    type Map = (std::collections::BTreeMap<i32, i32>, i32);
    let text = "({1: 5, 2: 1, 7: 7}, 1)";
    let after = |edit: &dyn Fn(&mut Editor, &mut dyn Node) -> bool| {
        let mut value = parse::<Map>(text).unwrap().value;
        let mut editor = Editor::new(1, 5);
        editor.begin(&value);
        assert!(edit(&mut editor, &mut value));
        assert_eq!(*editor.sites(), Sites::of(&value), "the sites did not follow the edit");
        let edited = print(&value);
        editor.undo(&mut value);
        assert_eq!(print(&value), text);
        edited
    };
    assert_eq!(after(&|e, root| e.translate(root, 0, 3)), "({4: 8, 5: 4, 10: 10}, 4)");
    assert_eq!(after(&|e, root| e.rename_number(root, 0, 5, 9)), "({2: 9, 7: 7, 9: 5}, 9)");
    let taken = "({2: 2, 7: 7}, 2)";
    assert_eq!(after(&|e, root| e.rename_number(root, 0, 5, 2)), taken.replace("2: 2", "2: 5"));
}

#[test]
fn names_among_the_elements_of_a_set_are_renamed_too() {
    #[derive(Mutate, PartialEq, Eq, PartialOrd, Ord)]
    enum Name {
        A,
        B,
        C,
    }
    let mut value = (Name::A, std::collections::BTreeSet::from([Name::A, Name::C]));
    let mut editor = Editor::new(1, 5);
    editor.begin(&value);
    assert!(editor.rename_constructor(&mut value, 0, 1, 0));
    assert_eq!(print(&value), "(B, {B, C})");
    editor.undo(&mut value);
    assert_eq!(print(&value), "(A, {A, C})");
    let _ = Name::B;
}
