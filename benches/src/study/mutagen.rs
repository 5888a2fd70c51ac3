//! The strategies that mutagen's own engine has: the same worker processes as `cargo mutagen run` has,
//! with different options of the campaign.

use super::Error;
use super::builds::{Builds, Kind, Place};
use super::counting::{self, Counted, Counting};
use super::row::{How, Status};
use super::strategy::{Assignment, Findings, Readiness, Strategy};
use super::task::Workload;
use mutagen_cli::args::{Color, DEFAULT_TIMEOUT};
use mutagen_cli::status::Status as Progress;
use mutagen_cli::supervise::{self, Interrupt, Summary, SupervisedCampaign, supervise};
use mutagen_core::internal::run::plain::STACK;
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::value::number_weights::Weights;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// A campaign's options under a name.
pub struct Mutagen {
    name: &'static str,
    about: &'static str,
    options: Options,
    kind: Kind,
    screened: bool,
    place: Place,
    /// What the property's name ends in, behind that of the task.
    suffix: &'static str,
}

/// All of them: the default first.
pub fn all() -> Vec<Mutagen> {
    let default = Options::default;
    let strategy = |name, about, options| Mutagen {
        name,
        about,
        options,
        kind: Kind::Instrumented,
        screened: true,
        place: Place::default(),
        suffix: "",
    };
    let mut mutagen =
        strategy("mutagen", "mutagen with its default options, as users run it", default());
    mutagen.screened = false;
    vec![
        mutagen,
        strategy("paper", "the paper's MUTAGEN: exhaustive batches, LIFO, reset", Options::paper()),
        strategy(
            "no-lifo",
            "the paper's MUTAGEN with batches served first in, first out",
            Options::of_preset("paper-fifo"),
        ),
        strategy(
            "no-reset",
            "the paper's MUTAGEN without reset, R = 25",
            Options::of_preset("paper-no-reset"),
        ),
        strategy(
            "no-head-start",
            "mutagen with edits and regrown nodes from the first test on",
            Options { head_start: false, ..default() },
        ),
        strategy(
            "no-edits",
            "mutagen without random edits: exhaustive batches, with regrown nodes and both sides of twins",
            Options { edits: 0, ..default() },
        ),
        strategy(
            "no-regrow",
            "mutagen without nodes that are grown anew in exhaustive batches",
            Options { fresh_subtrees: false, ..default() },
        ),
        strategy(
            "no-twins",
            "mutagen without exhaustive mutants of both sides of a twin",
            Options { twins: false, ..default() },
        ),
        strategy(
            "no-drift",
            "mutagen whose random edits are all of tests as they were kept",
            Options { drift: false, ..default() },
        ),
        strategy(
            "no-rarity",
            "mutagen that does not tell tests apart by their rarest edge, nor by being the cheapest that hit one",
            Options { rarity: false, ..default() },
        ),
        strategy(
            "edge-pairs",
            "mutagen with pairs of edges as a tier of novelty",
            Options { pairs: true, ..default() },
        ),
        Mutagen {
            kind: Kind::Traced,
            ..strategy(
                "trace-cmp",
                "mutagen that draws numbers also from what the parent of a test compared",
                default(),
            )
        },
        strategy(
            "bandit",
            "mutagen in which each source of tests has a share by what its tests find",
            Options { bandit: true, ..default() },
        ),
        strategy(
            "no-feedback",
            "mutagen without coverage: a passed test is kept whenever no batch waits",
            Options { coverage: false, ..default() },
        ),
        strategy(
            "fuzzchick",
            "FuzzChick's algorithm on mutagen's executor and counters, with values of QuickChick's default size",
            Options { fuzzchick: true, max_size: 7, ..default() },
        ),
        strategy(
            "generation",
            "generated tests only, in the instrumented program",
            Options { feedback: false, ..default() },
        ),
        Mutagen {
            kind: Kind::Plain,
            ..strategy(
                "random",
                "QuickCheck-like: generated tests only, of growing size, without instrumentation",
                Options { feedback: false, ..default() },
            )
        },
    ]
}

