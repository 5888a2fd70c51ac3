//! Runs one test of a specification, as `#[metamorphic]` writes it: the term with all bases, and
//! then as expanded. The first disagreement ends the test. What is not admitted, or never ends,
//! discards it.

mod attempt;
mod context;
mod examine;
mod finding;
mod guidance;
mod has_inputs;
mod left_out;
pub mod relations;
mod source;
mod specification;
mod spines;

pub(crate) use attempt::implemented;
pub use attempt::{expanded_calls, run};
pub use context::Context;
pub use examine::{Admitted, examine};
pub(crate) use guidance::guide;
pub use has_inputs::HasInputs;
pub use left_out::{
    LeftOut, is_implementation_left_out, is_law_left_out, is_operation_left_out, leave_out,
};
pub(crate) use left_out::{has_spines_only, unknown};
pub use relations::{
    Hashed, NotHashed, Table, TableOperation, TableOutput, TableSort, Value, argument, of_any,
};
pub(crate) use source::source;
pub use specification::{
    Found, Implementation, Input, ModulePlace, Operation, Output, Parameter, Part, Passing, Place,
    Returned, Smallest, Sort, Specification, Subject, Text,
};
pub(crate) use spines::reshape;
