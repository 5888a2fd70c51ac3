//! Records what the code under test compares. Instrumented code calls the functions here with both
//! operands of a comparison, with the cases of a `match`, and with the texts and byte sequences
//! that std compares. It does so only while [`__sancov_should_track`] is set, so other runs pay for
//! a test of that word. The last comparisons are kept, in memory of a fixed size.
//!
//! Each comparison of numbers comes with its place in the code, because checks inside std compare
//! the distances of addresses, which differ from process to process. The compiler does not pass the
//! place on, but it is the return address of the call. On processors other than x86-64 and AArch64
//! the place is not known, and all comparisons count.
//!
//! Texts are seen because std compares them by `memcmp` and `bcmp`. The build tells the compiler
//! not to replace these calls, and the linker to direct them to a function that also calls
//! [`__mutagen_compared`].

// The calling convention of the compiler's callbacks is that of C, with raw pointers.
#![allow(unsafe_code)]

use crate::value::operands::{CONSIDERED, Comparison};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use std::arch::naked_asm;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// How many comparisons of numbers are kept, a power of two.
const NUMBERS: usize = 512;

/// How many comparisons of texts are kept, a power of two.
const TEXTS: usize = 64;

/// How many words of each text are kept.
const WORDS: usize = 8;

/// How many bytes of each text are kept.
const BYTES: usize = 8 * WORDS;

/// The most cases recorded for one `match`.
const CASES: usize = 64;

/// Whether comparisons are recorded. Instrumented code reads this word before each call.
#[cfg_attr(not(fuzzing), unsafe(no_mangle))]
#[allow(non_upper_case_globals, reason = "the compiler gives the name")]
pub static __sancov_should_track: AtomicU64 = AtomicU64::new(0);

/// Both operands, how many bytes they have, and the return address of the call.
struct NumberSlot([AtomicU64; 4]);

/// Both texts, and the lengths of their recorded parts.
struct TextSlot {
    texts: [[AtomicU64; WORDS]; 2],
    length: AtomicUsize,
}

impl TextSlot {
    fn length(&self) -> usize {
        self.length.load(Ordering::Relaxed)
    }

    /// Whether both slots hold the same texts. The end of the last word is zero.
    fn holds_the_same_as(&self, slot: &TextSlot) -> bool {
        let (length, words) = (self.length(), self.length().div_ceil(8));
        length == slot.length()
            && self.texts.iter().zip(&slot.texts).all(|(one, other)| {
                let mut words = one.iter().zip(other).take(words);
                words.all(|(one, other)| {
                    one.load(Ordering::Relaxed) == other.load(Ordering::Relaxed)
                })
            })
    }

    fn comparison(&self) -> Comparison {
        let [one, other] = self.texts.each_ref().map(|words| -> Box<[u8]> {
            let bytes = words.each_ref().map(|word| word.load(Ordering::Relaxed).to_le_bytes());
            bytes.as_flattened()[..self.length()].into()
        });
        Comparison::Texts(one, other)
    }
}

static NUMBER_SLOTS: [NumberSlot; NUMBERS] =
    [const { NumberSlot([const { AtomicU64::new(0) }; 4]) }; NUMBERS];

static TEXT_SLOTS: [TextSlot; TEXTS] = [const {
    TextSlot {
        texts: [const { [const { AtomicU64::new(0) }; WORDS] }; 2],
        length: AtomicUsize::new(0),
    }
}; TEXTS];

/// How many comparisons were recorded since [`open`]. Comparisons on several threads at once may be
/// lost.
static WRITTEN: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

/// The compared numbers and their widths, with whether they were taken.
pub(super) type Known = FxHashMap<[u64; 3], bool>;

/// Forgets the old comparisons and starts to record.
#[inline]
pub(super) fn open() {
    WRITTEN.iter().for_each(|written| written.store(0, Ordering::Relaxed));
    __sancov_should_track.store(1, Ordering::Relaxed);
}

/// Stops recording.
#[inline]
pub(super) fn close() {
    __sancov_should_track.store(0, Ordering::Relaxed);
}

fn is_open() -> bool {
    __sancov_should_track.load(Ordering::Relaxed) != 0
}

