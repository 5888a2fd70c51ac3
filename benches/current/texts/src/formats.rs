//! csv 1.4.0, json 0.12.4, json5 1.3.7, ron 0.12.3: a value is printed and read again.

use mutagen_core::{Mutate, Outcome, assume, property};
use serde_json::Value;

/// A value of JSON.
#[derive(Debug, Clone, Mutate)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number.
    Whole(i64),
    /// A number without a sign.
    Unsigned(u64),
    /// A float.
    Float(f64),
    /// A text.
    Text(#[mutate(max_len = 8)] String),
    /// A list.
    List(Vec<Json>),
    /// Names and values.
    Object(Vec<(String, Json)>),
}

impl Json {
    fn value(&self) -> Value {
        match self {
            Json::Null => Value::Null,
            Json::Bool(value) => (*value).into(),
            Json::Whole(value) => (*value).into(),
            Json::Unsigned(value) => (*value).into(),
            // Formats need not tell a whole float from a whole number.
            Json::Float(value) if value.fract() == 0.0 => 0.5.into(),
            Json::Float(value) => (*value).into(),
            Json::Text(value) => value.as_str().into(),
            Json::List(values) => values.iter().map(Json::value).collect(),
            Json::Object(entries) => {
                entries.iter().map(|(key, value)| (key.clone(), value.value())).collect()
            }
        }
    }
}

/// A printed value is read again by json5, also if it was printed by serde_json.
#[property]
pub fn values_are_printed_and_read_by_json5(json: &Json) {
    let value = json.value();
    let text = json5::to_string(&value).expect("a value is printed");
    assert_eq!(json5::from_str::<Value>(&text).ok(), Some(value.clone()), "{text}");
    let text = value.to_string();
    assert_eq!(json5::from_str::<Value>(&text).ok(), Some(value), "{text}");
}

/// A printed value is read again by json, and by serde_json as the same value.
#[property]
pub fn values_are_printed_and_read_by_json(json: &Json) {
    let value = json.value();
    let text = value.to_string();
    let parsed = json::parse(&text).expect("JSON");
    let printed = parsed.dump();
    assert_eq!(json::parse(&printed).ok().as_ref(), Some(&parsed), "{printed}");
    assert_eq!(serde_json::from_str::<Value>(&printed).ok(), Some(value), "{printed}");
}

/// A printed value is read again by ron.
#[property]
pub fn values_are_printed_and_read_by_ron(json: &Json, pretty: bool) {
    let value = json.value();
    let text = if pretty {
        ron::ser::to_string_pretty(&value, ron::ser::PrettyConfig::default())
    } else {
        ron::to_string(&value)
    };
    let text = text.expect("a value is printed");
    assert_eq!(ron::from_str::<Value>(&text).ok(), Some(value), "{text}");
}

/// How a table is written.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Style {
    #[mutate(range = 0..=3)]
    delimiter: u8,
    always: bool,
    lines: bool,
    double: bool,
}

/// A written table is read again.
#[property]
#[ignore = "finds a defect"]
pub fn written_tables_are_read_again(rows: &[Vec<String>], style: Style) -> Outcome {
    assume!(rows.iter().all(|row| !row.is_empty()));
    let delimiter = [b',', b';', b'\t', b' '][usize::from(style.delimiter)];
    let quotes = if style.always { csv::QuoteStyle::Always } else { csv::QuoteStyle::Necessary };
    let mut writer = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .quote_style(quotes)
        .double_quote(style.double)
        .terminator(if style.lines { csv::Terminator::Any(b'\n') } else { csv::Terminator::CRLF })
        .flexible(true)
        .has_headers(false)
        .from_writer(Vec::new());
    rows.iter().for_each(|row| writer.write_record(row).expect("a vector has room"));
    let text = writer.into_inner().expect("a vector has room");
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(delimiter).flexible(true).has_headers(false).double_quote(style.double);
    if !style.double {
        reader.escape(Some(b'\\'));
    }
    let read: Vec<Vec<String>> = reader
        .from_reader(&text[..])
        .records()
        .map(|record| record.expect("a row").iter().map(String::from).collect())
        .collect();
    assert_eq!(read, rows, "{:?}", String::from_utf8_lossy(&text));
    Outcome::Passed
}

/// Any text is read or refused.
#[property]
pub fn any_text_is_read_or_refused(text: &str) {
    if let Ok(value) = json::parse(text) {
        let printed = value.dump();
        assert!(json::parse(&printed).is_ok(), "{printed}");
    }
    let _ = ron::from_str::<ron::Value>(text);
    let _ = json5::from_str::<Value>(text);
}
