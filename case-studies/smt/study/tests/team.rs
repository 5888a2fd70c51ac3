//! Teams, findings and the property, with solvers that are made up.

use mutagen_core::Outcome;
use smt_histfuzz::blocks::{Allowed, Blocks};
use smt_histfuzz::choices::{Choices, Filling, Number};
use smt_histfuzz::history::History;
use smt_histfuzz::skeleton::Definitions;
use smt_lang::Script;
use smt_solvers::SolverError;
use smt_solvers::catalogue::Code;
use smt_solvers::driver::{Driver, Reply, Settings};
use smt_solvers::oracle::{Class, Judgement};
use smt_solvers::verdict::{Answer, End, Verdict};
use smt_study::agree::Study;
use smt_study::team::{Team, is_open};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A solver that says what a function says, and counts how often it is asked.
struct Fake {
    name: &'static str,
    code: Code,
    says: fn(&str) -> (Vec<Answer>, End),
    asked: Arc<AtomicUsize>,
}

impl Driver for Fake {
    fn name(&self) -> &str {
        self.name
    }

    fn code(&self) -> Code {
        self.code
    }

    fn ask(&mut self, script: &str, settings: &Settings) -> Result<Reply, SolverError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let (answers, end) = (self.says)(script);
        Ok(Reply {
            verdict: Verdict { answers, end },
            cpu: Duration::from_millis(1),
            output: String::new(),
            errors: String::new(),
            command: format!("{} {}", self.name, settings.options.join(" ")),
        })
    }
}

type Says = fn(&str) -> (Vec<Answer>, End);

fn team(says: [Says; 3]) -> (Team, [Arc<AtomicUsize>; 3]) {
    let asked: [Arc<AtomicUsize>; 3] = Default::default();
    let names = [("z3-4.8.5", Code::Z3), ("cvc5-1.4.2", Code::Cvc), ("yices-2.6.5", Code::Yices)];
    let mut drivers: Vec<Box<dyn Driver>> = Vec::new();
    for (((name, code), says), asked) in names.into_iter().zip(says).zip(&asked) {
        drivers.push(Box::new(Fake { name, code, says, asked: asked.clone() }));
    }
    let suspect = drivers.remove(0);
    (Team::new(suspect, drivers, Settings::seconds(1)), asked)
}

const SAT: Says = |_| (vec![Answer::Sat], End::Answered);
const UNSAT: Says = |_| (vec![Answer::Unsat], End::Answered);
const UNKNOWN: Says = |_| (vec![Answer::Unknown], End::Answered);
const CRASH: Says = |_| (Vec::new(), End::Crash("SIGSEGV".to_owned()));
const ERROR: Says = |_| (vec![Answer::Sat], End::Error("no such function".to_owned()));

fn judged(says: [Says; 3], text: &str) -> (Judgement, [usize; 3]) {
    let (mut team, asked) = team(says);
    let script = Script::read(text.as_bytes()).unwrap();
    let judgement = team.judge(&script, &[], &[]).unwrap().judgement;
    (judgement, asked.map(|asked| asked.load(Ordering::Relaxed)))
}

const TEXT: &str = "(declare-const x Int)(assert (< x 2))(check-sat)";

#[test]
fn no_more_references_are_asked_than_a_judgement_needs() {
    assert_eq!(judged([SAT, SAT, UNSAT], TEXT), (Judgement::Agrees, [1, 1, 0]));
    assert_eq!(judged([UNKNOWN, SAT, SAT], TEXT), (Judgement::Incomparable, [1, 0, 0]));
    assert_eq!(judged([ERROR, UNSAT, UNSAT], TEXT), (Judgement::Incomparable, [1, 0, 0]));
    assert_eq!(judged([SAT, UNKNOWN, SAT], TEXT), (Judgement::Agrees, [1, 1, 1]));
    let (crash, asked) = judged([CRASH, SAT, SAT], TEXT);
    assert_eq!((crash.finding().unwrap().class, asked), (Class::Crash, [1, 0, 0]));
    let (wrong, _) = judged([SAT, UNSAT, UNSAT], TEXT);
    let finding = wrong.finding().unwrap();
    assert_eq!(finding.class, Class::Soundness);
    assert_eq!(finding.culprit.as_deref(), Some("z3-4.8.5"));
}

#[test]
fn operators_whose_value_is_open_make_no_soundness() {
    let text = "(declare-const x (_ FloatingPoint 5 11))\
                (assert (= ((_ fp.to_ubv 8) RNE x) #x00))(check-sat)";
    assert!(is_open(&Script::read(text.as_bytes()).unwrap()));
    assert!(!is_open(&Script::read(TEXT.as_bytes()).unwrap()));
    let (open, _) = judged([SAT, UNSAT, UNSAT], text);
    assert_eq!(open.finding().unwrap().class, Class::Difference);
}

fn study(says: [Says; 3], folder: &std::path::Path) -> Study {
    let texts = [("z3_1_0", "(declare-const x Int)(assert (and (< x 2) (> x 1)))(check-sat)")];
    let history = History::of_texts(texts);
    let blocks = Blocks::new(&history, Definitions::Own, &Allowed::default());
    Study::new(team(says).0, blocks, folder.to_owned())
}

fn choices() -> Choices {
    let filling = Filling { skeleton: 0, fills: vec![Number(0), Number(1)], bound: Vec::new() };
    Choices {
        pool: 0,
        guided: true,
        assertions: vec![filling],
        translocations: Vec::new(),
        levels: Vec::new(),
        tactics: vec![33],
        options: vec![0],
    }
}

#[test]
fn a_finding_is_a_file_with_verdicts_commands_and_choices() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(study([SAT, SAT, SAT], folder.path()).agrees(&choices()), Outcome::Passed);
    let outcome = study([UNKNOWN, SAT, SAT], folder.path()).agrees(&choices());
    assert_eq!(outcome, Outcome::Discarded);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    for _ in 0..2 {
        let outcome = study([SAT, UNSAT, UNSAT], folder.path()).agrees(&choices());
        assert!(matches!(outcome, Outcome::Failed(_)));
    }
    let files: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|f| f.unwrap().path()).collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    let text = std::fs::read_to_string(file).unwrap();
    for part in [
        "; soundness of z3-4.8.5: ",
        "; z3-4.8.5: sat\n;   z3-4.8.5 smt.arith.solver=2\n",
        "; cvc5-1.4.2: unsat\n",
        "choices = Choices { pool: 0, guided: true, ",
        "(check-sat-using (then simplify smt))",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // It is a script still.
    assert_eq!(Script::read(text.as_bytes()).unwrap().checks(), 1);
}

#[test]
fn what_the_first_two_do_not_read_is_known() {
    let script = Script::read(b"(assert true)").unwrap();
    let reads = |says| team(says).0.reads(&script).unwrap();
    assert!(reads([SAT, SAT, ERROR]));
    assert!(!reads([SAT, ERROR, SAT]));
    assert!(!reads([ERROR, SAT, SAT]));
}
