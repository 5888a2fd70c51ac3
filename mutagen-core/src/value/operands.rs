//! The operands of the comparisons in the code under test, if the build traces them. A random draw
//! rarely gives the number that a branch asks for, but a run that misses the branch reports it.
//!
//! Instrumented code calls the functions here with both operands of a comparison before it makes
//! the comparison, and with the cases of a `match`. While a run is open, they go into a ring of a
//! fixed size, which overwrites the oldest.

// The calling convention of the compiler's coverage callbacks is that of C, with raw pointers.
#![allow(unsafe_code)]

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};

/// The most operands kept for a test.
const MOST: usize = 16;

/// Generation already draws numbers of smaller magnitude.
const SMALL: i64 = 16;

/// The size of the ring, a power of two.
const PLACES: usize = 256;

/// The most cases recorded for one `match`.
const CASES: usize = 32;

/// Numbers that a run of a test compared with others: each once, none close to 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Operands {
    numbers: [i64; MOST],
    len: usize,
}

impl Operands {
    /// No operands.
    pub const NONE: Operands = Operands { numbers: [0; MOST], len: 0 };

    /// The numbers worth keeping. If there are too many, a selection spread over all of them.
    pub fn of(numbers: &[i64]) -> Operands {
        let mut worth: Vec<i64> = Vec::new();
        for &number in numbers {
            if number.unsigned_abs() > SMALL.unsigned_abs() && !worth.contains(&number) {
                worth.push(number);
            }
        }
        let len = worth.len().min(MOST);
        let mut operands = Operands { len, ..Operands::default() };
        for (at, number) in operands.numbers[..len].iter_mut().enumerate() {
            *number = worth[at * worth.len() / len];
        }
        operands
    }

    /// The numbers.
    pub fn as_slice(&self) -> &[i64] {
        &self.numbers[..self.len]
    }

    /// Whether there are none. Always true if the build does not trace comparisons.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The operands compared in the open run. Comparisons on several threads at once may be lost.
struct Ring {
    numbers: [AtomicI64; PLACES],
    written: AtomicUsize,
    open: AtomicBool,
}

static RING: Ring = Ring {
    numbers: [const { AtomicI64::new(0) }; PLACES],
    written: AtomicUsize::new(0),
    open: AtomicBool::new(false),
};

impl Ring {
    #[inline]
    fn note(&self, number: i64) {
        let at = self.written.load(Ordering::Relaxed);
        self.numbers[at % PLACES].store(number, Ordering::Relaxed);
        self.written.store(at.wrapping_add(1), Ordering::Relaxed);
    }

    /// Records the operands of a comparison. Equal operands tell nothing new: the test already has
    /// the number.
    #[inline]
    fn compared(&self, one: i64, other: i64) {
        if one != other && self.open.load(Ordering::Relaxed) {
            self.note(one);
            self.note(other);
        }
    }

