//! A calculator: sums, products, powers, signs, parentheses and a few functions. Texts that are no
//! expression, or whose value is too great, are discarded. The bug: the power operator groups to
//! the right, and the printer leaves out the parentheses of a power that is the base of a power.

use mutagen_core::{Outcome, assume, check};

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// The negative of an expression.
    Negative(Box<Expression>),
    /// An operator with its operands.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// A function with its arguments.
    Call(Function, Vec<Expression>),
}

/// An operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `^`
    Power,
}

/// A function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Function {
    /// The magnitude of one number.
    Abs,
    /// The least of some numbers.
    Min,
    /// The greatest of some numbers.
    Max,
}

/// The deepest nesting.
const MAX_DEPTH: usize = 40;

struct Parser<'t> {
    rest: &'t str,
    depth: usize,
}

/// Reads an expression; `None` if the text is none.
pub fn parse(text: &str) -> Option<Expression> {
    let mut parser = Parser { rest: text, depth: 0 };
    let expression = parser.sum()?;
    parser.peek().is_none().then_some(expression)
}

impl Parser<'_> {
    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start_matches(' ');
        self.rest.chars().next()
    }

    fn eat(&mut self, token: char) -> bool {
        let found = self.peek() == Some(token);
        if found {
            self.rest = &self.rest[token.len_utf8()..];
        }
        found
    }

    fn sum(&mut self) -> Option<Expression> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                Some('+') => Operator::Add,
                Some('-') => Operator::Subtract,
                _ => return Some(left),
            };
            self.rest = &self.rest[1..];
            left = binary(operator, left, self.product()?);
        }
    }

    fn product(&mut self) -> Option<Expression> {
        let mut left = self.signed()?;
        loop {
            let operator = match self.peek() {
                Some('*') => Operator::Multiply,
                Some('/') => Operator::Divide,
                _ => return Some(left),
            };
            self.rest = &self.rest[1..];
            left = binary(operator, left, self.signed()?);
        }
    }

    fn signed(&mut self) -> Option<Expression> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let signed = if self.eat('-') {
            Expression::Negative(Box::new(self.signed()?))
        } else {
            self.power()?
        };
        self.depth -= 1;
        Some(signed)
    }

    fn power(&mut self) -> Option<Expression> {
        let base = self.atom()?;
        if self.eat('^') {
            return Some(binary(Operator::Power, base, self.signed()?));
        }
        Some(base)
    }

    fn atom(&mut self) -> Option<Expression> {
        if self.eat('(') {
            let inner = self.sum()?;
            return self.eat(')').then_some(inner);
        }
        let first = self.peek()?;
        let of_kind = |c: char| match first.is_ascii_digit() {
            true => c.is_ascii_digit(),
            false => c.is_ascii_lowercase(),
        };
        let end = self.rest.find(|c| !of_kind(c)).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        let function = match token {
            "abs" => Function::Abs,
            "min" => Function::Min,
            "max" => Function::Max,
            number => return number.parse().ok().map(Expression::Number),
        };
        self.call(function)
    }

    fn call(&mut self, function: Function) -> Option<Expression> {
        if !self.eat('(') {
            return None;
        }
        let mut arguments = vec![self.sum()?];
        while self.eat(',') {
            arguments.push(self.sum()?);
        }
        let fits = function != Function::Abs || arguments.len() == 1;
        (self.eat(')') && fits).then_some(Expression::Call(function, arguments))
    }
}

fn binary(operator: Operator, left: Expression, right: Expression) -> Expression {
    Expression::Binary(operator, Box::new(left), Box::new(right))
}

impl Expression {
    /// The value; `None` if it does not exist or is too great.
    pub fn value(&self) -> Option<i64> {
        match self {
            Expression::Number(number) => Some(*number),
            Expression::Negative(inner) => inner.value()?.checked_neg(),
            Expression::Binary(operator, left, right) => {
                let (left, right) = (left.value()?, right.value()?);
                match operator {
                    Operator::Add => left.checked_add(right),
                    Operator::Subtract => left.checked_sub(right),
                    Operator::Multiply => left.checked_mul(right),
                    Operator::Divide => left.checked_div(right),
                    Operator::Power => left.checked_pow(u32::try_from(right).ok()?),
                }
            }
            Expression::Call(function, arguments) => {
                let values: Option<Vec<i64>> = arguments.iter().map(Expression::value).collect();
                match function {
                    Function::Abs => values?.first()?.checked_abs(),
                    Function::Min => values?.into_iter().min(),
                    Function::Max => values?.into_iter().max(),
                }
            }
        }
    }

    /// The text, with as few parentheses as possible.
    pub fn print(&self) -> String {
        match self {
            Expression::Number(number) => number.to_string(),
            Expression::Negative(inner) => format!("-{}", inner.print_at(3)),
            Expression::Binary(operator, left, right) => {
                let (sign, on_left, on_right) = match operator {
                    Operator::Add => ('+', 1, 2),
                    Operator::Subtract => ('-', 1, 2),
                    Operator::Multiply => ('*', 2, 3),
                    Operator::Divide => ('/', 2, 3),
                    Operator::Power => ('^', 4, 3),
                };
                format!("{}{sign}{}", left.print_at(on_left), right.print_at(on_right))
            }
            Expression::Call(function, arguments) => {
                let name = match function {
                    Function::Abs => "abs",
                    Function::Min => "min",
                    Function::Max => "max",
                };
                let arguments: Vec<String> = arguments.iter().map(Expression::print).collect();
                format!("{name}({})", arguments.join(","))
            }
        }
    }

    /// The text where the grammar wants at least this level.
    fn print_at(&self, level: u8) -> String {
        let own = match self {
            Expression::Binary(Operator::Add | Operator::Subtract, ..) => 1,
            Expression::Binary(Operator::Multiply | Operator::Divide, ..) => 2,
            Expression::Negative(_) => 3,
            Expression::Binary(Operator::Power, ..) => 4,
            Expression::Number(_) | Expression::Call(..) => 5,
        };
        if own < level { format!("({})", self.print()) } else { self.print() }
    }
}

/// An expression with a value has the same value after it is printed and read again.
pub fn property(text: &str) -> Outcome {
    let expression = parse(text);
    assume!(expression.is_some());
    let Some(expression) = expression else { return Outcome::Discarded };
    let value = expression.value();
    assume!(value.is_some());
    check!(parse(&expression.print()).and_then(|again| again.value()) == value)
}