/// The last different comparisons of the run since the last [`open`], the last ones first: those of
/// texts, then those of numbers, at most [`CONSIDERED`] in all. `counts` tells of a return address,
/// 0 if it is not known, whether comparisons there count. `known` is memory that later calls use
/// again.
pub(super) fn taken(known: &mut Known, mut counts: impl FnMut(usize) -> bool) -> Vec<Comparison> {
    let slots = |kind: usize, size: usize| {
        let written = WRITTEN[kind].load(Ordering::Relaxed);
        (written.saturating_sub(size)..written).rev().map(move |at| at % size)
    };
    let load = |word: &AtomicU64| word.load(Ordering::Relaxed);
    let mut different: SmallVec<[&TextSlot; TEXTS]> = SmallVec::new();
    for at in slots(1, TEXTS) {
        if !different.iter().any(|other| other.holds_the_same_as(&TEXT_SLOTS[at])) {
            different.push(&TEXT_SLOTS[at]);
        }
    }
    let mut taken: Vec<Comparison> = different.into_iter().map(TextSlot::comparison).collect();
    // A loop compares the same numbers again and again.
    known.clear();
    let numbers = slots(0, NUMBERS).filter_map(|at| {
        let [one, other, bytes, place] = NUMBER_SLOTS[at].0.each_ref().map(load);
        // The same numbers may also be compared where comparisons do not count.
        let is_known = known.entry([one, other, bytes]).or_default();
        let is_new = !*is_known && counts(place as usize);
        *is_known |= is_new;
        is_new.then(|| Comparison::numbers(one, other, bytes as u8)).flatten()
    });
    let left = CONSIDERED - taken.len();
    taken.extend(numbers.take(left));
    taken
}

/// Takes the next slot of a kind.
fn slot(kind: usize) -> usize {
    let at = WRITTEN[kind].load(Ordering::Relaxed);
    WRITTEN[kind].store(at.wrapping_add(1), Ordering::Relaxed);
    at
}

/// Records a comparison of numbers. Equal operands tell nothing new: the test already has the
/// number. Addresses differ between processes, so a run with them could not be repeated.
#[inline]
fn compared(one: u64, other: u64, bytes: u8, place: usize) {
    if one == other || !is_open() || may_be_address(one) || may_be_address(other) {
        return;
    }
    let NumberSlot(words) = &NUMBER_SLOTS[slot(0) % NUMBERS];
    for (word, value) in words.iter().zip([one, other, u64::from(bytes), place as u64]) {
        word.store(value, Ordering::Relaxed);
    }
}

/// Whether an operand, or the negated operand, lies where Linux or macOS place programs, heaps,
/// libraries and stacks, on x86-64 or AArch64, or is as large as their distances. The places are
/// random within these bounds. A number of the program can be there too, and is then not used.
#[inline]
fn may_be_address(operand: u64) -> bool {
    let terabyte = operand.cast_signed().unsigned_abs() >> 40;
    matches!(terabyte, 0x28..=0x2b | 0x55 | 0x56 | 0x60 | 0x7e | 0x7f | 0xaa | 0xab | 0xfe | 0xff)
}

/// Makes the linker keep the functions here: see `Registry::of_process`.
pub(super) fn link() {
    black_box(__sanitizer_cov_trace_cmp1 as extern "C" fn(_, _));
    black_box(__sanitizer_cov_trace_const_cmp1 as extern "C" fn(_, _));
    black_box(__sanitizer_cov_trace_switch as unsafe extern "C" fn(_, _));
    black_box(__mutagen_compared as unsafe extern "C" fn(_, _, _));
}

/// The body of a function of two arguments that calls another one with its own return address as
/// the third. `$unknown` is that call without an address.
#[cfg(target_arch = "x86_64")]
macro_rules! with_place {
    ($recording:ident, $unknown:expr) => {
        naked_asm!("mov rdx, [rsp]", "jmp {}", sym $recording)
    };
}
#[cfg(target_arch = "aarch64")]
macro_rules! with_place {
    ($recording:ident, $unknown:expr) => {
        naked_asm!("mov x2, x30", "b {}", sym $recording)
    };
}
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
macro_rules! with_place {
    ($recording:ident, $unknown:expr) => {
        $unknown
    };
}

