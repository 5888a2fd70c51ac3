//! The code of the user that makes, copies, compares and drops values has the fault, and not the
//! property.

use crate::{BAD, endless};
use mutagen_core::{Generator, Mutate, property};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};
use std::hash::{Hash, Hasher};

/// A type with this `drop`, for numbers that are not small.
macro_rules! drops {
    ($($name:ident $fault:expr;)*) => {$(
        #[derive(Debug, Mutate)]
        struct $name(u32);

        impl Drop for $name {
            fn drop(&mut self) {
                if self.0 >= BAD {
                    $fault;
                }
            }
        }
    )*};
}

drops! {
    DropAborts std::process::abort();
    DropPanics panic!("dropped a large one");
    DropLoops endless();
    DropExits std::process::exit(0);
    DropOverflows crate::overflow();
}

#[property]
fn drop_aborts_vec(_: &Vec<DropAborts>) {}

#[property]
fn drop_panics_ref(_: &Vec<DropPanics>) {}

#[property]
fn drop_panics_value(_: DropPanics) {}

#[property]
fn drop_loops_value(_: DropLoops) {}

#[property]
fn drop_loops_vec(_: &Vec<DropLoops>) {}

#[property]
fn drop_exits_vec(_: &Vec<DropExits>) {}

#[property]
fn drop_overflows_vec(_: &Vec<DropOverflows>) {}

/// A list of which few values cannot be dropped.
#[derive(Debug, Mutate)]
struct DropRare(Vec<u8>);

impl Drop for DropRare {
    fn drop(&mut self) {
        assert!(self.0.len() != 5, "dropped a list of five");
    }
}

#[property]
fn drop_rare_value(_: DropRare) {}

#[property]
fn drop_rare_ref(_: &DropRare) {}

/// A type with these functions.
macro_rules! made {
    ($($type:ident $property:ident copy $number:ident $copy:expr, make $make:expr;)*) => {$(
        #[derive(Debug)]
        struct $type(u32);

        impl Mutate for $type {
            fn smallest() -> Self {
                $type(0)
            }

            fn generate(generator: &mut Generator) -> Self {
                let $number = u32::generate(generator);
                if $number >= BAD {
                    $make;
                }
                $type($number)
            }

            fn copy(this: &Self) -> Option<Self> {
                let $number = this.0;
                if $number >= BAD {
                    $copy;
                }
                Some($type($number))
            }
        }

        // With branches, so that tests are retained, and with that copied.
        #[property]
        fn $property(x: &$type, y: &Vec<u8>) {
            std::hint::black_box(x.0 > 7 || x.0 == 5 || y.len() == 4);
            std::hint::black_box(y.iter().filter(|byte| **byte > 7).count());
        }
    )*};
}

made! {
    CopyPanics copy_panics copy number panic!("no copy of {number}"), make ();
    CopyAborts copy_aborts copy number std::process::abort(), make ();
    CopyLoops copy_loops copy number endless(), make ();
    MakePanics generate_panics copy number (), make panic!("no value of {number}");
    MakeAborts generate_aborts copy number (), make std::process::abort();
    MakeLoops generate_loops copy number (), make endless();
    MakeOverflows generate_overflows copy number (), make crate::overflow();
    MakeExits generate_exits copy number (), make std::process::exit(0);
}

/// A type without a smallest value.
#[derive(Debug)]
struct NoSmallest;

impl Mutate for NoSmallest {
    fn smallest() -> Self {
        panic!("there is no smallest one")
    }

    fn generate(_: &mut Generator) -> Self {
        NoSmallest
    }
}

#[property]
fn smallest_panics(_: &Vec<NoSmallest>) {}

/// Keys that cannot always be compared.
#[derive(Debug, PartialEq, Eq, Mutate)]
struct OrdPanics(u32);

impl PartialOrd for OrdPanics {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OrdPanics {
    fn cmp(&self, other: &Self) -> Ordering {
        assert!(self.0 < BAD || other.0 < BAD, "cannot compare {} and {}", self.0, other.0);
        self.0.cmp(&other.0)
    }
}

#[property]
fn ord_panics(_: &BTreeSet<OrdPanics>) {}

/// Keys that cannot always be hashed.
#[derive(Debug, PartialEq, Eq, Mutate)]
struct HashAborts(u32);

impl Hash for HashAborts {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.0 >= BAD {
            std::process::abort();
        }
        self.0.hash(state);
    }
}

#[property]
fn hash_aborts(_: &HashSet<HashAborts>) {}

/// `Clone` is no part of making values.
#[derive(Debug, Mutate)]
struct ClonePanics(u32);

impl Clone for ClonePanics {
    fn clone(&self) -> Self {
        assert!(self.0 < BAD, "no clone of {}", self.0);
        ClonePanics(self.0)
    }
}

#[property]
fn clone_unused(_: ClonePanics, _: &Vec<ClonePanics>) {}

#[property]
fn clone_panics(x: &ClonePanics) {
    drop(x.clone());
}
