//! The text of an expression as a list of tokens.

use mutagen_core::Mutate;

/// A part of an expression.
#[derive(Debug, Clone, Mutate)]
pub enum Token {
    /// A number, with or without a fraction.
    Number(u32, Option<u32>),
    /// A variable.
    Variable(#[mutate(range = 'a'..='z')] char),
    /// An operator of two sides; the signs are also operators of one.
    Operator(Operator),
    /// A function.
    Function(#[mutate(range = 0..=16)] usize),
    /// An opening parenthesis.
    Open,
    /// A closing parenthesis.
    Close,
}

/// An operator of two sides.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Over,
    /// `^`
    Power,
}

const FUNCTIONS: [&str; 17] = [
    "signum", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "floor", "ceil",
    "trunc", "fract", "exp", "sqrt", "log",
];

/// The text of the tokens.
pub fn print(tokens: &[Token]) -> String {
    tokens.iter().map(Token::print).collect()
}

impl Token {
    fn print(&self) -> String {
        match self {
            Token::Number(whole, None) => whole.to_string(),
            Token::Number(whole, Some(fraction)) => format!("{whole}.{fraction}"),
            Token::Variable(name) => name.to_string(),
            Token::Operator(Operator::Plus) => "+".to_owned(),
            Token::Operator(Operator::Minus) => "-".to_owned(),
            Token::Operator(Operator::Times) => "*".to_owned(),
            Token::Operator(Operator::Over) => "/".to_owned(),
            Token::Operator(Operator::Power) => "^".to_owned(),
            Token::Function(index) => FUNCTIONS[*index].to_owned(),
            Token::Open => "(".to_owned(),
            Token::Close => ")".to_owned(),
        }
    }
}
