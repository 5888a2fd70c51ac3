//! The types of the standard library, one line each: see `obeys`.

mod obeys;

use mutagen_core::Mutate;
use obeys::obeys;
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
