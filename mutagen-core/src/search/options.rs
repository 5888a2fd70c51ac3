//! The options of the search: one table holds the type, default, range and text of each. The
//! worker's task, the command line, the settings of the benchmarks and the command that repeats a
//! run all derive from the table. To add an option, add a row and use the field.

use crate::search::nearest::nearest;
use crate::search::queue::Order;
use crate::value::context::Context;
use crate::value::edit::Editor;
use crate::value::number_weights::{NumberWeights, Weights};
use derive_more::{Display, Error};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

macro_rules! options {
    ($($(#[doc = $text:literal])+ $name:ident: $type:ty = $default:expr, $values:expr;)+) => {
        /// The options of the search. The default is what `cargo mutagen run` does.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub struct Options {
            $($(#[doc = $text])+ pub $name: $type,)+
        }

        impl Default for Options {
            fn default() -> Options {
                Options { $($name: $default,)+ }
            }
        }

        /// The rows of the table.
        fn rows() -> Vec<Row> {
            vec![$(Row {
                key: stringify!($name).replace('_', "-"),
                text: concat!($($text),+).trim().trim_end_matches('.'),
                values: Values::<$type>::describe(&$values),
                shown: |options| Values::<$type>::show(&$values, &options.$name),
                set: |options, text| {
                    options.$name = Values::<$type>::read(&$values, text)?;
                    Some(())
                },
            },)+]
        }
    };
}

options! {
    /// Least share of edits, in %; if 0, only new edges count.
    edits: u32 = 90, 0..=100;
    /// Share of generated tests once there are edits, in %.
    generated: u32 = 0, 0..=99;
    /// The same for `#[metamorphic]`, if that is more, in %.
    generated_terms: u32 = 30, 0..=99;
    /// Count pairs of implementation and caller (`#[metamorphic]`).
    pairs: bool = false, ON_OFF;
    /// Tell edges that one of two runs alone hits (`#[metamorphic]`).
    one_run: bool = false, ON_OFF;
    /// Make half of the edits steps of a random walk (drift).
    drift: bool = true, ON_OFF;
    /// Use the operands of recorded comparisons in edits.
    operands: bool = true, ON_OFF;
    /// Also edit discarded tests, as long as few tests pass.
    discards: bool = true, ON_OFF;
    /// Prefer tests with rare edges; keep the cheapest test of an edge.
    rarity: bool = true, ON_OFF;
    /// No edits and no fresh subtrees until new edges become scarce.
    head_start: bool = true, ON_OFF;
    /// Also replace nodes of recursive types by small generated values.
    fresh_subtrees: bool = true, ON_OFF;
    /// Also mutate both sides of a `Twin` at the same place.
    twins: bool = true, ON_OFF;
    /// Draw values from the literals of the code under test.
    literals: bool = true, ON_OFF;
    /// Order of batches: most new edges first, or first in, first out.
    order: Order = Order::PriorityLifo, ORDERS;
    /// Forget the seen coverage when nothing is new.
    reset: bool = true, ON_OFF;
    /// Keep the size of generated tests at a reset.
    keep_size: bool = false, ON_OFF;
    /// Tests in a row without a new edge: ends the head start, or resets.
    threshold: u64 = 1000, 1..=u64::MAX;
    /// Samples of each random mutant at the start; resets double them.
    samples: u64 = 1, 1..=u64::MAX;
    /// Weights of fresh, near, boundary, flipped and any integers.
    integers: Weights = NumberWeights::default().integers, WEIGHTS;
    /// Weights of the same kinds of floats.
    floats: Weights = NumberWeights::default().floats, WEIGHTS;
    /// Largest size of a generated test.
    max_size: u32 = 10, 0..=u32::MAX;
    /// Largest depth of a test that gets a batch.
    max_depth: usize = 10_000, 0..=usize::MAX;
    /// Number of passed tests that are kept to be edited.
    corpus: usize = 10_000, 1..=usize::MAX;
    /// Number of nodes that these tests may have together.
    corpus_nodes: u64 = 5_000_000, 1..=u64::MAX;
    /// Mutate retained tests; if off, generate every test.
    feedback: bool = true, ON_OFF;
    /// Use coverage; if off, mutate any passed test when no batch waits.
    coverage: bool = true, ON_OFF;
}

/// Several options at once, under one name.
struct Preset {
    key: &'static str,
    text: &'static str,
    settings: &'static str,
}

const PRESETS: [Preset; 4] = [
    Preset {
        key: "paper",
        text: "The paper's algorithm: what was added to it is off",
        settings: "edits=0,operands=off,discards=off,fresh-subtrees=off,twins=off,literals=off",
    },
    Preset {
        key: "paper-fifo",
        text: "The paper's ablation: batches are served first in, first out",
        settings: "paper,order=fifo",
    },
    Preset {
        key: "paper-no-reset",
        text: "The paper's ablation: no reset, 25 samples of each random mutant",
        settings: "paper,reset=off,samples=25",
    },
    Preset {
        key: "generation",
        text: "Random testing: every test is generated",
        settings: "feedback=off,literals=off",
    },
];

/// A row of the table. `set` returns `None` if the option does not take the text.
struct Row {
    key: String,
    text: &'static str,
    values: String,
    shown: fn(&Options) -> String,
    set: fn(&mut Options, &str) -> Option<()>,
}

/// An option or a preset, as `cargo mutagen search-options` lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The key and the values that it takes, such as `edits=0..100`. For a preset, the key alone.
    pub usage: String,
    /// The default value; empty for a preset.
    pub default: String,
    /// What the option does.
    pub text: &'static str,
}

/// The error for text that does not set options.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
pub enum OptionsError {
    /// No option has this key.
    #[display(
        "there is no search option `{key}`; the nearest is `{nearest}`; \
         `cargo mutagen search-options` lists all"
    )]
    Unknown {
        /// The key.
        key: String,
        /// The most similar key of an option.
        nearest: String,
    },
    /// The text does not set the option.
    #[display("`{key}` {fault}: write `{usage}`")]
    Usage {
        /// The key of the option or preset.
        key: String,
        /// What is wrong with the text.
        fault: String,
        /// The key with the values that it takes.
        usage: String,
    },
}

