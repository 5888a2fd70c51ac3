//! Tests `#[property]` under plain `cargo test`: every kind of argument and result, and failures.

use mutagen_core::{Discard, Generator, IntoOutcome, Mutate, Outcome, assume, check, property};
use std::cell::Cell;
use std::ffi::{CStr, OsStr};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

impl Tree {
    fn values(&self, into: &mut Vec<i32>) {
        if let Tree::Node(left, value, right) = self {
            left.values(into);
            into.push(*value);
            right.values(into);
        }
    }

    fn is_ordered(&self) -> bool {
        let mut values = Vec::new();
        self.values(&mut values);
        values.is_sorted()
    }

    fn insert(&self, new: i32) -> Tree {
        match self {
            Tree::Leaf => Tree::Node(Box::new(Tree::Leaf), new, Box::new(Tree::Leaf)),
            Tree::Node(left, value, right) if new <= *value => {
                Tree::Node(Box::new(left.insert(new)), *value, right.clone())
            }
            Tree::Node(left, value, right) => {
                Tree::Node(left.clone(), *value, Box::new(right.insert(new)))
            }
        }
    }
}

#[property]
fn insert_keeps_order(t: &Tree, x: &i32) -> Outcome {
    assume!(t.is_ordered());
    check!(t.insert(*x).is_ordered())
}

#[property]
fn arguments_by_value_are_copies(mut all: Vec<u8>, x: u8) -> bool {
    all.push(x);
    all.last() == Some(&x)
}

#[property]
fn borrowed_texts_and_slices_come_from_owned_values(text: &str, all: &[u8]) {
    assume!(!text.is_empty());
    assert!(text.chars().count() > 0 && all.len() < 1000);
}

type Text = str;

#[property]
fn whatever_std_borrows_comes_from_its_owner(path: &Path, os: &OsStr, c: &CStr, text: &Text) {
    assert!(path.as_os_str().len() < 1000 && os.len() < 1000 && text.len() < 1000);
    assert!(!c.to_bytes().contains(&0));
}

#[property]
#[allow(unused_parens)]
fn parentheses_around_a_type_mean_nothing(number: (u8), list: &([u8]), both: (&(u8))) -> bool {
    u32::from(number) + u32::from(*both) < 512 && list.len() < 1000
}

/// A type that a declarative macro passes on is wrapped in an invisible group.
macro_rules! property_on {
    ($name:ident, $by_reference:ty, $by_value:ty) => {
        #[property]
        fn $name(a: $by_reference, b: $by_value) -> bool {
            let _ = a;
            b == b.clone()
        }
    };
}

property_on!(a_reference_in_a_macro_is_one, &[u8], Vec<u8>);
property_on!(a_borrowed_text_in_a_macro_is_one, &str, String);

#[property]
fn r#match(r#type: u8) -> bool {
    r#type.checked_add(0) == Some(r#type)
}

/// A type that does not implement copying.
#[derive(Debug)]
struct Stubborn;

impl Mutate for Stubborn {
    fn smallest() -> Self {
        Stubborn
    }
    fn generate(_: &mut Generator) -> Self {
        Stubborn
    }
}

#[property]
#[should_panic(expected = "no test can be run: the argument `list` is taken by value, and a \
                           `it::property::Stubborn` cannot be copied")]
fn an_argument_by_value_that_cannot_be_copied_is_no_counterexample(list: Vec<Stubborn>) -> bool {
    list.len() < 3
}

#[property]
fn an_argument_by_reference_need_not_be_copied(list: &[Stubborn]) -> bool {
    list.len() < 1000
}

#[property]
#[should_panic(expected = "no test can be run: an argument holds a cell")]
fn an_argument_with_a_cell_is_copied_and_must_allow_it(_: &Cell<u8>, _: &Stubborn) {}

/// A type of which only some values can be copied, which is not known in advance.
#[derive(Debug)]
struct Moody(u8);

impl Mutate for Moody {
    fn smallest() -> Self {
        Moody(0)
    }
    fn generate(generator: &mut Generator) -> Self {
        Moody(u8::generate(generator))
    }
    fn copy(this: &Self) -> Option<Self> {
        (this.0 < 3).then_some(Moody(this.0))
    }
}

#[property]
#[should_panic(expected = "a `it::property::Moody` was made that cannot be copied")]
fn a_value_that_turns_out_not_to_be_copied_is_no_counterexample(_: Moody) {}

const TRAP: &str = "trap";

/// Fails in one of two kinds, unless the number is small.
fn kinds(x: u8) -> Outcome {
    match x {
        0..3 => Outcome::Passed,
        3..7 => Outcome::failed_as(TRAP, format!("{x} traps")),
        _ => Outcome::failed_as("value", format!("{x} differs")),
    }
}

#[property(silence = [TRAP, "value", "never seen"])]
fn a_failure_of_a_silenced_kind_is_no_counterexample(x: u8) -> Outcome {
    kinds(x)
}

#[property(silence = ["value"])]
#[should_panic(expected = "3 traps")]
fn a_silenced_kind_hides_no_other(x: u8) -> Outcome {
    kinds(x)
}

#[property(silence = [TRAP])]
#[should_panic(expected = "7 differs")]
fn a_counterexample_is_not_shrunk_into_a_silenced_kind(x: u8) -> Outcome {
    kinds(x)
}

#[property]
fn no_argument_at_all() -> Option<bool> {
    Some(true)
}

#[property]
fn a_result_can_discard_too(x: i8) -> Result<(), std::num::TryFromIntError> {
    assume!(x >= 0);
    u8::try_from(x)?;
    Ok(())
}

