//! Sets of isl as values. All sets are of points `[x, y, z]`. What isl cannot do within the
//! [operations of a test](start) is no value, and each other error of isl is a panic.

#![allow(unsafe_code)]

mod ffi;

use ffi::{Basic, Binary, Ctx, Question, RawSet, Relation, Unary};
use std::cell::Cell;
use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint, c_ulong};
use std::fmt;
use std::ops::Not;
use std::ptr;

/// How many of its operations isl may do in a run of a test.
const OPERATIONS: c_ulong = 30_000;

thread_local! {
    /// The context of this thread's sets.
    static CONTEXT: Cell<*mut Ctx> = Cell::new(new_context());
    /// How many references to sets there are.
    static SETS: Cell<usize> = const { Cell::new(0) };
}

fn new_context() -> *mut Ctx {
    // SAFETY: the context is new and valid, and both functions take any context.
    unsafe {
        let context = ffi::isl_ctx_alloc();
        assert!(!context.is_null(), "isl: no memory for a context");
        ffi::isl_options_set_on_error(context, ffi::CONTINUE);
        ffi::isl_ctx_set_max_operations(context, OPERATIONS);
        context
    }
}

/// Starts a run of a test: isl may do all of its operations again. When they are used up, no
/// function has a value.
///
/// If there are no sets, the context is a new one. What an old one keeps for later calls would
/// change how many operations a test takes.
pub fn start() {
    match SETS.get() {
        // SAFETY: nothing refers to the old context.
        0 => unsafe { ffi::isl_ctx_free(CONTEXT.replace(new_context())) },
        // SAFETY: the context is valid.
        _ => unsafe {
            ffi::isl_ctx_reset_operations(CONTEXT.get());
            ffi::isl_ctx_reset_error(CONTEXT.get());
        },
    }
}

/// What isl said of the call that has just ended, which has a value or not.
///
/// # Panics
/// If isl gave an error other than that its operations are used up, or neither a value nor an
/// error.
fn check(has_value: bool) {
    let context = CONTEXT.get();
    // SAFETY: the context is valid.
    let error = unsafe { ffi::isl_ctx_last_error(context) };
    if error == ffi::NONE && has_value {
        return;
    }
    // SAFETY: as above, and the texts are constants of isl or null.
    let (said, file, line) = unsafe {
        let text = |text: *const c_char| match text.is_null() {
            true => String::new(),
            false => CStr::from_ptr(text).to_string_lossy().into_owned(),
        };
        let said = text(ffi::isl_ctx_last_error_msg(context));
        let file = text(ffi::isl_ctx_last_error_file(context));
        let line = ffi::isl_ctx_last_error_line(context);
        ffi::isl_ctx_reset_error(context);
        (said, file, line)
    };
    match error {
        ffi::QUOTA => {}
        ffi::NONE => panic!("isl: neither a value nor an error"),
        // What the folder is called says nothing.
        _ => panic!("isl: {said} ({}:{line})", file.rsplit('/').next().unwrap_or_default()),
    }
}

/// A set of integer points `[x, y, z]`, or no value.
pub struct Set(*mut RawSet);

/// An answer of isl about sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// The operations were used up.
    Unknown,
}

impl Answer {
    /// What isl returned.
    fn of(returned: c_int) -> Answer {
        check(returned >= 0);
        match returned {
            0 => Answer::No,
            1.. => Answer::Yes,
            _ => Answer::Unknown,
        }
    }

    /// Whether both are so.
    #[must_use]
    pub fn and(self, other: Answer) -> Answer {
        match (self, other) {
            (Answer::Yes, Answer::Yes) => Answer::Yes,
            (Answer::Unknown, _) | (_, Answer::Unknown) => Answer::Unknown,
            _ => Answer::No,
        }
    }

    /// Whether it is so, or not known.
    pub fn may_hold(self) -> bool {
        self != Answer::No
    }
}

impl Not for Answer {
    type Output = Answer;

    /// The answer to the contrary question.
    fn not(self) -> Answer {
        match self {
            Answer::Yes => Answer::No,
            Answer::No => Answer::Yes,
            Answer::Unknown => Answer::Unknown,
        }
    }
}

impl Set {
    /// No value.
    const NONE: Set = Set(ptr::null_mut());

    /// A reference to a set.
    fn new(set: *mut RawSet) -> Set {
        SETS.set(SETS.get() + usize::from(!set.is_null()));
        Set(set)
    }

    /// A set that a call of isl has just given.
    fn of(set: *mut RawSet) -> Set {
        // The set is freed if the check panics.
        let set = Set::new(set);
        check(set.is_value());
        set
    }

