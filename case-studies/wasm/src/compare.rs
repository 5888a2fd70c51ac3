//! Compares the verdicts of the engine and the reference on one module.

use crate::{record, reference};
use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wasm_engine::Verdict;
use wasm_syntax::{Features, Module, encode, wat};

/// The features that the engine claims to support: WebAssembly 1.0 with the sign extension
/// operators.
pub const CLAIMS: Features = Features::WASM1.union(Features::SIGN_EXTENSION);

/// The verdicts of the engine and the reference on a module.
#[derive(Debug)]
pub enum Comparison {
    /// The module needs these features, which the engine does not claim. Neither was asked.
    Lacks(Features),
    /// Both reject it.
    BothReject,
    /// Both accept it.
    BothAccept,
    /// They disagree, or the engine panicked.
    Differ(Box<Disagreement>),
}

/// The two verdicts on a module, each with its reason, and the module as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
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
        writeln!(f, "engine, wain-validate 0.1.5: {}", self.engine)?;
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
pub fn compare(module: &Module) -> Comparison {
    let lacking = module.needs() - CLAIMS;
    if !lacking.is_empty() {
        return Comparison::Lacks(lacking);
    }
    BYTES.with_borrow_mut(|bytes| {
        encode(module, bytes);
        let valid = reference::accepts(bytes, CLAIMS);
        let engine = catch_unwind(AssertUnwindSafe(|| wasm_engine::judge(bytes)));
        match engine {
            Ok(Verdict::Valid) if valid => {
                record::valid_module(bytes);
                Comparison::BothAccept
            }
            Ok(Verdict::Invalid | Verdict::Malformed) if !valid => Comparison::BothReject,
            Ok(_) => differ(
                module,
                bytes,
                wasm_engine::explain(bytes).map_or(Opinion::Accepts, Opinion::Rejects),
            ),
            Err(payload) => differ(module, bytes, Opinion::Panics(message(&*payload))),
        }
    })
}

#[cold]
fn differ(module: &Module, bytes: &[u8], engine: Opinion) -> Comparison {
    let reference = reference::explain(bytes, CLAIMS).map_or(Opinion::Accepts, Opinion::Rejects);
    let wat = wat::wat(module);
    Comparison::Differ(Box::new(Disagreement { engine, reference, wat }))
}

fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("(no message)")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_the_engine_is_told_with_its_message() {
        let panicked = |payload: Box<dyn std::any::Any + Send>| {
            Opinion::Panics(message(&*payload)).to_string()
        };
        assert_eq!(panicked(Box::new("assertion failed")), "panicked: assertion failed");
        assert_eq!(panicked(Box::new(format!("at {}", 7))), "panicked: at 7");
        assert_eq!(panicked(Box::new(7)), "panicked: (no message)");
    }

    #[test]
    fn a_disagreement_is_told_with_both_verdicts_and_the_module_as_text() {
        let disagreement = Disagreement {
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
