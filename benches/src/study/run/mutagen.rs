//! The strategies of mutagen's own engine: the worker processes of `cargo mutagen run` with
//! different options of the campaign.

use super::confirm::{confirmed, environment};
use super::hashes;
use crate::study::Error;
use crate::study::plan::counting::Counting;
use crate::study::plan::task::Workload;
use crate::study::rows::counted::Counted;
use crate::study::rows::row::{How, Status};
use crate::study::run::builds::{Builds, Kind, Place};
use crate::study::run::strategy::{Assignment, Description, Findings, Readiness, Strategy};
use mutagen_cli::args::{Color, DEFAULT_TIMEOUT};
use mutagen_cli::campaigns::{Program, Records};
use mutagen_cli::literals::collect;
use mutagen_cli::status::Status as Progress;
use mutagen_cli::supervise::{Interrupt, Kind as End, Summary, SupervisedCampaign, supervise};
use mutagen_core::internal::run::metamorphic::LeftOut;
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::value::number_weights::Weights;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// A campaign's options under a name.
pub struct Mutagen {
    description: Description,
    options: Options,
    /// The registered search that runs instead of mutagen's.
    search: Option<&'static str>,
    kind: Kind,
    screened: bool,
    place: Place,
    /// The suffix of the property's name after the name of the task.
    suffix: &'static str,
    /// Whether the search draws from the literals of the workload's own package, too.
    own_literals: bool,
    /// What a run of a specification leaves out.
    left_out: LeftOut,
}

