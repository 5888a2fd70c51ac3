//! Shows progress; the only file that draws. On a terminal it overwrites one line. Elsewhere it
//! prints a plain line every few seconds. It prints nothing with `--quiet`.

use crate::instrument::Color;
use mutagen_core::internal::run::protocol::NewEdge;
use mutagen_core::internal::search::statistics::Statistics;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::os::unix::fs::FileExt;
use std::time::Duration;

/// The environment variable with a file to which the [`Progress`] is written.
pub const PROGRESS: &str = "MUTAGEN_PROGRESS";

/// What a campaign tells the command that follows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The latest statistics.
    pub statistics: Statistics,
    /// The lines that stay, in order: one for each failure.
    pub said: Vec<String>,
}

/// Time between two updates on a terminal.
const LIVE: Duration = Duration::from_millis(200);

/// Time between two lines elsewhere.
const PLAIN: Duration = Duration::from_secs(5);

/// Draws the progress of a campaign on the standard error stream.
pub struct Status {
    way: Way,
    shown: Option<Duration>,
    drawn: bool,
    color: bool,
    /// The file that another process reads the progress from, and what it has.
    file: Option<File>,
    progress: Progress,
}

enum Way {
    Quiet,
    Live,
    Plain,
}

impl Status {
    /// Draws whatever the terminal supports, or nothing if `quiet`.
    pub fn new(quiet: bool, color: Color) -> Status {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let terminal = std::io::stderr().is_terminal() && !dumb;
        let way = match (quiet, terminal) {
            (true, _) => Way::Quiet,
            (false, true) => Way::Live,
            (false, false) => Way::Plain,
        };
        let file = std::env::var_os(PROGRESS).and_then(|path| File::create(path).ok());
        let (color, progress) = (colored(color, terminal), Progress::default());
        Status { way, shown: None, drawn: false, color, file, progress }
    }

    /// Whether another process follows the progress.
    pub fn is_followed(&self) -> bool {
        self.file.is_some()
    }

    /// Shows the statistics and the last new edge, unless progress was shown very recently.
    pub fn show(&mut self, statistics: &Statistics, edge: Option<&NewEdge>, elapsed: Duration) {
        if self.is_followed() {
            self.progress.statistics = *statistics;
            self.tell();
        }
        self.draw(elapsed, || line(statistics, edge, elapsed));
    }

    /// Says that a failed test is run again, unless progress was shown very recently.
    pub fn show_repeat(&mut self, test: u64, elapsed: Duration) {
        let seconds = elapsed.as_secs_f64();
        self.draw(elapsed, || format!("{seconds:>5.1} s: running test {test} again, which failed"));
    }

    /// Shows how far shrinking has come, unless progress was shown very recently.
    pub fn show_shrinking(&mut self, nodes: u64, runs: u64, elapsed: Duration) {
        let seconds = elapsed.as_secs_f64();
        self.draw(elapsed, || {
            let runs = short(runs as f64);
            format!("{seconds:>5.1} s: shrinking: {nodes} nodes after {runs} tests; Ctrl-C ends it")
        });
    }

    /// Shows how far several campaigns have come, unless progress was shown very recently.
    pub fn show_several(&mut self, text: &str, elapsed: Duration) {
        self.draw(elapsed, || format!("{:>5.1} s: {text}", elapsed.as_secs_f64()));
    }

