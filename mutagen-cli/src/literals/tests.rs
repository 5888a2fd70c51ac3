//! Tests of the collector, on a crate with all kinds of literals.

use super::*;
use crate::mutated::{VERSIONS, slowest, write};
use mutagen_core::internal::value::literals::Literal;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Writes the files of a crate called `shop` and collects its literals.
fn collected(files: &[(&str, &str)]) -> Collected {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    collect(&[source(folder.path())])
}

fn source(folder: &Path) -> CrateSource {
    CrateSource { krate: "shop".to_owned(), root: folder.join("src/lib.rs") }
}

/// The literals of a text, each as a word.
fn words(text: &str) -> Vec<String> {
    let collected = collected(&[("src/lib.rs", text)]);
    assert_eq!(collected.unread, []);
    let all = collected.literals.all().iter();
    all.map(|occurring| word(&occurring.literal)).collect()
}

fn word(literal: &Literal) -> String {
    match literal {
        Literal::Integer(integer) => integer.to_string(),
        Literal::Float(float) => format!("{float:?}"),
        Literal::Char(char) => format!("{char:?}"),
        Literal::Text(text) => format!("{text:?}"),
        Literal::Bytes(bytes) => format!("b\"{}\"", bytes.escape_ascii()),
    }
}

/// The literals at some indices, each as a word.
fn at(literals: &Literals, indices: &[usize]) -> Vec<String> {
    indices.iter().map(|&index| word(literals.get(index).unwrap())).collect()
}

#[test]
fn all_kinds_of_literals_are_collected() {
    let text = r##"
        fn f(x: i64) -> bool {
            x == 0x1234_5678_u32 as i64 || x == -5 || y == -2.5e3 || z == u128::MAX - 3
                || c == 'é' || s == "select" || s == r#"in"sert"# || b == b"GIF\x89"
                || n == c"name" || d == 340282366920938463463374607431768211455
        }
    "##;
    let expected = [
        "305419896",
        "-5",
        "-2500.0",
        "3",
        "'é'",
        "\"select\"",
        "\"in\\\"sert\"",
        "b\"GIF\\x89\"",
        "b\"name\"",
    ];
    // The largest `u128` wraps to -1, which is left out.
    assert_eq!(words(text), expected);
    assert_eq!(words("fn f() -> u128 { 0x8000_0000_0000_0000_0000_0000_0000_0007 }").len(), 1);
    assert_eq!(words("fn f(x: u8) -> bool { x == b'{' }"), ["123", "'{'"]);
    assert!(words("fn f() { g(0, 1, 2, -1, true, \"\", t.3) }").is_empty());
}

#[test]
fn expressions_of_integers_count_as_their_value() {
    assert_eq!(
        words("const A: usize = 64 * 1024; const B: u32 = (1 << 20) | 5;"),
        ["65536", "1048581"]
    );
    assert_eq!(words("fn f(x: u32) -> u32 { x * 10 + 7 - (3 + 4) * x }"), ["10", "7"]);
    assert_eq!(words("fn f() -> [u8; 32] { [0; 32] }"), ["32"]);
}

#[test]
fn patterns_of_one_match_are_a_group() {
    let text = r#"
        fn f(s: &str, n: i32, c: char) -> u32 {
            match s {
                "select" | "insert" => 17,
                other if other == "guard" => 18,
                other => match n {
                    -3 => 4,
                    10..=99 => 5,
                    _ => matches!(c, 'a'..='f' | '_').into(),
                },
            }
        }
    "#;
    let literals = collected(&[("src/lib.rs", text)]).literals;
    let groups: Vec<Vec<String>> =
        literals.groups().iter().map(|group| at(&literals, group)).collect();
    let expected: [&[&str]; 3] =
        [&["\"select\"", "\"insert\""], &["-3", "10", "99"], &["'a'", "'f'", "'_'"]];
    assert_eq!(groups, expected);
    let all: Vec<usize> = (0..literals.len()).collect();
    assert!(at(&literals, &all).contains(&"\"guard\"".to_owned()));
}

