//! Terms made by hand.

use crate::scope::Scope;
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::{Ident, Kind, Origin, Term};
use crate::token::TokenKind;
use std::fmt::Display;

impl Term {
    /// A variable or constant that is declared.
    pub fn var(name: impl Into<Symbol>, sort: Sort) -> Term {
        Term::new(Kind::Op(Ident::new(name, Origin::Declared)), Vec::new(), sort)
    }

    /// An operator or constant of a theory, applied to children that fit it; else its sort is
    /// unknown. Names of dialects are known.
    ///
    /// ```
    /// use smt_lang::{Sort, Term};
    /// let low = Term::theory("extract", &[3, 0], vec![Term::var("x", Sort::BitVec(8))]);
    /// assert_eq!(low.to_string(), "((_ extract 3 0) x)");
    /// assert_eq!(*low.sort(), Sort::BitVec(4));
    /// ```
    pub fn theory(name: &str, indices: &[u32], children: Vec<Term>) -> Term {
        Scope::new().ident_term(Ident::theory(name, indices), children)
    }

    /// `(name children…)` of a theory: see [`Term::theory`].
    pub fn app(name: &str, children: Vec<Term>) -> Term {
        Term::theory(name, &[], children)
    }

    /// `true` or `false`.
    pub fn bool(value: bool) -> Term {
        let name = if value { "true" } else { "false" };
        Term::new(Kind::Op(Ident::theory(name, &[])), Vec::new(), Sort::Bool)
    }

    /// `(not self)`
    #[must_use]
    pub fn not(&self) -> Term {
        Term::new(Kind::Op(Ident::theory("not", &[])), vec![self.clone()], Sort::Bool)
    }

    /// An Int: anything that is printed as digits, with a minus if negative.
    pub fn int(value: impl Display) -> Term {
        Term::signed(&value.to_string(), TokenKind::Numeral, Sort::Int)
    }

    /// A Real without a fraction.
    pub fn real(value: impl Display) -> Term {
        Term::signed(&format!("{value}.0"), TokenKind::Decimal, Sort::Real)
    }

    fn signed(text: &str, kind: TokenKind, sort: Sort) -> Term {
        let literal =
            |digits: &str| Term::new(Kind::Literal(kind, digits.into()), Vec::new(), sort.clone());
        match text.strip_prefix('-') {
            Some(digits) => {
                let minus = Kind::Op(Ident::theory("-", &[]));
                Term::new(minus, vec![literal(digits)], sort.clone())
            }
            None => literal(text),
        }
    }

    /// A literal, spelled as SMT-LIB spells it.
    pub fn literal_of(kind: TokenKind, text: &str, sort: Sort) -> Term {
        Term::new(Kind::Literal(kind, text.into()), Vec::new(), sort)
    }

    /// A string of these characters, escaped where SMT-LIB 2.6 demands it.
    pub fn string(characters: &[u32]) -> Term {
        let text = crate::strings::write(characters, crate::strings::Escapes::Standard);
        Term::literal_of(TokenKind::String, &text, Sort::String)
    }
}