    /// Prints a line that stays, unless nothing is to be shown.
    pub fn say(&mut self, line: &str) {
        if self.is_followed() {
            self.progress.said.push(line.to_owned());
            self.tell();
        }
        self.clear();
        if !matches!(self.way, Way::Quiet) {
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }

    /// Writes the progress for the process that follows.
    fn tell(&self) {
        if let Some(file) = &self.file {
            // A reader that sees half of it asks again.
            let text = serde_json::to_vec(&self.progress).unwrap_or_default();
            let _ = file.write_all_at(&text, 0).and_then(|()| file.set_len(text.len() as u64));
        }
    }

    fn draw(&mut self, elapsed: Duration, line: impl FnOnce() -> String) {
        let (pause, live) = match self.way {
            Way::Quiet => return,
            Way::Live => (LIVE, true),
            Way::Plain => (PLAIN, false),
        };
        if self.shown.map_or(!live && elapsed < pause, |shown| elapsed < shown + pause) {
            return;
        }
        self.shown = Some(elapsed);
        let line = line();
        // An error while showing progress must not end a campaign.
        let _ = if live {
            self.drawn = true;
            let (on, off) = if self.color { ("\x1b[2m", "\x1b[0m") } else { ("", "") };
            // Only a single line can be overwritten, so line wrapping is off meanwhile.
            write!(std::io::stderr(), "\r\x1b[2K\x1b[?7l{on}{line}{off}\x1b[?7h")
        } else {
            writeln!(std::io::stderr(), "{line}")
        };
    }

    /// Removes the live line before something else is printed.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}

/// Whether to use colours: the flag decides first, then the environment, then the kind of stream.
pub fn colored(color: Color, terminal: bool) -> bool {
    let said = std::env::var("CARGO_TERM_COLOR").unwrap_or_default();
    match (color, said.as_str()) {
        (Color::Always, _) | (Color::Auto, "always") => true,
        (Color::Never, _) | (Color::Auto, "never") => false,
        (Color::Auto, _) => {
            terminal && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty())
        }
    }
}

/// The line that shows these statistics.
pub fn line(statistics: &Statistics, edge: Option<&NewEdge>, elapsed: Duration) -> String {
    let Statistics { tests, passed, discarded, failed, silenced, edges, .. } = *statistics;
    let Statistics { queued, samples, resets, .. } = *statistics;
    let rate = tests as f64 / elapsed.as_secs_f64().max(1e-9);
    let if_any = |tests: u64, what: &str| match tests {
        0 => String::new(),
        _ => format!(", {tests} {what}"),
    };
    let (failed, silenced) = (if_any(failed, "failed"), if_any(silenced, "silenced"));
    let edge = edge.map(|edge| format!(", last new: {edge}")).unwrap_or_default();
    format!(
        "{:>5.1} s: {} tests ({}/s), {} passed, {} discarded{failed}{silenced}, {edges} edges, \
         {queued} queued, R {samples}, {resets} resets{edge}",
        elapsed.as_secs_f64(),
        short(tests as f64),
        short(rate),
        short(passed as f64),
        short(discarded as f64),
    )
}

/// A number in at most 5 digits and a letter.
pub fn short(number: f64) -> String {
    match number {
        n if n < 10_000.0 => format!("{n:.0}"),
        n if n < 10_000_000.0 => format!("{:.0}k", n / 1e3),
        n => format!("{:.1}M", n / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_every_figure() {
        let statistics = Statistics {
            tests: 1_234_567,
            passed: 20_000,
            discarded: 9_999,
            edges: 321,
            queued: 7,
            samples: 4,
            resets: 2,
            ..Statistics::default()
        };
        assert_eq!(
            line(&statistics, None, Duration::from_secs(10)),
            " 10.0 s: 1235k tests (123k/s), 20k passed, 9999 discarded, 321 edges, 7 queued, R 4, \
             2 resets"
        );
        let failed = Statistics { failed: 3, ..statistics };
        let edge = NewEdge {
            edge: 1,
            test: 5,
            passed: true,
            function: Some("shop::price".into()),
            file: Some("src/lib.rs".into()),
            line: Some(7),
        };
        let line = line(&failed, Some(&edge), Duration::from_secs(1));
        assert!(line.contains(", 3 failed,"), "{line}");
        assert!(line.ends_with(", last new: src/lib.rs:7 in shop::price"), "{line}");
    }

    #[test]
    fn the_flag_decides_about_colours_before_the_stream_does() {
        assert!(colored(Color::Always, false));
        assert!(!colored(Color::Never, true));
    }
}
