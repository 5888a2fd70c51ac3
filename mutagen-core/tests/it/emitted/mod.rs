//! The tests that mutagen emits for counterexamples: `golden` has those of all properties here, and
//! is compiled and run. Each property holds for the value of its test alone, so that a test that
//! passes has made that value. To accept a change, run with `MUTAGEN_BLESS=1` and read the
//! difference.

#[cfg(all(
    feature = "arbitrary",
    feature = "bytes",
    feature = "chrono",
    feature = "either",
    feature = "indexmap",
    feature = "num-bigint",
    feature = "ordered-float",
    feature = "serde_json",
    feature = "smallvec",
    feature = "uuid",
))]
mod crates;
// Of two types with one name, an emitted test names one in full, in scope or not.
#[allow(unused_qualifications)]
#[rustfmt::skip]
mod golden;
mod types;

use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::interface::Subject;
use mutagen_core::internal::value::expression::NoExpression;
use mutagen_core::{Mutate, Outcome, assume, check, property, text};
use std::collections::{BTreeMap, HashMap};
use std::ffi::{CStr, OsStr};
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};
use types::*;

/// Properties of one argument, each with the text of the value for which it holds.
macro_rules! holds_for {
    ($($name:ident: $ty:ty = $text:expr;)*) => {
        $(
            #[property]
            #[ignore = "it holds for one value"]
            fn $name(value: &$ty) -> bool {
                text::print(value) == $text
            }
        )*

        fn of_one_argument() -> Vec<(Property, String)> {
            vec![$(($name::Test::described(), format!("({},)", $text))),*]
        }
    };
}

#[cfg(feature = "bytes")]
use holds_for;

type Weird = HashMap<u8, u8, std::hash::BuildHasherDefault<std::hash::DefaultHasher>>;

holds_for! {
    recursive: Tree = "T(R, T(B, E, -1, E), 3, E)";
    named_fields: Config = concat!(
        r#"Config { retries: 3, name: "a \"quoted\"\n\u{301}é\\", limits: {"x": "#,
        r#"Pair { first: 1, second: [None, Some(-9223372036854775808)] }}, "#,
        r#"inner: Config { type: Loop { loop: 1, in: '\'' }, width: None } }"#
    );
    keywords: paint::r#type::Config = "Config { type: Self_, width: Some(NaN) }";
    generic: Pair<Pair<u8, ()>, Option<Box<str>>> =
        r#"Pair { first: Pair { first: 1, second: () }, second: Some("a") }"#;
    transparent: (Meters, Name) = r#"(1.5, Some("b"))"#;
    without_fields: (Unit, Braces, Empty, Empty) = "(Unit, Braces, Parentheses, Braces)";
    unseen: Cached = "Cached(7, 8)";
    ruled: Ruled =
        r#"Ruled { celsius: -4, few: [E], word: "ab", bytes: [0, 3], port: "port 80" }"#;
    via: (Time, Bits) = "(Time { hour: 2, minute: 5 }, 9)";
    text_of_its_own: Vec<Celsius> = "[-21.5, 3.0]";
    integers: (i8, u64, i128, u128, usize) = concat!(
        "(-128, 18446744073709551615, -170141183460469231731687303715884105728, ",
        "340282366920938463463374607431768211455, 0)"
    );
    floats: [f64; 7] = "[-0.0, 1e-7, 1e300, NaN, NaN(0x7ff80000deadbeef), inf, -inf]";
    small_floats: [f32; 3] = "[NaN, -inf, 1e-45]";
    characters: (char, char, char, bool) = r"('a', '\u{301}', '\0', true)";
    nested: Vec<Vec<(u8, [Vec<String>; 2])>> = r#"[[], [(1, [["", "a"], []])]]"#;
    maps: (BTreeMap<char, Vec<u8>>, HashMap<String, i8>, Weird, Weird) =
        r#"({'a': [1], 'b': []}, {"x": -1}, {1: 2, 3: 4}, {})"#;
    empty_maps: (BTreeMap<u8, u8>, HashMap<u8, u8>) = "({}, {})";
    sets: (
        std::collections::BTreeSet<(u8, u8)>,
        std::collections::HashSet<String>,
        std::collections::BinaryHeap<u8>
    ) = r#"({(1, 2)}, {"a"}, {3, 3, 1})"#;
    lists: (std::collections::VecDeque<u8>, std::collections::LinkedList<u8>) = "([1], [])";
    results: (Option<Option<u8>>, Result<u8, String>, Result<(), Tree>) =
        "(Some(None), Ok(1), Err(E))";
    pointers: (std::rc::Rc<Tree>, std::sync::Arc<[u8]>, Box<[Tree]>, std::rc::Rc<str>) =
        r#"(E, [1], [E], "s")"#;
    cells: (
        std::cell::Cell<u8>,
        std::cell::RefCell<Tree>,
        std::sync::Mutex<u8>,
        AtomicU8,
        std::cell::OnceCell<Tree>,
        std::sync::OnceLock<u8>
    ) = "(1, E, 2, 3, Some(E), None)";
    cows: (std::borrow::Cow<'static, str>, std::borrow::Cow<'static, [Tree]>) = r#"("a", [E])"#;
    numbers: (
        std::num::NonZero<u8>,
        std::num::NonZeroI64,
        std::num::Wrapping<u8>,
        std::cmp::Reverse<u8>,
        std::cmp::Ordering
    ) = "(1, -5, Wrapping(2), Reverse(3), Less)";
    times: (
        std::time::Duration,
        std::time::Duration,
        std::time::SystemTime,
        std::time::SystemTime
    ) = "(1.5s, 20s, SystemTime { secs: 3, nanos: 5 }, SystemTime { secs: -3, nanos: 5 })";
    addresses: (
        std::net::IpAddr,
        std::net::Ipv6Addr,
        std::net::SocketAddr,
        std::net::SocketAddrV6
    ) = concat!(
        r#"(V4("127.0.0.1"), "::ff", V4(SocketAddrV4 { ip: "1.2.3.4", port: 5 }), "#,
        r#"SocketAddrV6 { ip: "::1", port: 1, flowinfo: 2, scope_id: 3 })"#
    );
    ranges: (
        std::ops::Range<i8>,
        std::ops::RangeInclusive<u8>,
        std::ops::RangeFrom<char>,
        std::ops::RangeTo<std::ops::RangeTo<u8>>,
        std::ops::RangeFull,
        std::ops::Bound<u8>,
        std::marker::PhantomData<Tree>
    ) = concat!(
        "(Range { start: -3, end: 5 }, RangeInclusive { start: 1, end: 2 }, ",
        "RangeFrom { start: 'a' }, RangeTo { end: RangeTo { end: 1 } }, RangeFull, ",
        "Included(1), PhantomData)"
    );
    long: Vec<u16> = format!("[{}]", ["60000"; 100].join(", "));
    twin: mutagen_core::Twin<u8> = "Twin { left: 1, right: 2 }";
}

