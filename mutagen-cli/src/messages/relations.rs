//! The message of `cargo mutagen relations`.

use schemars::JsonSchema;
use serde::Serialize;

/// What `cargo mutagen relations` writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Relations {
    /// The full name of the property.
    pub property: String,
    /// The exit code of the command.
    pub exit_code: u8,
    /// How many terms were evaluated.
    pub terms: u64,
    /// How many of them differ from all smaller ones.
    pub different_terms: u64,
    /// Whether all terms of the size were looked at. If not, there was no time for them.
    pub complete: bool,
    /// The operations that were left out because they ended the process or did not end in time.
    pub left_out: Vec<String>,
    /// How many terms equal a smaller one.
    pub equations: u64,
    /// Equations that do not follow from those before, the smallest first.
    pub relations: Vec<Relation>,
    /// Terms that are equal on nearly all inputs, the most suspicious first.
    pub suspects: Vec<Suspect>,
    /// The implementations of the specification that are terms of at most this size.
    pub written: Vec<Written>,
}

/// An equation, or several for which there are short forms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Relation {
    /// The function or the attribute to paste.
    pub source: String,
    /// The equations that it stands for.
    pub equations: Vec<String>,
    /// On how many inputs the rarest of them was compared.
    pub inputs: u64,
}

/// Two terms that are equal on nearly all inputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Suspect {
    /// The term with more operations.
    pub larger: String,
    /// The other term.
    pub smaller: String,
    /// On how many inputs they were compared.
    pub inputs: u64,
    /// On how many of them they differ.
    pub exceptions: u64,
    /// The values of the variables in the smallest exception that was found; none if it ended the
    /// process.
    pub values: Vec<VariableValue>,
    /// What the larger term gives there.
    pub larger_value: Option<String>,
    /// What the smaller term gives there.
    pub smaller_value: Option<String>,
}

/// What a variable stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct VariableValue {
    /// The variable.
    pub name: String,
    /// The value.
    pub value: String,
}

/// An implementation that the specification has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Written {
    /// The name of the function.
    pub name: String,
    /// Whether it is among the relations or follows from them.
    pub found: bool,
}