    /// The set that a text of isl describes.
    ///
    /// # Panics
    /// If isl cannot read the text.
    pub fn read(text: &str) -> Set {
        let text = CString::new(text).expect("texts of sets have no zeros");
        // SAFETY: the context and the text are valid.
        Set::of(unsafe { ffi::isl_set_read_from_str(CONTEXT.get(), text.as_ptr()) })
    }

    /// Whether there is a set: the operations were not used up.
    pub fn is_value(&self) -> bool {
        !self.0.is_null()
    }

    /// Of how many sets without unions isl made the set.
    pub fn parts(&self) -> usize {
        if !self.is_value() {
            return 0;
        }
        // SAFETY: the set is valid and not taken.
        usize::try_from(unsafe { ffi::isl_set_n_basic_set(self.0) }).unwrap_or_default()
    }

    /// The text of the set, which isl can read.
    pub fn text(&self) -> Option<String> {
        if !self.is_value() {
            return None;
        }
        // SAFETY: the set is valid and not taken, and the text is ours and freed once.
        unsafe {
            let text = ffi::isl_set_to_str(self.0);
            check(!text.is_null());
            if text.is_null() {
                return None;
            }
            let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
            ffi::free(text);
            Some(owned)
        }
    }

    /// A pointer that a call of isl takes.
    fn taken(&self) -> *mut RawSet {
        // SAFETY: the set is valid; the copy is another reference to it.
        unsafe { ffi::isl_set_copy(self.0) }
    }

    fn unary(&self, function: Unary) -> Set {
        if !self.is_value() {
            return Set::NONE;
        }
        // SAFETY: the function takes the reference that it is given.
        Set::of(unsafe { function(self.taken()) })
    }

    fn basic(&self, function: Basic) -> Set {
        if !self.is_value() {
            return Set::NONE;
        }
        // SAFETY: both functions take what they are given, and the second takes no set at all, too.
        Set::of(unsafe { ffi::isl_set_from_basic_set(function(self.taken())) })
    }

    fn binary(&self, other: &Set, function: Binary) -> Set {
        if !self.is_value() || !other.is_value() {
            return Set::NONE;
        }
        // SAFETY: the function takes the references that it is given.
        Set::of(unsafe { function(self.taken(), other.taken()) })
    }

    fn question(&self, function: Question) -> Answer {
        if !self.is_value() {
            return Answer::Unknown;
        }
        // SAFETY: the set is valid and not taken.
        Answer::of(unsafe { function(self.0) })
    }

    fn relation(&self, other: &Set, function: Relation) -> Answer {
        if !self.is_value() || !other.is_value() {
            return Answer::Unknown;
        }
        // SAFETY: the sets are valid and not taken.
        Answer::of(unsafe { function(self.0, other.0) })
    }

    /// All points that are not in the set.
    #[must_use]
    pub fn complement(&self) -> Set {
        self.unary(ffi::isl_set_complement)
    }

    /// The points with all coordinates negated.
    #[must_use]
    pub fn neg(&self) -> Set {
        self.unary(ffi::isl_set_neg)
    }

    /// The same set of fewer parts.
    #[must_use]
    pub fn coalesce(&self) -> Set {
        self.unary(ffi::isl_set_coalesce)
    }

    /// The same set, whose existential variables are quotients.
    #[must_use]
    pub fn compute_divs(&self) -> Set {
        self.unary(ffi::isl_set_compute_divs)
    }

    /// The same set of parts without common points.
    #[must_use]
    pub fn make_disjoint(&self) -> Set {
        self.unary(ffi::isl_set_make_disjoint)
    }

    /// The same set with the equalities that its constraints imply.
    #[must_use]
    pub fn detect_equalities(&self) -> Set {
        self.unary(ffi::isl_set_detect_equalities)
    }

    /// The same set without constraints that others imply.
    #[must_use]
    pub fn remove_redundancies(&self) -> Set {
        self.unary(ffi::isl_set_remove_redundancies)
    }

    /// The first point in the order of x, y and z.
    #[must_use]
    pub fn lexmin(&self) -> Set {
        self.unary(ffi::isl_set_lexmin)
    }

    /// The last point in the order of x, y and z.
    #[must_use]
    pub fn lexmax(&self) -> Set {
        self.unary(ffi::isl_set_lexmax)
    }

    /// The points that differ from one of the set in this coordinate at most.
    ///
    /// # Panics
    /// If there is no such coordinate.
    #[must_use]
    pub fn eliminate(&self, coordinate: u8) -> Set {
        self.changed(coordinate, |set, at| {
            // SAFETY: the function takes the reference that it is given.
            unsafe { ffi::isl_set_eliminate(set, ffi::DIM_SET, at, 1) }
        })
    }

