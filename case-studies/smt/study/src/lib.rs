//! SMT solvers checked against each other, on formulas that HistFuzz and ValFuzz make. In the order
//! in which they build on each other:
//!
//! - [`team`]: the solver under test and its references, and what they say about a script.
//! - [`findings`]: a finding is a file as soon as it is there.
//! - [`agree`]: the property on HistFuzz's choices.
//! - [`values`]: the properties on ValFuzz's values.
//! - [`hunt`]: experiments with a budget of CPU time: variants of HistFuzz on an old release, and
//!   the distinct known bugs they find.
#![forbid(unsafe_code)]

pub mod agree;
pub mod findings;
pub mod hunt;
pub mod team;
pub mod values;