/// The functions that instrumented code calls. Each adds its return address, the third argument,
/// and goes on to the function that records.
macro_rules! comparisons {
    ($($name:ident, $constant:ident, $recording:ident: $unsigned:ty, $bytes:literal;)*) => {$(
        /// Called by instrumented code: both operands of a comparison.
        #[cfg_attr(not(fuzzing), unsafe(no_mangle))]
        #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), unsafe(naked))]
        pub extern "C" fn $name(one: $unsigned, other: $unsigned) {
            with_place!($recording, $recording(one, other, 0))
        }

        /// Called by instrumented code: the constant operand of a comparison, and the other.
        #[cfg_attr(not(fuzzing), unsafe(no_mangle))]
        #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), unsafe(naked))]
        pub extern "C" fn $constant(one: $unsigned, other: $unsigned) {
            with_place!($recording, $recording(one, other, 0))
        }

        extern "C" fn $recording(one: $unsigned, other: $unsigned, place: usize) {
            compared(u64::from(one), u64::from(other), $bytes, place);
        }
    )*};
}

comparisons! {
    __sanitizer_cov_trace_cmp1, __sanitizer_cov_trace_const_cmp1, compared_bytes: u8, 1;
    __sanitizer_cov_trace_cmp2, __sanitizer_cov_trace_const_cmp2, compared_halves: u16, 2;
    __sanitizer_cov_trace_cmp4, __sanitizer_cov_trace_const_cmp4, compared_words: u32, 4;
    __sanitizer_cov_trace_cmp8, __sanitizer_cov_trace_const_cmp8, compared_longs: u64, 8;
}

/// Called by instrumented code: the value of a `match`, and its cases. The number of cases and the
/// number of bits of each stand before the cases.
///
/// # Safety
/// `cases` must hold as many cases as its first number says. Only the compiler should call this.
#[cfg_attr(not(fuzzing), unsafe(no_mangle))]
#[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), unsafe(naked))]
pub unsafe extern "C" fn __sanitizer_cov_trace_switch(value: u64, cases: *const u64) {
    // SAFETY: the caller's promise.
    with_place!(switched, unsafe { switched(value, cases, 0) })
}

/// # Safety
/// As for [`__sanitizer_cov_trace_switch`].
unsafe extern "C" fn switched(value: u64, cases: *const u64, place: usize) {
    if !is_open() {
        return;
    }
    // SAFETY: the compiler's table.
    let (count, bits) = unsafe { (*cases as usize, *cases.add(1)) };
    let bytes = bits.div_ceil(8).clamp(1, 8) as u8;
    // A match with many cases compares with a different part of them in each run.
    let first = if count > CASES { value as usize % count } else { 0 };
    for at in 0..count.min(CASES) {
        // SAFETY: before the end of the table.
        let case = unsafe { *cases.add(2 + (first + at) % count) };
        compared(case, value, bytes, place);
    }
}

