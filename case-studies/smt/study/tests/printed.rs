//! What is printed for a solver means what was read: a current z3 gives the same answers to both.

use rand::SeedableRng;
use smt_lang::Script;
use smt_solvers::cache::Cache;
use smt_solvers::driver::{Driver, Executable, Settings};
use smt_solvers::oracle::text_for;
use smt_solvers::verdict::End;
use smt_valfuzz::constant::{Random, shuffle};
use std::fs;
use std::path::{Path, PathBuf};

const SEED: u64 = 35;

/// Formulas that are compared.
const FORMULAS: usize = 500;

const SOLVER: &str = "z3-5.4.1";

/// All formulas of the sources, in the order of their names.
fn formulas() -> Vec<PathBuf> {
    let folder = smt_lang::formulas::folder();
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{folder:?}: {why}"));
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let folders = list(&folder).into_iter().filter(|path| path.is_dir());
    let mut all: Vec<PathBuf> = folders.flat_map(|folder| list(&folder)).collect();
    all.retain(|path| path.extension().is_some_and(|extension| extension == "smt2"));
    all.sort();
    all
}

#[test]
#[ignore = "2 CPU min: SMT_CACHE=… cargo test -p smt-study --test printed -- --ignored --nocapture"]
fn z3_gives_printed_formulas_the_answers_of_the_originals() {
    let solver = Cache::of_user().and_then(|cache| cache.solver(SOLVER)).unwrap();
    let mut z3 = Executable::new(&solver).unwrap();
    // Steps of z3, so that a run ends in the same place however busy the machine is.
    let settings = Settings { validates: false, steps: Some(2_000_000), ..Settings::seconds(20) };
    let mut all = formulas();
    shuffle(&mut all, &mut Random::seed_from_u64(SEED));
    let (mut compared, mut differ) = (0, Vec::new());
    for path in all {
        if compared == FORMULAS {
            break;
        }
        let bytes = fs::read(&path).unwrap();
        let Ok(script) = Script::read(&bytes) else { continue };
        let original = z3.ask(&String::from_utf8_lossy(&bytes), &settings).unwrap().verdict;
        // After an error, the answers are about another formula.
        if matches!(original.end, End::Error(_) | End::Garbled(_)) || original.answers.is_empty() {
            continue;
        }
        compared += 1;
        let printed = z3.ask(&text_for(&script, SOLVER), &settings).unwrap().verdict;
        if printed.answers != original.answers || printed.end.word() != original.end.word() {
            println!("{}: {original}, printed {printed}", path.display());
            differ.push(path);
        }
    }
    println!("{compared} compared, {} differ", differ.len());
    assert_eq!((compared, differ), (FORMULAS, Vec::new()));
}
