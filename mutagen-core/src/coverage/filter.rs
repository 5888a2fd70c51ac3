//! Decides whether an edge belongs to the code under test, by the names of the functions at the
//! edge. Edges of the engine, of generators and mutators (derived ones are compiled in the user's
//! crate), of random number generators and of hash containers do not count. They tell nothing about
//! the property, or they differ from process to process. Random number generators and hash
//! containers count if their crate is instrumented on purpose. Checks inside std that compare
//! addresses never count.

use super::frame::Frame;

/// The crate whose traits mark generators and mutators, wherever they are implemented.
const FRAMEWORK: &str = "mutagen_core";

/// Crates of random numbers. The engine uses them, and they are compiled in the crate that calls
/// them.
const RANDOM: [&str; 4] = ["rand", "rand_core", "rand_chacha", "rand_xoshiro"];

/// Crates of hash containers, and of hashers with a fresh key in each process. The containers of
/// std wrap `hashbrown`.
const HASHED: [&str; 3] = ["hashbrown", "ahash", "foldhash"];

/// The folder of the crates that std is built with, as debug information names it. Their hash
/// containers have other keys in each process.
const INSIDE_STD: &str = "/rust/deps/";

/// Code of std that differs from process to process, as prefixes of paths: hash containers, hashing
/// with their keys, and code that looks at addresses. The last are checks for undefined behaviour
/// (enabled by debug assertions) and code that depends on alignment.
const UNREPEATABLE: [&str; 5] = [
    "std::collections::hash",
    "std::hash::",
    "core::hash::",
    "core::ub_checks",
    "core::ptr::align_offset",
];

/// Why an edge does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ignored {
    /// It belongs to the engine, or to a generator or a mutator.
    Engine,
    /// It belongs to a crate of random numbers or hash containers.
    Crate(&'static str),
    /// It belongs to code of std that differs from process to process.
    Unrepeatable,
}

/// Whether an edge with these frames, innermost first, counts. The innermost function outside std
/// decides whose code the edge is. The frames of std inside that function decide whether the edge
/// is repeatable. `on_purpose` are the crates that are instrumented on purpose, each as `name` or
/// as `name@version`.
pub(super) fn judge(frames: &[Frame], on_purpose: &[String]) -> Result<(), Ignored> {
    let of_std = frames.iter().take_while(|frame| is_library(frame));
    let mut own = of_std.map(|frame| Name::of(&frame.function).own);
    if own.any(|own| UNREPEATABLE.iter().any(|start| own.starts_with(start))) {
        return Err(Ignored::Unrepeatable);
    }
    let mut others = frames.iter().filter(|frame| !is_library(frame));
    let Some(innermost) = others.next() else {
        // Code of std alone, instantiated for some type, which may be one of the engine's.
        let is_engine = frames.iter().any(|frame| frame.function.contains(FRAMEWORK));
        return if is_engine { Err(Ignored::Engine) } else { Ok(()) };
    };
    if is_from(innermost, FRAMEWORK) {
        return Err(Ignored::Engine);
    }
    let Some(krate) = RANDOM.into_iter().chain(HASHED).find(|krate| is_from(innermost, krate))
    else {
        return Ok(());
    };
    let file = innermost.file.as_deref().unwrap_or_default();
    let is_on_purpose = on_purpose.iter().any(|named| match named.split_once('@') {
        // A registry's sources are in a folder with the version.
        Some((name, version)) => name == krate && file.contains(&format!("/{name}-{version}/")),
        None => named == krate,
    });
    if file.starts_with(INSIDE_STD) || !is_on_purpose {
        return Err(Ignored::Crate(krate));
    }
    // The engine uses such crates too.
    match others.find(|frame| !is_from(frame, krate)) {
        Some(caller) if is_from(caller, FRAMEWORK) && !calls_the_property(&caller.function) => {
            Err(Ignored::Engine)
        }
        _ => Ok(()),
    }
}

/// Whether a function is in a crate, or implements one of its traits.
fn is_from(frame: &Frame, krate: &str) -> bool {
    let name = Name::of(&frame.function);
    root(name.own) == krate || root(name.of_trait) == krate
}

/// Whether a whole function is the engine's, by its name: it is in the engine, returns the identity
/// of a type, drops a type of the engine, or implements one of the engine's traits. The function
/// that calls the property is excluded, because the compiler may inline the property into it.
pub(super) fn is_of_the_engine(function: &str) -> bool {
    if let Some(dropped) = function.strip_prefix("core::ptr::drop_in_place") {
        return dropped.contains(FRAMEWORK);
    }
    // The engine asks nodes for their types. Other callers have edges of their own around the call.
    if function.ends_with("core::any::Any>::type_id") {
        return true;
    }
    let Name { own, of_trait } = Name::of(function);
    (root(own) == FRAMEWORK || root(of_trait) == FRAMEWORK) && !calls_the_property(function)
}

