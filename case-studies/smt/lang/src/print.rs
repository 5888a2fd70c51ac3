//! Text from scripts and terms, for a dialect.

use crate::names::Dialect;
use crate::respell::respell;
use crate::sexp::Sexp;
use crate::sort::{Sort, SortText, SortedVar};
use crate::strings::{self, Escapes};
use crate::symbol::Symbol;
use crate::term::{AttributeValue, Binder, Ident, Kind, Origin, Term};
use crate::token::TokenKind;
use std::fmt;

/// Collects text, with a space between two tokens where one is needed.
pub(crate) struct Writer {
    out: String,
    dialect: Dialect,
}

/// What is left to write of a term.
enum Task<'a> {
    Term(&'a Term),
    Word(&'a str),
    Close,
}

impl Writer {
    pub(crate) fn new(dialect: Dialect) -> Writer {
        Writer { out: String::new(), dialect }
    }

    pub(crate) fn finish(self) -> String {
        self.out
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Bytes written so far.
    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    fn space(&mut self) {
        if !self.out.ends_with(['(', '\n']) && !self.out.is_empty() {
            self.out.push(' ');
        }
    }

    pub(crate) fn word(&mut self, word: &str) {
        self.space();
        self.out.push_str(word);
    }

    pub(crate) fn open(&mut self) {
        self.space();
        self.out.push('(');
    }

    pub(crate) fn close(&mut self) {
        self.out.push(')');
    }

    pub(crate) fn line(&mut self) {
        self.out.push('\n');
    }

    /// A command of these words.
    pub(crate) fn command(&mut self, words: &[&str]) {
        self.open();
        words.iter().for_each(|word| self.word(word));
        self.close();
    }

    pub(crate) fn symbol(&mut self, symbol: &Symbol) {
        self.word(symbol.text());
    }

    pub(crate) fn sexp(&mut self, sexp: &Sexp) {
        for token in sexp.tokens() {
            match token.kind {
                TokenKind::Close => self.close(),
                TokenKind::String => self.literal(TokenKind::String, token.text),
                _ => self.word(token.text),
            }
        }
    }

    /// A sort, as spelled where the dialect has no other word for it.
    pub(crate) fn sort(&mut self, sort: &SortText) {
        match self.dialect {
            Dialect::Z3To488 if sort.sort == Sort::RegLan => self.word("(RegEx String)"),
            dialect if dialect != Dialect::AsRead && sort.sort == Sort::RegLan => {
                self.word("RegLan");
            }
            _ => self.sexp(&sort.text),
        }
    }

    pub(crate) fn sorted_vars(&mut self, variables: &[SortedVar]) {
        self.open();
        for variable in variables {
            self.open();
            self.symbol(&variable.name);
            self.sort(&variable.sort);
            self.close();
        }
        self.close();
    }

    fn literal(&mut self, kind: TokenKind, text: &str) {
        // A literal without escapes is the same for all; others are rewritten to the same meaning.
        let plain = |c: char| matches!(c, ' '..='~' | '\t' | '\n' | '\r') && c != '\\';
        if kind == TokenKind::String && self.dialect != Dialect::AsRead && !text.chars().all(plain)
        {
            let characters = strings::read(text, Escapes::Standard);
            self.word(&strings::write(&characters, self.dialect.escapes()));
        } else if self.dialect != Dialect::AsRead && is_odd(text) {
            self.odd_number(text);
        } else {
            self.word(text);
        }
    }

    /// A number that is none for SMT-LIB, as SMT-LIB has it.
    fn odd_number(&mut self, text: &str) {
        let decimal = |text: &str| match text.split_once('.') {
            Some((_, "")) => format!("{text}0"),
            _ => text.to_owned(),
        };
        let absolute = text.strip_prefix('-').unwrap_or(text);
        let absolute = match absolute.split_once('/') {
            Some((a, b)) => format!("(/ {a}.0 {b}.0)"),
            None => decimal(absolute),
        };
        if text.starts_with('-') {
            self.word(&format!("(- {absolute})"));
        } else {
            self.word(&absolute);
        }
    }

    fn ident(&mut self, ident: &Ident) {
        let name = match ident.origin {
            Origin::Theory if self.dialect != Dialect::AsRead => {
                let canonical = crate::names::canonical(ident.name.name());
                self.dialect.name(canonical)
            }
            _ => ident.name.text(),
        };
        let name = name.to_owned();
        if ident.of.is_some() {
            self.open();
            self.word("as");
        }
        if ident.indices.is_empty() {
            self.word(&name);
        } else {
            self.open();
            self.word("_");
            self.word(&name);
            ident.indices.iter().for_each(|index| self.sexp(index));
            self.close();
        }
        if let Some(sort) = &ident.of {
            self.sort(sort);
            self.close();
        }
    }

    pub(crate) fn term(&mut self, term: &Term) {
        let dialect = self.dialect;
        let differs = |part: &Term| respell(part, dialect).is_some();
        let respelled = (dialect != Dialect::AsRead && term.preorder().any(differs))
            .then(|| term.map(|part| respell(part, dialect)));
        let mut todo = vec![Task::Term(respelled.as_ref().unwrap_or(term))];
        while let Some(task) = todo.pop() {
            match task {
                Task::Word(word) => self.word(word),
                Task::Close => self.close(),
                Task::Term(term) => self.start(term, &mut todo),
            }
        }
    }

    /// Writes the beginning of a term, and leaves the rest to do.
    fn start<'a>(&mut self, term: &'a Term, todo: &mut Vec<Task<'a>>) {
        let children = term.children();
        match term.kind() {
            Kind::Literal(kind, text) => self.literal(*kind, text),
            Kind::Other(sexp) => self.sexp(sexp),
            Kind::Op(ident) if self.dialect == Dialect::Z3To488 && term.is_op("char") => {
                // A character by its number came with 4.8.9.
                let number = ident.indices.first().and_then(|index| index.token());
                let number = number.and_then(|n| u32::from_str_radix(n.text.get(2..)?, 16).ok());
                let characters: Vec<u32> = number.into_iter().collect();
                self.word(&strings::write(&characters, self.dialect.escapes()));
            }
            Kind::Op(ident) if children.is_empty() => self.ident(ident),
            Kind::Op(ident) => {
                self.open();
                self.ident(ident);
                todo.push(Task::Close);
                todo.extend(children.iter().rev().map(Task::Term));
            }
            Kind::Apply => {
                self.open();
                todo.push(Task::Close);
                todo.extend(children.iter().rev().map(Task::Term));
            }
            Kind::Let(names) => {
                self.open();
                self.word("let");
                self.open();
                todo.push(Task::Close);
                todo.push(Task::Term(&children[names.len()]));
                todo.push(Task::Close);
                for (name, value) in names.iter().zip(children).rev() {
                    todo.extend([Task::Close, Task::Term(value), Task::Word(name.text())]);
                    todo.push(Task::Word("("));
                }
            }
            Kind::Binder(binder, variables) => {
                self.open();
                self.word(self.binder(*binder));
                self.sorted_vars(variables);
                todo.push(Task::Close);
                todo.extend(children.iter().rev().map(Task::Term));
            }
            Kind::Match(patterns) => {
                self.open();
                self.word("match");
                let as_read = self.dialect == Dialect::AsRead;
                todo.extend([Task::Close, Task::Close]);
                for (pattern, body) in patterns.iter().zip(&children[1..]).rev() {
                    todo.extend([Task::Close, Task::Term(body)]);
                    if pattern.variables.is_empty() && !(pattern.in_list && as_read) {
                        todo.push(Task::Word(pattern.head.text()));
                    } else {
                        todo.push(Task::Close);
                        todo.extend(pattern.variables.iter().rev().map(|v| Task::Word(v.text())));
                        todo.extend([Task::Word(pattern.head.text()), Task::Word("(")]);
                    }
                    todo.push(Task::Word("("));
                }
                todo.extend([Task::Word("("), Task::Term(&children[0])]);
            }
            Kind::Annotated(attributes) => {
                self.open();
                self.word("!");
                let mut rest = children[1..].iter();
                let mut tasks = vec![Task::Term(&children[0])];
                for attribute in attributes {
                    tasks.push(Task::Word(&attribute.keyword));
                    match &attribute.value {
                        AttributeValue::None => {}
                        AttributeValue::Sexp(sexp) => {
                            for token in sexp.tokens() {
                                tasks.push(match token.kind {
                                    TokenKind::Close => Task::Close,
                                    _ => Task::Word(token.text),
                                });
                            }
                        }
                        AttributeValue::Term => tasks.extend(rest.next().map(Task::Term)),
                        AttributeValue::Terms(n) => {
                            tasks.push(Task::Word("("));
                            tasks.extend(rest.by_ref().take(*n).map(Task::Term));
                            tasks.push(Task::Close);
                        }
                    }
                }
                todo.push(Task::Close);
                todo.extend(tasks.into_iter().rev());
            }
        }
    }

    fn binder(&self, binder: Binder) -> &'static str {
        match binder {
            Binder::Forall => "forall",
            Binder::Exists => "exists",
            Binder::Lambda => "lambda",
            Binder::Choice => "choice",
            Binder::Comprehension if self.dialect == Dialect::Cvc4 => "comprehension",
            Binder::Comprehension => "set.comprehension",
        }
    }
}

/// Whether a number has a sign, a slash, or nothing after its point.
fn is_odd(text: &str) -> bool {
    let digit = text.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
    digit && (text.starts_with('-') || text.contains('/') || text.ends_with('.'))
}

impl Term {
    /// The text for a solver.
    pub fn print(&self, dialect: Dialect) -> String {
        let mut writer = Writer::new(dialect);
        writer.term(self);
        writer.finish()
    }

    /// The term as an S-expression, as read.
    pub fn to_sexp(&self) -> Sexp {
        let tokens = crate::Tokens::of(self.print(Dialect::AsRead));
        Sexp::of_tokens(&tokens).pop().expect("a term is one S-expression")
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print(Dialect::AsRead))
    }
}
