//! Arithmetic expressions, of the challenge `calculator`.

use mutagen_core::Mutate;

/// An expression of integers.
#[derive(Debug, Clone, Mutate)]
pub enum Expression {
    /// A literal.
    Number(i64),
    /// A sum.
    Add(Box<Expression>, Box<Expression>),
    /// A quotient.
    Divide(Box<Expression>, Box<Expression>),
}

impl Expression {
    /// Whether no divisor is the literal 0.
    pub fn is_allowed(&self) -> bool {
        match self {
            Expression::Number(_) => true,
            Expression::Add(one, other) => one.is_allowed() && other.is_allowed(),
            Expression::Divide(one, other) => {
                !matches!(**other, Expression::Number(0)) && one.is_allowed() && other.is_allowed()
            }
        }
    }

    /// The value; `None` if it divides by 0.
    pub fn evaluate(&self) -> Option<i64> {
        match self {
            Expression::Number(number) => Some(*number),
            Expression::Add(one, other) => Some(one.evaluate()?.wrapping_add(other.evaluate()?)),
            Expression::Divide(one, other) => {
                let (one, other) = (one.evaluate()?, other.evaluate()?);
                (other != 0).then(|| one.wrapping_div(other))
            }
        }
    }
}
