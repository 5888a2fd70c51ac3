//! Formulas with few assignments: all of them are tried, so that the right answer is known without
//! another solver.

use crate::eval::Assignment;
use crate::script::Script;
use crate::sort::Sort;
use crate::value::Value;

/// Formulas whose variables have more bits in all are not tried.
pub const BITS: u32 = 5;

/// Whether some assignment satisfies the script; nothing if there are too many, if a variable has
/// infinitely many values, or if that depends on a value that is unknown.
pub fn satisfiable(script: &Script) -> Option<bool> {
    let variables: Vec<(Sort, u8)> = script.variables().into_iter().collect();
    let widths: Option<Vec<u32>> = variables
        .iter()
        .map(|(sort, _)| match sort {
            Sort::Bool => Some(1),
            Sort::Bv(width) => Some(*width),
            Sort::Fp(format) => Some(format.width()),
            _ => None,
        })
        .collect();
    let widths = widths?;
    let total: u32 = widths.iter().sum();
    if total > BITS {
        return None;
    }
    let mut known = true;
    let mut assignment = Assignment::default();
    for number in 0..1u64 << total {
        let mut rest = number;
        for (&(sort, name), &width) in variables.iter().zip(&widths) {
            let bits = rest & ((1 << width) - 1);
            rest >>= width;
            assignment.set(
                name,
                match sort {
                    Sort::Bool => Value::Bool(bits == 1),
                    Sort::Fp(format) => Value::Fp(format, format.canonical(bits)),
                    _ => Value::Bv(width, bits),
                },
            );
        }
        match script.holds(&assignment) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => known = false,
        }
    }
    known.then_some(false)
}
