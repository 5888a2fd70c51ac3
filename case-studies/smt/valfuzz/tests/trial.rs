//! Searches and trials with solvers that are made up.

use smt_lang::{Command, Script, Sort, Term};
use smt_solvers::SolverError;
use smt_solvers::catalogue::Code;
use smt_solvers::driver::{Driver, Reply, Settings};
use smt_solvers::oracle::Class;
use smt_solvers::verdict::{Answer, End, Verdict};
use smt_valfuzz::trial::{self, Solvers, Turn};
use smt_valfuzz::{Chooser, Hole, Search, Skeleton, Step, Strategy};
use std::collections::HashSet;
use std::time::Duration;

/// A solver that says what a function says, and has 1, 2, … for the holes.
struct MadeUp<F> {
    name: &'static str,
    code: Code,
    says: F,
    asked: usize,
}

impl<F: FnMut(&Script) -> (Vec<Answer>, End) + Send> Driver for MadeUp<F> {
    fn name(&self) -> &str {
        self.name
    }

    fn code(&self) -> Code {
        self.code
    }

    fn ask(&mut self, script: &str, _: &Settings) -> Result<Reply, SolverError> {
        self.asked += 1;
        let script = Script::read(script.as_bytes()).unwrap();
        let (answers, end) = (self.says)(&script);
        let mut output: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
        for command in &script.commands {
            if let Command::GetValue(terms) = command {
                let value = |term: &Term| match term.sort() {
                    Sort::Int => format!("({term} {})", self.asked),
                    _ => format!("({term} true)"),
                };
                output += &format!("({})", terms.iter().map(value).collect::<String>());
            }
        }
        let verdict = Verdict { answers, end };
        let (errors, command) = (String::new(), String::new());
        Ok(Reply { verdict, cpu: Duration::from_secs(1), output, errors, command })
    }
}

fn made_up<F: FnMut(&Script) -> (Vec<Answer>, End) + Send>(
    name: &'static str,
    code: Code,
    says: F,
) -> MadeUp<F> {
    MadeUp { name, code, says, asked: 0 }
}

fn sat(_: &Script) -> (Vec<Answer>, End) {
    (vec![Answer::Sat], End::Answered)
}

fn skeleton() -> Skeleton {
    let text = b"(declare-const x Int)(assert (or (< x 7) (> x 3)))(check-sat)";
    Skeleton::of(&Script::read(text).unwrap())
}

/// Whether the first constant of a formula is even.
fn is_even(script: &Script) -> bool {
    let term = script.assertions().next().unwrap().part(3).unwrap().to_string();
    term.ends_with(['0', '2', '4', '6', '8'])
}

fn run(
    strategy: &str,
    iterations: usize,
    says: impl FnMut(&Script) -> (Vec<Answer>, End) + Send,
) -> trial::Tally {
    let mut suspect = made_up("z3-4.8.5", Code::Z3, says);
    let mut first = made_up("yices-2.6.5", Code::Yices, sat);
    let mut second = made_up("cvc5-1.4.2", Code::Cvc, sat);
    let mut solvers = Solvers {
        suspect: &mut suspect,
        settings: Settings::seconds(1),
        references: vec![&mut first, &mut second],
        choosers: vec![Turn::Reference(0), Turn::Reference(1)],
    };
    let strategy = Strategy::named(strategy).unwrap();
    trial::run(skeleton(), strategy, iterations, 3, &mut solvers).unwrap()
}

#[test]
fn a_trial_counts_calls_and_keeps_the_first_finding_of_each_class() {
    let mut formulas = 0;
    let tally = run("SKOLU", 50, |script| {
        formulas += 1;
        match is_even(script) {
            true => (vec![Answer::Unsat], End::Answered),
            false => (vec![Answer::Sat], End::InvalidModel("no".to_owned())),
        }
    });
    // Three monitors: six enforcements, and then nothing is left.
    assert_eq!((tally.tests, tally.sat_tests), (6, 6));
    assert_eq!(
        (tally.formulas, tally.comparable, tally.calls()),
        (formulas, formulas, 6 + formulas)
    );
    assert_eq!(tally.sat_formulas, tally.formulas);
    let times = |class| tally.found[&class].times;
    assert_eq!(times(Class::Soundness) + times(Class::InvalidModel), tally.formulas);
    let found = &tally.found[&Class::Soundness];
    assert!(is_even(&found.script) && found.iteration < 6);
}

#[test]
fn a_solver_that_is_right_shows_nothing_and_one_that_gives_up_is_not_compared() {
    let tally = run("RBASE", 20, sat);
    assert_eq!((tally.formulas, tally.comparable, tally.found.len()), (20, 20, 0));
    assert_eq!(tally.cpu, Duration::from_secs(40));
    let tally = run("RBASE", 20, |_| (vec![Answer::Unknown], End::Answered));
    assert_eq!((tally.formulas, tally.comparable, tally.cpu), (20, 0, Duration::from_secs(20)));
    let tally = run("RBASE", 20, |_| (vec![Answer::Unsat], End::Error("x".to_owned())));
    assert_eq!((tally.comparable, tally.found.len()), (0, 0));
    let tally = run("RBASE", 20, |_| (vec![], End::Crash("x".to_owned())));
    assert_eq!(tally.found[&Class::Crash].times, 20);
}

/// Has constants for each test, by its seed; or none.
struct BySeed(bool);

impl Chooser for BySeed {
    type Error = ();

    fn choose(
        &mut self,
        _: &Script,
        holes: &[Hole],
        seed: u64,
    ) -> Result<Option<Vec<Option<Term>>>, ()> {
        let value = |n: usize| Some(Term::int((seed >> 40) + n as u64));
        Ok(self.0.then(|| (0..holes.len()).map(value).collect()))
    }
}

fn texts(strategy: &str, seed: u64, mut chooser: BySeed) -> Vec<String> {
    let mut search = Search::new(skeleton(), Strategy::named(strategy).unwrap(), seed);
    let mut texts = Vec::new();
    for _ in 0..60 {
        match search.step(&mut chooser).unwrap() {
            Step::Mutants(new) => texts.extend(new.iter().map(|mutant| mutant.script.to_string())),
            Step::Nothing => {}
            Step::Saturated => break,
        }
    }
    texts
}

#[test]
fn no_strategy_gives_a_formula_twice_or_the_seed_and_each_repeats() {
    for name in Strategy::NAMES {
        let all = texts(name, 1, BySeed(true));
        let distinct: HashSet<&String> = all.iter().collect();
        assert!(!all.is_empty() && distinct.len() == all.len(), "{name}");
        assert!(!all.contains(&skeleton().fill(&[]).to_string()), "{name}");
        assert_eq!(all, texts(name, 1, BySeed(true)), "{name}");
        assert_ne!(all, texts(name, 2, BySeed(true)), "{name}");
    }
}

#[test]
fn without_models_only_draws_and_edits_of_the_formula_are_left() {
    for name in Strategy::NAMES {
        let all = texts(name, 1, BySeed(false));
        assert_eq!(all.is_empty(), !["RBASE", "NEAR"].contains(&name), "{name}");
    }
}