#[property]
#[ignore = "it holds for one value"]
fn order(tree: Tree, names: &[String]) -> bool {
    tree != Tree::E && names == ["a"]
}

#[property]
#[ignore = "it holds for one value"]
fn texts(text: &str, bytes: &[u8], path: &Path, os: &OsStr, c: &CStr) {
    assert_eq!((text, bytes, path), ("a\u{0}", &b"\x00\xff"[..], Path::new("/a/\"b")));
    assert_eq!((os, c), (OsStr::new("x"), c"y"));
}

#[cfg(unix)]
#[property]
#[ignore = "it holds for one value"]
fn bytes_of_texts(path: &Path, os: &OsStr, c: &CStr) {
    use std::os::unix::ffi::OsStrExt;
    assert_eq!((path.as_os_str().as_bytes(), os.as_bytes()), (&b"/\xff"[..], &b"\xfe\""[..]));
    assert_eq!(c.to_bytes(), b"\xfd");
}

#[property]
#[ignore = "it holds for one value"]
fn outcome(x: u8) -> Outcome {
    assume!(x > 3);
    check!(x == 7)
}

#[property]
#[ignore = "it holds for one value"]
fn discarded(x: u8) -> Outcome {
    assume!(x > 3);
    check!(x == 7)
}

#[property]
#[ignore = "it holds for one value"]
fn fallible(x: u8) -> Result<(), String> {
    if x == 7 { Ok(()) } else { Err(format!("{x}")) }
}

#[property]
#[ignore = "it holds for one value"]
fn fallible_bool(x: u8) -> Result<bool, std::num::TryFromIntError> {
    Ok(i8::try_from(x)? == 7)
}

#[property]
#[ignore = "it holds for one value"]
fn optional(x: u8) -> Option<bool> {
    (x > 3).then_some(x == 7)
}

/// A type whose name says nothing.
type Answer = Result<Outcome, String>;

#[property]
#[ignore = "it holds for one value"]
fn of_unknown_type(x: u8) -> Answer {
    Ok(check!(x == 7))
}

#[property]
#[ignore = "it holds for one value"]
fn r#type(r#fn: u8, r#type: &u8, (left, _right): (u8, u8)) -> bool {
    (r#fn, *r#type, left) == (1, 2, 3)
}

