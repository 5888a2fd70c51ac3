//! Decides how a type is named in an emitted test: as the source of the property names it, by its
//! short name if it is in scope, or else by its short name and an import.

use super::type_name::{Piece, TypeName, joined, last, pieces};
use std::collections::{BTreeMap, BTreeSet};

/// Where a property is, and how its source names types.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The crate, the modules and the functions around the property.
    pub scope: &'static str,
    /// The source text of the types of the arguments.
    pub types: &'static str,
    /// The path of `mutagen_core`.
    pub core: &'static str,
}

/// The names of std that need no import.
const PRELUDE: [&str; 9] =
    ["Box", "Err", "None", "Ok", "Option", "Result", "Some", "String", "Vec"];

/// The names of types by the module of std that shows them. The compiler names a type by the module
/// that defines it, which is often private.
const STD: [(&str, &[&str]); 16] = [
    ("borrow", &["Cow"]),
    ("cell", &["Cell", "OnceCell", "RefCell"]),
    ("cmp", &["Ordering", "Reverse"]),
    (
        "collections",
        &["BTreeMap", "BTreeSet", "BinaryHeap", "HashMap", "HashSet", "LinkedList", "VecDeque"],
    ),
    ("ffi", &["CString", "OsString"]),
    ("hash", &["BuildHasherDefault", "DefaultHasher"]),
    ("marker", &["PhantomData"]),
    ("net", &["IpAddr", "Ipv4Addr", "Ipv6Addr", "SocketAddr", "SocketAddrV4", "SocketAddrV6"]),
    ("num", &["NonZero", "Saturating", "Wrapping"]),
    (
        "ops",
        &[
            "Bound",
            "ControlFlow",
            "Range",
            "RangeFrom",
            "RangeFull",
            "RangeInclusive",
            "RangeTo",
            "RangeToInclusive",
        ],
    ),
    ("option", &["Option"]),
    ("path", &["PathBuf"]),
    ("rc", &["Rc"]),
    ("sync", &["Arc", "Mutex", "OnceLock", "RwLock"]),
    (
        "sync::atomic",
        &[
            "AtomicBool",
            "AtomicI8",
            "AtomicI16",
            "AtomicI32",
            "AtomicI64",
            "AtomicIsize",
            "AtomicU8",
            "AtomicU16",
            "AtomicU32",
            "AtomicU64",
            "AtomicUsize",
        ],
    ),
    ("time", &["Duration", "SystemTime"]),
];

/// The crates that show the types with `Mutate` at their root.
const AT_THE_ROOT: [&str; 9] = [
    "bytes",
    "chrono",
    "either",
    "indexmap",
    "num_bigint",
    "ordered_float",
    "serde_json",
    "smallvec",
    "uuid",
];

/// The words that need `r#` to be a name.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// The type of a field with a rule of its own.
pub(super) const WITH_POLICY: &str = "mutagen_core::value::field::WithPolicy";

/// Whether a type is a number.
pub(crate) fn is_number(name: &str) -> bool {
    let signed = name.strip_prefix(['i', 'u', 'f']);
    signed.is_some_and(|width| ["8", "16", "32", "64", "128", "size"].contains(&width))
}

/// Whether a number may be followed by the name of its type.
pub(super) fn has_suffix(ty: &str, number: &str) -> bool {
    is_number(ty) && number.ends_with(|c: char| c.is_ascii_digit())
}

/// Whether a type belongs to std.
pub(super) fn is_std(base: &str) -> bool {
    ["core::", "alloc::", "std::"].iter().any(|root| base.starts_with(root))
}

/// A name of a field or of a variant as it is written in source.
pub(crate) fn written(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("r#{name}") } else { name.to_owned() }
}

/// The names of types in one emitted test.
pub(crate) struct Names {
    place: Place,
    /// How types are written, by the names that the compiler gives them.
    known: BTreeMap<String, String>,
    /// The types that short names stand for.
    taken: BTreeMap<String, String>,
    imports: BTreeSet<String>,
}