impl Options {
    /// The algorithm of the paper.
    pub fn paper() -> Options {
        Options::of_preset("paper")
    }

    /// The options that a preset stands for.
    ///
    /// # Panics
    /// When there is no such preset.
    pub fn of_preset(key: &str) -> Options {
        let mut options = Options::default();
        options.apply(key).expect("a preset of this name");
        options
    }

    /// Sets the options that a text names: `KEY[=VALUE]`, separated by commas.
    ///
    /// # Errors
    /// When there is no such option, or it does not take the value. Options before it stay set.
    pub fn apply(&mut self, text: &str) -> Result<(), OptionsError> {
        text.split(',').map(str::trim).try_for_each(|setting| self.set(setting))
    }

    fn set(&mut self, setting: &str) -> Result<(), OptionsError> {
        let (key, value) = match setting.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (setting, None),
        };
        let misused = |fault: &str, usage: String| {
            Err(OptionsError::Usage { key: key.to_owned(), fault: fault.to_owned(), usage })
        };
        if let Some(preset) = PRESETS.iter().find(|preset| preset.key == key) {
            return match value {
                None => self.apply(preset.settings),
                Some(_) => misused("takes no value", key.to_owned()),
            };
        }
        let rows = rows();
        let Some(row) = rows.iter().find(|row| row.key == key) else {
            let presets = PRESETS.iter().map(|preset| preset.key);
            let keys = presets.chain(rows.iter().map(|row| row.key.as_str()));
            let nearest = nearest(key, keys).unwrap_or_default().to_owned();
            return Err(OptionsError::Unknown { key: key.to_owned(), nearest });
        };
        // A switch without a value is turned on.
        match ((row.set)(self, value.unwrap_or(ON)), value) {
            (Some(()), _) => Ok(()),
            (None, Some(value)) => {
                misused(&format!("does not take the value `{value}`"), row.usage())
            }
            (None, None) => misused("needs a value", row.usage()),
        }
    }

    /// All presets, then all options in the order of the table.
    pub fn list() -> Vec<Listed> {
        let default = Options::default();
        let presets = PRESETS.iter().map(|preset| Listed {
            usage: preset.key.to_owned(),
            default: String::new(),
            text: preset.text,
        });
        let rows = rows().into_iter().map(|row| Listed {
            usage: row.usage(),
            default: (row.shown)(&default),
            text: row.text,
        });
        presets.chain(rows).collect()
    }

    /// The weights of the kinds of random mutants of numbers.
    pub fn number_weights(&self) -> NumberWeights {
        NumberWeights { integers: self.integers, floats: self.floats }
    }

    /// A context that makes the mutants of a campaign with this seed.
    pub fn context(&self, seed: u64) -> Context {
        Context::new(seed, self.max_size).proportions(self.number_weights())
    }

    /// An editor for the edits of a campaign with this seed.
    pub(super) fn editor(&self, seed: u64) -> Editor {
        Editor::new(seed, self.max_size).proportions(self.number_weights())
    }

    /// Whether there is a head start. It needs coverage to tell that new edges become scarce.
    pub(super) fn has_head_start(&self) -> bool {
        self.head_start && self.coverage
    }

    /// Whether there is drift. It needs coverage, because an accepted step has to hit the edges of
    /// the first test.
    pub(super) fn drifts(&self) -> bool {
        self.drift && self.coverage
    }
}

/// The options that differ from the default, as [`Options::apply`] takes them.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Options::default();
        let value = |row: &Row| Some((row.shown)(self)).filter(|now| *now != (row.shown)(&default));
        let rows = rows();
        let settings = rows.iter().filter_map(|row| Some(format!("{}={}", row.key, value(row)?)));
        f.write_str(&settings.collect::<Vec<_>>().join(","))
    }
}

impl Row {
    fn usage(&self) -> String {
        format!("{}={}", self.key, self.values)
    }
}

