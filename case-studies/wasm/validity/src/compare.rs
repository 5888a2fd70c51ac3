//! Compares the verdicts of the engine and the reference on one module.

use crate::tally::{self, Count, count};
use crate::{kind, record, reference};
use mutagen_core::Outcome;
use std::cell::RefCell;
use std::fmt::{self, Write};
use wasm_face::engine::caught;
use wasm_face::{Engine, Validator, Verdict};
use wasm_syntax::{Features, Module, encode, read, wat};

/// The verdicts of the engine and the reference on a module.
#[derive(Debug)]
pub enum Comparison {
    /// They differ on a module that needs these features, which the engine does not claim.
    Lacks(Features),
    /// Nothing is said about the module: both reject it; or the engine refuses it for a limit of
    /// its own; or one rejects it, and the comparison asks only about modules that this one
    /// accepts.
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
    /// The module in WebAssembly's text format, or its bytes.
    pub wat: String,
}

impl Disagreement {
    /// The kind of the failure: what disagrees, and the reason without what varies in it.
    pub fn kind(&self) -> String {
        match (&self.engine, &self.reference) {
            (Opinion::Panics(message), _) => kind::of("engine panicked", message),
            (_, Opinion::Panics(message)) => kind::of("reference panicked", message),
            (Opinion::Rejects(reason), _) => kind::of("refuses valid", reason),
            (_, Opinion::Rejects(reason)) => kind::of("accepts invalid", reason),
            // The two verdicts of one side differ.
            (Opinion::Accepts, Opinion::Accepts) => "engine wavers".to_owned(),
        }
    }
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

impl From<Comparison> for Outcome {
    fn from(comparison: Comparison) -> Outcome {
        match comparison {
            Comparison::Lacks(_) | Comparison::BothReject => Outcome::Discarded,
            Comparison::BothAccept => Outcome::Passed,
            Comparison::Differ(disagreement) => {
                Outcome::failed_as(&disagreement.kind(), disagreement.to_string())
            }
        }
    }
}

thread_local! {
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Encodes the module and asks both sides for their verdict. Allocates nothing unless they differ.
///
/// If they differ on a module that needs what the engine lacks, nothing is said: the reference
/// decodes the formats of later versions, see [`mod@reference`].
///
/// An engine without a validator ([`Validator::None`]) must not be asked about invalid modules, so
/// the reference is asked first, and then the engine's parser about what the reference accepts.
pub fn compare(engine: &dyn Engine, module: &Module) -> Comparison {
    count_needs(engine, module);
    encoded(module, |bytes| {
        let valid = reference::accepts(bytes, engine.about().claims);
        judge(engine, bytes, valid)
            .unwrap_or_else(|opinion| differ(engine, bytes, Some(module), opinion))
    })
}

/// [`compare`] in the direction of the paper only: the reference has to accept what the engine
/// accepts. What the engine rejects is settled before the reference is asked.
pub fn accepts(engine: &dyn Engine, module: &Module) -> Comparison {
    if engine.about().validator == Validator::None {
        return compare(engine, module);
    }
    count_needs(engine, module);
    encoded(module, |bytes| {
        judge_accepted(engine, bytes)
            .unwrap_or_else(|opinion| differ(engine, bytes, Some(module), opinion))
    })
}

/// [`accepts`] for bytes, which need not be a module.
pub fn accepts_bytes(engine: &dyn Engine, bytes: &[u8]) -> Comparison {
    if engine.about().validator == Validator::None {
        return compare_bytes(engine, bytes);
    }
    judge_accepted(engine, bytes).unwrap_or_else(|opinion| differ_on(engine, bytes, opinion))
}

/// Asks the engine about the bytes, and the reference if the engine accepts them. Where it differs,
/// its opinion is the error.
fn judge_accepted(engine: &dyn Engine, bytes: &[u8]) -> Result<Comparison, Opinion> {
    match engine.validate(bytes) {
        Verdict::Invalid => {
            count(Count::Invalid);
            Ok(Comparison::BothReject)
        }
        Verdict::Limited => Ok(limited()),
        Verdict::Valid if reference::accepts(bytes, engine.about().claims) => {
            Ok(both_accept(bytes))
        }
        verdict => Err(opinion_of(engine, bytes, verdict)),
    }
}

/// [`compare`] for bytes, which need not be a module.
pub fn compare_bytes(engine: &dyn Engine, bytes: &[u8]) -> Comparison {
    let valid = reference::accepts(bytes, engine.about().claims);
    judge(engine, bytes, valid).unwrap_or_else(|opinion| differ_on(engine, bytes, opinion))
}

/// [`differ`], with the bytes themselves.
#[cold]
fn differ_on(engine: &dyn Engine, bytes: &[u8], opinion: Opinion) -> Comparison {
    let mut comparison = differ(engine, bytes, read(bytes).ok().as_ref(), opinion);
    if let Comparison::Differ(disagreement) = &mut comparison {
        disagreement.wat.push_str(&in_hex(bytes));
    }
    comparison
}

/// Counts the module if it needs what the engine lacks.
#[inline]
pub fn count_needs(engine: &dyn Engine, module: &Module) {
    if tally::is_on() && !engine.about().claims.contains(module.needs()) {
        count(Count::Lacks);
    }
}

/// Passes on the encoding of the module.
fn encoded(module: &Module, judge: impl FnOnce(&[u8]) -> Comparison) -> Comparison {
    BYTES.with_borrow_mut(|bytes| {
        encode(module, bytes);
        judge(bytes)
    })
}

/// Asks the engine about bytes that are valid or not. Where it differs, its opinion is the error.
fn judge(engine: &dyn Engine, bytes: &[u8], valid: bool) -> Result<Comparison, Opinion> {
    if !valid && engine.about().validator == Validator::None {
        count(Count::Invalid);
        return Ok(Comparison::BothReject);
    }
    match engine.validate(bytes) {
        Verdict::Valid if valid => Ok(both_accept(bytes)),
        Verdict::Invalid if !valid => {
            count(Count::Invalid);
            Ok(Comparison::BothReject)
        }
        Verdict::Limited => Ok(limited()),
        verdict => Err(opinion_of(engine, bytes, verdict)),
    }
}

fn limited() -> Comparison {
    count(Count::Exhausted);
    Comparison::BothReject
}

fn both_accept(bytes: &[u8]) -> Comparison {
    count(Count::Valid);
    record::valid_module(bytes);
    Comparison::BothAccept
}

/// The verdict with its reason.
#[cold]
fn opinion_of(engine: &dyn Engine, bytes: &[u8], verdict: Verdict) -> Opinion {
    match verdict {
        Verdict::Panicked(message) => Opinion::Panics(message),
        Verdict::Valid => Opinion::Accepts,
        Verdict::Invalid | Verdict::Limited => match caught(|| engine.explain(bytes)) {
            Ok(reason) => Opinion::Rejects(reason.unwrap_or_else(|| "no reason".to_owned())),
            Err(message) => Opinion::Panics(message),
        },
    }
}

/// The two differ on these bytes. The text of the module is left out if the bytes are none.
#[cold]
fn differ(
    engine: &dyn Engine,
    bytes: &[u8],
    module: Option<&Module>,
    opinion: Opinion,
) -> Comparison {
    let about = engine.about();
    let lacking = module.map_or(Features::empty(), Module::needs) - about.claims;
    if !lacking.is_empty() && !matches!(opinion, Opinion::Panics(_)) {
        count(Count::Invalid);
        return Comparison::Lacks(lacking);
    }
    let reference = reference::explain(bytes, about.claims);
    Comparison::Differ(Box::new(Disagreement {
        release: about.release,
        engine: opinion,
        reference: reference.map_or(Opinion::Accepts, Opinion::Rejects),
        wat: module.map(wat::wat).unwrap_or_default(),
    }))
}

/// The bytes as comments of the text format.
fn in_hex(bytes: &[u8]) -> String {
    bytes.chunks(16).fold(String::new(), |mut text, line| {
        text.push_str(";;");
        for byte in line {
            // Writing into a text does not fail.
            let _ = write!(text, " {byte:02x}");
        }
        text.push('\n');
        text
    })
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
