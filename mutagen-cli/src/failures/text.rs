//! A run and its failures as text for people.

use super::Listed;
use crate::campaigns::{KnownFailure, KnownValue, Reduction, State};
use crate::counted::counted;
use crate::escape::escape;
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The most lines of a value or message that are shown.
const LINES: usize = 20;

/// The most bytes of a value or message that are shown.
const BYTES: usize = 2 << 10;

/// A run as text. Whatever is in the files, the text does not control the terminal.
pub(super) fn run(listed: &Listed) -> String {
    let Listed { property, number, folder, run } = listed;
    let mut text = format!("{}, run {number}", property.name);
    let started = run.info.as_ref().ok().map(|info| Duration::from_secs(info.started));
    if let Some(time) = started.and_then(|since| SystemTime::UNIX_EPOCH.checked_add(since)) {
        let _ = write!(text, ", started {}", date(time));
    }
    match run.seed {
        Some(seed) => _ = write!(text, ", seed {seed}"),
        None => text.push_str(", seed unknown"),
    }
    match &run.state {
        State::Running => text.push_str(", is still running"),
        State::Killed => text.push_str(", was killed before its end"),
        State::Ended { exit_code, outcome } => {
            let _ = write!(text, ", ended with exit code {exit_code} ({outcome})");
        }
    }
    let _ = writeln!(text, ": {}", counted(run.failures.len() as u64, "failure"));
    for one in &run.failures {
        failure(&mut text, folder, one);
    }
    for note in &run.notes {
        block(&mut text, "note", note);
    }
    text.push('\n');
    escape(&text).into_owned()
}

/// The time of day at UTC. The library for it has no words for years after 9999.
fn date(time: SystemTime) -> String {
    let mut text = String::new();
    let shown = write!(text, "{}", humantime::format_rfc3339_seconds(time));
    if shown.is_ok() { text } else { "at an unknown time".to_owned() }
}

fn failure(text: &mut String, folder: &Path, failure: &KnownFailure) {
    let KnownFailure { finding, text: plain, debug, shrunk, reduction, .. } = failure;
    let KnownFailure { last_words, frames, class, count, last_test, .. } = failure;
    block(text, &finding.kind, &finding.message);
    let class = class.as_deref().unwrap_or("not confirmed");
    let times = if *count == 1 {
        format!("once, in test {}", finding.test)
    } else {
        format!("{count} times, first in test {}, last in test {last_test}", finding.test)
    };
    let _ = writeln!(text, "    class: {class}; seen {times}, after {:.2} s", finding.seconds);
    let _ = writeln!(text, "    address: {}", finding.address);
    let _ = writeln!(text, "    key: {}; phase: {}", finding.key, finding.phase);
    if let (Some(smallest), Some(reduction)) = (shrunk, reduction) {
        let Reduction { message, nodes: [before, after], .. } = reduction;
        value(text, folder, "shrunk value", smallest);
        let _ = writeln!(text, "    shrunk from {before} to {after} nodes");
        if let Some(message) = message {
            block(text, "  because", message);
        }
    }
    match shown(plain.as_ref(), debug.as_ref()) {
        Some(shown) => value(text, folder, "value", shown),
        None => text.push_str("    value: none was recorded\n"),
    }
    if let Some(words) = last_words {
        text.push_str("    last words:\n");
        lines(text, words);
    }
    if !frames.is_empty() {
        text.push_str("    stack:\n");
        lines(text, &frames.join("\n"));
    }
}

/// The form of a value to show: what `Debug` says, unless it is long and the other is shorter.
fn shown<'v>(
    plain: Option<&'v KnownValue>,
    debug: Option<&'v KnownValue>,
) -> Option<&'v KnownValue> {
    let is_long = |value: &&KnownValue| short(&value.text).1 || value.file.is_some();
    debug.filter(|value| !is_long(value)).or(plain).or(debug)
}

fn value(text: &mut String, folder: &Path, title: &str, value: &KnownValue) {
    let _ = writeln!(text, "    {title}:");
    let cut = lines(text, &value.text);
    match value.file.as_deref().and_then(|file| inside(folder, file)) {
        Some(file) => {
            let _ = writeln!(text, "    whole value ({} bytes): {}", value.bytes, file.display());
        }
        None if cut => {
            text.push_str("    `--message-format json` shows more of it\n");
        }
        None => {}
    }
}

/// The path of a file in a folder, unless its name leads out of the folder.
fn inside(folder: &Path, file: &str) -> Option<PathBuf> {
    let file = Path::new(file);
    let plain = file.components().all(|part| matches!(part, Component::Normal(_)));
    plain.then(|| folder.join(file))
}

/// Adds the title and the start of a text. Returns whether the text is longer.
fn block(text: &mut String, title: &str, content: &str) {
    let (start, cut) = short(content);
    let _ = write!(text, "  {title}: ");
    for (at, line) in start.lines().enumerate() {
        let _ = writeln!(text, "{}{line}", if at == 0 { "" } else { "    " });
    }
    if start.is_empty() {
        text.push('\n');
    }
    if cut {
        text.push_str("    …\n");
    }
}

/// Adds the start of a text as indented lines. Returns whether the text is longer.
fn lines(text: &mut String, content: &str) -> bool {
    let (start, cut) = short(content);
    for line in start.lines() {
        let _ = writeln!(text, "        {line}");
    }
    if cut {
        text.push_str("        …\n");
    }
    cut
}

/// The start of a text, and whether the text is longer.
fn short(text: &str) -> (&str, bool) {
    let ends = text.match_indices('\n').map(|(at, _)| at).nth(LINES - 1);
    let end = ends.unwrap_or(text.len()).min(text.floor_char_boundary(BYTES));
    (&text[..end], !text[end..].trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_after_20_lines_or_2_kib() {
        let lines = |count: usize| "line\n".repeat(count);
        assert_eq!(short(&lines(20)), (lines(20).trim_end(), false));
        assert_eq!(short(&lines(21)), (lines(20).trim_end(), true));
        let wide = "é".repeat(3000);
        let (start, cut) = short(&wide);
        assert_eq!((start.len(), cut), (2048, true));
        assert_eq!(short(""), ("", false));
    }

    #[test]
    fn the_short_form_of_a_long_value_is_shown() {
        let value = |text: String| KnownValue { bytes: text.len() as u64, text, file: None };
        let (plain, small, long) =
            (value("[7]".into()), value("[\n    7,\n]".into()), value("7,\n".repeat(50)));
        assert_eq!(shown(Some(&plain), Some(&small)), Some(&small));
        assert_eq!(shown(Some(&plain), Some(&long)), Some(&plain));
        assert_eq!(shown(None, Some(&long)), Some(&long));
        assert_eq!(shown(Some(&plain), None), Some(&plain));
        assert_eq!(shown(None, None), None);
    }

    #[test]
    fn the_file_of_a_value_is_never_outside_of_the_run() {
        let folder = Path::new("/runs/0001");
        let file = Some(PathBuf::from("/runs/0001/values/1.txt"));
        assert_eq!(inside(folder, "values/1.txt"), file);
        for name in ["/etc/passwd", "../0002/page", "values/../../x"] {
            assert_eq!(inside(folder, name), None, "{name}");
        }
    }

    #[test]
    fn any_start_of_a_run_has_a_date_or_words() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(date(at(1_700_000_000)), "2023-11-14T22:13:20Z");
        assert_eq!(date(at(1 << 60)), "at an unknown time");
    }
}
