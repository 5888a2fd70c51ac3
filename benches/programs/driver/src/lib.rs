//! Measures a property inside its own process. Commands come as lines on the standard input, and
//! each gets a line of JSON on the standard output. A process stays alive for many rounds, so that
//! rounds of two builds can take turns.
//!
//! This crate is never instrumented, and nothing in it is generic. Times are CPU times of the
//! thread, read twice a round.
#![forbid(unsafe_code)]

mod serving;
mod whole;

use mutagen_core::internal::coverage::{Depth, Novelty, SeenCoverage};
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::outcome::Outcome;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::run::protocol::inherited;
use mutagen_core::internal::run::worker;
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::value::node::Node;
use serde_json::{Value, json};
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// A property with values prepared for it.
pub struct Program {
    /// The property, as the engine knows it.
    pub property: Property,
    /// The property's function alone, without anything around it.
    pub call: fn(&dyn Node) -> Outcome,
    /// Values that meet the precondition.
    pub values: Vec<Box<dyn Node>>,
    /// Values that meet the precondition, to serve the mutants of.
    pub parents: Vec<Box<dyn Node>>,
}

/// Acts as a supervisor's worker if the process was started as one; otherwise answers commands
/// until the input ends. Under `cargo test`, which sends no command, it tries each of them once.
pub fn serve(program: Program) {
    if let Some(inherited) = inherited() {
        return worker::work(&program.property, inherited);
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["--measure"] => {
            let mut measured = Measured::new(&program);
            for line in std::io::stdin().lock().lines().map_while(Result::ok) {
                let answer = measured.answer(&line);
                println!("{answer}");
                let _ = std::io::stdout().flush();
            }
        }
        ["--count", ref command @ ..] => {
            CLOCKLESS.store(true, Ordering::Relaxed);
            Measured::new(&program).answer(&command.join(" "));
        }
        ["--campaign", seed, tests, options] => {
            let options = match serde_json::from_str(options) {
                Ok(options) => options,
                Err(why) => panic!("`{options}` are no options of a campaign: {why}"),
            };
            println!("{}", whole::campaign(&program, number(seed), number(tests), &options));
        }
        // The build plan lists tests; there are none here.
        ["--list", ..] => {}
        _ => {
            let mut measured = Measured::new(&program);
            for line in
                ["edges", "bare 1", "covered-tiers 1", "covered 1", "loop-tiers 1", "loop 1"]
            {
                println!("{line}: {}", measured.answer(line));
            }
            println!("campaign: {}", whole::campaign(&program, 1, 100, &Options::default()));
        }
    }
}

fn number(word: &str) -> u64 {
    match word.parse() {
        Ok(number) => number,
        Err(_) => panic!("`{word}` is no number"),
    }
}

/// A program being measured.
struct Measured<'p> {
    program: &'p Program,
    executor: Executor<'p>,
    log: SeenCoverage,
    novelty: Novelty,
    serving: serving::Serving<'p>,
}

impl<'p> Measured<'p> {
    fn new(program: &'p Program) -> Measured<'p> {
        prepare(program);
        let mut measured = Measured {
            program,
            executor: Executor::new(&program.property),
            log: SeenCoverage::new(),
            novelty: Novelty::default(),
            serving: serving::Serving::new(program),
        };
        // Until nothing is new: the steady state.
        measured.covered(2, Depth::AllTiers);
        measured
    }

    fn answer(&mut self, line: &str) -> Value {
        let (command, times) = line.split_once(' ').unwrap_or((line, "1"));
        let times = number(times);
        match command {
            "edges" => json!({
                "edges": self.executor.coverage().edges(),
                "hit": self.hit(),
            }),
            "bare" => json!({ "nanoseconds": self.bare(times) }),
            "covered" => json!({ "nanoseconds": self.covered(times, Depth::EdgesOnly) }),
            "covered-tiers" => json!({ "nanoseconds": self.covered(times, Depth::AllTiers) }),
            "loop" => self.serving.round(&mut self.executor, times, Depth::EdgesOnly),
            "loop-tiers" => self.serving.round(&mut self.executor, times, Depth::AllTiers),
            _ => panic!("no such command: {line}"),
        }
    }

    /// The number of edges that the prepared values hit together.
    fn hit(&mut self) -> usize {
        self.covered(1, Depth::EdgesOnly);
        self.log.len()
    }

    /// Nanoseconds per run of the function alone, over this many passes through the prepared
    /// values.
    fn bare(&mut self, times: u64) -> f64 {
        let start = cpu();
        for _ in 0..times {
            for value in &self.program.values {
                passed(&(self.program.call)(black_box(&**value)));
            }
        }
        self.each(times, start)
    }

    /// The same with the counters cleared before each run and judged after it.
    fn covered(&mut self, times: u64, depth: Depth) -> f64 {
        let start = cpu();
        let coverage = self.executor.coverage();
        for _ in 0..times {
            for value in &self.program.values {
                coverage.open();
                passed(&(self.program.call)(black_box(&**value)));
                coverage.end();
                coverage.judge(&mut self.log, depth, &mut self.novelty);
                if self.novelty.is_new() {
                    self.log.enter(&self.novelty);
                }
            }
        }
        self.each(times, start)
    }

    fn each(&self, times: u64, start: f64) -> f64 {
        (cpu() - start) / (times as f64 * self.program.values.len() as f64)
    }
}

/// Prepares the property for its first test.
fn prepare(program: &Program) {
    if let Err(why) = program.property.prepare() {
        panic!("no test can be run: {why}");
    }
}

fn passed(outcome: &Outcome) {
    assert!(matches!(outcome, Outcome::Passed), "a prepared value does not pass: {outcome:?}");
}

/// Whether no clock is read, for tools that count instructions and cannot follow the fast path to
/// the clock.
static CLOCKLESS: AtomicBool = AtomicBool::new(false);

/// CPU time of this thread so far, in nanoseconds.
fn cpu() -> f64 {
    if CLOCKLESS.load(Ordering::Relaxed) {
        return 0.0;
    }
    nanoseconds(rustix::time::ClockId::ThreadCPUTime)
}

fn nanoseconds(clock: rustix::time::ClockId) -> f64 {
    let time = rustix::time::clock_gettime(clock);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}
