//! The `Debug` of a value has the fault, or the value is so deep or so large that it cannot be
//! printed as it is.

use crate::{BAD, endless};
use mutagen_core::internal::macros::{Node, TypeIndex, Types};
use mutagen_core::text::{Form, ParseError, Parser};
use mutagen_core::{Generator, Mutate, property};
use std::fmt;

/// A type with this `Debug`, and a property that checks that its numbers are small.
macro_rules! debug {
    ($($type:ident $property:ident |$out:ident| $body:expr;)*) => {$(
        #[derive(Mutate)]
        struct $type(u32);

        impl fmt::Debug for $type {
            #[allow(unused_variables, unreachable_code, reason = "some bodies never return")]
            fn fmt(&self, $out: &mut fmt::Formatter<'_>) -> fmt::Result {
                $body;
                Ok(())
            }
        }

        #[property]
        fn $property(x: &$type) {
            assert!(x.0 < BAD, "the real reason");
        }
    )*};
}

debug! {
    DebugPanics debug_panics |out| panic!("no words");
    DebugErrs debug_errs |out| return Err(fmt::Error);
    DebugLoops debug_loops |out| endless();
    DebugEndless debug_endless |out| loop { out.write_str("endless ")?; };
    DebugOverflows debug_overflows |out| crate::overflow();
    DebugAborts debug_aborts |out| std::process::abort();
    DebugExits debug_exits |out| std::process::exit(0);
    DebugEats debug_eats |out| loop { std::mem::forget(vec![1_u8; 1 << 20]); };
    DebugLong debug_100mb |out| for _ in 0..1000 { out.write_str(&"long ".repeat(20_000))?; };
    DebugEscape debug_escape |out| out.write_str("\u{1b}[2Jerased\u{7}")?;
    DebugNoise debug_prints |out| println!("noise of Debug");
}

/// The test aborts, and `Debug` does not end.
#[property]
fn debug_loops_aborts(x: &DebugLoops) {
    if x.0 >= BAD {
        std::process::abort();
    }
}

/// The test hangs, and `Debug` aborts.
#[property]
fn debug_aborts_hangs(x: &DebugAborts) {
    if x.0 >= BAD {
        endless();
    }
}

#[derive(Debug, Mutate)]
enum List {
    End,
    More(Box<List>),
}

/// A list of `DEPTH` elements: the depth of the value, whatever the size of the test.
#[derive(Debug)]
struct Deep(List);

impl Deep {
    fn new() -> Deep {
        let depth = std::env::var("DEPTH").map_or(500, |text| text.parse().unwrap());
        Deep((0_u64..depth).fold(List::End, |list, _| List::More(Box::new(list))))
    }

    fn is_deep(&self) -> bool {
        matches!(self.0, List::More(_))
    }
}

/// A `Deep` is a list for the engine, but for how it is generated.
impl Mutate for Deep {
    fn smallest() -> Self {
        Deep(List::End)
    }

    fn generate(_: &mut Generator) -> Self {
        Deep::new()
    }

    fn form(this: &Self) -> Form {
        <List as Mutate>::form(&this.0)
    }

    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        <List as Mutate>::parse(parser).map(Deep)
    }

    fn describe(types: &mut Types) -> TypeIndex {
        types.transparent::<Self>(<List as Mutate>::describe)
    }

    fn node(this: &Self) -> &dyn Node {
        <List as Mutate>::node(&this.0)
    }

    fn node_mut(this: &mut Self) -> &mut dyn Node {
        <List as Mutate>::node_mut(&mut this.0)
    }

    fn from_node(node: Box<dyn Node>) -> Result<Self, Box<dyn Node>> {
        <List as Mutate>::from_node(node).map(Deep)
    }
}

#[property]
fn depth_fails(list: &Deep) -> bool {
    !list.is_deep()
}

#[property]
fn depth_aborts(list: &Deep) {
    if list.is_deep() {
        std::process::abort();
    }
}

#[property]
fn depth_passes(list: &Deep) {
    std::hint::black_box(list.is_deep());
}

/// A value of many megabytes.
#[property]
fn large_value_fails(list: &Wide) -> bool {
    list.0.len() < 1000
}

#[derive(Debug, Mutate)]
struct Wide(#[mutate(with = ManyWords)] Vec<String>);

struct ManyWords;

impl mutagen_core::With<Vec<String>> for ManyWords {
    fn smallest() -> Vec<String> {
        Vec::new()
    }

    fn generate(_: &mut Generator) -> Vec<String> {
        vec!["a word of the value".to_owned(); 500_000]
    }

    fn print(value: &Vec<String>) -> Option<String> {
        Some(value.join(" "))
    }
}
