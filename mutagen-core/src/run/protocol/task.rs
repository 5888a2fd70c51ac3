//! The task of a worker, the first message on its socket.

use super::Line;
use crate::run::metamorphic::LeftOut;
use crate::run::metamorphic::relations::MinedPair;
use crate::search::address::Address;
use crate::search::options::Options;
use crate::search::share::Share;
use crate::search::statistics::Statistics;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A worker's task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Whether to run a campaign or to confirm one test.
    pub mode: Mode,
    /// The file of the shared page.
    pub page: PathBuf,
    /// The file of the journal.
    pub log: PathBuf,
    /// The file of the [literals](crate::value::literals::Literals) of the code under test; `None`
    /// if the campaign has none.
    #[serde(default)]
    pub literals: Option<PathBuf>,
    /// The file of the inputs that the campaign starts from; `None` if there are none.
    #[serde(default)]
    pub inputs: Option<PathBuf>,
    /// Which part of the campaign this worker does.
    #[serde(default)]
    pub share: Share,
    /// The file of the exchange between the workers of the campaign; `None` if nothing is given,
    /// because there are no other workers or their tests come from `received` alone.
    #[serde(default)]
    pub exchange: Option<PathBuf>,
    /// The file of the tests that this worker has received from others; `None` if it is the only
    /// one.
    #[serde(default)]
    pub received: Option<PathBuf>,
    /// Whether to tell the text of each retained test that is no input.
    #[serde(default)]
    pub tell_retained: bool,
    /// Whether to tell what came of each input.
    #[serde(default)]
    pub tell_inputs: bool,
    /// The campaign's seed.
    pub seed: u64,
    /// The maximum number of tests; `None` for no limit.
    pub max_tests: Option<u64>,
    /// The maximum CPU time of the testing thread, in nanoseconds; `None` for no limit.
    pub max_cpu_nanoseconds: Option<u64>,
    /// Whether to continue after a counterexample.
    pub keep_going: bool,
    /// The name of a [registered](crate::run::searches::register) search that runs instead of
    /// mutagen's.
    #[serde(default)]
    pub search: Option<String>,
    /// The options of the search.
    pub options: Options,
    /// The stack size of the thread that the property runs on, in bytes.
    pub stack_bytes: usize,
    /// Whether to resume from the journal of an earlier worker of this campaign.
    pub resume: bool,
    /// Tests that killed an earlier worker. They are not run again.
    pub skip: Vec<Address>,
    /// Failed tests that earlier workers have told. They may be made again, so the journal keeps
    /// what leads to them.
    #[serde(default)]
    pub found: Vec<Address>,
    /// The crates that are instrumented on purpose, as `name@version` if there are several
    /// versions. Their edges count, whatever the crates are for.
    #[serde(default)]
    pub instrumented: Vec<String>,
    /// Whether to send the last new edges.
    #[serde(default)]
    pub show_edges: bool,
    /// The most memory of the process, in bytes; 0 for no limit.
    #[serde(default)]
    pub memory_bytes: u64,
    /// Whether a fatal signal may leave a core file.
    #[serde(default)]
    pub core_files: bool,
    /// Failures that are known already, and how often each was counted.
    #[serde(default)]
    pub known: Vec<(String, u64)>,
    /// Kinds of failures that are silenced, besides those of the property.
    #[serde(default)]
    pub silenced: Vec<String>,
    /// Which parts of a specification are left out.
    #[serde(default)]
    pub left_out: LeftOut,
    /// The counters of earlier workers of this campaign. The numbers of tests, R and resets
    /// continue from there.
    pub before: Statistics,
}

/// The mode of a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// Run a campaign.
    Run,
    /// Send one test of the campaign as text, run it again, and print its arguments.
    Confirm {
        /// The number of the test.
        test: u64,
        /// The address of the test.
        address: Address,
        /// Whether to run it. Otherwise it is only printed.
        run: bool,
        /// The stack of the process that the test killed, to be put into names.
        stack: Vec<u64>,
    },
    /// Shrink a failed test of the campaign.
    Shrink(Box<Shrinking>),
    /// Run tests that are given as text, one after the other.
    Replay(Box<Replaying>),
    /// Look for terms of a specification that are equal.
    Relations(Box<Relating>),
    /// Make, copy and drop values one after the other, to find one that ends the process.
    Examine {
        /// How many values to generate.
        values: u64,
        /// A test whose value comes first.
        first: Option<Address>,
    },
}

/// What to shrink, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shrinking {
    /// The number of the test.
    pub test: u64,
    /// The address of the test.
    pub address: Address,
    /// The value to begin with, as text; the value of the test if it is `None`.
    pub from: Option<String>,
    /// The key of the failure; `None` if the test ends its process.
    pub key: Option<String>,
    /// Whether a candidate may fail in any way.
    pub to_any: bool,
    /// The line that a candidate must reach. It must pass then, and if the property is of a
    /// specification, it must have a call that is no base.
    #[serde(default)]
    pub reaches: Option<Line>,
    /// Whether each candidate runs in a process of its own, which it may end.
    pub apart: bool,
    /// Whether a candidate is copied and dropped instead of run. It is made in a process of its own
    /// as well.
    #[serde(default)]
    pub examines: bool,
    /// The longest time of the test in such a process, in nanoseconds.
    pub longest_nanoseconds: u64,
    /// How often a candidate is run that does not fail.
    pub repeats: u32,
    /// The most runs of the property.
    pub most_runs: u64,
    /// The longest time, in nanoseconds.
    pub most_nanoseconds: u64,
}

/// What to do with the terms of a specification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relating {
    /// The pairs to confirm. If there are none, pairs are looked for.
    pub pairs: Vec<MinedPair>,
    /// The places of those that earlier workers have confirmed.
    pub done: Vec<usize>,
    /// The largest size of a term.
    pub size: u32,
    /// On how many samples a pair is confirmed.
    pub samples: u64,
    /// The longest time, in nanoseconds.
    pub most_nanoseconds: u64,
    /// The places of the operations that have ended a process.
    pub deadly: Vec<u16>,
}

/// Tests that are given as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replaying {
    /// The values. The number of a test is its place, from 1.
    pub tests: Vec<String>,
    /// How many of them an earlier worker has run.
    pub done: usize,
    /// Whether to run them. Otherwise they are only read.
    pub run: bool,
    /// Whether each value is told before its run, and panics are printed.
    pub show: bool,
    /// Whether to tell the source of a test function for each value.
    pub emit: bool,
    /// The folder of the files of which it is told which lines each test reaches that passes.
    #[serde(default)]
    pub lines_below: Option<PathBuf>,
}
