//! The events that a worker sends to its supervisor over the socket, each as JSON in a frame.

use super::stopwatch::{Stopwatch, cpu_nanoseconds};
use super::{Lines, NewEdge};
use crate::coverage::{CoverageFindings, Verdict};
use crate::run::metamorphic::relations::{Confirmed, Mined, Vocabulary};
use crate::search::address::Address;
use crate::search::course::Course;
use crate::search::statistics::Statistics;
use crate::value::text::ParseError;
use serde::{Deserialize, Serialize};

/// The most bytes of the arguments as `{:#?}` prints them.
pub const DEBUG: usize = 1 << 20;

/// One event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The worker is about to run its first test, and waits for [`Order::Start`](super::Order).
    Started {
        /// The number of counters in the process; 0 when nothing is instrumented.
        edges: u64,
        /// The types of the arguments, as text. Another shape is another type.
        shape: String,
        /// The silenced kinds of failures: those of the property, and then those of the task.
        silenced: Vec<String>,
        /// Whether the property is that of a specification.
        #[serde(default)]
        is_specified: bool,
    },
    /// A test failed in a way that is not known yet. It is sent before the value is printed.
    Failure {
        /// The number of the test in the campaign, from 1.
        test: u64,
        /// How the test was made.
        address: Address,
        /// What tells this failure from others.
        key: String,
        /// Why it failed.
        message: String,
        /// Whether the worker had as much memory as it may have, which may be why.
        is_full: bool,
        /// CPU time of the testing thread since the campaign began, in nanoseconds. It does not
        /// include printing the value.
        search_nanoseconds: u64,
    },
    /// The value of a failed test, or of the test to be confirmed, in mutagen's own form.
    Text {
        /// The number of the test.
        test: u64,
        /// The value. No user code takes part in printing it.
        text: String,
        /// How many nodes it has.
        nodes: u64,
    },
    /// A failed test ran again in the same process.
    Again {
        /// The number of the test.
        test: u64,
        /// Whether it failed again.
        failed: bool,
    },
    /// A smaller test failed in a way that is known.
    Smaller {
        /// What tells this failure from others.
        key: String,
        /// The number of the test.
        test: u64,
        /// How the test was made.
        address: Address,
        /// The value, as in [`Event::Text`].
        text: String,
        /// How many nodes it has.
        nodes: u64,
    },
    /// Inputs that the campaign starts from were passed over.
    Inputs {
        /// The places of those that are not values of the property, from 0, and why they are not.
        unreadable: Vec<(u64, String)>,
    },
    /// An input has run.
    InputRan {
        /// Its place, from 0.
        input: u64,
        /// What came of it.
        verdict: Verdict,
        /// Whether it was retained.
        is_retained: bool,
    },
    /// A test was retained that is no input.
    Retained {
        /// The value, as in [`Event::Text`].
        text: String,
    },
    /// How often tests of this worker failed in a way that is known.
    Count {
        /// What tells this failure from others.
        key: String,
        /// The number of failed tests, including the first.
        count: u64,
    },
    /// The functions of a stack, innermost first.
    Frames {
        /// Each function with its place, if it has one.
        frames: Vec<String>,
        /// The function that decides the key: the innermost one of the code under test.
        own: Option<String>,
    },
    /// The test to be confirmed ended.
    Confirmed {
        /// Why it failed, if it did.
        failed: Option<String>,
    },
    /// A test that was given as text was read, and run if the task says so.
    Replayed {
        /// The number of the test.
        test: u64,
        /// What came of it.
        result: Replayed,
    },
    /// A test that was given as text has passed.
    Reached {
        /// The number of the test.
        test: u64,
        /// The lines that it has reached.
        lines: Lines,
        /// How many of its calls were no bases; `None` if the property is of no specification.
        implemented: Option<u32>,
    },
    /// The source of a test function that runs one value.
    Emitted {
        /// The number of the test.
        test: u64,
        /// The source, or why there is none.
        source: Result<String, String>,
    },
    /// What the terms of a specification are written with.
    Vocabulary(Box<Vocabulary>),
    /// The terms that are equal, or nearly.
    Mined(Box<Mined>),
    /// A pair of terms was run on many samples.
    Judged {
        /// Its place, from 0.
        pair: u64,
        /// What came of it.
        confirmed: Box<Confirmed>,
    },
    /// The smallest test so far that fails in the same way.
    Shrunk {
        /// The value, as in [`Event::Text`].
        text: String,
        /// Why it fails; `None` if it ends its process.
        message: Option<String>,
        /// How many nodes it has.
        nodes: u64,
        /// How many candidates were run.
        runs: u64,
        /// Whether nothing smaller is left to be tried. The last such event tells it.
        is_done: bool,
    },
    /// The arguments as `{:#?}` prints them.
    Debug {
        /// At most [`DEBUG`] bytes of it.
        text: String,
        /// Whether there is more.
        cut: bool,
    },
    /// A remark for the report, such as that the panic hook was replaced.
    Note {
        /// The remark.
        text: String,
    },
    /// There are new edges since the last such event.
    NewEdges {
        /// The last new edges, the newest last.
        last: Vec<NewEdge>,
    },
    /// What the coverage of the campaign so far tells about the property, if that has changed.
    CoverageFindings {
        /// The findings, which replace earlier ones.
        findings: CoverageFindings,
    },
    /// No test can be run, so the worker ends.
    CannotRun {
        /// The reason and what to do about it.
        why: String,
    },
    /// The campaign ended.
    Finished {
        /// The counters at the end of the campaign.
        statistics: Statistics,
        /// The digest of the worker's tests.
        course: Course,
        /// CPU time of the process, in nanoseconds.
        cpu_nanoseconds: u64,
        /// CPU time of the testing thread since the campaign began, in nanoseconds.
        search_nanoseconds: u64,
    },
}