#[property]
#[ignore = "it needs the calls before it"]
fn without_arguments() {}

static CALLS: AtomicU8 = AtomicU8::new(0);

fn prepare() {
    CALLS.store(7, Ordering::SeqCst);
}

mod state {
    //! A function with a path.

    use super::{CALLS, Ordering};

    pub fn reset() {
        CALLS.fetch_sub(5, Ordering::SeqCst);
    }
}

#[property(before = prepare, reset = state::reset)]
#[ignore = "it holds for one value"]
fn after_calls(x: u8) -> bool {
    x == CALLS.load(Ordering::SeqCst)
}

#[property]
#[ignore = "it has no value with a text"]
fn opaque(value: &Vec<Option<Handle>>) {
    let _ = value;
}

fn of_any_arguments() -> Vec<(Property, String)> {
    let all = [
        (order::Test::described(), r#"(T(R, E, 3, E), ["a"])"#),
        (texts::Test::described(), r#"("a\0", [0, 255], "/a/\"b", "x", "y")"#),
        #[cfg(unix)]
        (bytes_of_texts::Test::described(), r#"(b"/\xff", b"\xfe\"", b"\xfd")"#),
        (outcome::Test::described(), "(7,)"),
        (discarded::Test::described(), "(1,)"),
        (fallible::Test::described(), "(7,)"),
        (fallible_bool::Test::described(), "(7,)"),
        (optional::Test::described(), "(7,)"),
        (of_unknown_type::Test::described(), "(7,)"),
        (r#type::Test::described(), "(1, 2, (3, 4))"),
        (without_arguments::Test::described(), "()"),
        (after_calls::Test::described(), "(2,)"),
    ];
    all.map(|(property, text)| (property, text.to_owned())).into()
}

/// The text of the test for the value with this text.
fn emitted(property: &Property, text: &str) -> Result<String, NoExpression> {
    let value = property.parse(text).unwrap_or_else(|| panic!("no value: {text}"));
    property.emitted_test(&*value)
}

/// Compares the emitted tests with a file in this folder, or writes it.
fn compare(file: &str, head: &str, properties: Vec<(Property, String)>) {
    let tests = properties.iter().map(|(property, text)| {
        emitted(property, text).unwrap_or_else(|error| panic!("{}: {error}", property.path()))
    });
    let now = format!("{head}\n\n{}", tests.collect::<Vec<String>>().join("\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/emitted").join(file);
    if std::env::var_os("MUTAGEN_BLESS").is_some() {
        return std::fs::write(&path, &now).unwrap();
    }
    let listed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(now == listed, "the emitted tests changed; MUTAGEN_BLESS=1 writes {file}:\n{now}");
}

#[test]
fn each_emitted_test_is_the_listed_one_which_compiles_and_passes() {
    let head = "//! The tests that mutagen emits for the properties of this folder. A test writes \
                this file.\n\nuse super::*;";
    let mut properties = of_one_argument();
    properties.extend(of_any_arguments());
    compare("golden.rs", head, properties);
}

#[test]
fn a_part_without_text_is_named() {
    let property = opaque::Test::described();
    let value = (vec![Some(Handle)],);
    let error = property.emitted_test(Mutate::node(&value)).unwrap_err();
    let NoExpression::Opaque(name) = error else { panic!("{error}") };
    assert_eq!(name, "it::emitted::types::Handle");
    let value = (Vec::<Option<Handle>>::new(),);
    assert!(property.emitted_test(Mutate::node(&value)).is_ok());
}

#[test]
fn a_value_too_deep_to_read_is_an_error() {
    let mut tree = Tree::E;
    for _ in 0..100_000 {
        tree = Tree::T(paint::Color::R, Box::new(tree), 0, Box::new(Tree::E));
    }
    let value = (tree, Vec::<String>::new());
    let error = order::Test::described().emitted_test(Mutate::node(&value)).unwrap_err();
    assert!(matches!(error, NoExpression::Unreadable(_)), "{error}");
    // The destructor would recurse.
    std::mem::forget(value);
}

#[test]
fn a_type_in_the_function_of_its_property_needs_no_path() {
    #[derive(Debug, Mutate)]
    enum Local {
        A(paint::Color),
    }
    #[property]
    #[ignore = "it is only described"]
    fn local(value: &[Local]) -> bool {
        value.is_empty()
    }
    let test = emitted(&local::Test::described(), "([A(B)],)").unwrap();
    let expected = "/// Found by mutagen.
#[test]
fn local_counterexample() {
    use crate::emitted::types::paint::Color;
    let value = vec![Local::A(Color::B)];
    assert!(local(&value));
}
";
    assert_eq!(test, expected);
}
