//! configparser 3.3.0, rust-ini 0.21.3: a configuration is written and read again.

use mutagen_core::{Outcome, assume, property};
use std::collections::BTreeMap;

/// A written configuration is read again by rust-ini.
#[property]
#[ignore = "finds a defect"]
pub fn configurations_are_written_and_read_by_rust_ini(
    entries: &BTreeMap<String, BTreeMap<String, String>>,
) -> Outcome {
    let plain = |name: &String| !name.is_empty() && name.trim() == name;
    assume!(entries.iter().all(|(section, pairs)| {
        plain(section) && pairs.iter().all(|(key, value)| plain(key) && value.trim() == value)
    }));
    let mut ini = ini::Ini::new();
    for (section, pairs) in entries {
        for (key, value) in pairs {
            ini.set_to(Some(section.as_str()), key.clone(), value.clone());
        }
    }
    let mut text = Vec::new();
    ini.write_to_policy(&mut text, ini::EscapePolicy::Everything).expect("a vector has room");
    let text = String::from_utf8(text).expect("text");
    let read = ini::Ini::load_from_str(&text).unwrap_or_else(|error| panic!("{error}: {text:?}"));
    for (section, pairs) in entries {
        for (key, value) in pairs {
            let given = read.get_from(Some(section.as_str()), key);
            assert_eq!(given, Some(value.as_str()), "{section:?} {key:?} in {text:?}");
        }
    }
    Outcome::Passed
}

/// A written configuration of plain words is read again by configparser.
#[property]
pub fn configurations_are_written_and_read_by_configparser(
    entries: &BTreeMap<String, BTreeMap<String, Option<String>>>,
) -> Outcome {
    let plain = |text: &str| {
        !text.is_empty()
            && text.chars().all(|c| c.is_alphanumeric() || " =:".contains(c))
            && text.trim() == text
    };
    assume!(entries.iter().all(|(section, pairs)| {
        plain(section)
            && !section.contains(['=', ':'])
            && pairs.iter().all(|(key, value)| {
                plain(key) && !key.contains(['=', ':']) && value.as_deref().is_none_or(plain)
            })
    }));
    let mut ini = configparser::ini::Ini::new_cs();
    for (section, pairs) in entries {
        for (key, value) in pairs {
            ini.set(section, key, value.clone());
        }
    }
    let text = ini.writes();
    let mut read = configparser::ini::Ini::new_cs();
    read.read(text.clone()).unwrap_or_else(|error| panic!("{error}: {text:?}"));
    assert_eq!(read.get_map_ref(), ini.get_map_ref(), "{text:?}");
    Outcome::Passed
}

/// Any text is a configuration or refused.
#[property]
pub fn any_text_is_a_configuration_or_refused(text: &str) {
    let _ = ini::Ini::load_from_str(text);
    for multiline in [false, true] {
        let mut ini = configparser::ini::Ini::new();
        ini.set_multiline(multiline);
        if ini.read(text.to_owned()).is_ok() {
            let _ = ini.writes();
        }
    }
}
