//! Host names in the wire format of DNS: labels, each after a byte with its length, and a zero byte
//! at the end. Labels have letters, digits and inner hyphens. Bytes that are no such name are
//! discarded. The bug: an internationalised label is written in lower case as text, so a name with
//! an upper-case letter in such a label does not come back from its text.

use mutagen_core::{Outcome, assume, check};

/// The greatest length of a label.
const MAX_LABEL: usize = 63;
/// The greatest length of a name on the wire.
const MAX_NAME: usize = 255;
/// How internationalised labels begin.
const ENCODED: &[u8] = b"xn--";

/// Reads the labels of a name.
pub fn labels(wire: &[u8]) -> Option<Vec<&[u8]>> {
    if wire.len() > MAX_NAME {
        return None;
    }
    let mut labels = Vec::new();
    let mut rest = wire;
    loop {
        let (&length, after) = rest.split_first()?;
        let length = usize::from(length);
        if length == 0 {
            return (after.is_empty() && !labels.is_empty()).then_some(labels);
        }
        if length > MAX_LABEL || length > after.len() {
            return None;
        }
        let (label, after) = after.split_at(length);
        if !is_label(label) {
            return None;
        }
        labels.push(label);
        rest = after;
    }
}

fn is_label(label: &[u8]) -> bool {
    let (Some(&first), Some(&last)) = (label.first(), label.last()) else { return false };
    if first == b'-' || last == b'-' {
        return false;
    }
    // Two hyphens here are reserved for encodings.
    if label.len() >= 4 && &label[2..4] == b"--" && !label.starts_with(ENCODED) {
        return false;
    }
    label.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The name with dots.
pub fn to_text(labels: &[&[u8]]) -> String {
    let mut text = String::new();
    for (index, label) in labels.iter().enumerate() {
        if index > 0 {
            text.push('.');
        }
        let encoded = label.starts_with(ENCODED);
        for &byte in *label {
            text.push(char::from(if encoded { byte.to_ascii_lowercase() } else { byte }));
        }
    }
    text
}

/// The wire format of a name with dots.
pub fn to_wire(text: &str) -> Vec<u8> {
    let mut wire = Vec::with_capacity(text.len() + 2);
    for label in text.split('.') {
        wire.push(label.len() as u8);
        wire.extend_from_slice(label.as_bytes());
    }
    wire.push(0);
    wire
}

/// A name comes back from its text.
pub fn property(bytes: &[u8]) -> Outcome {
    let labels = labels(bytes);
    assume!(labels.is_some());
    let Some(labels) = labels else { return Outcome::Discarded };
    check!(to_wire(&to_text(&labels)) == bytes)
}
