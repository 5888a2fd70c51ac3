//! A quick run on made-up solvers: the one under test crashes on a formula with `div`, and the next
//! release does not. It shows that the study works, and nothing about solvers.

use super::super::known::fakes::made;
use benches::study::Error;
use smt_histfuzz::blocks::{Allowed, Blocks};
use smt_histfuzz::history::History;
use smt_histfuzz::skeleton::Definitions;
use smt_solvers::catalogue::Catalogue;
use smt_solvers::driver::{self, Driver, Settings};
use smt_study::hunt::{Hunt, Plan, Releases, Slice, Variant};
use smt_study::team::Team;
use std::path::Path;

/// CPU seconds, which made-up solvers hardly use.
pub(super) const BUDGET: f64 = 60.0;

/// Slices of a trial.
pub(super) const SLICES: usize = 2;

const HISTORY: [(&str, &str); 2] = [
    ("z3_1_0", "(declare-const x Int)(assert (and (< 1 x) (not (= (div x 2) 3))))(check-sat)"),
    ("z3_2_0", "(declare-const y Int)(assert (exists ((z Int)) (or (= z y) (< y 0))))(check-sat)"),
];

pub(super) fn plans() -> Vec<Plan> {
    let plan = |variant| Plan { solver: "z3-4.8.5".to_owned(), is_cut: true, variant, seed: 1 };
    [Variant::Histfuzz, Variant::Ours].map(plan).into()
}

pub(super) fn hunt(plan: &Plan, before: &[Slice], out: &Path) -> Result<Hunt, Error> {
    let folder = out.join("made-up").join(plan.variant.to_string());
    let catalogue = Catalogue::own()?;
    let open = |name: &str, rest: &str| -> Result<Box<dyn Driver>, Error> {
        Ok(driver::open(&made(catalogue.entry(name)?, &folder, "", rest)?)?)
    };
    let says = "for i in $(grep -c check-sat $last); do echo sat; done";
    let keep = "last=$(mktemp); cat /dev/stdin > $last; trap 'rm -f $last' EXIT";
    // Without a check there is nothing that a later release could be right about.
    let crash = "grep -q div $last && grep -q check-sat $last && kill -SEGV $$";
    let suspect = open("z3-4.8.5", &format!("{keep}; {crash}; {says}"))?;
    let reference = open("z3-5.4.1", &format!("{keep}; {says}"))?;
    let later = open("z3-4.8.6", &format!("{keep}; {says}"))?;
    let blocks = Blocks::new(&History::of_texts(HISTORY), Definitions::Own, &Allowed::default());
    let settings = Settings::seconds(5);
    let team = Team::new(suspect, vec![reference], settings.clone());
    let releases = Releases::new(vec![later], settings);
    let hunt = Hunt::new(plan.clone(), team, blocks, releases, out.join("findings"), before);
    Ok(hunt.map_err(|error| error.to_string())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_that_goes_on_knows_what_it_found() {
        let folder = tempfile::tempdir().unwrap();
        let plan = &plans()[1];
        let mut trial = hunt(plan, &[], folder.path()).unwrap();
        let first = trial.slice(8).unwrap();
        assert_eq!((first.slice, first.formulas, first.errors), (0, 8, 0), "{first:?}");
        let found = first.found.iter().find(|found| found.bug.is_some());
        let found = found.unwrap_or_else(|| panic!("no bug in {first:#?}"));
        let bug = found.bug.as_ref().unwrap();
        assert_eq!((bug.class.as_str(), bug.right.as_str()), ("crash", "z3-4.8.6"));
        assert!(bug.sorts.contains("Int"));
        let mut again = hunt(plan, std::slice::from_ref(&first), folder.path()).unwrap();
        assert_eq!(again.slice(2).unwrap().slice, 1);
        let written = std::fs::read_dir(folder.path().join("findings")).unwrap().count();
        assert!(written > 0 && written <= first.found.len());
    }
}