    /// The numbers, the oldest first.
    fn read(&self) -> Vec<i64> {
        let written = self.written.load(Ordering::Relaxed);
        let places = written.saturating_sub(PLACES)..written;
        places.map(|at| self.numbers[at % PLACES].load(Ordering::Relaxed)).collect()
    }
}

/// Forgets the old operands and starts to record.
#[inline]
pub(crate) fn open() {
    RING.written.store(0, Ordering::Relaxed);
    RING.open.store(true, Ordering::Relaxed);
}

/// Stops recording.
#[inline]
pub(crate) fn close() {
    RING.open.store(false, Ordering::Relaxed);
}

/// The operands of the run since the last [`open`].
pub(crate) fn taken() -> Operands {
    match RING.written.load(Ordering::Relaxed) {
        0 => Operands::default(),
        _ => Operands::of(&RING.read()),
    }
}

/// Makes the linker keep the functions here: see `Registry::of_process`.
pub(crate) fn link() {
    black_box(__sanitizer_cov_trace_cmp1 as extern "C" fn(_, _));
    black_box(__sanitizer_cov_trace_const_cmp1 as extern "C" fn(_, _));
    black_box(__sanitizer_cov_trace_switch as unsafe extern "C" fn(_, _));
}

macro_rules! comparisons {
    ($($name:ident, $constant:ident: $unsigned:ty, $signed:ty;)*) => {$(
        /// Called by instrumented code: both operands of a comparison.
        #[cfg_attr(not(fuzzing), unsafe(no_mangle))]
        pub extern "C" fn $name(one: $unsigned, other: $unsigned) {
            RING.compared(i64::from(one as $signed), i64::from(other as $signed));
        }

        /// Called by instrumented code: the constant operand of a comparison, and the other.
        #[cfg_attr(not(fuzzing), unsafe(no_mangle))]
        pub extern "C" fn $constant(one: $unsigned, other: $unsigned) {
            RING.compared(i64::from(one as $signed), i64::from(other as $signed));
        }
    )*};
}

comparisons! {
    __sanitizer_cov_trace_cmp1, __sanitizer_cov_trace_const_cmp1: u8, i8;
    __sanitizer_cov_trace_cmp2, __sanitizer_cov_trace_const_cmp2: u16, i16;
    __sanitizer_cov_trace_cmp4, __sanitizer_cov_trace_const_cmp4: u32, i32;
    __sanitizer_cov_trace_cmp8, __sanitizer_cov_trace_const_cmp8: u64, i64;
}

/// Called by instrumented code: the value of a `match`, and its cases. The number of cases and the
/// number of bits of each stand before the cases.
///
/// # Safety
/// `cases` must hold as many cases as its first number says. Only the compiler should call this.
#[cfg_attr(not(fuzzing), unsafe(no_mangle))]
pub unsafe extern "C" fn __sanitizer_cov_trace_switch(value: u64, cases: *const u64) {
    if !RING.open.load(Ordering::Relaxed) {
        return;
    }
    // SAFETY: the compiler's table.
    let (count, bits) = unsafe { (*cases as usize, (*cases.add(1)).clamp(1, 64)) };
    let signed = |case: u64| (case << (64 - bits)).cast_signed() >> (64 - bits);
    for at in 0..count.min(CASES) {
        // SAFETY: before the end of the table.
        let case = unsafe { *cases.add(2 + at) };
        RING.compared(signed(case), signed(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_left_out_and_of_many_some_from_all_parts_stay() {
        let operands = Operands::of(&[3, -16, 17, 500, 17, i64::MIN, -17]);
        assert_eq!(operands.as_slice(), [17, 500, i64::MIN, -17]);
        assert!(Operands::of(&[0, 1, -1]).is_empty());
        let many: Vec<i64> = (100..164).collect();
        let some = Operands::of(&many);
        assert_eq!(some.as_slice().len(), MOST);
        assert_eq!((some.as_slice()[0], some.as_slice()[15]), (100, 160));
    }

    #[test]
    #[cfg_attr(miri, ignore = "thousands of edits: too slow for Miri")]
    fn comparisons_of_an_open_run_are_taken_with_their_signs_and_the_cases_of_a_match() {
        __sanitizer_cov_trace_cmp4(999, 1000);
        open();
        __sanitizer_cov_trace_const_cmp1(200, 30);
        __sanitizer_cov_trace_cmp8(77, 77);
        __sanitizer_cov_trace_cmp8(u64::MAX - 99, 5);
        let cases = [2, 16, 40, 0xff00];
        // SAFETY: two cases, as is said.
        unsafe { __sanitizer_cov_trace_switch(41, cases.as_ptr()) };
        close();
        __sanitizer_cov_trace_cmp4(555, 556);
        assert_eq!(taken().as_slice(), [-56, 30, -100, 40, 41, -256]);
        open();
        assert!(taken().is_empty());
        for number in 0..1000 {
            __sanitizer_cov_trace_cmp2(number, 2000);
        }
        close();
        let numbers = taken();
        assert!(numbers.as_slice().iter().all(|&number| number >= 872), "{numbers:?}");
    }
}