/// All of them, for the information-flow machines, on which the paper was evaluated: FuzzChick generates as
/// its published scripts for them do, and the paper's algorithm makes nothing but fresh numbers of others
/// (section III-A), and keeps the size of generated tests at a reset, as its tool does. That size is the
/// one of FuzzChick's scripts too: the paper does not say which it had, and its figures are not reached
/// with the tool's default, which is 10.
pub fn all_as_published() -> impl Iterator<Item = Mutagen> {
    all().into_iter().map(|mut strategy| {
        let options = &mut strategy.options;
        if options.fuzzchick {
            options.max_size = SIZE_AS_PUBLISHED;
            strategy.about = "FuzzChick's algorithm on mutagen's executor and counters, with values of the \
                              one size that its published scripts for the information-flow machines have";
        } else if PAPER.contains(&strategy.name) {
            options.max_size = SIZE_AS_PUBLISHED;
            options.keep_size = true;
            for weights in [&mut options.integers, &mut options.floats] {
                *weights = Weights { fresh: 1, near: 0, boundary: 0, flipped: 0, any: 0 };
            }
        }
        strategy
    })
}

/// The strategies that are the paper's algorithm, or that without one of its heuristics.
const PAPER: [&str; 3] = ["paper", "no-lifo", "no-reset"];

/// The size of generated tests in FuzzChick's published scripts for the information-flow machines.
const SIZE_AS_PUBLISHED: u32 = 3;

/// Random testing with the hand-written generator of a workload, whose properties on it have the names of
/// the others and `_smart` behind.
pub fn smart() -> Mutagen {
    Mutagen {
        name: "smart",
        about: "generated tests only, made by the study's hand-written generator, without instrumentation",
        options: Options { feedback: false, ..Options::default() },
        kind: Kind::Plain,
        screened: true,
        place: Place::default(),
        suffix: "_smart",
    }
}

/// How the size of generated tests grows.
const SIZES: &str = "from 0, one more with every passed test (back to 0 after the largest) and with \
                     every tenth discarded one, up to the largest; again from 0 after a reset";

/// The same where a reset leaves the size as it is.
const KEPT_SIZES: &str = "from 0, one more with every passed test (back to 0 after the largest) and with \
                          every tenth discarded one, up to the largest";

/// Which integers there are.
const INTEGERS: &str = "generated uniformly in ±size of the test (unsigned: 0 to size); a random mutant \
                        is such a fresh one, a neighbour, a boundary value, the old one with its sign or a \
                        bit flipped, or any value of the type, in the campaign's proportions";

/// What sizes and integers are for FuzzChick.
const FUZZCHICK_SIZES: &str = "generated: always the largest, with as many elements in each sequence; made \
                               anew by a mutator: 7, likewise";
const FUZZCHICK_INTEGERS: &str = "generated uniformly in ±size (unsigned: 0 to size); a mutant is 0 or a fresh \
                                  one with the same chance, of 0 a fresh one";

/// Wall time after which a trial is ended whatever its CPU time: the machine may be shared.
fn patience(limit: f64) -> Duration {
    Duration::from_secs_f64(5.0 * limit + 30.0)
}

impl Mutagen {
    /// The same for workloads of another workspace, built with another executable as compiler wrapper.
    pub fn elsewhere(mut self, manifest: &Path, wrapper: &Path) -> Mutagen {
        self.place =
            Place { manifest: Some(manifest.to_owned()), wrapper: Some(wrapper.to_owned()) };
        self
    }

    /// The campaign of a trial, which ends with the first counterexample.
    fn campaign(
        &self,
        builds: &Builds,
        trial: &Assignment<'_>,
    ) -> Result<SupervisedCampaign, Error> {
        let Assignment { workload, task, seed, limit } = *trial;
        let function = task.function() + self.suffix;
        let (candidate, files) = builds.find(self.kind, workload.package, &function)?;
        Ok(SupervisedCampaign {
            show_edges: false,
            executable: candidate.executable,
            path: candidate.path,
            folder: candidate.folder,
            files,
            seed,
            options: self.options.clone(),
            stack_bytes: STACK,
            keep_going: false,
            max_tests: None,
            max_cpu: Some(Duration::from_secs_f64(limit)),
            max_time: Some(patience(limit)),
            timeout: DEFAULT_TIMEOUT,
            verbose: false,
            environment: vec![(workload.variable.to_owned(), task.mutant.clone())],
        })
    }

