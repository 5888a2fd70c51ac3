//! Checks the table of mutants in `docs/mutants.md` against the code, for derived types and std.

use mutagen_core::Mutate;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::{CString, OsString};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZero, Wrapping};
use std::ops::{Bound, Range, RangeFull, RangeInclusive, RangeTo};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::AtomicU8;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

#[derive(Mutate)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

#[derive(Mutate)]
struct Point {
    x: i32,
    y: i32,
    label: String,
}

#[test]
fn the_table_of_derived_and_std_types_is_what_the_code_does() {
    crate::table::check(
        "std",
        &crate::table::rows![
            Tree => "Leaf",
            Tree => "Node(Leaf, 1, Node(Leaf, 2, Leaf))",
            Point => "Point { x: 1, y: 2, label: \"a\" }",
            u8 => "5",
            i64 => "-3",
            NonZero<u8> => "1",
            Wrapping<u8> => "Wrapping(5)",
            f64 => "1.5",
            bool => "false",
            char => "'b'",
            () => "()",
            (u8, u8) => "(1, 2)",
            [u8; 3] => "[1, 2, 3]",
            Option<u8> => "None",
            Option<u8> => "Some(1)",
            Result<u8, u8> => "Ok(1)",
            Ordering => "Less",
            Reverse<u8> => "Reverse(1)",
            PhantomData<u8> => "PhantomData",
            Box<Option<u8>> => "Some(1)",
            Rc<[u8]> => "[1]",
            Arc<Option<u8>> => "None",
            Cow<'static, str> => "\"a\"",
            String => "\"ab\"",
            Vec<u8> => "[1, 2]",
            VecDeque<u8> => "[]",
            LinkedList<u8> => "[1]",
            BTreeMap<bool, u8> => "{true: 1}",
            BTreeMap<Option<bool>, u8> => "{Some(false): 1, Some(true): 2}",
            BTreeSet<Option<bool>> => "{None, Some(true)}",
            HashMap<u8, u8> => "{1: 2}",
            HashSet<bool> => "{false, true}",
            BinaryHeap<bool> => "{true, false}",
            Range<u8> => "Range { start: 1, end: 2 }",
            RangeInclusive<u8> => "RangeInclusive { start: 1, end: 2 }",
            RangeTo<u8> => "RangeTo { end: 1 }",
            RangeFull => "RangeFull",
            Bound<u8> => "Included(1)",
            Duration => "1.5s",
            SystemTime => "SystemTime { secs: -1, nanos: 5 }",
            Ipv4Addr => "\"10.0.0.1\"",
            Ipv6Addr => "\"::1\"",
            IpAddr => "V4(\"127.0.0.1\")",
            SocketAddr => "V4(SocketAddrV4 { ip: \"0.0.0.0\", port: 80 })",
            OsString => "\"ab\"",
            OsString => "b\"a\\xff\"",
            CString => "\"a\"",
            PathBuf => "\"a/b\"",
            Cell<u8> => "5",
            RefCell<Option<bool>> => "Some(true)",
            OnceCell<u8> => "Some(1)",
            Mutex<Vec<u8>> => "[1]",
            AtomicU8 => "5",
        ],
    );
}
