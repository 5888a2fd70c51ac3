//! `overhead`: the cost of coverage and of the loop around a property. It compares an instrumented
//! run, with clearing and judging, with the same run in a build without counters, for each
//! fidelity; the whole loop with a bare loop over the same values; and a supervised campaign with
//! one without a supervisor.

pub(crate) mod supervision;

use crate::programs::{Build, Program, RED_BLACK, WASM};
use crate::report::{Bound, Options, Report};
use crate::rounds::Pairs;
use mutagen_cli::instrument::Fidelity;
use std::error::Error;

/// The levels with counters.
const LEVELS: [(Fidelity, &str); 3] =
    [(Fidelity::Plain, "plain"), (Fidelity::Branches, "branches"), (Fidelity::Exact, "exact")];

/// A program, and the number of passes that take about 10 ms in one round.
struct Subject {
    package: &'static str,
    name: &'static str,
    passes: u32,
    /// The largest allowed cost of an instrumented run at the default fidelity, by judgement.
    most: [f64; 2],
}

const SUBJECTS: [Subject; 2] = [
    Subject { package: RED_BLACK, name: "red-black tree", passes: 150, most: [1.20, 1.35] },
    Subject { package: WASM, name: "wasmparser", passes: 60, most: [1.45, 1.6] },
];

/// The largest allowed cost of the whole loop at 300 ns per test, by judgement.
const WHOLE: [f64; 2] = [1.5, 1.75];

/// The judgements: the suffix of a question's name, and the name in a figure.
const JUDGED: [(&str, &str); 2] = [("", "edges"), ("-tiers", "all tiers")];

/// The parts of the measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// An instrumented run and a native one, at every fidelity
    Fidelity,
    /// The whole loop and a bare one
    Loop,
    /// A supervised campaign and one without a supervisor
    Supervision,
}

/// Arguments of `overhead`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Measure only this, and build only what it needs
    #[arg(long, value_name = "PART")]
    only: Option<Part>,
    /// `--quick` (about a minute, without building) and `--keep`
    #[command(flatten)]
    options: Options,
}

/// Measures and prints; returns whether every bound holds.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let options = arguments.options;
    let rounds = if options.quick { 11 } else { 101 };
    let is_wanted = |part: Part| arguments.only.is_none_or(|only| only == part);
    let mut report = Report::new("overhead", options);
    if is_wanted(Part::Fidelity) {
        fidelity(&mut report, rounds)?;
    }
    let build = Build::at(Fidelity::default())?;
    if is_wanted(Part::Loop) {
        whole(&mut report, build.start(RED_BLACK)?, rounds)?;
    }
    if is_wanted(Part::Supervision) {
        supervision::measure(&mut report, &build, options.quick)?;
    }
    report.finish()
}

fn fidelity(report: &mut Report, rounds: usize) -> Result<(), Box<dyn Error>> {
    let native = Build::at(Fidelity::None)?;
    let builds = LEVELS.map(|(level, name)| Build::at(level).map(|build| (level, name, build)));
    let builds = builds.into_iter().collect::<Result<Vec<_>, _>>()?;
    for subject in &SUBJECTS {
        let mut native = native.start(subject.package)?;
        for (level, name, build) in &builds {
            let program = build.start(subject.package)?;
            let bounds = match *level == Fidelity::default() {
                true => subject.most.map(Bound::AtMost),
                false => [Bound::None; 2],
            };
            instrumented(report, subject, name, bounds, program, &mut native, rounds)?;
        }
    }
    Ok(())
}

fn instrumented(
    report: &mut Report,
    subject: &Subject,
    level: &str,
    bounds: [Bound; 2],
    mut program: Program,
    native: &mut Program,
    rounds: usize,
) -> Result<(), Box<dyn Error>> {
    let edges = program.ask("edges")?;
    println!("{}, {level}: {} of {} edges", subject.name, edges["hit"], edges["edges"]);
    let bare = format!("bare {}", subject.passes);
    for ((suffix, judged), bound) in JUDGED.into_iter().zip(bounds) {
        let covered = format!("covered{suffix} {}", subject.passes);
        let pairs = Pairs::measure(
            rounds,
            || program.figure(&covered, "nanoseconds"),
            || native.figure(&bare, "nanoseconds"),
        )?;
        let what = format!("{}, {level}, {judged}: instrumented / native", subject.name);
        report.ratio(&what, &pairs, "ns", bound);
    }
    let pairs = Pairs::measure(
        rounds,
        || program.figure(&bare, "nanoseconds"),
        || native.figure(&bare, "nanoseconds"),
    )?;
    let what = format!("{}, {level}: counting alone / native", subject.name);
    report.ratio(&what, &pairs, "ns", Bound::None);
    Ok(())
}

fn whole(report: &mut Report, mut program: Program, rounds: usize) -> Result<(), Box<dyn Error>> {
    for ((suffix, judged), most) in JUDGED.into_iter().zip(WHOLE) {
        let question = format!("loop{suffix} 20");
        // Until nothing is new.
        program.ask(&format!("loop{suffix} 400"))?;
        let (mut pairs, mut passed) = (Pairs { first: Vec::new(), second: Vec::new() }, 0.0);
        for _ in 0..rounds {
            let answer = program.ask(&question)?;
            let figure = |name: &str| answer[name].as_f64().ok_or("no figure of the loop");
            pairs.first.push(figure("whole")?);
            pairs.second.push(figure("bare")?);
            passed += figure("passed")? * 100.0 / rounds as f64;
        }
        println!("red-black tree: {passed:.0} % of the mutants pass");
        let what = format!("red-black tree, {judged}: whole loop / bare loop");
        report.ratio(&what, &pairs, "ns a test", Bound::AtMost(most));
    }
    Ok(())
}