    /// Runs a campaign to its end; nothing if it was interrupted.
    fn supervise(
        &self,
        campaign: &SupervisedCampaign,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Summary>, Error> {
        let summary = supervise(campaign, interrupt, &mut Progress::new(true, Color::Never))?;
        if summary.interrupted {
            return Ok(None);
        }
        if summary.edges_in_all == 0 && self.kind != Kind::Plain {
            return Err(format!("nothing is instrumented in `{}`", trial.workload.package).into());
        }
        Ok(Some(summary))
    }
}

impl Strategy for Mutagen {
    fn name(&self) -> &str {
        self.name
    }

    fn about(&self) -> &str {
        self.about
    }

    fn settings(&self) -> Value {
        let (engine, sizes, integers) = match self.options.fuzzchick {
            true => ("FuzzChick".to_owned(), FUZZCHICK_SIZES, FUZZCHICK_INTEGERS),
            false => {
                let sizes = if self.options.keep_size { KEPT_SIZES } else { SIZES };
                ("mutagen".to_owned(), sizes, INTEGERS)
            }
        };
        json!({
            "campaign": self.options,
            "engine": engine,
            "sizes": sizes,
            "integers": integers,
            "instrumented": self.kind != Kind::Plain,
            "comparisons": self.kind == Kind::Traced,
            "seconds_of_one_test": DEFAULT_TIMEOUT.as_secs_f64(),
            "build": "release with debug assertions and overflow checks, one codegen unit",
        })
    }

    fn screened(&self) -> bool {
        self.screened
    }

    fn prepare(&self, builds: &mut Builds, workloads: &[Workload]) -> Result<Readiness, Error> {
        let packages: Vec<&str> = workloads.iter().map(|workload| workload.package).collect();
        builds.add(self.kind, &packages, &self.place)?;
        Ok(Readiness::Ready)
    }

    fn trial(
        &self,
        builds: &Builds,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Findings>, Error> {
        let campaign = self.campaign(builds, trial)?;
        let Some(summary) = self.supervise(&campaign, trial, interrupt)? else { return Ok(None) };
        let statistics = summary.statistics;
        let valid = statistics.passed + statistics.failed;
        Ok(Some(match summary.failures.first() {
            Some(failure) => Findings {
                status: Status::Failed,
                how: match failure.how {
                    supervise::How::Failed(_) => None,
                    supervise::How::Died(_) => Some(How::Died),
                    supervise::How::Hung(_) => Some(How::Hung),
                },
                tests: failure.test,
                valid,
                time: failure.search.as_secs_f64(),
            },
            None => Findings {
                status: Status::Timeout,
                how: None,
                tests: statistics.tests,
                valid,
                time: summary.search.as_secs_f64(),
            },
        }))
    }

    fn count(
        &self,
        builds: &Builds,
        trial: &Assignment<'_>,
        counting: &Counting,
        interrupt: &Interrupt,
    ) -> Result<Option<Counted>, Error> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("valid");
        let name =
            file.to_str().ok_or("the folder for temporary files has a name that is no text")?;
        let trial = Assignment { limit: counting.limit(trial.limit), ..*trial };
        let mut campaign = self.campaign(builds, &trial)?;
        campaign.keep_going = true;
        campaign.environment.push((counting.variable.to_owned(), name.to_owned()));
        let Some(summary) = self.supervise(&campaign, &trial, interrupt)? else { return Ok(None) };
        let (limit, time) = (trial.limit, summary.search.as_secs_f64());
        if time < limit {
            return Err(
                format!("only {time:.1} of {limit} CPU seconds passed: a busy machine").into()
            );
        }
        let statistics = summary.statistics;
        Ok(Some(Counted {
            limit,
            time: (time * 1e6).round() / 1e6,
            tests: statistics.tests,
            passed: statistics.passed,
            failed: statistics.failed,
            distinct: counting::distinct(&file)?,
            edges: statistics.edges,
        }))
    }
}
