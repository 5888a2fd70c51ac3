//! To the general form of the language (`smt-lang`): what is printed is read again.

use crate::eval::Assignment;
use crate::script::Script;
use smt_lang::{Check, Dialect, Model, ModelError, ReadError};
use std::fmt::Write;

impl Script {
    /// The script in the general form, which has a sort for each of its terms.
    ///
    /// # Errors
    /// None is known: a printed script can be read.
    pub fn general(&self) -> Result<smt_lang::Script, ReadError> {
        smt_lang::Script::read(self.to_string().as_bytes())
    }

    /// The values of the variables of the script, as a model of its general form.
    ///
    /// # Errors
    /// None is known: a printed value can be read.
    pub fn general_model(
        &self,
        check: &Check<'_>,
        assignment: &Assignment,
    ) -> Result<Model, ModelError> {
        let mut text = String::from("(");
        for (sort, number) in self.variables() {
            if let Some(value) = assignment.get(sort, number) {
                let name = sort.prefix();
                // Writing to a string does not fail.
                let _ = write!(text, "(define-fun {name}{number} () {sort} {value})");
            }
        }
        text.push(')');
        check.model(&text, Dialect::Cvc5)
    }
}