    /// The points whose coordinate is at least this.
    ///
    /// # Panics
    /// If there is no such coordinate.
    #[must_use]
    pub fn from(&self, coordinate: u8, least: i8) -> Set {
        self.changed(coordinate, |set, at| {
            // SAFETY: as above.
            unsafe { ffi::isl_set_lower_bound_si(set, ffi::DIM_SET, at, c_long::from(least)) }
        })
    }

    /// The points whose coordinate is at most this.
    ///
    /// # Panics
    /// If there is no such coordinate.
    #[must_use]
    pub fn to(&self, coordinate: u8, most: i8) -> Set {
        self.changed(coordinate, |set, at| {
            // SAFETY: as above.
            unsafe { ffi::isl_set_upper_bound_si(set, ffi::DIM_SET, at, c_long::from(most)) }
        })
    }

    fn changed(
        &self,
        coordinate: u8,
        change: impl FnOnce(*mut RawSet, c_uint) -> *mut RawSet,
    ) -> Set {
        assert!(coordinate < 3, "points have three coordinates");
        match self.is_value() {
            true => Set::of(change(self.taken(), c_uint::from(coordinate))),
            false => Set::NONE,
        }
    }

    /// The smallest convex set with all points of the set.
    #[must_use]
    pub fn convex_hull(&self) -> Set {
        self.basic(ffi::isl_set_convex_hull)
    }

    /// A convex set with all points of the set, from constraints of its parts.
    #[must_use]
    pub fn simple_hull(&self) -> Set {
        self.basic(ffi::isl_set_simple_hull)
    }

    /// The smallest convex set, without quotients, with all points of the set.
    #[must_use]
    pub fn polyhedral_hull(&self) -> Set {
        self.basic(ffi::isl_set_polyhedral_hull)
    }

    /// The smallest set of equalities with all points of the set.
    #[must_use]
    pub fn affine_hull(&self) -> Set {
        self.basic(ffi::isl_set_affine_hull)
    }

    /// One point of the set, or none if it has none.
    #[must_use]
    pub fn sample(&self) -> Set {
        self.basic(ffi::isl_set_sample)
    }

    /// The points of either.
    #[must_use]
    pub fn union(&self, other: &Set) -> Set {
        self.binary(other, ffi::isl_set_union)
    }

    /// The points of both.
    #[must_use]
    pub fn intersect(&self, other: &Set) -> Set {
        self.binary(other, ffi::isl_set_intersect)
    }

    /// The points of this set that the other has not.
    #[must_use]
    pub fn subtract(&self, other: &Set) -> Set {
        self.binary(other, ffi::isl_set_subtract)
    }

    /// The sums of a point of each.
    #[must_use]
    pub fn sum(&self, other: &Set) -> Set {
        self.binary(other, ffi::isl_set_sum)
    }

    /// A simpler set that has the same points of the other set.
    #[must_use]
    pub fn gist(&self, other: &Set) -> Set {
        self.binary(other, ffi::isl_set_gist)
    }

    /// Whether there is no point.
    pub fn is_empty(&self) -> Answer {
        self.question(ffi::isl_set_is_empty)
    }

    /// Whether there is exactly one point.
    pub fn is_singleton(&self) -> Answer {
        self.question(ffi::isl_set_is_singleton)
    }

    /// Whether both have the same points.
    pub fn is_equal(&self, other: &Set) -> Answer {
        self.relation(other, ffi::isl_set_is_equal)
    }

    /// Whether the other set has all points of this one.
    pub fn is_subset(&self, other: &Set) -> Answer {
        self.relation(other, ffi::isl_set_is_subset)
    }

    /// Whether the other set has all points of this one, and more.
    pub fn is_strict_subset(&self, other: &Set) -> Answer {
        self.relation(other, ffi::isl_set_is_strict_subset)
    }

    /// Whether no point is in both.
    pub fn is_disjoint(&self, other: &Set) -> Answer {
        self.relation(other, ffi::isl_set_is_disjoint)
    }
}

impl Clone for Set {
    fn clone(&self) -> Set {
        if self.is_value() { Set::new(self.taken()) } else { Set::NONE }
    }
}

impl Drop for Set {
    fn drop(&mut self) {
        if self.is_value() {
            SETS.set(SETS.get() - 1);
            // SAFETY: this reference is freed once.
            unsafe { ffi::isl_set_free(self.0) };
        }
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Printing is no part of the test.
        let limit = |operations| {
            // SAFETY: the context is valid.
            unsafe { ffi::isl_ctx_set_max_operations(CONTEXT.get(), operations) };
        };
        limit(0);
        let text = self.text();
        limit(OPERATIONS);
        f.write_str(text.as_deref().unwrap_or("no value"))
    }
}
