//! Properties of OxiZ. `README.md` has the commands.

use mutagen_core::{Outcome, assume, property};
use smt_fragment::{Draw, Formula, Script};
use smt_oxiz::judge::{by_construction, by_model, by_references};
use smt_oxiz::logic::chosen;
use smt_oxiz::reference::References;
use smt_oxiz::report::outcome;
use std::sync::LazyLock;

/// Formulas with more operators, variables and literals are discarded: the time of a test grows
/// with the formula, and small ones show the same defects.
const LARGEST: usize = 40;

/// Scripts that are judged while a failure is reduced.
const TRIES: usize = 300;
/// The same where each one may be a process of another solver.
const TRIES_BY_REFERENCES: usize = 60;

/// Where OxiZ says `sat`, its model satisfies the formula; where there are few assignments, it
/// says what trying all of them says.
#[property]
fn prop_oxiz_models(formula: &Formula) -> Outcome {
    let script = chosen(Script::of(formula));
    assume!(!script.assertions.is_empty() && script.size() <= LARGEST);
    outcome(&script, by_model(&script), TRIES, by_model)
}

/// A formula that an assignment satisfies is not `unsat`.
#[property]
fn prop_oxiz_true_by_construction(formula: &Formula, draw: &Draw) -> Outcome {
    let assignment = draw.assignment();
    let script = chosen(Script::of(formula));
    assume!(script.size() <= LARGEST);
    let script = chosen(script.made_true(&assignment));
    assume!(!script.assertions.is_empty());
    let judge = |script: &Script| by_construction(script, &assignment);
    outcome(&script, judge(&script), TRIES, judge)
}

/// The references of the environment. A wrong name ends the campaign.
static REFERENCES: LazyLock<References> =
    LazyLock::new(|| References::of_user().unwrap_or_else(|error| panic!("{error}")));

/// Finds the references, so that a wrong name is an error of the set-up.
fn find_references() {
    LazyLock::force(&REFERENCES);
}

/// The answer is that of the solvers that `SMT_SOLVERS` names, of the model and of trying all
/// assignments, whichever there are.
#[property(before = find_references)]
fn prop_oxiz_agrees(formula: &Formula) -> Outcome {
    let script = chosen(Script::of(formula));
    assume!(!script.assertions.is_empty() && script.size() <= LARGEST);
    let judge = |script: &Script| by_references(script, &REFERENCES);
    outcome(&script, judge(&script), TRIES_BY_REFERENCES, judge)
}
