//! The messages for programs, which `--message-format json` writes: one line of JSON each. Their
//! JSON Schema is made from the types here. The comments on the types are its descriptions, so
//! each comment on a field says what the field means, and in which unit.

mod corpus;
mod coverage;
mod failures;
mod gaps;
mod list;
mod prune;
mod relations;
mod replay;
mod run;

pub use corpus::{
    ClearedCorpus, CorpusClear, CorpusFailure, CorpusList, CorpusMerge, CorpusMinimize,
    ListedCorpus,
};
pub use coverage::{CoverageFindings, DiscardPlace, Functions, IgnoredEdges, NewEdge};
pub use failures::{Failures, KeptFailure, KeptRun, KeptShrinking, KeptValue, RunState};
pub use gaps::{GapFile, GapTest, Gaps, GapsError};
pub use list::{List, ListedProperty};
pub use prune::{OrphanedFile, Prune, UnreadableEntry};
pub use relations::{Relation, Relations, Suspect, VariableValue, Written};
pub use replay::{Replay, ReplayOutcome, ReplayedTest, UnreadableText};
pub use run::{
    Failure, Outcome, RegressionCounts, Run, RunError, Shrunk, SilencedKind, Smallest, Statistics,
};

use crate::error::CliError;
use crate::exit_code::Exit;
use crate::stdout;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;

/// A message as one line.
pub fn line(message: &impl Serialize) -> String {
    let text = serde_json::to_string(message);
    // Nothing in a message fails to serialise: keys are texts, and numbers of seconds are finite.
    format!("{}\n", text.unwrap_or_default())
}

/// The JSON Schema of all messages, with one definition for each.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let messages = [
        of::<Run>(&mut generator),
        of::<RunError>(&mut generator),
        of::<List>(&mut generator),
        of::<Failures>(&mut generator),
        of::<Replay>(&mut generator),
        of::<Relations>(&mut generator),
        of::<CorpusList>(&mut generator),
        of::<CorpusMinimize>(&mut generator),
        of::<CorpusMerge>(&mut generator),
        of::<CorpusClear>(&mut generator),
        of::<Prune>(&mut generator),
        of::<Gaps>(&mut generator),
        of::<GapsError>(&mut generator),
    ];
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of cargo mutagen",
        "description": "One line of the standard output of `cargo mutagen` with `--message-format \
            json`. Which definition a line has follows from the command. All keys of an object are \
            always there; what is not known is null.",
        "anyOf": messages,
        "$defs": generator.take_definitions(true),
    })
}

/// Prints the schema.
///
/// # Errors
/// When the standard output cannot be written.
pub fn print_schema() -> Result<Exit, CliError> {
    stdout::write(&schema_text())?;
    Ok(Exit::NothingFound)
}

/// The schema as text.
pub fn schema_text() -> String {
    format!("{:#}\n", schema())
}

/// The reference to the schema of a message.
fn of<M: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<M>()
}

/// A path as text. What is no Unicode in it is replaced.
pub(crate) fn text_of(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
