//! Tests the types of the standard library with `obeys`, one line each.

use crate::laws::obeys;
use mutagen_core::Mutate;
use mutagen_core::text::{parse, print};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::{CString, OsStr, OsString};
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{
    Bound, ControlFlow, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8};
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::time::{Duration, SystemTime};

/// A recursive type whose recursion goes through containers and pointers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Mutate)]
enum Term {
    Nil,
    Name(String),
    Pair(Rc<Term>, Arc<Term>),
    All(BTreeMap<u8, Term>, VecDeque<Term>),
    Keys(BTreeSet<Term>),
}

macro_rules! types {
    ($($name:ident { $($ty:ty),* $(,)? })*) => {$(
        #[test]
        fn $name() {
            $(obeys::<$ty>();)*
        }
    )*};
}

types! {
    numbers_obey {
        i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64, bool, char, (),
    }
    numbers_that_are_never_zero_obey {
        NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>, NonZero<isize>,
        NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>, NonZero<usize>,
        Option<NonZero<u8>>,
    }
    wrapped_numbers_obey {
        Wrapping<u8>, Saturating<i64>, Reverse<u16>, Wrapping<Saturating<i8>>,
    }
    enums_and_tuples_obey {
        Option<u8>, Result<u8, String>, ControlFlow<u8, bool>, Ordering, PhantomData<dyn Send>,
        (u8, u8, String), (u8,), [u8; 3], [Option<bool>; 0], Option<Option<Box<Term>>>,
    }
    sequences_obey {
        Vec<u8>, Vec<Vec<bool>>, VecDeque<u8>, VecDeque<String>, LinkedList<u8>,
        LinkedList<LinkedList<()>>, Box<[u8]>, Box<[Box<[char]>]>,
    }
    texts_obey { String, Box<str>, Rc<str>, Arc<str>, CString, OsString, PathBuf }
    trees_obey { BTreeMap<u8, bool>, BTreeMap<String, u8>, BTreeSet<u8>, BTreeSet<String> }
    nested_trees_obey {
        BTreeMap<(u8, bool), Vec<u8>>, BTreeMap<BTreeSet<u8>, BTreeMap<bool, ()>>,
        BTreeSet<Option<Vec<u8>>>, BTreeSet<BTreeSet<bool>>, BTreeSet<()>, BTreeMap<Term, Term>,
    }
    hashes_obey {
        HashMap<u8, bool>, HashMap<String, u8>, HashSet<u8>, HashSet<String>,
        HashMap<u8, u8, BuildHasherDefault<DefaultHasher>>,
        HashSet<char, BuildHasherDefault<DefaultHasher>>,
    }
    nested_hashes_obey {
        HashMap<Option<u8>, HashMap<bool, ()>>, HashSet<Vec<String>>, HashMap<Term, HashSet<u8>>,
        HashSet<()>, HashMap<BTreeSet<u8>, f32>,
    }
    heaps_obey { BinaryHeap<u8>, BinaryHeap<Reverse<String>>, BinaryHeap<(bool, bool)> }
    pointers_obey {
        Box<u8>, Rc<u8>, Arc<String>, Rc<Vec<Rc<u8>>>, Arc<BTreeMap<u8, Arc<u8>>>, Rc<[u8]>,
        Arc<[Rc<str>]>, Box<BTreeMap<u8, u8>>, Rc<Arc<Box<bool>>>,
    }
    cows_obey {
        Cow<'static, str>, Cow<'static, [u8]>, Cow<'static, Path>, Cow<'static, OsStr>,
        Cow<'static, Term>, Cow<'static, u8>,
    }
    ranges_obey {
        Range<u8>, RangeInclusive<u8>, RangeInclusive<String>, RangeFrom<i8>, RangeTo<i8>,
        RangeToInclusive<u8>, RangeFull, Bound<u8>, (Bound<String>, Bound<String>),
    }
    times_obey { Duration, SystemTime, Option<Duration> }
    addresses_obey { Ipv4Addr, Ipv6Addr, IpAddr, SocketAddrV4, SocketAddrV6, SocketAddr }
    cells_obey {
        Cell<u8>, Cell<Vec<u8>>, RefCell<Term>, OnceCell<u8>, OnceCell<Box<Term>>, Cell<Cell<bool>>,
    }
    locks_and_atomics_obey {
        Mutex<u8>, Mutex<BTreeMap<u8, bool>>, RwLock<String>, OnceLock<Vec<u8>>, AtomicBool,
        AtomicU8, AtomicI64, Arc<Mutex<Vec<u8>>>,
    }
    recursive_types_obey { Term, Vec<Term>, HashMap<String, Rc<RefCell<Term>>> }
}

#[test]
fn some_paths_are_no_text_and_are_written_as_bytes() {
    let paths: Vec<PathBuf> = (0..100).map(|number| crate::laws::generate(number, 6)).collect();
    let odd = paths.iter().filter(|path| path.to_str().is_none());
    for path in odd.clone() {
        let text = print(path);
        assert!(text.starts_with("b\"") && text.contains("\\x"), "{text}");
        assert_eq!(&parse::<PathBuf>(&text).unwrap().value, path);
    }
    assert!(odd.count() > 5, "too few are not UTF-8");
    assert!(paths.iter().any(|path| path.is_absolute()));
    assert!(paths.iter().any(|path| path.components().count() > 2));
}

#[test]
fn a_duration_is_read_in_every_unit_and_only_if_it_can_be_held() {
    let read = |text: &str| parse::<Duration>(text).map(|parsed| parsed.value);
    assert_eq!(read("1.5s"), Ok(Duration::from_millis(1500)));
    assert_eq!(read("20ms"), Ok(Duration::from_millis(20)));
    assert_eq!(read("1_000us"), Ok(Duration::from_millis(1)));
    assert_eq!(read("7ns"), Ok(Duration::from_nanos(7)));
    assert_eq!(read(&print(&Duration::MAX)), Ok(Duration::MAX));
    for wrong in ["1", "1.5ns", "1m", "99999999999999999999s", "\"1s\""] {
        let error = read(wrong).unwrap_err().to_string();
        assert!(error.contains("expected a time such as `1.5s`"), "{wrong}: {error}");
    }
}

#[test]
fn errors_say_what_a_type_is_written_as() {
    fn error<T: Mutate>(text: &str) -> String {
        parse::<T>(text).map(|_| ()).unwrap_err().to_string()
    }
    assert_eq!(
        error::<NonZero<u8>>("0"),
        "line 1, column 1: expected a whole number other than 0, found `0`"
    );
    assert_eq!(
        error::<IpAddr>("V4(\"256.0.0.1\")"),
        "line 1, column 4: expected an IPv4 address such as \"127.0.0.1\", found `\"256.0.0.1\"`"
    );
    assert!(error::<OsString>("1").contains("a text between double quotes, or bytes"));
    assert!(error::<PhantomData<u8>>("()").contains("expected `PhantomData`"));
    assert!(error::<Duration>("").contains("found the end"));
}