/// Whether a function is the closure that calls the property. The compiler has 2 ways to write the
/// path of a method: `Property::new::…` and `<Property>::new::…`.
fn calls_the_property(function: &str) -> bool {
    let of_type =
        function.trim_start_matches('<').strip_prefix("mutagen_core::run::property::Property");
    of_type.is_some_and(|rest| rest.trim_start_matches('>').starts_with("::new::"))
}

/// The crates of std.
const PARTS: [&str; 3] = ["core", "alloc", "std"];

/// Whether a source file is one of std, as debug information names it.
fn is_std_file(file: &str) -> bool {
    let file = file.replace('\\', "/");
    PARTS.iter().any(|part| file.contains(&format!("/library/{part}/src/")))
}

/// Whether a source file is one of std or of the engine.
pub(crate) fn is_library_file(file: &str) -> bool {
    is_std_file(file) || file.contains("mutagen-core/src/")
}

/// Whether a function is in std, by its file, or by its name if the file is unknown.
pub(super) fn is_library(frame: &Frame) -> bool {
    if frame.file.as_deref().is_some_and(is_std_file) {
        return true;
    }
    let name = Name::of(&frame.function);
    let is_part = |path| PARTS.contains(&root(path));
    is_part(name.own) && (name.of_trait.is_empty() || is_part(name.of_trait))
}

/// A parsed function name: `<own as of_trait>::…`, or `own` alone.
struct Name<'n> {
    own: &'n str,
    of_trait: &'n str,
}

impl<'n> Name<'n> {
    fn of(name: &'n str) -> Name<'n> {
        let Some(rest) = name.strip_prefix('<') else {
            // `module::<impl Trait for Type>::function` is the other form of such a path.
            let inner = name.split_once("<impl ").map_or("", |(_, rest)| until_closed(rest));
            let of_trait = split(inner, " for ").map_or("", |(of_trait, _)| bare(of_trait));
            return Name { own: bare(name), of_trait };
        };
        let inner = until_closed(rest);
        match split(inner, " as ") {
            Some((own, of_trait)) => Name { own: bare(own), of_trait: bare(of_trait) },
            None => Name { own: bare(inner), of_trait: "" },
        }
    }
}

/// The part of a text before the first unmatched closing bracket.
fn until_closed(text: &str) -> &str {
    let end = levels(text).find(|&(_, _, level)| level < 0).map(|(at, _, _)| at);
    &text[..end.unwrap_or(text.len())]
}

/// Splits a text at the first occurrence of `at` that is not inside brackets.
fn split<'t>(text: &'t str, at: &str) -> Option<(&'t str, &'t str)> {
    let mut outside = levels(text).filter(|&(_, _, level)| level == 0);
    let (place, ..) = outside.find(|&(place, ..)| text[place..].starts_with(at))?;
    Some((&text[..place], &text[place + at.len()..]))
}

/// The characters of a text, each with its place and the number of brackets open after it.
fn levels(text: &str) -> impl Iterator<Item = (usize, char, i32)> {
    let mut level = 0;
    let mut before = ' ';
    text.char_indices().map(move |(at, character)| {
        match character {
            '<' | '(' | '[' | '{' => level += 1,
            // The arrow of a function type closes nothing.
            '>' if before == '-' => {}
            '>' | ')' | ']' | '}' => level -= 1,
            _ => {}
        }
        before = character;
        (at, character, level)
    })
}

/// A type or path without the symbols and keywords before its first name.
fn bare(mut path: &str) -> &str {
    loop {
        let rest = path.trim_start_matches(['&', '*', '(', '[', '<', ' ']);
        let words = ["mut ", "const ", "dyn "];
        match words.iter().find_map(|word| rest.strip_prefix(word)) {
            Some(shorter) => path = shorter,
            None => return rest,
        }
    }
}

