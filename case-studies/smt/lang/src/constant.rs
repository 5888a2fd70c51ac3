//! Terms that are constants: what ValFuzz takes for holes.

use crate::model::Model;
use crate::sort::Sort;
use crate::term::{Kind, Term};
use crate::value::Value;

impl Term {
    /// The value, if the term is a constant as it stands: a literal, `true`, `(_ bv5 8)`, `(- 3)`,
    /// `(/ 1 3)`, `(- (/ 1 3))`, `(fp #b0 …)`, `(_ NaN 8 24)`. A sum of literals is none.
    ///
    /// ```
    /// use smt_lang::{Scope, Value};
    /// let constant = |text: &str| Scope::new().read_term(&text.parse().unwrap()).constant();
    /// assert_eq!(constant("(- 3)"), Some(Value::int(-3)));
    /// assert_eq!(constant("(/ 1 3)"), Some(Value::real(1, 3)));
    /// assert_eq!(constant("(+ 1 3)"), None);
    /// ```
    pub fn constant(&self) -> Option<Value> {
        self.is_constant().then(|| Model::default().value(self)).flatten()
    }

    fn is_constant(&self) -> bool {
        if let Kind::Literal(..) = self.kind() {
            return true;
        }
        let digits = |child: &Term| matches!(child.kind(), Kind::Literal(..));
        match (self.theory_op(), self.children()) {
            // Only these have a value without arguments.
            (Some(_), []) => matches!(
                self.sort(),
                Sort::Bool | Sort::BitVec(_) | Sort::Float(..) | Sort::RoundingMode | Sort::String
            ),
            (Some("-"), [only]) if only.is_op("/") => only.is_constant(),
            (Some("-"), [only]) => digits(only) && only.sort().is_arithmetic(),
            (Some("/"), [a, b]) => (digits(a) || a.is_op("-") && a.is_constant()) && digits(b),
            (Some("fp"), [_, _, _]) => self.children().iter().all(Term::is_constant),
            _ => false,
        }
    }
}
