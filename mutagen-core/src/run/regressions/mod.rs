//! Regressions: counterexamples that are kept as text beside the package, to be committed and run
//! before other tests. Each property has a file of its own, [`file_of`]. [`parse`] reads such a
//! file, and [`add()`] appends an [`Entry`] to it. Nothing here runs a test.

mod add;
mod entry;
mod file;
mod place;

pub use add::{Added, add, beginning, remove};
pub use entry::{Entry, MOST_VALUE, VALUE_WIDTH, portable};
pub use file::{Kept, RegressionError, is_regressions, parse, read};
pub use place::{FOLDER, UnknownUse, Use, file_of, target_of};
