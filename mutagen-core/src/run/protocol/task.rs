//! What a worker is to do: written by the supervisor into one environment variable.

use super::ProtocolError;
use crate::run::thread::STACK;
use crate::search::address::Address;
use crate::search::campaign::{Options, Reset};
use crate::search::queue::Order;
use crate::search::statistics::Statistics;
use crate::value::number_weights::NumberWeights;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The name of the environment variable.
const VARIABLE: &str = "MUTAGEN_TASK";

/// A worker's task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// A campaign, or one test again.
    pub mode: Mode,
    /// The file of the shared page.
    pub page: PathBuf,
    /// The file of the log of retained tests.
    pub log: PathBuf,
    /// The campaign's seed.
    pub seed: u64,
    /// After how many tests to end; `None` for no limit.
    pub max_tests: Option<u64>,
    /// After how much CPU time of the testing thread to end, in nanoseconds; `None` for no limit.
    pub max_cpu_nanoseconds: Option<u64>,
    /// Whether to go on after a counterexample.
    pub keep_going: bool,
    /// The campaign's options.
    pub options: CampaignOptions,
    /// Whether to take up the retained tests of an earlier worker of this campaign.
    pub resume: bool,
    /// Tests that killed an earlier worker: not to be run again.
    pub skip: Vec<Address>,
    /// Whether to tell which edges were new last.
    #[serde(default)]
    pub show_edges: bool,
    /// What earlier workers of this campaign came to: numbers of tests, R and resets go on from there.
    pub before: Statistics,
}

/// What a worker runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// A campaign.
    Run,
    /// One test of the campaign, shown and run once more.
    Confirm {
        /// Its address.
        address: Address,
    },
}

/// The options of a campaign, as they travel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignOptions {
    /// Last in first out by priority; otherwise first in first out.
    pub lifo: bool,
    /// Whether the logs are reset.
    pub reset: bool,
    /// Samples of a random mutant at the start.
    pub samples: u64,
    /// Whether tests with new edges are mutated.
    pub feedback: bool,
    /// Whether edges decide which tests are mutated. Otherwise a test that passed is mutated when
    /// nothing else waits: the same engine without feedback, to compare with.
    pub coverage: bool,
    /// The name of a [registered](crate::run::searches::register) search that runs instead of
    /// mutagen's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Whether nodes of recursive types are also regrown.
    pub regrow: bool,
    /// Whether there are no edits and no regrown nodes until new edges become rare for the first time.
    #[serde(default)]
    pub head_start: bool,
    /// Whether both sides of a twin are also mutated in the same place.
    #[serde(default)]
    pub twins: bool,
    /// Whether edits also make both sides of a twin alike again.
    #[serde(default)]
    pub align: bool,
    /// Whether most stacks of edits keep to both sides of a twin.
    #[serde(default)]
    pub together: bool,
    /// Whether half of the edits are those of drift, where edges decide.
    #[serde(default)]
    pub drift: bool,
    /// How many of a hundred tests are edits.
    pub edits: u32,
    /// Whether tests are told apart by their rarest edge.
    #[serde(default)]
    pub rarity: bool,
    /// Whether only some of many tests that are new in the set of their edges are kept.
    #[serde(default)]
    pub thin: bool,
    /// The largest size of a generated test.
    pub max_size: u32,
    /// Whether a reset leaves the sizes of generated tests as they are, to compare with the published
    /// tool, which does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep_size: bool,
    /// How often the random mutants of numbers are of which kind.
    pub proportions: NumberWeights,
    /// The stack of the thread that the property runs on, in bytes.
    pub stack_bytes: usize,
}

impl Default for CampaignOptions {
    fn default() -> CampaignOptions {
        let Options {
            samples,
            feedback,
            regrow,
            head_start,
            twins,
            align,
            together,
            drift,
            edits,
            rarity,
            thin,
            max_size,
            keep_size,
            proportions,
            ..
        } = Options::default();
        let stack_bytes = STACK;
        CampaignOptions {
            lifo: true,
            reset: true,
            samples,
            feedback,
            coverage: true,
            search: None,
            regrow,
            head_start,
            twins,
            align,
            together,
            drift,
            edits,
            rarity,
            thin,
            max_size,
            keep_size,
            proportions,
            stack_bytes,
        }
    }
}

impl CampaignOptions {
    /// The options as the campaign takes them.
    pub fn campaign(&self) -> Options {
        Options {
            order: if self.lifo { Order::PriorityLifo } else { Order::Fifo },
            reset: if self.reset { Reset::default() } else { Reset::Never },
            samples: self.samples,
            feedback: self.feedback,
            coverage: self.coverage,
            regrow: self.regrow,
            // Without coverage nothing says that new edges have become rare.
            head_start: self.head_start && self.coverage,
            twins: self.twins,
            align: self.align,
            together: self.together,
            // What a drift keeps to are edges.
            drift: self.drift && self.coverage,
            edits: self.edits,
            rarity: self.rarity,
            thin: self.thin,
            max_size: self.max_size,
            keep_size: self.keep_size,
            proportions: self.proportions,
            ..Options::default()
        }
    }
}

impl Task {
    /// The environment variable and its value, for the worker to be started with.
    ///
    /// # Errors
    /// When a path is not valid Unicode.
    pub fn to_env(&self) -> Result<(&'static str, String), ProtocolError> {
        Ok((VARIABLE, serde_json::to_string(self)?))
    }

    /// The task this process was started for; `None` if it is no worker.
    pub fn from_env() -> Option<Result<Task, ProtocolError>> {
        let text = std::env::var_os(VARIABLE)?;
        Some(serde_json::from_str(&text.to_string_lossy()).map_err(ProtocolError::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn every_option_that_travels_reaches_the_campaign() {
        let default = CampaignOptions::default();
        let fields = serde_json::to_value(&default).unwrap();
        for (name, value) in fields.as_object().unwrap() {
            let mut other = fields.clone();
            other[name] = match value {
                Value::Bool(on) => json!(!on),
                Value::Null => json!("another"),
                Value::Number(number) => json!(number.as_u64().unwrap() + 1),
                _ => {
                    let mut proportions = value.clone();
                    proportions["floats"]["near"] = json!(9);
                    proportions
                }
            };
            let other: CampaignOptions = serde_json::from_value(other).unwrap();
            // Another algorithm, and the thread that the property runs on.
            let elsewhere = ["search", "stack_bytes"].contains(&name.as_str());
            assert_eq!(other.campaign() == default.campaign(), elsewhere, "{name}");
        }
    }
}
