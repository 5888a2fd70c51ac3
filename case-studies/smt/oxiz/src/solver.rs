//! One formula under OxiZ, with limits that OxiZ itself counts.

use oxiz_solver::Context;
use smt_fragment::{Assignment, Script, model};

/// Conflicts of the search before OxiZ answers `unknown`.
const CONFLICTS: u64 = 100;
/// Decisions of the search.
const DECISIONS: u64 = 1_000;
/// Checks of the bit-vector solver that is embedded.
const BV_CHECKS: u64 = 50;
/// Milliseconds of one check, for what the counts do not bound. A test that reaches it may end
/// otherwise when it is repeated.
const MILLISECONDS: u64 = 50;

/// What OxiZ says about a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable, with the values of the model that the fragment has, if there is a model.
    Sat(Option<Assignment>),
    /// Unsatisfiable.
    Unsat,
    /// Neither: a limit, or OxiZ gave up.
    Unknown,
    /// The script was not taken, with the message.
    Error(String),
}

impl Answer {
    /// The answer as SMT-LIB has it; nothing for an error.
    pub fn satisfiable(&self) -> Option<bool> {
        match self {
            Answer::Sat(_) => Some(true),
            Answer::Unsat => Some(false),
            Answer::Unknown | Answer::Error(_) => None,
        }
    }
}

/// Logics in which OxiZ does not come to an end within its limits: its procedure for nonlinear
/// arithmetic does not look at them, and runs for seconds on formulas of one line.
const ENDLESS: [&str; 2] = ["QF_NIA", "QF_NRA"];

/// Asks OxiZ about a script. It is not asked about a script of an endless logic.
pub fn ask(script: &Script) -> Answer {
    if ENDLESS.contains(&script.logic) {
        return Answer::Unknown;
    }
    let mut context = Context::new();
    let mut config = context.solver_config().clone();
    config.max_conflicts = CONFLICTS;
    config.max_decisions = DECISIONS;
    config.max_bv_embedded_checks = BV_CHECKS;
    config.timeout_ms = MILLISECONDS;
    context.set_solver_config(config);
    let output = match context.execute_script(&script.to_string()) {
        Ok(output) => output,
        Err(error) => return Answer::Error(error.to_string()),
    };
    match output.last().map(String::as_str) {
        Some("sat") => Answer::Sat(context.get_model().map(|rows| assignment(script, &rows))),
        Some("unsat") => Answer::Unsat,
        Some("unknown") => Answer::Unknown,
        other => Answer::Error(format!("no answer, but {other:?}")),
    }
}

/// The values of the variables of a script. One that is no value of the fragment is left out.
fn assignment(script: &Script, rows: &[(String, String, String)]) -> Assignment {
    let mut assignment = Assignment::default();
    for (sort, number) in script.variables() {
        let name = format!("{}{number}", sort.prefix());
        let text = rows.iter().find(|(row, ..)| *row == name).map(|(.., text)| text);
        if let Some(value) = text.and_then(|text| model::value(sort, text)) {
            assignment.set(number, value);
        }
    }
    assignment
}