impl Names {
    /// The names for a property at this place. `arguments` are the types of its arguments, and
    /// `parts` all types that its arguments can have as parts.
    pub(super) fn new<'n>(
        place: Place,
        arguments: impl Iterator<Item = &'n str>,
        parts: impl Iterator<Item = &'n str>,
    ) -> Names {
        let own = |name: &&str| ((*name).to_owned(), String::new());
        let taken = PRELUDE.iter().map(own).collect();
        let mut names = Names { place, known: BTreeMap::new(), taken, imports: BTreeSet::new() };
        let mut bases: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for piece in arguments.flat_map(pieces) {
            if let Piece::Path(base) = piece {
                bases.entry(last(base)).or_default().insert(base);
            }
        }
        for piece in pieces(&joined(place.types)) {
            let Piece::Path(path) = piece else { continue };
            let bases = bases.get(last(path).trim_start_matches("r#")).into_iter().flatten();
            // Of two types with one name, it is not known which of them is meant.
            if let [base] = bases.collect::<Vec<_>>()[..]
                && base.contains("::")
            {
                names.know(base, path.to_owned());
            }
        }
        for part in parts {
            let base = TypeName(part).base();
            let (scope, name) = base.rsplit_once("::").unwrap_or_default();
            if scope == place.scope && !names.known.contains_key(base) {
                names.know(base, written(name));
            }
        }
        names
    }

    /// Notes how a type is written.
    fn know(&mut self, base: &str, path: String) {
        if !path.contains("::") {
            self.taken.insert(path.clone(), base.to_owned());
        }
        self.known.insert(base.to_owned(), path);
    }

    /// The path of a type without arguments, as the test writes it.
    pub(super) fn path(&mut self, base: &str) -> String {
        if let Some(path) = self.known.get(base) {
            return path.clone();
        }
        let public = self.public(base);
        let Some((_, short)) = public.rsplit_once("::") else { return public };
        let (short, is_prelude) = (short.to_owned(), is_std(base) && PRELUDE.contains(&last(base)));
        // A type inside a function has no path from outside.
        if is_prelude || base.contains('{') {
            return short;
        }
        if self.taken.contains_key(&short) {
            self.known.insert(base.to_owned(), public.clone());
            return public;
        }
        self.know(base, short.clone());
        self.imports.insert(public);
        short
    }

    /// The path of a type that other modules can use, as far as it is known.
    fn public(&self, base: &str) -> String {
        let (root, rest) = base.split_once("::").unwrap_or(("", base));
        let name = last(base);
        if is_std(base) {
            let module = STD.iter().find(|(_, names)| names.contains(&name));
            return match module {
                Some((module, _)) => format!("std::{module}::{name}"),
                None => format!("std::{rest}"),
            };
        }
        if root.is_empty() {
            return base.to_owned();
        }
        let own = self.place.scope.split("::").next().unwrap_or_default();
        if root != own && root == "mutagen_core" {
            return format!("{}::{name}", self.place.core);
        }
        if AT_THE_ROOT.contains(&root) {
            return format!("{root}::{name}");
        }
        let root = if root == own { "crate" } else { root };
        let rest: Vec<String> = rest.split("::").map(written).collect();
        format!("{root}::{}", rest.join("::"))
    }

    /// A whole type, with its arguments, as the test writes it.
    pub(super) fn ty(&mut self, name: &str) -> String {
        let written = |piece| match piece {
            Piece::Path(base) if base.contains("::") => self.path(base),
            Piece::Path(text) | Piece::Other(text) => text.to_owned(),
        };
        pieces(name).into_iter().map(written).collect()
    }

    /// The path of an item of `mutagen_core`.
    pub(super) fn of_core(&self, item: &str) -> String {
        format!("{}::{item}", self.place.core)
    }

    /// The paths to import, in order.
    pub(crate) fn imports(&self) -> impl Iterator<Item = &str> {
        self.imports.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(scope: &'static str, types: &'static str, arguments: &str) -> Names {
        let place = Place { scope, types, core: "mutagen_core" };
        Names::new(place, std::iter::once(arguments), [].into_iter())
    }

    #[test]
    fn a_type_is_named_as_in_the_source_of_the_property() {
        let mut names = names("laws::tests", "&[super :: Tree]", "alloc::vec::Vec<shop::a::Tree>");
        assert_eq!(names.path("shop::a::Tree"), "super::Tree");
        assert_eq!(names.imports().count(), 0);
    }

    #[test]
    fn a_type_out_of_scope_is_imported() {
        let mut names = names("shop::tests", "Tree", "shop::tree::Tree");
        assert_eq!(names.path("shop::tree::Tree"), "Tree");
        assert_eq!(names.path("shop::tree::Color"), "Color");
        assert_eq!(names.path("paint::Color"), "paint::Color");
        assert_eq!(names.path("shop::type::Match"), "Match");
        let imports: Vec<&str> = names.imports().collect();
        assert_eq!(imports, ["crate::r#type::Match", "crate::tree::Color"]);
    }

    #[test]
    fn a_type_of_std_is_named_by_its_public_path() {
        let mut names = names("shop", "", "");
        assert_eq!(names.path("alloc::vec::Vec"), "Vec");
        assert_eq!(names.path("alloc::collections::btree::map::BTreeMap"), "BTreeMap");
        let whole = "std::collections::hash::map::HashMap<u8, alloc::vec::Vec<[core::net::X; 3]>>";
        assert_eq!(names.ty(whole), "HashMap<u8, Vec<[X; 3]>>");
        let imports: Vec<&str> = names.imports().collect();
        let expected = ["std::collections::BTreeMap", "std::collections::HashMap", "std::net::X"];
        assert_eq!(imports, expected);
    }

    #[test]
    fn a_type_with_the_name_of_another_is_named_in_full() {
        let mut names = names("shop", "", "");
        assert_eq!(names.path("shop::a::Vec"), "crate::a::Vec");
        assert_eq!(names.path("shop::a::Id"), "Id");
        assert_eq!(names.path("shop::b::Id"), "crate::b::Id");
        assert_eq!(names.path("mutagen_core::value::twin::Twin"), "Twin");
        assert_eq!(names.path("chrono::naive::date::NaiveDate"), "NaiveDate");
        assert_eq!(names.imports().last(), Some("mutagen_core::Twin"));
    }

    #[test]
    fn the_scope_of_the_property_has_its_types() {
        let place = Place { scope: "shop::f", types: "", core: "mutagen_core" };
        let mut names = Names::new(place, [].into_iter(), ["shop::f::Local<u8>"].into_iter());
        assert_eq!((names.path("shop::f::Local"), names.imports().count()), ("Local".into(), 0));
    }
}