/// The first name of a path: its crate.
fn root(path: &str) -> &str {
    let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    &path[..end.unwrap_or(path.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(function: &str, file: &str) -> Frame {
        let file = Some(file.to_owned()).filter(|file| !file.is_empty());
        Frame { function: function.to_owned(), file, line: Some(1) }
    }

    fn is_code_under_test(frames: &[Frame]) -> bool {
        judge(frames, &[]).is_ok()
    }

    fn alone(function: &str) -> bool {
        is_code_under_test(&[frame(function, "")])
    }

    #[test]
    fn code_of_the_crate_under_test_counts() {
        assert!(alone("shop::price"));
        assert!(alone("<shop::Cart>::add::{closure#0}"));
        assert!(alone("<shop::Cart as core::clone::Clone>::clone"));
        assert!(alone("<&mut shop::Cart as core::fmt::Debug>::fmt"));
        assert!(alone("shop::apply::<mutagen_core::value::seed::Purpose>"));
        assert!(alone("<fn(u8) -> u8 as shop::Price>::price"));
        assert!(alone("<T as shop::Price>::price"));
        assert!(alone("shop::random::rand"));
        assert!(alone("std::io::Write::write_all"));
        assert!(alone("<T as alloc::slice::<impl [T]>::to_vec_in::ConvertVec>::to_vec"));
    }

    #[test]
    fn the_framework_and_what_implements_its_traits_never_count() {
        assert!(!alone("mutagen_core::search::batch::Batch::serve"));
        assert!(!alone("<mutagen_core::run::outcome::Outcome as core::fmt::Debug>::fmt"));
        assert!(!alone("<shop::Cart as mutagen_core::value::mutate::Mutate>::generate"));
        assert!(!alone(
            "<shop::Pair<A, (B, C)> as mutagen_core::value::derived::Algebraic>::build::{{closure}}"
        ));
        assert!(!alone("<alloc::boxed::Box<T> as mutagen_core::value::mutate::Mutate>::mutate"));
        assert!(!alone("shop::<impl mutagen_core::value::mutate::Mutate for shop::Cart>::mutants"));
        assert!(!alone("<bool as mutagen_core::run::outcome::IntoOutcome>::into_outcome"));
        assert!(!alone("rand::rng::RngExt::random_range"));
        assert!(!alone("<rand_xoshiro::Xoshiro256PlusPlus as rand_core::Rng>::next_u64"));
    }

    #[test]
    fn whole_functions_of_the_engine_are_known_but_for_the_one_that_calls_the_property() {
        assert!(is_of_the_engine("mutagen_core::value::undo::UndoStack::both"));
        assert!(is_of_the_engine("<shop::Cart as mutagen_core::value::mutate::Mutate>::mutate"));
        assert!(is_of_the_engine(
            "shop::<impl mutagen_core::value::mutate::Mutate for shop::Cart>::copy"
        ));
        assert!(!is_of_the_engine("mutagen_core::run::property::Property::new::{{closure}}"));
        assert!(!is_of_the_engine(
            "<mutagen_core::run::property::Property>::new::<(shop::Cart,)>::{closure#0}"
        ));
        assert!(is_of_the_engine("<mutagen_core::run::property::Property>::name"));
        assert!(!is_of_the_engine("<shop::Cart as core::clone::Clone>::clone"));
        assert!(is_of_the_engine("core::ptr::drop_in_place::<mutagen_core::value::types::Shape>"));
        assert!(!is_of_the_engine("core::ptr::drop_in_place::<shop::Cart>"));
    }

    #[test]
    fn hash_containers_never_count() {
        assert!(!alone("hashbrown::raw::RawTable<T,A>::reserve_rehash"));
        assert!(!alone("<hashbrown::map::HashMap<u8, u8>>::insert"));
        assert!(!alone("<std::collections::hash::map::HashMap<u8, shop::Cart>>::get::<u8>"));
        assert!(!alone("<std::hash::random::DefaultHasher as core::hash::Hasher>::write"));
        assert!(alone(
            "<shop::Cart as core::hash::Hash>::hash::<std::hash::random::DefaultHasher>"
        ));
    }

    #[test]
    fn a_crate_that_is_instrumented_on_purpose_counts_but_for_what_std_and_the_engine_use_of_it() {
        let named = ["hashbrown".to_owned(), "rand".to_owned()];
        let of = |frames: &[&Frame]| {
            judge(&frames.iter().map(|&f| f.clone()).collect::<Vec<_>>(), &named)
        };
        let table = frame("hashbrown::raw::RawTable<T,A>::find", "/x/hashbrown/src/raw.rs");
        let of_std = frame("hashbrown::raw::RawTable<T,A>::find", "/rust/deps/hashbrown/raw.rs");
        let shop = frame("shop::price", "src/lib.rs");
        assert_eq!(of(&[&table]), Ok(()));
        assert_eq!(of(&[&table, &shop]), Ok(()));
        assert_eq!(of(&[&of_std, &shop]), Err(Ignored::Crate("hashbrown")));
        let map = frame("<std::collections::hash::map::HashMap<u8, u8>>::get", "");
        assert_eq!(of(&[&map, &shop]), Err(Ignored::Unrepeatable));
        assert_eq!(judge(&[table], &[]), Err(Ignored::Crate("hashbrown")));
        let range = frame("rand::rng::RngExt::random_range", "/x/rand/src/rng.rs");
        let engine = frame("mutagen_core::value::generate::Generator::size", "/x/generate.rs");
        let property = frame("mutagen_core::run::property::Property::new::{{closure}}", "");
        assert_eq!(of(&[&range, &range, &shop, &property]), Ok(()));
        assert_eq!(of(&[&range, &property]), Ok(()));
        assert_eq!(of(&[&range, &engine]), Err(Ignored::Engine));
        assert_eq!(of(&[&frame("ahash::hash", "")]), Err(Ignored::Crate("ahash")));
    }

    #[test]
    fn of_several_versions_only_the_one_that_is_instrumented_on_purpose_counts() {
        let named = ["rand@0.8.5".to_owned()];
        let judged = |file: &str| judge(&[frame("rand::rng::Rng::fill", file)], &named);
        assert_eq!(judged("/registry/src/index/rand-0.8.5/src/rng.rs"), Ok(()));
        assert_eq!(
            judged("/registry/src/index/rand-0.9.0/src/rng.rs"),
            Err(Ignored::Crate("rand"))
        );
        assert_eq!(judged("/vendor/rand/src/rng.rs"), Err(Ignored::Crate("rand")));
        let core = frame("rand_core::fill", "/registry/src/index/rand_core-0.8.5/src/lib.rs");
        assert_eq!(judge(&[core], &named), Err(Ignored::Crate("rand_core")));
    }

    #[test]
    fn checks_of_addresses_never_count_wherever_they_are_inlined() {
        let inner = frame("<usize>::abs_diff", "/rustc/0/library/core/src/num/uint_macros.rs");
        let check = frame("core::ub_checks::maybe_is_nonoverlapping::runtime", "");
        let shop = frame("shop::price", "src/lib.rs");
        assert!(!is_code_under_test(&[inner.clone(), check, shop.clone()]));
        assert!(is_code_under_test(&[inner, shop]));
    }

    #[test]
    fn a_file_is_of_std_of_the_engine_or_of_the_code_under_test() {
        for file in ["/rustc/59807616/library/core/src/option.rs", "/x/mutagen-core/src/lib.rs"] {
            assert!(is_library_file(file), "{file}");
        }
        for file in ["src/lib.rs", "/registry/src/toml-1.0.0/src/parse.rs", "library/src/core.rs"] {
            assert!(!is_library_file(file), "{file}");
        }
    }

    #[test]
    fn the_innermost_function_outside_of_std_decides() {
        let core = frame("core::option::Option<T>::map", "/rustc/0/library/core/src/option.rs");
        let alloc = frame("<alloc::vec::Vec<u8>>::push", "");
        // A provided method of a trait of core, on a user's type: only the file shows that it is in
        // std.
        let provided =
            frame("<shop::Cart as core::iter::Iterator>::map", "/x/library/core/src/i.rs");
        let shop = frame("shop::price", "/x/shop/src/lib.rs");
        let serve =
            frame("mutagen_core::search::batch::Batch::serve", "/x/mutagen-core/src/batch.rs");
        let table = frame("hashbrown::raw::RawTable<T,A>::find", "/rust/deps/hashbrown/src/raw.rs");
        let of = |frames: &[&Frame]| {
            is_code_under_test(&frames.iter().map(|&f| f.clone()).collect::<Vec<_>>())
        };
        assert!(of(&[&core, &alloc, &shop]));
        assert!(of(&[&core, &provided, &shop, &serve]));
        assert!(!of(&[&core, &provided, &serve, &shop]));
        assert!(!of(&[&alloc, &table, &shop]));
        assert!(of(&[&core, &alloc]));
        assert!(of(&[]));
        let lock = frame("std::sync::once_lock::OnceLock<T>::get", "/x/library/std/src/lock.rs");
        assert!(of(&[&core, &lock, &shop]));
        assert!(!of(&[&core, &lock, &serve]));
        assert!(of(&[&core, &lock]));
        assert!(!of(&[&frame("core::ptr::drop_in_place<mutagen_core::value::types::Shape>", "")]));
    }
}