#[test]
fn arrays_of_texts_are_groups_and_arrays_of_bytes_are_byte_strings() {
    let text = r#"
        const WORDS: [&str; 2] = ["up", "down"];
        fn f(x: &[u8]) -> bool { x == [0x7f, b'E', b'L'] || matches!(x, [0x89, b'P', ..]) }
    "#;
    let literals = collected(&[("src/lib.rs", text)]).literals;
    assert_eq!(at(&literals, &literals.groups()[0]), ["\"up\"", "\"down\""]);
    let texts = at(&literals, literals.texts());
    assert!(texts.contains(&r#"b"\x7fEL""#.to_owned()), "{texts:?}");
    assert!(texts.contains(&r#"b"\x89P""#.to_owned()), "{texts:?}");
    for entry in ["1000", "('a', -7)"] {
        let table = vec![entry; 256].join(",");
        assert_eq!(words(&format!("static TABLE: [T; 256] = [{table}];")), ["256"]);
    }
}

#[test]
fn literals_in_macros_count_but_messages_do_not() {
    let text = r#"
        fn f(x: u32) {
            let v = vec![7, -8, x; 9];
            custom! { key => "value", -11; 12 - 13 #[doc = "text"] CALL!(14) }
            println!("message {}", g(15));
            assert_eq!(g("argument"), 16, "message");
            assert!(x > 17, "message {x}");
            panic!("message");
            warn!(target: "message", "message {}", 18);
            g(19).expect("message");
            compile_error!("message");
        }
        macro_rules! rule { ($x:expr) => { $x == "rule" && h().expect("message") }; }
    "#;
    let expected = [
        "7",
        "-8",
        "9",
        "\"value\"",
        "-11",
        "12",
        "13",
        "14",
        "15",
        "\"argument\"",
        "16",
        "17",
        "18",
        "19",
        "\"rule\"",
    ];
    assert_eq!(words(text), expected);
}

#[test]
fn attributes_count_where_they_name_values() {
    let text = r#"
        /// Text.
        #[derive(Deserialize)]
        #[serde(tag = "type", deny_unknown_fields)]
        #[deprecated(note = "text")]
        enum E {
            #[serde(rename = "first", alias = "one")]
            A,
            #[arg(long = "dry-run", help = "text")]
            #[cfg(feature = "text")]
            B = 40,
        }
    "#;
    assert_eq!(words(text), ["\"type\"", "\"first\"", "\"one\"", "\"dry-run\"", "40"]);
}

#[test]
fn tests_are_left_out_but_properties_and_their_helpers_are_not() {
    let text = r#"
        #[test] fn unit() { f(10) }
        #[cfg(test)] fn helper() { f(11) }
        #[cfg(test)] mod tests { fn helper() { f(12) } #[test] fn unit() { f(13) } }
        #[cfg(all(test, unix))] mod more {
            #[mutagen_core::property] fn holds(x: u32) -> bool { x != 14 && helper(x) }
            fn helper(x: u32) -> bool { x != 15 }
            #[test] fn unit() { f(16) }
        }
        #[cfg(not(test))] mod rest { fn f() { g(17) } }
    "#;
    assert_eq!(words(text), ["14", "15", "17"]);
}

#[test]
fn literals_are_found_by_their_function_and_by_constants_that_it_names() {
    let lib = r#"
        mod till;
        pub mod query { pub(crate) mod words; pub fn parse() { fn inner() { f(30) } f(31) } }
        #[path = "odd/place.rs"] mod elsewhere;
        #[path = "odd/folder"] mod inline { mod file; }
        #[cfg(windows)] mod absent;
    "#;
    let till = r#"
        pub const MAGIC: &[u8] = b"TILL";
        impl<T> super::Till<T> { const MOST: u32 = 90; fn add(&self) { f(91, Self::MOST) } }
        impl<T: Any> Taxed for T { fn tax(&self) { f(92) } }
        trait Taxed { fn rate(&self) { f(93) } }
        fn read(x: &[u8]) -> bool { x.starts_with(MAGIC) }
    "#;
    let collected = collected(&[
        ("src/lib.rs", lib),
        ("src/till/mod.rs", till),
        ("src/query/words.rs", "fn list() { f(32) }"),
        ("src/odd/place.rs", "mod deeper; fn f() { f(33) }"),
        ("src/odd/deeper.rs", "fn f() { f(34) }"),
        ("src/odd/folder/file.rs", "fn f() { f(35) }"),
    ]);
    assert_eq!(collected.unread, []);
    let literals = collected.literals;
    let of = |path: &str| at(&literals, literals.of_function(path));
    assert_eq!(of("shop::query::parse"), ["31"]);
    assert_eq!(of("shop::query::parse::inner"), ["30"]);
    assert_eq!(of("shop::query::words::list"), ["32"]);
    assert_eq!(of("shop::elsewhere::f"), ["33"]);
    assert_eq!(of("shop::elsewhere::deeper::f"), ["34"]);
    assert_eq!(of("shop::inline::file::f"), ["35"]);
    assert_eq!(of("<shop::Till<u8>>::add"), ["90", "91"]);
    assert_eq!(of("<alloc::vec::Vec<u8> as shop::till::Taxed>::tax"), ["92"]);
    assert_eq!(of("shop::till::Taxed::rate"), ["93"]);
    assert_eq!(of("shop::till::read"), ["b\"TILL\""]);
    assert_eq!(at(&literals, literals.of_module("shop::till::read")), ["b\"TILL\"", "90"]);
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_used() {
    let collected = collected(&[
        ("src/lib.rs", "mod broken; mod absent; mod fine;"),
        ("src/broken.rs", "fn f() {\n    let = ;\n}"),
        ("src/fine.rs", "fn f() { f(50) }"),
    ]);
    let note = collected.note().unwrap();
    assert!(note.contains("broken.rs: line 2: ") && note.contains("absent.rs: "), "{note}");
    assert_eq!(at(&collected.literals, &[0]), ["50"]);
    assert_eq!(Collected::default().note(), None);
}

#[test]
fn long_texts_and_too_many_literals_are_left_out_and_counted() {
    let long = "x".repeat(10 << 20);
    let numbers: String = (3..21_003).map(|number| format!("f({number});")).collect();
    let text = format!("fn f() {{ g(\"{long}\"); {numbers} }}");
    let collected = collected(&[("src/lib.rs", &text)]);
    assert_eq!((collected.long, collected.surplus), (1, 1000));
    assert_eq!(collected.literals.len(), 20_000);
    let shown = collected.to_string();
    assert!(shown.starts_with("20000 from 1 functions and modules; 1 left out"), "{shown}");
}

#[test]
fn deeply_nested_expressions_are_read() {
    let text = format!("fn f() -> u32 {{ {}77{} }}", "(".repeat(2000), ")".repeat(2000));
    assert_eq!(words(&text), ["77"]);
}

#[test]
fn mutated_sources_are_read_or_named_as_unread() {
    let text = "mod tables;\nconst T: [u8; 3] = [1, 0x89, b'P'];\nfn f(x: &str) -> bool {\n    \
                match x { \"select\" | \"in\\\"sert\" => 64 << 10 > 5, _ => matches!(x, \"a\") }\n}\n";
    let folder = tempfile::tempdir().unwrap();
    let source = source(folder.path());
    fs::create_dir_all(source.root.parent().unwrap()).unwrap();
    let (mut read, mut unread) = (0, 0);
    let mut check = |version: &[u8]| {
        write(&source.root, version);
        let collected = collect_here(std::slice::from_ref(&source));
        let is_root = |unread: &Unread| unread.file == source.root;
        match collected.unread.iter().find(|unread| is_root(unread)) {
            Some(found) => {
                unread += 1;
                assert!(!found.why.is_empty() && collected.literals.is_empty());
                assert!(collected.note().unwrap().contains("lib.rs"));
            }
            None => read += 1,
        }
    };
    // On one thread, whose time is measured.
    let slowest = on_big_stack(STACK, || slowest(VERSIONS, text.as_bytes(), &mut check)).unwrap();
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    assert!(read > VERSIONS / 20 && unread > VERSIONS / 4, "{read} {unread}");
}
