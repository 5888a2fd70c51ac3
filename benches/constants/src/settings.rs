//! A file of settings in the style of INI: sections, keys with values, comments, and values in
//! quotes where a character needs it. Texts that are no settings are discarded. The bug: a value
//! with the sign of a comment after a space is written without quotes, so it is cut when it is read
//! again.

use mutagen_core::{Outcome, assume, check};
use std::collections::BTreeMap;

/// Values by section and key.
pub type Settings = BTreeMap<String, BTreeMap<String, String>>;

/// Reads settings; `None` if a line has no meaning.
pub fn parse(text: &str) -> Option<Settings> {
    let mut settings = Settings::new();
    let mut section: Option<String> = None;
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(';') || line.starts_with('#') {
            continue;
        }
        if let Some(rest) = line.strip_prefix('[') {
            let name = rest.strip_suffix(']')?;
            if !is_name(name) {
                return None;
            }
            settings.entry(name.to_owned()).or_default();
            section = Some(name.to_owned());
            continue;
        }
        let (key, value) = line.split_once('=')?;
        let key = key.trim();
        if !is_name(key) {
            return None;
        }
        let value = value_of(value.trim())?;
        let keys = settings.get_mut(section.as_ref()?)?;
        if keys.insert(key.to_owned(), value).is_some() {
            return None;
        }
    }
    (!settings.is_empty()).then_some(settings)
}

fn is_name(text: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(inner)
}

/// The value after a key, without its quotes or the comment after it.
fn value_of(text: &str) -> Option<String> {
    let Some(rest) = text.strip_prefix('"') else {
        let end = [" ;", " #"].iter().filter_map(|sign| text.find(sign)).min();
        return Some(text[..end.unwrap_or(text.len())].trim_end().to_owned());
    };
    let mut value = String::new();
    let mut chars = rest.chars();
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => match chars.next()? {
                'n' => value.push('\n'),
                same @ ('"' | '\\') => value.push(same),
                _ => return None,
            },
            other => value.push(other),
        }
    }
    let after = chars.as_str().trim_start();
    (after.is_empty() || after.starts_with([';', '#'])).then_some(value)
}

/// The text of settings.
pub fn print(settings: &Settings) -> String {
    let mut text = String::new();
    for (name, keys) in settings {
        text.push_str(&format!("[{name}]\n"));
        for (key, value) in keys {
            text.push_str(&format!("{key} = {}\n", quoted(value)));
        }
    }
    text
}

/// A value, in quotes if it needs them.
fn quoted(value: &str) -> String {
    let needs = value.trim() != value || value.contains(['"', '\\', '\n', '\r']);
    if !needs {
        return value.to_owned();
    }
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// Settings come back from their text.
pub fn property(text: &str) -> Outcome {
    let settings = parse(text);
    assume!(settings.is_some());
    let Some(settings) = settings else { return Outcome::Discarded };
    check!(parse(&print(&settings)) == Some(settings))
}
