//! Expressions of numbers, and their text.

use mutagen_core::Mutate;

/// An expression.
#[derive(Debug, Clone, Mutate)]
pub enum Expression {
    /// A number.
    Number(u32),
    /// A sign and a value.
    Sign(bool, Box<Expression>),
    /// An operator and the values on its sides.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// One more or one less: `++` or `--`, before or after.
    Step(bool, bool, Box<Expression>),
    /// `left = right`
    Assign(Box<Expression>, Box<Expression>),
}

/// An operator of two sides.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

impl Expression {
    /// The text of the expression.
    pub fn print(&self) -> String {
        match self {
            Expression::Number(number) => number.to_string(),
            Expression::Sign(negative, value) => {
                format!("{}({})", if *negative { '-' } else { '+' }, value.print())
            }
            Expression::Binary(operator, left, right) => {
                let operator = match operator {
                    Operator::Add => '+',
                    Operator::Subtract => '-',
                    Operator::Multiply => '*',
                    Operator::Divide => '/',
                    Operator::Remainder => '%',
                };
                format!("({}) {operator} ({})", left.print(), right.print())
            }
            Expression::Step(less, before, value) => {
                let step = if *less { "--" } else { "++" };
                let value = value.print();
                if *before { format!("{step}{value}") } else { format!("{value}{step}") }
            }
            Expression::Assign(left, right) => format!("{} = {}", left.print(), right.print()),
        }
    }
}
