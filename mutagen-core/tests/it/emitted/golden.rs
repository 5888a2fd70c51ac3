//! The tests that mutagen emits for the properties of this folder. A test writes this file.

use super::*;

/// Found by mutagen.
#[test]
fn recursive_counterexample() {
    use crate::emitted::types::paint::Color;
    let value = Tree::T(
        Color::R,
        Box::new(Tree::T(Color::B, Box::new(Tree::E), -1, Box::new(Tree::E))),
        3,
        Box::new(Tree::E),
    );
    assert!(recursive(&value));
}

/// Found by mutagen.
#[test]
fn named_fields_counterexample() {
    use crate::emitted::types::Pair;
    use crate::emitted::types::paint::r#type::Match;
    use std::collections::BTreeMap;
    let value = Config {
        retries: 3,
        name: "a \"quoted\"\n\u{301}é\\".to_owned(),
        limits: BTreeMap::from([(
            "x".to_owned(),
            Pair { first: 1, second: vec![None, Some(-9223372036854775808)] },
        )]),
        inner: crate::emitted::types::paint::r#type::Config {
            r#type: Match::Loop { r#loop: 1, r#in: '\'' },
            width: None,
        },
    };
    assert!(named_fields(&value));
}

/// Found by mutagen.
#[test]
fn keywords_counterexample() {
    use crate::emitted::types::paint::r#type::Match;
    let value = paint::r#type::Config { r#type: Match::Self_, width: Some(f32::NAN) };
    assert!(keywords(&value));
}

/// Found by mutagen.
#[test]
fn generic_counterexample() {
    let value = Pair {
        first: Pair { first: 1, second: () },
        second: Some(Box::<str>::from("a")),
    };
    assert!(generic(&value));
}

/// Found by mutagen.
#[test]
fn transparent_counterexample() {
    let value = (Meters(1.5), Name { text: Box::new(Some("b".to_owned())) });
    assert!(transparent(&value));
}

/// Found by mutagen.
#[test]
fn without_fields_counterexample() {
    let value = (Unit, Braces {}, Empty::Parentheses {}, Empty::Braces {});
    assert!(without_fields(&value));
}

/// Found by mutagen.
#[test]
fn unseen_counterexample() {
    let value = Cached(7, std::cell::Cell::new(None), 8);
    assert!(unseen(&value));
}

/// Found by mutagen.
#[test]
fn ruled_counterexample() {
    use crate::emitted::types::Ports;
    use crate::emitted::types::Tree;
    let value = Ruled {
        celsius: -4,
        few: vec![Tree::E],
        word: "ab".to_owned(),
        bytes: Box::<[_]>::from(vec![0, 3]),
        port: <Ports as mutagen_core::With<_>>::parse("port 80").unwrap(),
        seen: mutagen_core::Mutate::smallest(),
    };
    assert!(ruled(&value));
}

/// Found by mutagen.
#[test]
fn via_counterexample() {
    let value = (
        mutagen_core::Via::from_parts(&crate::emitted::types::parts::Time {
            hour: 2,
            minute: 5,
        }),
        mutagen_core::Via::from_parts(&9_u16),
    );
    assert!(via(&value));
}

/// Found by mutagen.
#[test]
fn text_of_its_own_counterexample() {
    let value = vec![
        mutagen_core::text::parse("-21.5").unwrap().value,
        mutagen_core::text::parse("3.0").unwrap().value,
    ];
    assert!(text_of_its_own(&value));
}

/// Found by mutagen.
#[test]
fn integers_counterexample() {
    let value = (
        -128,
        18446744073709551615,
        -170141183460469231731687303715884105728,
        340282366920938463463374607431768211455,
        0,
    );
    assert!(integers(&value));
}

