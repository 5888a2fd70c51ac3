//! Compares the verdicts of the engine and the reference on one module.

use crate::{record, reference};
use std::cell::RefCell;
use std::fmt;
use wasm_face::engine::caught;
use wasm_face::{Engine, Verdict};
use wasm_syntax::{Features, Module, encode, wat};

/// The verdicts of the engine and the reference on a module.
#[derive(Debug)]
pub enum Comparison {
    /// The module needs these features, which the engine does not claim. Neither was asked.
    Lacks(Features),
    /// Both reject it, or the engine refuses it for a limit of its own.
    BothReject,
    /// Both accept it.
    BothAccept,
    /// They disagree, or the engine panicked.
    Differ(Box<Disagreement>),
}

/// The two verdicts on a module, each with its reason, and the module as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The engine's crate and version.
    pub release: &'static str,
    /// The engine's verdict.
    pub engine: Opinion,
    /// The reference's verdict.
    pub reference: Opinion,
    /// The module in WebAssembly's text format.
    pub wat: String,
}

/// The verdict of one side on a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opinion {
    /// The module is valid.
    Accepts,
    /// The module is invalid, for this reason.
    Rejects(String),
    /// The side panicked with this message.
    Panics(String),
}

impl fmt::Display for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opinion::Accepts => write!(f, "valid"),
            // The engine appends lines of bytes, but the text form of the module is easier to read.
            Opinion::Rejects(why) => {
                write!(f, "invalid: {}", why.lines().next().unwrap_or_default().trim_end())
            }
            Opinion::Panics(message) => write!(f, "panicked: {message}"),
        }
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "the engine and the reference do not agree whether this module is valid")?;
        writeln!(f, "engine, {}: {}", self.release, self.engine)?;
        writeln!(
            f,
            "reference, wasmparser told to know what the engine claims: {}",
            self.reference
        )?;
        write!(f, "{}", self.wat)
    }
}

thread_local! {
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Encodes the module and asks both sides for their verdict, unless the engine lacks what the
/// module needs. Allocates nothing unless they differ.
pub fn compare(engine: &dyn Engine, module: &Module) -> Comparison {
    let claims = engine.about().claims;
    let lacking = module.needs() - claims;
    if !lacking.is_empty() {
        return Comparison::Lacks(lacking);
    }
    BYTES.with_borrow_mut(|bytes| {
        encode(module, bytes);
        let valid = reference::accepts(bytes, claims);
        match engine.validate(bytes) {
            Verdict::Valid if valid => {
                record::valid_module(bytes);
                Comparison::BothAccept
            }
            Verdict::Invalid if !valid => Comparison::BothReject,
            Verdict::Limited => Comparison::BothReject,
            Verdict::Panicked(message) => differ(engine, module, bytes, Opinion::Panics(message)),
            _ => {
                let opinion = match caught(|| engine.explain(bytes)) {
                    Ok(reason) => reason.map_or(Opinion::Accepts, Opinion::Rejects),
                    Err(message) => Opinion::Panics(message),
                };
                differ(engine, module, bytes, opinion)
            }
        }
    })
}

#[cold]
fn differ(engine: &dyn Engine, module: &Module, bytes: &[u8], opinion: Opinion) -> Comparison {
    let about = engine.about();
    let reference = reference::explain(bytes, about.claims);
    Comparison::Differ(Box::new(Disagreement {
        release: about.release,
        engine: opinion,
        reference: reference.map_or(Opinion::Accepts, Opinion::Rejects),
        wat: wat::wat(module),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disagreement_is_told_with_both_verdicts_and_the_module_as_text() {
        let disagreement = Disagreement {
            release: "wain-validate 0.1.5",
            engine: Opinion::Rejects("too deep. caused at \n\n ... 05 00".to_owned()),
            reference: Opinion::Accepts,
            wat: "(module)\n".to_owned(),
        };
        let text = disagreement.to_string();
        let lines: Vec<&str> = text.lines().skip(1).collect();
        let expected = [
            "engine, wain-validate 0.1.5: invalid: too deep. caused at",
            "reference, wasmparser told to know what the engine claims: valid",
            "(module)",
        ];
        assert_eq!(lines, expected);
    }
}