/// Called by the functions that stand in for `memcmp` and `bcmp`: two sequences of `length` bytes.
///
/// # Safety
/// Both pointers must be valid for `length` bytes.
#[cfg_attr(not(fuzzing), unsafe(no_mangle))]
pub unsafe extern "C" fn __mutagen_compared(one: *const u8, other: *const u8, length: usize) {
    let length = length.min(BYTES);
    if !is_open() || length == 0 {
        return;
    }
    // SAFETY: the caller's promise.
    let [one, other] = [one, other].map(|text| unsafe { std::slice::from_raw_parts(text, length) });
    if one.iter().zip(other).all(|(one, other)| one == other) {
        return;
    }
    let slot = &TEXT_SLOTS[slot(1) % TEXTS];
    for (words, text) in slot.texts.iter().zip([one, other]) {
        for (word, part) in words.iter().zip(text.chunks(8)) {
            let mut bytes = [0; 8];
            bytes.iter_mut().zip(part).for_each(|(byte, part)| *byte = *part);
            word.store(u64::from_le_bytes(bytes), Ordering::Relaxed);
        }
    }
    slot.length.store(length, Ordering::Relaxed);
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// Held by a test that records comparisons: their memory belongs to the whole process.
    pub(in super::super) fn alone() -> MutexGuard<'static, ()> {
        static ALONE: Mutex<()> = Mutex::new(());
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn taken_now(counts: impl FnMut(usize) -> bool) -> Vec<Comparison> {
        taken(&mut Known::default(), counts)
    }

    #[test]
    fn comparisons_of_an_open_run_are_taken_with_the_cases_of_a_match_and_texts() {
        let _alone = alone();
        let of = |one, other, bytes| Comparison::numbers(one, other, bytes).unwrap();
        static RUN: u8 = 0;
        let cases = [2, 16, 16, 40];
        __sanitizer_cov_trace_cmp4(999, 1000);
        open();
        __sanitizer_cov_trace_const_cmp1(200, 30);
        __sanitizer_cov_trace_cmp8(77, 77);
        __sanitizer_cov_trace_cmp8(u64::MAX - 99, 5);
        let [on_stack, static_] =
            [(&raw const cases).addr() as u64, (&raw const RUN).addr() as u64];
        __sanitizer_cov_trace_cmp8(on_stack, 5);
        __sanitizer_cov_trace_cmp8(3, on_stack.wrapping_neg());
        __sanitizer_cov_trace_cmp8(static_, 5);
        // SAFETY: two cases, as is said.
        unsafe { __sanitizer_cov_trace_switch(41, cases.as_ptr()) };
        let text = |one: &[u8], other: &[u8]| {
            // SAFETY: as many bytes as both have.
            unsafe {
                __mutagen_compared(one.as_ptr(), other.as_ptr(), one.len().min(other.len()));
            }
        };
        text(b"insert it", b"select it");
        text(b"same", b"same");
        text(&[1; 100], &[2; 100]);
        close();
        __sanitizer_cov_trace_cmp4(555, 556);
        text(b"late", b"text");
        let texts = |one: &[u8], other: &[u8]| Comparison::Texts(one.into(), other.into());
        let expected = [
            texts(&[1; BYTES], &[2; BYTES]),
            texts(b"insert it", b"select it"),
            of(40, 41, 2),
            of(16, 41, 2),
            of(u64::MAX - 99, 5, 8),
            of(200, 30, 1),
        ];
        assert_eq!(taken_now(|_| true), expected);
        open();
        assert!(taken_now(|_| true).is_empty());
        for number in 0..1000 {
            __sanitizer_cov_trace_cmp2(number, 2000);
        }
        close();
        let kept = taken_now(|_| true);
        let ends = [kept.first(), kept.last()].map(Option::unwrap);
        assert_eq!(ends, [&of(999, 2000, 2), &of(872, 2000, 2)]);
        assert_eq!(kept.len(), CONSIDERED, "the last ones");
        open();
        for number in 0..100 {
            __sanitizer_cov_trace_cmp2(number % 2, 2000);
            text(b"old", if number % 3 == 0 { b"new" } else { b"odd" });
        }
        close();
        let each = [texts(b"old", b"new"), texts(b"old", b"odd"), of(1, 2000, 2), of(0, 2000, 2)];
        assert_eq!(taken_now(|_| true), each, "each once, where it was made last");
        if cfg!(not(any(target_arch = "x86_64", target_arch = "aarch64"))) {
            return;
        }
        let test: fn() = comparisons_of_an_open_run_are_taken_with_the_cases_of_a_match_and_texts;
        let here = test as usize;
        let mut places = Vec::new();
        let counting = |place| {
            places.push(place);
            false
        };
        assert_eq!(taken_now(counting), each[..2], "those of texts have no place");
        let is_near = |place: &usize| place.abs_diff(here) < 1 << 16;
        assert!(places.len() == 100 && places.iter().all(is_near), "{here:x} {places:x?}");
        open();
        __sanitizer_cov_trace_cmp2(7, 2000);
        __sanitizer_cov_trace_cmp2(7, 2000);
        close();
        places.clear();
        taken_now(|place| {
            places.push(place);
            false
        });
        let [last, first] = places[..] else { panic!("{places:x?}") };
        for place in [last, first] {
            assert_eq!(
                taken_now(|other| other == place),
                [of(7, 2000, 2)],
                "only one place counts"
            );
        }
    }
}