/// Found by mutagen.
#[test]
fn floats_counterexample() {
    let value = [
        -0.0,
        1e-7,
        1e300,
        f64::NAN,
        f64::from_bits(0x7ff80000deadbeef),
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    assert!(floats(&value));
}

/// Found by mutagen.
#[test]
fn small_floats_counterexample() {
    let value = [f32::NAN, f32::NEG_INFINITY, 1e-45];
    assert!(small_floats(&value));
}

/// Found by mutagen.
#[test]
fn characters_counterexample() {
    let value = ('a', '\u{301}', '\0', true);
    assert!(characters(&value));
}

/// Found by mutagen.
#[test]
fn nested_counterexample() {
    let value = vec![vec![], vec![(1, [vec![String::new(), "a".to_owned()], vec![]])]];
    assert!(nested(&value));
}

/// Found by mutagen.
#[test]
fn maps_counterexample() {
    let value = (
        BTreeMap::from([('a', vec![1]), ('b', vec![])]),
        HashMap::from([("x".to_owned(), -1)]),
        HashMap::from_iter([(1, 2), (3, 4)]),
        HashMap::default(),
    );
    assert!(maps(&value));
}

/// Found by mutagen.
#[test]
fn empty_maps_counterexample() {
    let value = (BTreeMap::new(), HashMap::new());
    assert!(empty_maps(&value));
}

/// Found by mutagen.
#[test]
fn sets_counterexample() {
    let value = (
        std::collections::BTreeSet::from([(1, 2)]),
        std::collections::HashSet::from(["a".to_owned()]),
        std::collections::BinaryHeap::from([3, 3, 1]),
    );
    assert!(sets(&value));
}

/// Found by mutagen.
#[test]
fn lists_counterexample() {
    let value = (
        std::collections::VecDeque::from([1]),
        std::collections::LinkedList::new(),
    );
    assert!(lists(&value));
}

/// Found by mutagen.
#[test]
fn results_counterexample() {
    let value = (Some(None), Ok(1), Err(Tree::E));
    assert!(results(&value));
}

/// Found by mutagen.
#[test]
fn pointers_counterexample() {
    let value = (
        std::rc::Rc::new(Tree::E),
        std::sync::Arc::<[_]>::from(vec![1]),
        Box::<[_]>::from(vec![Tree::E]),
        std::rc::Rc::<str>::from("s"),
    );
    assert!(pointers(&value));
}

/// Found by mutagen.
#[test]
fn cells_counterexample() {
    let value = (
        std::cell::Cell::new(1),
        std::cell::RefCell::new(Tree::E),
        std::sync::Mutex::new(2),
        AtomicU8::new(3),
        std::cell::OnceCell::from(Tree::E),
        std::sync::OnceLock::new(),
    );
    assert!(cells(&value));
}

/// Found by mutagen.
#[test]
fn cows_counterexample() {
    let value = (
        std::borrow::Cow::Owned("a".to_owned()),
        std::borrow::Cow::Owned(vec![Tree::E]),
    );
    assert!(cows(&value));
}

/// Found by mutagen.
#[test]
fn numbers_counterexample() {
    let value = (
        std::num::NonZero::<u8>::new(1).unwrap(),
        std::num::NonZero::<i64>::new(-5).unwrap(),
        std::num::Wrapping(2),
        std::cmp::Reverse(3),
        std::cmp::Ordering::Less,
    );
    assert!(numbers(&value));
}

/// Found by mutagen.
#[test]
fn times_counterexample() {
    let value = (
        std::time::Duration::new(1, 500000000),
        std::time::Duration::from_secs(20),
        std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(3, 5),
        std::time::SystemTime::UNIX_EPOCH - std::time::Duration::new(2, 999999995),
    );
    assert!(times(&value));
}

/// Found by mutagen.
#[test]
fn addresses_counterexample() {
    use std::net::Ipv4Addr;
    use std::net::SocketAddrV4;
    let value = (
        std::net::IpAddr::V4(Ipv4Addr::new(127, 0, 0, 1)),
        std::net::Ipv6Addr::new(0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0xff),
        std::net::SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::new(1, 2, 3, 4), 5)),
        std::net::SocketAddrV6::new(
            std::net::Ipv6Addr::new(0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x1),
            1,
            2,
            3,
        ),
    );
    assert!(addresses(&value));
}

/// Found by mutagen.
#[test]
fn ranges_counterexample() {
    let value = (
        -3..5,
        1..=2,
        'a'..,
        ..(..1),
        ..,
        std::ops::Bound::Included(1),
        std::marker::PhantomData,
    );
    assert!(ranges(&value));
}

/// Found by mutagen.
#[test]
fn long_counterexample() {
    let value = vec![
        60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000,
        60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000,
        60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000,
        60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000,
        60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000,
        60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000,
        60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000,
        60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000,
        60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000,
        60000,
    ];
    assert!(long(&value));
}

/// Found by mutagen.
#[test]
fn twin_counterexample() {
    let value = mutagen_core::Twin { left: 1, right: 2 };
    assert!(twin(&value));
}

/// Found by mutagen.
#[test]
fn order_counterexample() {
    use crate::emitted::types::paint::Color;
    let tree = Tree::T(Color::R, Box::new(Tree::E), 3, Box::new(Tree::E));
    let names = vec!["a".to_owned()];
    assert!(order(tree, &names));
}

/// Found by mutagen.
#[test]
fn texts_counterexample() {
    use std::ffi::CString;
    use std::ffi::OsString;
    use std::path::PathBuf;
    let text = "a\0".to_owned();
    let bytes = vec![0, 255];
    let path = PathBuf::from("/a/\"b");
    let os = OsString::from("x");
    let c = CString::new("y").unwrap();
    texts(&text, &bytes, &path, &os, &c);
}

/// Found by mutagen.
#[test]
fn bytes_of_texts_counterexample() {
    use std::ffi::CString;
    use std::ffi::OsString;
    use std::path::PathBuf;
    let path = PathBuf::from(
        <OsString as std::os::unix::ffi::OsStringExt>::from_vec(b"/\xff".to_vec()),
    );
    let os = <OsString as std::os::unix::ffi::OsStringExt>::from_vec(b"\xfe\"".to_vec());
    let c = CString::new(b"\xfd".to_vec()).unwrap();
    bytes_of_texts(&path, &os, &c);
}

/// Found by mutagen.
#[test]
fn outcome_counterexample() {
    let x = 7;
    mutagen_core::assert_holds(outcome(x));
}

/// Found by mutagen.
#[test]
fn discarded_counterexample() {
    let x = 1;
    mutagen_core::assert_holds(discarded(x));
}

/// Found by mutagen.
#[test]
fn fallible_counterexample() {
    let x = 7;
    fallible(x).unwrap();
}

/// Found by mutagen.
#[test]
fn fallible_bool_counterexample() {
    let x = 7;
    assert!(fallible_bool(x).unwrap());
}

/// Found by mutagen.
#[test]
fn optional_counterexample() {
    let x = 7;
    assert_ne!(optional(x), Some(false));
}

/// Found by mutagen.
#[test]
fn of_unknown_type_counterexample() {
    let x = 7;
    mutagen_core::assert_holds(of_unknown_type(x));
}

/// Found by mutagen.
#[test]
fn type_counterexample() {
    let r#fn = 1;
    let type_value = 2;
    let argument_2 = (3, 4);
    assert!(r#type(r#fn, &type_value, argument_2));
}

/// Found by mutagen.
#[test]
fn without_arguments_counterexample() {
    without_arguments();
}

/// Found by mutagen.
#[test]
fn after_calls_counterexample() {
    prepare();
    state::reset();
    let x = 2;
    assert!(after_calls(x));
}
