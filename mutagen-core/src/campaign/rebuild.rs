//! The way back from an address to the value: along the log of retained tests, from the generated
//! value at its start. It is how a test that killed its process is shown and run again.

use super::{Subject, generated};
use crate::address::Address;
use crate::batch;
use crate::context::Context;
use crate::mutate::Node;
use derive_more::{Display, Error};

/// One entry of the campaign's log: a test that was retained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retained {
    /// Its number: the entry's place in the log.
    pub number: u64,
    /// How it was made.
    pub address: Address,
    /// Whether it passed; otherwise it was discarded.
    pub passed: bool,
}

/// A log that does not lead to the value that was asked for.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display(
    "the campaign's log does not lead to `{address}`: it is incomplete, or the types of the \
     property's arguments have changed since; run the campaign again with the same seed"
)]
pub struct BrokenLog {
    address: Address,
}

/// Makes the value of an address again.
///
/// # Errors
/// When the log lacks an ancestor, or an ancestor has no such mutant.
pub fn rebuild(
    subject: &dyn Subject,
    seed: u64,
    max_size: u32,
    log: &[Retained],
    address: Address,
) -> Result<Box<dyn Node>, BrokenLog> {
    let broken = || BrokenLog { address };
    let mut steps = Vec::new();
    let mut origin = address;
    let mut value = loop {
        match origin {
            Address::Generated { number, size } => break generated(subject, seed, number, size),
            Address::Mutant { parent, position, mutant } => {
                steps.push((parent, position, mutant));
                let entry = usize::try_from(parent).ok().and_then(|at| log.get(at));
                let entry = entry.ok_or_else(broken)?;
                // An entry is made from earlier ones only, which is what makes the way end.
                if matches!(entry.address, Address::Mutant { parent: next, .. } if next >= parent) {
                    return Err(broken());
                }
                origin = entry.address;
            }
        }
    };
    let mut context = Context::new(seed, max_size);
    for (parent, position, mutant) in steps.into_iter().rev() {
        if !batch::apply(&mut *value, parent, position, mutant, &mut context) {
            return Err(broken());
        }
    }
    Ok(value)
}
