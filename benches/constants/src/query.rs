//! A query language: columns of a table, a condition, an order and a limit, with keywords in either
//! case. A query runs on a small table with an index. The bug: a range of the indexed column whose
//! bounds are in the wrong order panics.

use mutagen_core::Outcome;
use std::collections::BTreeMap;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    Number(i64),
    Comma,
    Star,
    Equal,
    Less,
    Greater,
}

/// Splits a query; `None` if a character has no meaning.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(&first) = chars.peek() {
        match first {
            ' ' | '\n' | '\t' => {
                chars.next();
            }
            'a'..='z' | 'A'..='Z' | '_' => {
                let mut word = String::new();
                while let Some(next) = chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                    word.push(next.to_ascii_lowercase());
                }
                tokens.push(Token::Word(word));
            }
            '0'..='9' => {
                let mut number = 0_i64;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                    number = number.checked_mul(10)?.checked_add(i64::from(digit))?;
                    chars.next();
                }
                tokens.push(Token::Number(number));
            }
            _ => {
                tokens.push(match first {
                    ',' => Token::Comma,
                    '*' => Token::Star,
                    '=' => Token::Equal,
                    '<' => Token::Less,
                    '>' => Token::Greater,
                    _ => return None,
                });
                chars.next();
            }
        }
    }
    Some(tokens)
}

/// A query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The columns; none for all.
    pub columns: Vec<String>,
    /// The column with its condition.
    pub condition: Option<(String, Condition)>,
    /// Whether the rows are in descending order, if in any.
    pub descending: Option<bool>,
    /// The greatest number of rows.
    pub limit: usize,
}

/// A condition on a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// The same number.
    Equal(i64),
    /// A smaller number.
    Less(i64),
    /// A greater number.
    Greater(i64),
    /// A number from a range, bounds included.
    Between(i64, i64),
}

struct Parser {
    tokens: std::vec::IntoIter<Token>,
}

impl Parser {
    fn keyword(&mut self, word: &str) -> bool {
        let found = matches!(self.tokens.as_slice().first(), Some(Token::Word(w)) if w == word);
        if found {
            self.tokens.next();
        }
        found
    }

    fn word(&mut self) -> Option<String> {
        match self.tokens.next()? {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    fn number(&mut self) -> Option<i64> {
        match self.tokens.next()? {
            Token::Number(number) => Some(number),
            _ => None,
        }
    }

    fn columns(&mut self) -> Option<Vec<String>> {
        if self.tokens.as_slice().first() == Some(&Token::Star) {
            self.tokens.next();
            return Some(Vec::new());
        }
        let mut columns = vec![self.word()?];
        while self.tokens.as_slice().first() == Some(&Token::Comma) {
            self.tokens.next();
            columns.push(self.word()?);
        }
        Some(columns)
    }

    fn condition(&mut self) -> Option<Condition> {
        if self.keyword("between") {
            let low = self.number()?;
            let high = if self.keyword("and") { self.number()? } else { return None };
            return Some(Condition::Between(low, high));
        }
        match self.tokens.next()? {
            Token::Equal => self.number().map(Condition::Equal),
            Token::Less => self.number().map(Condition::Less),
            Token::Greater => self.number().map(Condition::Greater),
            _ => None,
        }
    }

    fn query(&mut self) -> Option<Query> {
        if !self.keyword("select") {
            return None;
        }
        let columns = self.columns()?;
        if !self.keyword("from") {
            return None;
        }
        self.word()?;
        let mut query = Query { columns, condition: None, descending: None, limit: usize::MAX };
        if self.keyword("where") {
            let column = self.word()?;
            query.condition = Some((column, self.condition()?));
        }
        if self.keyword("order") {
            if !self.keyword("by") {
                return None;
            }
            self.word()?;
            query.descending = Some(self.keyword("desc"));
        }
        if self.keyword("limit") {
            query.limit = usize::try_from(self.number()?).ok()?;
        }
        self.tokens.as_slice().is_empty().then_some(query)
    }
}

/// Reads a query; `None` if the text is none.
pub fn parse(text: &str) -> Option<Query> {
    Parser { tokens: tokens(text)?.into_iter() }.query()
}

/// The years of some books by number; the number is indexed.
fn books() -> BTreeMap<i64, i64> {
    [(3, 1968), (8, 1974), (21, 1986), (34, 1991), (55, 2003)].into()
}

/// Runs a query: the numbers of the books.
pub fn run(query: &Query) -> Vec<i64> {
    let books = books();
    let found = match &query.condition {
        Some((column, condition)) if column == "id" => match condition {
            Condition::Equal(id) => books.range(id..=id),
            Condition::Less(id) => books.range(..id),
            Condition::Greater(id) => books.range(id.saturating_add(1)..),
            Condition::Between(low, high) => books.range(low..=high),
        },
        _ => books.range(..),
    };
    let matches = |year: i64| match &query.condition {
        Some((column, condition)) if column == "year" => match *condition {
            Condition::Equal(other) => year == other,
            Condition::Less(other) => year < other,
            Condition::Greater(other) => year > other,
            Condition::Between(low, high) => (low..=high).contains(&year),
        },
        _ => true,
    };
    let mut ids: Vec<i64> = found.filter(|(_, year)| matches(**year)).map(|(id, _)| *id).collect();
    if query.descending == Some(true) {
        ids.reverse();
    }
    ids.truncate(query.limit);
    ids
}

/// A query runs without a panic.
pub fn property(text: &str) -> Outcome {
    if let Some(query) = parse(text) {
        run(&query);
    }
    Outcome::Passed
}