/// The values that an option takes, and how they are read and written.
trait Values<T> {
    /// For the usage: `0..100`, `on|off`.
    fn describe(&self) -> String;
    fn read(&self, text: &str) -> Option<T>;
    fn show(&self, value: &T) -> String;
}

impl<T: FromStr + fmt::Display + PartialOrd + Copy> Values<T> for RangeInclusive<T> {
    fn describe(&self) -> String {
        let (least, most) = (self.start(), self.end());
        // The largest number of a type is not helpful to a user.
        if most.to_string().len() >= 10 { format!("{least}..") } else { format!("{least}..{most}") }
    }

    fn read(&self, text: &str) -> Option<T> {
        text.parse().ok().filter(|number| self.contains(number))
    }

    fn show(&self, value: &T) -> String {
        value.to_string()
    }
}

/// Values that are each written as a word.
impl<T: Copy + PartialEq, const N: usize> Values<T> for [(&str, T); N] {
    fn describe(&self) -> String {
        self.each_ref().map(|(word, _)| *word).join("|")
    }

    fn read(&self, text: &str) -> Option<T> {
        self.iter().find(|(word, _)| *word == text).map(|(_, value)| *value)
    }

    fn show(&self, value: &T) -> String {
        let word = self.iter().find(|(_, other)| other == value);
        word.map_or_else(String::new, |(word, _)| (*word).to_owned())
    }
}

const ON: &str = "on";

/// The values of a switch.
const ON_OFF: [(&str, bool); 2] = [(ON, true), ("off", false)];

const ORDERS: [(&str, Order); 2] = [("lifo", Order::PriorityLifo), ("fifo", Order::Fifo)];

/// Five weights with colons between them, since commas separate options.
const WEIGHTS: &str = "F:N:B:S:A";

impl Values<Weights> for &str {
    fn describe(&self) -> String {
        (*self).to_owned()
    }

    fn read(&self, text: &str) -> Option<Weights> {
        text.parse().ok()
    }

    fn show(&self, value: &Weights) -> String {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Options {
        let mut options = Options::default();
        options.apply(text).unwrap();
        options
    }

    /// Options that differ from the default in this row.
    fn changed(row: &Row) -> Options {
        let now = (row.shown)(&Options::default());
        let others = ["off", "on", "fifo", "7", "1:2:3:4:5"];
        let other = |text: &&str| {
            let mut options = Options::default();
            (row.set)(&mut options, text).filter(|()| **text != now).map(|()| options)
        };
        others.iter().find_map(other).unwrap()
    }

    #[test]
    fn each_option_is_set_by_its_key_and_shown_as_it_is_set() {
        for row in rows() {
            let changed = changed(&row);
            let text = changed.to_string();
            assert!(text.starts_with(&format!("{}=", row.key)) && !text.contains(','), "{text}");
            assert_eq!(options(&text), changed, "{text}");
        }
        assert_eq!(Options::default().to_string(), "");
    }

    #[test]
    fn each_option_reaches_the_worker() {
        for row in rows() {
            let changed = changed(&row);
            let text = serde_json::to_string(&changed).unwrap();
            assert_eq!(serde_json::from_str::<Options>(&text).unwrap(), changed);
        }
    }

    #[test]
    fn presets_and_options_are_applied_in_order() {
        assert_eq!(options("paper"), Options::paper());
        assert_eq!(
            options("paper").to_string(),
            "edits=0,operands=off,discards=off,fresh-subtrees=off,twins=off,literals=off"
        );
        let text = "edits=5,paper,twins,samples=3";
        assert_eq!(
            options(text).to_string(),
            "edits=0,operands=off,discards=off,fresh-subtrees=off,literals=off,samples=3"
        );
        let fifo = Options { order: Order::Fifo, ..Options::paper() };
        assert_eq!(options("paper-fifo"), fifo);
        let no_reset = Options { reset: false, samples: 25, ..Options::paper() };
        assert_eq!(options("paper-no-reset"), no_reset);
        assert_eq!(
            options("generation"),
            Options { feedback: false, literals: false, ..Options::default() }
        );
    }

    #[test]
    fn an_error_names_the_key_and_what_can_be_written() {
        let error = |text: &str| Options::default().apply(text).unwrap_err().to_string();
        assert_eq!(
            error("edist=3"),
            "there is no search option `edist`; the nearest is `edits`; \
             `cargo mutagen search-options` lists all"
        );
        assert_eq!(
            error("drift=off,edits=101"),
            "`edits` does not take the value `101`: write `edits=0..100`"
        );
        assert_eq!(error("edits"), "`edits` needs a value: write `edits=0..100`");
        assert_eq!(error("drift=no"), "`drift` does not take the value `no`: write `drift=on|off`");
        assert_eq!(error("paper=on"), "`paper` takes no value: write `paper`");
        assert_eq!(
            error("samples=0"),
            "`samples` does not take the value `0`: write `samples=1..`"
        );
    }

    #[test]
    fn without_coverage_there_is_neither_a_head_start_nor_drift() {
        let with = Options::default();
        let without = Options { coverage: false, ..with.clone() };
        assert!(with.has_head_start() && with.drifts());
        assert!(!without.has_head_start() && !without.drifts());
    }
}
