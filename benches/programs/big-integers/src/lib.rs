//! Calls of a library of big integers, which can be counted and kept, to be run again in a bare
//! loop.
#![forbid(unsafe_code)]

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Num, Pow, Zero};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::str::FromStr;

/// A function of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The opposite of the first operand.
    Neg,
    /// The product.
    Mul,
    /// The quotient, rounded down.
    DivFloor,
    /// The remainder of that.
    ModFloor,
    /// A power of the first operand.
    Pow,
    /// The root of the first operand, rounded down.
    Sqrt,
    /// The bits that both have.
    And,
    /// The bits that one has.
    Or,
    /// The bits that exactly one has.
    Xor,
    /// The complement of the first operand.
    Not,
    /// The first operand times a power of two.
    Shl,
    /// The first operand by a power of two, rounded down.
    Shr,
}

use Which::{Add, And, DivFloor, ModFloor, Mul, Neg, Not, Or, Shl, Shr, Sqrt, Sub, Xor};

const ALL: [Which; 14] =
    [Add, Sub, Neg, Mul, DivFloor, ModFloor, Which::Pow, Sqrt, And, Or, Xor, Not, Shl, Shr];

/// A call with its operands. What the function does not take is zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    which: Which,
    one: BigInt,
    other: BigInt,
    number: u16,
}

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
    static KEEPS: Cell<bool> = const { Cell::new(false) };
    static KEPT: RefCell<Vec<Call>> = const { RefCell::new(Vec::new()) };
}

/// Makes a call, and counts it. The operands are those that the function takes.
///
/// # Panics
/// When the function panics: a division by zero, a root of a negative number.
pub fn call(which: Which, one: &BigInt, other: Option<&BigInt>, number: u16) -> BigInt {
    CALLS.set(CALLS.get() + 1);
    if KEEPS.get() {
        let call =
            Call { which, one: one.clone(), other: other.cloned().unwrap_or_default(), number };
        KEPT.with_borrow_mut(|kept| kept.push(call));
    }
    result(which, one, other.unwrap_or(&BigInt::ZERO), number)
}

fn result(which: Which, one: &BigInt, other: &BigInt, number: u16) -> BigInt {
    match which {
        Add => one + other,
        Sub => one - other,
        Neg => -one,
        Mul => one * other,
        DivFloor => one.div_floor(other),
        ModFloor => one.mod_floor(other),
        Which::Pow => Pow::pow(one, number),
        Sqrt => one.sqrt(),
        And => one & other,
        Or => one | other,
        Xor => one ^ other,
        Not => !one,
        Shl => one << usize::from(number),
        Shr => one >> usize::from(number),
    }
}

/// How many calls this thread has made.
pub fn calls() -> u64 {
    CALLS.get()
}

/// Keeps all further calls of this thread, or none.
pub fn keep(keeps: bool) {
    KEEPS.set(keeps);
}

/// The calls that were kept.
pub fn take_kept() -> Vec<Call> {
    KEPT.take()
}

impl Call {
    /// Makes the call again.
    ///
    /// # Panics
    /// As [`call`].
    pub fn again(&self) -> BigInt {
        result(self.which, &self.one, &self.other, self.number)
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Call { which, one, other, number } = self;
        write!(f, "{which:?} {one:x} {other:x} {number}")
    }
}

impl FromStr for Call {
    type Err = String;

    fn from_str(text: &str) -> Result<Call, String> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [which, one, other, number] = parts[..] else {
            return Err(format!("`{text}` is no call"));
        };
        let which = ALL.into_iter().find(|it| format!("{it:?}") == which);
        let read = |text: &str| BigInt::from_str_radix(text, 16).map_err(|why| why.to_string());
        Ok(Call {
            which: which.ok_or_else(|| format!("`{text}` calls no function"))?,
            one: read(one)?,
            other: read(other)?,
            number: number.parse().map_err(|why| format!("`{text}`: {why}"))?,
        })
    }
}

/// Whether a number is small enough for the measurement.
pub fn is_small(number: &BigInt) -> bool {
    number.bits() <= 600
}

/// Whether there is a quotient by a number.
pub fn divides(number: &BigInt) -> bool {
    !number.is_zero()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_counted_kept_written_and_made_again() {
        keep(true);
        let (a, b) = (BigInt::from(-1000), BigInt::from(7));
        let results: Vec<BigInt> =
            ALL.into_iter().filter(|it| *it != Sqrt).map(|it| call(it, &a, Some(&b), 2)).collect();
        keep(false);
        call(Add, &a, Some(&b), 0);
        assert_eq!(calls(), 14);
        let kept = take_kept();
        let again = kept.iter().map(|call| call.to_string().parse::<Call>().unwrap().again());
        assert_eq!(again.collect::<Vec<BigInt>>(), results);
        assert_eq!(results[4], BigInt::from(-143));
        assert!("Add 1 2".parse::<Call>().is_err() && "Plus 1 2 0".parse::<Call>().is_err());
    }
}
