//! exmex 0.21.0: expressions of floats, with operators of the usual precedence.

use exmex::{Express, FlatEx};
use mutagen_core::{Mutate, Outcome, assume, check, property};

/// An expression, printed with the fewest parentheses.
#[derive(Debug, Clone, Mutate)]
pub enum Expression {
    /// A number.
    Number(#[mutate(range = 0..=99)] u8),
    /// The sign changed.
    Negative(Box<Expression>),
    /// A sum.
    Sum(Box<Expression>, Box<Expression>),
    /// A difference.
    Difference(Box<Expression>, Box<Expression>),
    /// A product.
    Product(Box<Expression>, Box<Expression>),
    /// A quotient.
    Quotient(Box<Expression>, Box<Expression>),
}

impl Expression {
    /// The text, in parentheses if the operator around binds as strongly.
    fn print(&self, around: u8) -> String {
        let (strength, text) = match self {
            Expression::Number(number) => (9, number.to_string()),
            Expression::Negative(inner) => (0, format!("-{}", inner.print(8))),
            Expression::Sum(a, b) => (1, format!("{}+{}", a.print(1), b.print(2))),
            Expression::Difference(a, b) => (1, format!("{}-{}", a.print(1), b.print(2))),
            Expression::Product(a, b) => (3, format!("{}*{}", a.print(3), b.print(4))),
            Expression::Quotient(a, b) => (3, format!("{}/{}", a.print(3), b.print(4))),
        };
        if strength < around { format!("({text})") } else { text }
    }

    fn value(&self) -> f64 {
        match self {
            Expression::Number(number) => f64::from(*number),
            Expression::Negative(inner) => -inner.value(),
            Expression::Sum(a, b) => a.value() + b.value(),
            Expression::Difference(a, b) => a.value() - b.value(),
            Expression::Product(a, b) => a.value() * b.value(),
            Expression::Quotient(a, b) => a.value() / b.value(),
        }
    }
}

/// An expression has its value, up to rounding.
#[property]
pub fn expressions_have_their_values(expression: &Expression) -> Outcome {
    let value = expression.value();
    assume!(value.is_finite() && value.abs() < 1e9);
    let text = expression.print(0);
    let given = exmex::eval_str::<f64>(&text).expect("an expression");
    check!((given - value).abs() <= 1e-6 * value.abs().max(1.0))
}

/// Text that is no expression is refused, and what is parsed is evaluated.
#[property]
pub fn any_text_is_evaluated_or_refused(text: &str) {
    if let Ok(expression) = FlatEx::<f64>::parse(text) {
        let variables = vec![1.5; expression.var_names().len()];
        let _ = expression.eval(&variables);
    }
}