/// All strategies of mutagen, the default first.
pub fn all() -> Vec<Mutagen> {
    let default = Options::default;
    let strategy = |name, about, options| Mutagen {
        description: Description { name, about },
        options,
        search: None,
        kind: Kind::Instrumented,
        screened: true,
        place: Place::default(),
        suffix: "",
        own_literals: true,
        left_out: LeftOut::default(),
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
            "generating",
            "mutagen with 30 % of its tests generated, once there are edits",
            Options { generated: 30, ..default() },
        ),
        strategy(
            "no-head-start",
            "mutagen with edits and fresh subtrees from the first test",
            Options { head_start: false, ..default() },
        ),
        strategy(
            "no-edits",
            "mutagen without random edits: exhaustive batches, with fresh subtrees and paired \
             mutants",
            Options { edits: 0, ..default() },
        ),
        strategy(
            "no-regrow",
            "mutagen without fresh subtrees in exhaustive batches",
            Options { fresh_subtrees: false, ..default() },
        ),
        strategy(
            "no-twins",
            "mutagen without paired mutants",
            Options { twins: false, ..default() },
        ),
        strategy(
            "no-drift",
            "mutagen whose edits all start from kept tests",
            Options { drift: false, ..default() },
        ),
        strategy(
            "no-rarity",
            "mutagen without rare edges and without cheapest tests",
            Options { rarity: false, ..default() },
        ),
        strategy(
            "no-literals",
            "mutagen without the literals of the code under test",
            Options { literals: false, ..default() },
        ),
        strategy(
            "no-operands",
            "mutagen that records no comparisons, in the same program",
            Options { operands: false, ..default() },
        ),
        strategy(
            "no-discards",
            "mutagen that treats discarded tests as in the paper",
            Options { discards: false, ..default() },
        ),
        Mutagen {
            kind: Kind::Untraced,
            ..strategy("no-trace-cmp", "mutagen without the operands of comparisons", default())
        },
        strategy(
            "no-feedback",
            "mutagen without coverage: a passed test is kept whenever no batch waits",
            Options { coverage: false, ..default() },
        ),
        Mutagen {
            search: Some("fuzzchick"),
            ..strategy(
                "fuzzchick",
                "FuzzChick's algorithm on mutagen's executor and counters, with values of \
                 QuickChick's default size",
                Options { max_size: 7, ..default() },
            )
        },
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

/// All strategies, for the information-flow machines of the paper. FuzzChick generates as in its
/// published scripts for the machines. The paper's algorithm mutates a number only to a fresh
/// number (section III-A), and a reset does not change the size of generated tests, as in its tool.
/// The size is also that of FuzzChick's scripts: the paper does not state its size, and the tool's
/// default of 10 does not reach its figures.
pub fn all_as_published() -> impl Iterator<Item = Mutagen> {
    all().into_iter().map(|mut strategy| {
        let options = &mut strategy.options;
        if strategy.search.is_some() {
            options.max_size = SIZE_AS_PUBLISHED;
            strategy.description.about = "FuzzChick's algorithm on mutagen's executor and \
                                          counters, with values of the size in its published \
                                          scripts for the information-flow machines";
        } else if PAPER.contains(&strategy.description.name) {
            options.max_size = SIZE_AS_PUBLISHED;
            options.keep_size = true;
            for weights in [&mut options.integers, &mut options.floats] {
                *weights = Weights { fresh: 1, near: 0, boundary: 0, flipped: 0, any: 0 };
            }
        }
        strategy
    })
}

/// The paper's algorithm, and the same without one of its heuristics.
const PAPER: [&str; 3] = ["paper", "no-lifo", "no-reset"];

/// The size of generated tests in FuzzChick's published scripts for the information-flow machines.
const SIZE_AS_PUBLISHED: u32 = 3;

/// Random testing with the hand-written generator of a workload. The names of its properties end in
/// `_smart`.
pub fn smart() -> Mutagen {
    Mutagen {
        description: Description {
            name: "smart",
            about: "generated tests only, from the study's hand-written generator, without \
                    instrumentation",
        },
        options: Options { feedback: false, ..Options::default() },
        search: None,
        kind: Kind::Plain,
        screened: true,
        place: Place::default(),
        suffix: "_smart",
        own_literals: true,
        left_out: LeftOut::default(),
    }
}

/// Strategies for specifications alone: the configuration of MF++, and mutagen with other guidance
/// or without the comparison of calls. `all` has the default and generation.
pub fn specified() -> Vec<Mutagen> {
    let one = |of: &str, name, about, left_out| {
        let strategy = all().into_iter().find(|one| one.description.name == of)?;
        let description = Description { name, about };
        Some(Mutagen { description, left_out, ..strategy })
    };
    let with = |name, about, options| {
        let strategy = one("mutagen", name, about, LeftOut::default())?;
        Some(Mutagen { options, screened: true, ..strategy })
    };
    let generating = |generated_terms, name, about| {
        with(name, about, Options { generated_terms, ..Options::default() })
    };
    let results_only = LeftOut { results_only: true, ..LeftOut::default() };
    let spines_only = LeftOut { spines_only: true, ..results_only.clone() };
    let all = [
        one(
            "generation",
            "mfpp",
            "the configuration of MF++: generated chains of five operations on three inputs of \
             each sort, expanded uniformly to depth 4, of which the results are compared; each of \
             its seven variants is a test of its own",
            spines_only,
        ),
        generating(0, "generating-0", "mutagen that generates no test once there are edits"),
        generating(10, "generating-10", "mutagen with 10 % of its tests generated"),
        generating(50, "generating-50", "mutagen with 50 % of its tests generated"),
        generating(70, "generating-70", "mutagen with 70 % of its tests generated"),
        with(
            "pairs",
            "mutagen to which pairs of an implementation and its caller are edges",
            Options { pairs: true, ..Options::default() },
        ),
        with(
            "one-run",
            "mutagen that tells apart edges that one of the two runs alone hits",
            Options { one_run: true, ..Options::default() },
        ),
        one(
            "mutagen",
            "no-local",
            "mutagen that compares laws and the results of whole terms only",
            results_only,
        ),
    ];
    all.into_iter().flatten().collect()
}

/// How the size of generated tests grows.
const SIZES: &str = "\
    from 0; by 1 with each passed test (back to 0 after the largest) and with every tenth \
    discarded test, up to the largest; from 0 again after a reset";

/// The same where a reset does not change the size.
const KEPT_SIZES: &str = "\
    from 0; by 1 with each passed test (back to 0 after the largest) and with every tenth \
    discarded test, up to the largest";

/// How integers are generated and mutated.
const INTEGERS: &str = "\
    generated uniformly in ±size of the test (unsigned: 0 to size); a random mutant is a fresh \
    value, a neighbour, a boundary value, the old value with its sign or a bit flipped, or any \
    value of the type, by the weights of the campaign";

/// Sizes of FuzzChick.
const FUZZCHICK_SIZES: &str = "\
    generated: always the largest, with as many elements in each sequence; fresh values of a \
    mutator: size 7, likewise";

/// Integers of FuzzChick.
const FUZZCHICK_INTEGERS: &str = "\
    generated uniformly in ±size (unsigned: 0 to size); a mutant is 0 or a fresh value with \
    equal chance; of 0, a fresh value";

/// Wall-clock time after which a trial is ended, whatever its CPU time, because the machine may be
/// shared.
fn patience(limit: f64) -> Duration {
    Duration::from_secs_f64(5.0 * limit + 30.0)
}

/// Whether a trial that found nothing has had all its CPU seconds.
///
/// # Errors
/// When [`patience`] has ended it before.
fn reached(time: f64, limit: f64) -> Result<(), Error> {
    if time < limit {
        return Err(format!("only {time:.1} of {limit} CPU seconds passed: a busy machine").into());
    }
    Ok(())
}

/// The literals that the search draws from.
const ALL_LITERALS: &str = "of the instrumented packages";

/// The same without the workload's own package.
const OTHER_LITERALS: &str = "of the instrumented packages, without the package of the property";

impl Mutagen {
    /// The same for workloads of another workspace, built with another executable as compiler
    /// wrapper.
    pub fn elsewhere(mut self, manifest: &Path, wrapper: &Path) -> Mutagen {
        self.place =
            Place { manifest: Some(manifest.to_owned()), wrapper: Some(wrapper.to_owned()) };
        self
    }

    /// The same without the literals of the workload's own package: where that package is not the
    /// program under test, and has more than a user would write around the property.
    pub fn without_own_literals(mut self) -> Mutagen {
        self.own_literals = false;
        self
    }

    /// The campaign of a trial, which ends with the first counterexample and leaves it as it is.
    ///
    /// # Errors
    /// When the property was not built, or the folder of the campaign cannot be made.
    pub fn campaign(
        &self,
        builds: &Builds,
        trial: &Assignment<'_>,
    ) -> Result<SupervisedCampaign, Error> {
        let Assignment { workload, task, seed, limit } = *trial;
        let function = task.function() + self.suffix;
        let (mut candidate, files) = builds.find(self.kind, workload.package, &function)?;
        let own = workload.package.replace('-', "_");
        candidate.sources.retain(|source| self.own_literals || source.krate != own);
        let program = Program::link(&candidate.executable, &files.program())?;
        Ok(SupervisedCampaign {
            literals: collect(&candidate.sources).literals,
            instrumented: candidate.instrumented,
            seed,
            search: self.search.map(str::to_owned),
            options: self.options.clone(),
            left_out: self.left_out.clone(),
            max_cpu: Some(Duration::from_secs_f64(limit)),
            max_time: Some(patience(limit)),
            environment: environment(workload, &task.mutant),
            ..SupervisedCampaign::bare(
                program,
                files,
                candidate.path,
                candidate.folder,
                DEFAULT_TIMEOUT,
            )
        })
    }

    /// Runs a campaign to its end; `None` if it was interrupted.
    ///
    /// # Errors
    /// When the campaign cannot be run, or nothing is instrumented that should be.
    pub fn supervise(
        &self,
        campaign: &SupervisedCampaign,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Summary>, Error> {
        let summary = supervise(
            campaign,
            Records::in_memory(),
            interrupt,
            &mut Progress::new(true, Color::Never),
        )?;
        if summary.interrupted {
            return Ok(None);
        }
        if summary.edges_in_all == 0 && self.kind != Kind::Plain {
            return Err(format!("nothing is instrumented in `{}`", trial.workload.package).into());
        }
        Ok(Some(summary))
    }
}

/// What a campaign found, up to its first counterexample.
pub fn findings(summary: &Summary) -> Findings {
    let statistics = summary.statistics;
    let valid = statistics.passed + statistics.failed;
    match summary.failures.first() {
        Some(failure) => Findings {
            status: Status::Failed,
            how: match failure.kind {
                End::Failed => None,
                End::Hung => Some(How::Hung),
                _ => Some(How::Died),
            },
            message: match failure.kind {
                End::Failed => failure.message.clone(),
                _ => String::new(),
            },
            tests: failure.test,
            valid,
            time: failure.search.as_secs_f64(),
        },
        None => Findings {
            status: Status::Timeout,
            how: None,
            message: String::new(),
            tests: statistics.tests,
            valid,
            time: summary.search.as_secs_f64(),
        },
    }
}

impl Strategy for Mutagen {
    fn description(&self) -> &Description {
        &self.description
    }

    fn settings(&self) -> Value {
        let (engine, sizes, integers) = match self.search.is_some() {
            true => ("FuzzChick".to_owned(), FUZZCHICK_SIZES, FUZZCHICK_INTEGERS),
            false => {
                let sizes = if self.options.keep_size { KEPT_SIZES } else { SIZES };
                ("mutagen".to_owned(), sizes, INTEGERS)
            }
        };
        let mut settings = json!({
            "campaign": self.options,
            "engine": engine,
            "sizes": sizes,
            "integers": integers,
            "instrumented": self.kind != Kind::Plain,
            "comparisons": self.kind != Kind::Untraced,
            "literals": if self.own_literals { ALL_LITERALS } else { OTHER_LITERALS },
            "seconds_of_one_test": DEFAULT_TIMEOUT.as_secs_f64(),
            "build": "release with debug assertions and overflow checks, one codegen unit; without \
                      these checks in the packages of others that are instrumented, unless \
                      `checks` in the manifest of the workload says `all`",
        });
        if self.left_out != LeftOut::default() {
            settings["left_out"] = json!(self.left_out);
        }
        settings
    }

    fn screened(&self) -> bool {
        self.screened
    }

    fn prepare(&self, builds: &mut Builds, workloads: &[Workload]) -> Result<Readiness, Error> {
        builds.add(self.kind, workloads, &self.place)?;
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
        let found = findings(&summary);
        if found.status == Status::Timeout {
            reached(found.time, trial.limit)?;
        }
        confirmed(found, summary.failures.first(), campaign, trial, interrupt)
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
        reached(time, limit)?;
        let statistics = summary.statistics;
        Ok(Some(Counted {
            limit,
            time: (time * 1e6).round() / 1e6,
            tests: statistics.tests,
            passed: statistics.passed,
            failed: statistics.failed,
            distinct: hashes::count_distinct(&file)?,
            edges: statistics.edges,
        }))
    }
}
