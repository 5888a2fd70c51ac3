//! evalexpr 13.1.0: expressions of whole numbers and of truth values.

use evalexpr::{Value, eval};
use mutagen_core::{Mutate, property};

/// An expression that gives a whole number.
#[derive(Debug, Clone, Mutate)]
pub enum Whole {
    /// A number.
    Number(#[mutate(range = 0..=i64::MAX)] i64),
    /// The sign changed.
    Negative(Box<Whole>),
    /// A sum.
    Sum(Box<Whole>, Box<Whole>),
    /// A difference.
    Difference(Box<Whole>, Box<Whole>),
    /// A product.
    Product(Box<Whole>, Box<Whole>),
    /// A quotient.
    Quotient(Box<Whole>, Box<Whole>),
    /// A remainder.
    Remainder(Box<Whole>, Box<Whole>),
    /// One or the other.
    Choice(Box<Truth>, Box<Whole>, Box<Whole>),
}

/// An expression that gives a truth value.
#[derive(Debug, Clone, Mutate)]
pub enum Truth {
    /// A constant.
    Constant(bool),
    /// The opposite.
    Not(Box<Truth>),
    /// Both.
    And(Box<Truth>, Box<Truth>),
    /// One or both.
    Or(Box<Truth>, Box<Truth>),
    /// A comparison.
    Less(Box<Whole>, Box<Whole>),
    /// Equality.
    Equal(Box<Whole>, Box<Whole>),
}

impl Whole {
    fn print(&self) -> String {
        match self {
            Whole::Number(number) => number.to_string(),
            Whole::Negative(inner) => format!("-({})", inner.print()),
            Whole::Sum(a, b) => format!("({} + {})", a.print(), b.print()),
            Whole::Difference(a, b) => format!("({} - {})", a.print(), b.print()),
            Whole::Product(a, b) => format!("({} * {})", a.print(), b.print()),
            Whole::Quotient(a, b) => format!("({} / {})", a.print(), b.print()),
            Whole::Remainder(a, b) => format!("({} % {})", a.print(), b.print()),
            Whole::Choice(c, a, b) => format!("if({}, {}, {})", c.print(), a.print(), b.print()),
        }
    }

    /// The value, if nothing overflows and nothing is divided by zero.
    fn value(&self) -> Option<i64> {
        match self {
            Whole::Number(number) => Some(*number),
            Whole::Negative(inner) => inner.value()?.checked_neg(),
            Whole::Sum(a, b) => a.value()?.checked_add(b.value()?),
            Whole::Difference(a, b) => a.value()?.checked_sub(b.value()?),
            Whole::Product(a, b) => a.value()?.checked_mul(b.value()?),
            Whole::Quotient(a, b) => a.value()?.checked_div(b.value()?),
            Whole::Remainder(a, b) => a.value()?.checked_rem(b.value()?),
            Whole::Choice(c, a, b) => {
                let (c, a, b) = (c.value()?, a.value()?, b.value()?);
                Some(if c { a } else { b })
            }
        }
    }
}

impl Truth {
    fn print(&self) -> String {
        match self {
            Truth::Constant(value) => value.to_string(),
            Truth::Not(inner) => format!("!({})", inner.print()),
            Truth::And(a, b) => format!("({} && {})", a.print(), b.print()),
            Truth::Or(a, b) => format!("({} || {})", a.print(), b.print()),
            Truth::Less(a, b) => format!("({} < {})", a.print(), b.print()),
            Truth::Equal(a, b) => format!("({} == {})", a.print(), b.print()),
        }
    }

    fn value(&self) -> Option<bool> {
        Some(match self {
            Truth::Constant(value) => *value,
            Truth::Not(inner) => !inner.value()?,
            Truth::And(a, b) => a.value()? & b.value()?,
            Truth::Or(a, b) => a.value()? | b.value()?,
            Truth::Less(a, b) => a.value()? < b.value()?,
            Truth::Equal(a, b) => a.value()? == b.value()?,
        })
    }
}

/// An expression has its value, or an error if something overflows.
#[property]
pub fn expressions_have_their_values(expression: &Whole) {
    let text = expression.print();
    let given = eval(&text);
    match expression.value() {
        Some(value) => assert_eq!(given, Ok(Value::Int(value)), "{text}"),
        None => assert!(given.is_err(), "{text}: {given:?}"),
    }
}

/// Text that is no expression is refused.
#[property]
#[ignore = "finds a defect"]
pub fn any_text_is_evaluated_or_refused(text: &str) {
    let _ = eval(text);
}
