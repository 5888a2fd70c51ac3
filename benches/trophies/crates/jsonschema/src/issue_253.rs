//! jsonschema 0.10.0 with fancy-regex 0.6.0, Stranger6667/jsonschema-rs issue 253. An escape of a
//! pattern that ends after its letter is looked up beyond the end of the pattern.

use jsonschema::JSONSchema;
use mutagen_core::Mutate;
use mutagen_core::property;
use serde_json::{Value, json};
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "jsonschema-253",
    krate: "jsonschema",
    version: "0.10.0",
    reference: "https://github.com/Stranger6667/jsonschema-rs/issues/253",
    kind: Kind::Index,
    bytes: None,
    text: Some(any_schema_is_compiled_or_refused),
    property: "issue_253::any_schema_is_compiled_or_refused",
    typed: Some("issue_253::schemas_are_compiled_or_refused"),
    witness: br#"{"pattern":"\\u"}"#,
    message: "fancy-regex-0.6",
};

/// A text of JSON that is no schema is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_schema_is_compiled_or_refused(text: &str) {
    if let Ok(schema) = serde_json::from_str::<Value>(text) {
        let _ = JSONSchema::compile(&schema);
    }
}

/// A schema.
#[derive(Debug, Clone, Mutate)]
pub enum Schema {
    /// Any value, or none.
    Bool(bool),
    /// A text of a pattern and lengths.
    Text(Vec<Part>, Option<u32>, Option<u32>),
    /// A number between others.
    Number(Option<i32>, Option<i32>),
    /// A list of values.
    List(Box<Schema>, bool),
    /// An object of members, and of members whose names have a pattern.
    Object(Vec<(Name, Schema)>, Option<(Vec<Part>, Box<Schema>)>),
    /// All of some schemas.
    All(Vec<Schema>),
    /// None of a schema.
    Not(Box<Schema>),
}

/// The name of a member.
#[derive(Debug, Clone, Mutate)]
pub struct Name(#[mutate(range = 'a'..='z')] char);

/// A part of a pattern.
#[derive(Debug, Clone, Mutate)]
pub enum Part {
    /// A character as it is.
    Plain(char),
    /// A character after a backslash.
    Escaped(#[mutate(range = 'A'..='z')] char),
    /// Any character.
    Any,
    /// A group, which may look ahead.
    Group(bool, Vec<Part>),
    /// What is before, any number of times.
    Star,
    /// What is before, or what is behind.
    Or,
}

fn pattern(parts: &[Part]) -> String {
    let print = |part: &Part| match part {
        Part::Plain(char) => char.to_string(),
        Part::Escaped(char) => format!("\\{char}"),
        Part::Any => ".".to_owned(),
        Part::Group(ahead, parts) => {
            format!("({}{})", if *ahead { "?=" } else { "" }, pattern(parts))
        }
        Part::Star => "*".to_owned(),
        Part::Or => "|".to_owned(),
    };
    parts.iter().map(print).collect()
}

impl Schema {
    fn value(&self) -> Value {
        match self {
            Schema::Bool(any) => json!(any),
            Schema::Text(parts, min, max) => {
                let mut schema = json!({ "type": "string", "pattern": pattern(parts) });
                min.inspect(|min| schema["minLength"] = json!(min));
                max.inspect(|max| schema["maxLength"] = json!(max));
                schema
            }
            Schema::Number(min, max) => {
                let mut schema = json!({ "type": "number" });
                min.inspect(|min| schema["minimum"] = json!(min));
                max.inspect(|max| schema["exclusiveMaximum"] = json!(max));
                schema
            }
            Schema::List(items, unique) => {
                json!({ "type": "array", "items": items.value(), "uniqueItems": unique })
            }
            Schema::Object(members, others) => {
                let member =
                    |(Name(name), schema): &(_, Schema)| (name.to_string(), schema.value());
                let members: serde_json::Map<_, _> = members.iter().map(member).collect();
                let mut schema = json!({ "type": "object", "properties": members });
                if let Some((parts, others)) = others {
                    schema["patternProperties"] = json!({ pattern(parts): others.value() });
                }
                schema
            }
            Schema::All(schemas) => {
                json!({ "allOf": schemas.iter().map(Schema::value).collect::<Vec<_>>() })
            }
            Schema::Not(schema) => json!({ "not": schema.value() }),
        }
    }
}

/// A schema is compiled, or refused because of a pattern.
#[property]
#[ignore = "finds the bug"]
pub fn schemas_are_compiled_or_refused(schema: &Schema) {
    any_schema_is_compiled_or_refused(&schema.value().to_string());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
