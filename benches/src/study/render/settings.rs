//! The settings of a report: all settings of the first strategy, and the differing settings of each
//! other strategy. `setup.json` has all of them.

use crate::study::analyse::data::Data;
use crate::study::rows::setup::StrategySetup;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Settings by group, and in a group by name, which is empty where a group is one setting.
type Groups = BTreeMap<String, BTreeMap<String, String>>;

pub(super) fn write(text: &mut String, data: &Data<'_>) {
    let setup = data.setup;
    let _ = writeln!(text, "## Settings\n\nSeed {}.", setup.seed);
    if let [first, _, ..] = &setup.strategies[..] {
        let _ = writeln!(
            text,
            "All settings of **{0}** are listed. For the others, only settings that differ or \
             that **{0}** does not have.",
            first.name
        );
    }
    text.push('\n');
    let mut base = Groups::new();
    for strategy in &setup.strategies {
        let all = groups(&strategy.settings);
        heading(text, strategy);
        for (group, settings) in differing(&all, &base) {
            let _ = writeln!(text, "  - `{group}`: {}", in_words(&settings));
        }
        if base.is_empty() {
            base = all;
        }
    }
    text.push('\n');
    for machine in &setup.machines {
        let _ = writeln!(
            text,
            "- Machine: {}, {} cores, {} trials in parallel; {}; {}",
            machine.processor, machine.cores, machine.jobs, machine.system, machine.compiler
        );
    }
    for command in &setup.commands {
        let _ = writeln!(text, "- Command: `{command}`");
    }
}

fn heading(text: &mut String, strategy: &StrategySetup) {
    let StrategySetup { name, about, limit, trials, screened, commits, .. } = strategy;
    let screened = if *screened {
        "after three trials without a result, the task counts as unsolved"
    } else {
        "all trials are run"
    };
    let commits = commits.join(", ");
    let _ = writeln!(
        text,
        "- **{name}**: {about}. {trials} trials of {limit} s, {screened}; commit {commits}."
    );
}

/// The settings that `base` does not have, or that differ from it.
fn differing<'a>(all: &'a Groups, base: &Groups) -> Vec<(&'a str, Vec<(&'a str, &'a str)>)> {
    let mut differing = Vec::new();
    for (group, settings) in all {
        let in_base = |name: &str| base.get(group).and_then(|settings| settings.get(name));
        let others: Vec<_> = settings
            .iter()
            .filter(|(name, value)| in_base(name) != Some(value))
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        if !others.is_empty() {
            differing.push((group.as_str(), others));
        }
    }
    differing
}

fn in_words(settings: &[(&str, &str)]) -> String {
    let word = |&(name, value): &(&str, &str)| {
        let value = if value.is_empty() { "none" } else { value };
        if name.is_empty() { value.to_owned() } else { format!("{name} {value}") }
    };
    settings.iter().map(word).collect::<Vec<_>>().join(", ")
}

fn groups(settings: &Value) -> Groups {
    let Value::Object(settings) = settings else { return Groups::new() };
    let mut groups = Groups::new();
    for (group, value) in settings {
        flatten(value, "", groups.entry(group.clone()).or_default());
    }
    // The engine repeats the options of a campaign. A setting with the same name and value is
    // written once.
    if let Some(campaign) = groups.get("campaign").cloned()
        && let Some(engine) = groups.get_mut("engine")
    {
        engine.retain(|name, value| campaign.get(name) != Some(value));
    }
    groups
}

fn flatten(value: &Value, name: &str, settings: &mut BTreeMap<String, String>) {
    let inner = |part: &str| match name {
        "" => part.to_owned(),
        _ => format!("{name}.{part}"),
    };
    match value {
        Value::Object(parts) => {
            parts.iter().for_each(|(part, value)| flatten(value, &inner(part), settings));
        }
        Value::String(text) => match fields(text) {
            Some(fields) => {
                for (part, value) in fields {
                    flatten(&Value::String(value.to_owned()), &inner(part), settings);
                }
            }
            None => drop(settings.insert(name.to_owned(), text.clone())),
        },
        _ => drop(settings.insert(name.to_owned(), value.to_string())),
    }
}

/// The fields of a struct as `Debug` writes it, which is how the engine's options are in a setup.
fn fields(text: &str) -> Option<Vec<(&str, &str)>> {
    let (_, inner) = text.strip_suffix(" }")?.split_once(" { ")?;
    let mut depth = 0_usize;
    let commas = |letter: char| {
        match letter {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    };
    inner.split(commas).map(|field| field.trim().split_once(": ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn mutagen(edits: u64, order: &str) -> Value {
        json!({
            "campaign": { "edits": edits, "shares": { "near": 1 } },
            "engine": format!(
                "Options {{ order: {order}, edits: {edits}, \
                 shares: Weights {{ near: 1, any: 2 }} }}"
            ),
            "sizes": "from 0, one more with each test",
            "seconds": 1.0,
        })
    }

    fn lines(settings: &Value, base: &Value) -> Vec<String> {
        let (all, base) = (groups(settings), groups(base));
        let line = |(group, settings): (&str, Vec<_>)| format!("{group}: {}", in_words(&settings));
        differing(&all, &base).into_iter().map(line).collect()
    }

    #[test]
    fn all_settings_of_the_first_are_named_once() {
        let expected = [
            "campaign: edits 70, shares.near 1",
            "engine: order Lifo, shares.any 2",
            "seconds: 1.0",
            "sizes: from 0, one more with each test",
        ];
        assert_eq!(lines(&mutagen(70, "Lifo"), &Value::Null), expected);
    }

    #[test]
    fn of_another_what_differs_is_named() {
        let first = mutagen(70, "Lifo");
        assert_eq!(lines(&first, &first), [""; 0]);
        let expected = ["campaign: edits 0", "engine: order Fifo"];
        assert_eq!(lines(&mutagen(0, "Fifo"), &first), expected);
        let peer = json!({ "seconds": 1.0, "peer": { "size": 30 }, "sizes": "" });
        assert_eq!(lines(&peer, &first), ["peer: size 30", "sizes: none"]);
    }

    #[test]
    fn text_that_is_no_struct_stays_whole() {
        assert_eq!(fields("FuzzChick"), None);
        assert_eq!(fields("release, one unit: the default"), None);
        let expected = vec![("a", "B { c: 1, d: [2, 3] }"), ("e", "4")];
        assert_eq!(fields("Options { a: B { c: 1, d: [2, 3] }, e: 4 }"), Some(expected));
    }
}
