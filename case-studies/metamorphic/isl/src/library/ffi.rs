//! The functions of isl that are used, as its headers declare them.

use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong};

/// What isl keeps for all objects.
#[repr(C)]
pub(super) struct Ctx {
    _opaque: [u8; 0],
}

/// A set of integer points.
#[repr(C)]
pub(super) struct RawSet {
    _opaque: [u8; 0],
}

/// A set without unions.
#[repr(C)]
pub(super) struct RawBasicSet {
    _opaque: [u8; 0],
}

/// A function that takes a set and gives a set.
pub(super) type Unary = unsafe extern "C" fn(*mut RawSet) -> *mut RawSet;

/// A function that takes a set and gives one without unions.
pub(super) type Basic = unsafe extern "C" fn(*mut RawSet) -> *mut RawBasicSet;

/// A function that takes two sets and gives a set.
pub(super) type Binary = unsafe extern "C" fn(*mut RawSet, *mut RawSet) -> *mut RawSet;

/// A question about a set, which is not taken: 0, 1, or -1 for an error.
pub(super) type Question = unsafe extern "C" fn(*mut RawSet) -> c_int;

/// A question about two sets, which are not taken.
pub(super) type Relation = unsafe extern "C" fn(*mut RawSet, *mut RawSet) -> c_int;

/// `ISL_ON_ERROR_CONTINUE`.
pub(super) const CONTINUE: c_int = 1;

/// `isl_error_none`.
pub(super) const NONE: c_int = 0;

/// `isl_error_quota`.
pub(super) const QUOTA: c_int = 6;

/// `isl_dim_set`.
pub(super) const DIM_SET: c_int = 3;

unsafe extern "C" {
    pub(super) fn free(text: *mut c_char);

    pub(super) fn isl_ctx_alloc() -> *mut Ctx;
    pub(super) fn isl_ctx_free(ctx: *mut Ctx);
    pub(super) fn isl_options_set_on_error(ctx: *mut Ctx, what: c_int) -> c_int;
    pub(super) fn isl_ctx_set_max_operations(ctx: *mut Ctx, operations: c_ulong);
    pub(super) fn isl_ctx_reset_operations(ctx: *mut Ctx);
    pub(super) fn isl_ctx_last_error(ctx: *mut Ctx) -> c_int;
    pub(super) fn isl_ctx_last_error_msg(ctx: *mut Ctx) -> *const c_char;
    pub(super) fn isl_ctx_last_error_file(ctx: *mut Ctx) -> *const c_char;
    pub(super) fn isl_ctx_last_error_line(ctx: *mut Ctx) -> c_int;
    pub(super) fn isl_ctx_reset_error(ctx: *mut Ctx);

    pub(super) fn isl_set_read_from_str(ctx: *mut Ctx, text: *const c_char) -> *mut RawSet;
    pub(super) fn isl_set_to_str(set: *mut RawSet) -> *mut c_char;
    pub(super) fn isl_set_copy(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_free(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_from_basic_set(set: *mut RawBasicSet) -> *mut RawSet;
    pub(super) fn isl_set_n_basic_set(set: *mut RawSet) -> c_int;

    pub(super) fn isl_set_complement(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_neg(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_coalesce(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_compute_divs(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_make_disjoint(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_detect_equalities(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_remove_redundancies(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_lexmin(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_lexmax(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_eliminate(
        set: *mut RawSet,
        kind: c_int,
        first: c_uint,
        count: c_uint,
    ) -> *mut RawSet;
    pub(super) fn isl_set_lower_bound_si(
        set: *mut RawSet,
        kind: c_int,
        at: c_uint,
        value: c_long,
    ) -> *mut RawSet;
    pub(super) fn isl_set_upper_bound_si(
        set: *mut RawSet,
        kind: c_int,
        at: c_uint,
        value: c_long,
    ) -> *mut RawSet;

    pub(super) fn isl_set_convex_hull(set: *mut RawSet) -> *mut RawBasicSet;
    pub(super) fn isl_set_simple_hull(set: *mut RawSet) -> *mut RawBasicSet;
    pub(super) fn isl_set_polyhedral_hull(set: *mut RawSet) -> *mut RawBasicSet;
    pub(super) fn isl_set_affine_hull(set: *mut RawSet) -> *mut RawBasicSet;
    pub(super) fn isl_set_sample(set: *mut RawSet) -> *mut RawBasicSet;

    pub(super) fn isl_set_union(one: *mut RawSet, other: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_intersect(one: *mut RawSet, other: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_subtract(one: *mut RawSet, other: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_sum(one: *mut RawSet, other: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_gist(one: *mut RawSet, other: *mut RawSet) -> *mut RawSet;

    pub(super) fn isl_set_is_empty(set: *mut RawSet) -> c_int;
    pub(super) fn isl_set_is_singleton(set: *mut RawSet) -> c_int;
    pub(super) fn isl_set_is_equal(one: *mut RawSet, other: *mut RawSet) -> c_int;
    pub(super) fn isl_set_is_subset(one: *mut RawSet, other: *mut RawSet) -> c_int;
    pub(super) fn isl_set_is_strict_subset(one: *mut RawSet, other: *mut RawSet) -> c_int;
    pub(super) fn isl_set_is_disjoint(one: *mut RawSet, other: *mut RawSet) -> c_int;
}