#[property]
fn none_is_valid(_: u8) -> Option<bool> {
    None
}

#[test]
fn a_property_of_which_every_test_was_discarded_says_so_past_the_test_harness() {
    let stderr = |property| {
        let mut again = Command::new(std::env::current_exe().unwrap());
        let ran = again.args(["--exact", property]).output().unwrap();
        assert!(ran.status.success(), "{ran:?}");
        String::from_utf8(ran.stderr).unwrap()
    };
    let note = stderr("property::none_is_valid::property");
    assert!(
        note.starts_with("note: `it::property::none_is_valid` was not tested, for every one of "),
        "{note}"
    );
    assert!(note.contains("; `cargo mutagen run none_is_valid` searches"), "{note}");
    assert_eq!(stderr("property::no_argument_at_all::property"), "");
}

#[property]
#[should_panic(expected = "counterexample after")]
fn a_false_property_fails(t: &Tree) -> bool {
    let mut values = Vec::new();
    t.values(&mut values);
    values.len() < 3
}

#[property]
#[should_panic(expected = "x = 7")]
fn the_failing_value_is_printed_by_name(x: u8) {
    assert_ne!(x, 7);
}

#[property]
#[should_panic(expected = "the seven is out")]
fn a_panic_is_a_failure_whose_message_is_kept(x: &u8) -> bool {
    if *x == 7 {
        panic!("the seven is out");
    }
    true
}

#[property]
#[should_panic(expected = "MUTAGEN_SEED=")]
fn a_failure_says_how_to_repeat_it(x: bool) -> bool {
    !x
}

#[property]
#[ignore = "it fails, and plain `cargo test` must not run it"]
fn an_ignored_property_is_not_run() -> bool {
    false
}

#[property]
fn nothing_passes_and_that_is_not_a_failure(x: &u64) -> Outcome {
    let _ = x;
    Discard::discarded()
}

#[test]
fn the_macros_results_are_the_documented_ones() {
    assert_eq!(true.into_outcome(), Outcome::Passed);
    assert!(matches!(Some(false).into_outcome(), Outcome::Failed(_)));
}

static PREPARED: AtomicU32 = AtomicU32::new(0);

fn prepare() {
    PREPARED.fetch_add(1, Ordering::Relaxed);
}

#[property(before = prepare)]
fn what_is_to_happen_before_has_happened_once(_x: u8) -> bool {
    PREPARED.load(Ordering::Relaxed) == 1
}

static SINCE_RESET: AtomicU32 = AtomicU32::new(0);

fn reset() {
    SINCE_RESET.store(0, Ordering::Relaxed);
}

#[property(reset = reset)]
fn the_state_is_reset_before_each_test(_x: u8) -> bool {
    SINCE_RESET.fetch_add(1, Ordering::Relaxed) == 0
}

#[test]
fn a_property_is_a_function_that_an_ordinary_test_can_call() {
    let ordered = Tree::Leaf.insert(3).insert(1);
    assert_eq!(insert_keeps_order(&ordered, &2), Outcome::Passed);
    let twisted = Tree::Node(Box::new(Tree::Leaf.insert(5)), 3, Box::new(Tree::Leaf));
    assert_eq!(insert_keeps_order(&twisted, &2), Outcome::Discarded);
    assert!(r#match(3) && !an_ignored_property_is_not_run());
}

/// The tests of this binary below a path, as libtest lists them.
fn listed(arguments: &[&str]) -> Vec<String> {
    let mut again = Command::new(std::env::current_exe().unwrap());
    let ran = again.args(["--list", "--format", "terse"]).args(arguments).output().unwrap();
    let text = String::from_utf8(ran.stdout).unwrap();
    text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

#[test]
fn the_test_is_in_a_module_with_the_name_of_the_function() {
    assert_eq!(listed(&["insert_keeps_order"]), ["property::insert_keeps_order::property"]);
    assert_eq!(listed(&["r#match"]), ["property::r#match::property"]);
    let ignored = listed(&["--ignored", "an_ignored_property"]);
    assert_eq!(ignored, ["property::an_ignored_property_is_not_run::property"]);
}

/// Items that are visible only in this module, and not inside it.
mod closed {
    use mutagen_core::{Mutate, property};
    use std::num::NonZero as Whole;

    #[derive(Debug, Mutate)]
    struct Secret(u8);

    impl Secret {
        fn doubled(&self) -> u16 {
            2 * u16::from(self.0)
        }
    }

    /// Half of it is at most 255.
    #[property]
    #[must_use]
    #[inline]
    #[expect(unused_variables)]
    fn private_types_and_imports_are_seen(secret: &Secret, whole: Whole<u8>, unused: bool) -> bool {
        secret.doubled() < 512
    }

    #[property]
    #[cfg(any())]
    fn what_is_configured_out_is_gone(value: NoSuchType) {}
}

#[allow(unnameable_test_items)]
#[test]
fn a_property_inside_a_function_sees_the_types_of_the_function() {
    #[derive(Debug, Mutate)]
    struct Local(bool);

    #[property]
    fn inner(local: &Local) -> bool {
        u8::from(local.0) < 2
    }
    assert!(inner(&Local(true)));
}

/// The crate `mutagen_core` under another name.
mod renamed {
    pub mod framework {
        pub use mutagen_core::*;
    }

    fn ready() {}

    #[mutagen_core::property(crate = framework, before = ready)]
    fn the_macro_asks_the_path_that_it_was_given(number: u8) -> bool {
        number.checked_add(0) == Some(number)
    }
}