/// What came of a test that was given as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replayed {
    /// The text is not that of a value of the property.
    Unreadable(ParseError),
    /// It was read, and was not to be run.
    Read,
    /// It passed.
    Passed,
    /// It does not meet the precondition.
    Discarded,
    /// It failed.
    Failed {
        /// What tells this failure from others.
        key: String,
        /// Why it failed.
        message: String,
    },
    /// It failed in a silenced kind.
    Silenced {
        /// The kind.
        kind: String,
        /// Why it failed.
        message: String,
    },
}

impl Event {
    /// The last event of a campaign, with the CPU time so far.
    pub fn finished(statistics: Statistics, course: Course, search: &Stopwatch) -> Event {
        Event::Finished {
            statistics,
            course,
            cpu_nanoseconds: cpu_nanoseconds(),
            search_nanoseconds: search.nanoseconds(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutated::{VERSIONS, slowest};
    use crate::run::metamorphic::LeftOut;
    use crate::run::protocol::{Mode, NewEdge, Task};
    use crate::search::options::Options;
    use crate::search::share::Share;
    use std::fmt::Debug;
    use std::time::Duration;

    /// Reads mutated versions of a message: each is an error, or a message that can be sent.
    fn check<M>(message: &M)
    where
        M: Serialize + for<'d> Deserialize<'d> + PartialEq + Debug,
    {
        let bytes = serde_json::to_vec(message).unwrap();
        assert_eq!(&serde_json::from_slice::<M>(&bytes).unwrap(), message);
        let (mut read, mut refused) = (0, 0);
        let slowest = slowest(VERSIONS, &bytes, |version| {
            let Ok(found) = serde_json::from_slice::<M>(version) else {
                refused += 1;
                return;
            };
            read += 1;
            let again = serde_json::to_vec(&found).unwrap();
            assert_eq!(serde_json::from_slice::<M>(&again).unwrap(), found);
        });
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
        assert!(read > VERSIONS / 100 && refused > VERSIONS / 4, "{read} {refused}");
    }

    #[test]
    fn mutated_events_are_errors_or_other_events() {
        let address = Address::Mutant { parent: 3, position: 1, mutant: 4 };
        let (key, message) = ("panicked-12".to_owned(), "index out of bounds".to_owned());
        check(&Event::Failure {
            test: 7,
            address,
            key,
            message,
            is_full: true,
            search_nanoseconds: 12_345,
        });
        let edge = NewEdge {
            edge: 7,
            test: 40,
            passed: true,
            function: Some("shop::price".to_owned()),
            file: None,
            line: Some(3),
        };
        check(&Event::NewEdges { last: vec![edge] });
    }

    #[test]
    fn mutated_tasks_are_errors_or_other_tasks() {
        check(&Task {
            mode: Mode::Examine { values: 7, first: None },
            page: "page".into(),
            log: "log".into(),
            literals: Some("literals.json".into()),
            inputs: Some("inputs.json".into()),
            tell_retained: true,
            tell_inputs: false,
            share: Share { worker: 1, workers: 3 },
            exchange: Some("e".into()),
            received: None,
            seed: 7,
            max_tests: Some(100),
            max_cpu_nanoseconds: None,
            keep_going: true,
            search: None,
            options: Options::default(),
            stack_bytes: 1 << 20,
            resume: true,
            skip: vec![Address::Repeated { parent: 3 }],
            found: vec![Address::Generated { number: 5, size: 2 }],
            instrumented: vec!["shop".to_owned()],
            show_edges: false,
            memory_bytes: 1 << 30,
            core_files: false,
            known: vec![("panicked-12".to_owned(), 3)],
            silenced: vec!["trap".to_owned()],
            left_out: LeftOut { without: vec!["add".to_owned()], ..LeftOut::default() },
            before: Statistics { tests: 40, ..Statistics::default() },
        });
    }
}
