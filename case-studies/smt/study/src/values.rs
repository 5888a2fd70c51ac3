//! The properties on ValFuzz's values: the solver under test is right about a formula whatever its
//! constants are.

use crate::findings;
use crate::team::{self, Team};
use mutagen_core::{Outcome, text};
use rand::SeedableRng;
use smt_lang::{Script, formulas};
use smt_valfuzz::constant::Random;
use smt_valfuzz::{BLENDB, Enforced, Meta, Skeleton, Valued};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// CPU seconds of a run, and a solver's own steps, as for HistFuzz.
const LIMITS: (u64, u64) = (4, 1_000_000);

/// Formulas with more bytes, or more constants, are left out: a test of them takes long, and few of
/// its constants matter.
const MOST: (u64, usize) = (2000, 40);

/// What the properties need, made once.
pub struct Values {
    team: Team,
    skeletons: Vec<Skeleton>,
    /// One for each skeleton.
    metas: Vec<Meta>,
    folder: PathBuf,
}

impl Values {
    /// The solvers and formulas that the environment names.
    ///
    /// # Errors
    ///
    /// When there are no solvers or no formulas. The text says what to do.
    pub fn of_environment() -> Result<Values, Box<dyn Error>> {
        let team = Team::of_environment(team::settings(LIMITS.0, LIMITS.1))?;
        let scripts = scripts(&formulas::folder().join("histfuzz"), &team)?;
        Ok(Values::new(team, &scripts, findings::folder()))
    }

    /// The values of these formulas, those without constants left out; findings go into the folder.
    pub fn new(team: Team, scripts: &[Script], folder: PathBuf) -> Values {
        // The same holes are related in every run.
        let mut random = Random::seed_from_u64(0);
        let skeletons: Vec<Skeleton> = scripts.iter().map(Skeleton::of).collect();
        let is_some = |skeleton: &Skeleton| (1..=MOST.1).contains(&skeleton.holes().len());
        let skeletons: Vec<Skeleton> = skeletons.into_iter().filter(is_some).collect();
        let metas = skeletons.iter().map(|s| Meta::of(s, BLENDB, &mut random)).collect();
        Values { team, skeletons, metas, folder }
    }

    /// Whether the solver under test is right about a formula with these constants. What cannot be
    /// compared is discarded. A finding is written before this returns.
    ///
    /// # Panics
    ///
    /// As for [`Values::enforced`].
    pub fn valued(&mut self, valued: &Valued) -> Outcome {
        let Some(script) = valued.script(&self.skeletons) else { return Outcome::Discarded };
        self.judged(&script, || format!("prop_values_agree, valued = {}", text::print(valued)))
    }

    /// The same for constants that the first reference chooses, so that monitors have the values
    /// that are enforced.
    ///
    /// # Panics
    ///
    /// When a solver cannot be run or a finding cannot be written: a campaign without either is
    /// worthless.
    pub fn enforced(&mut self, enforced: &Enforced) -> Outcome {
        let Some((skeleton, test)) = enforced.of(&self.skeletons, &self.metas) else {
            return Outcome::Discarded;
        };
        let chosen = self.team.choose(&test, skeleton.holes(), enforced.random.into());
        let Some(values) = chosen.unwrap_or_else(|error| panic!("{error}")) else {
            return Outcome::Discarded;
        };
        let script = skeleton.fill(&values);
        let print = || text::print(enforced);
        self.judged(&script, || format!("prop_enforced_values_agree, enforced = {}", print()))
    }

    fn judged(&mut self, script: &Script, origin: impl FnOnce() -> String) -> Outcome {
        let judged = self.team.judge(script, &[], &[]);
        let judged = judged.unwrap_or_else(|error| panic!("{error}"));
        findings::outcome(&self.folder, &judged, || script.clone(), origin)
    }
}

/// The short formulas of a folder that the dialects of a team have words for, in the order of their
/// names.
fn scripts(folder: &Path, team: &Team) -> Result<Vec<Script>, Box<dyn Error>> {
    let failed = |error| {
        format!(
            "{}: {error}; name the folder of formulas in {}",
            folder.display(),
            formulas::VARIABLE
        )
    };
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry?;
        if entry.metadata()?.len() <= MOST.0 {
            paths.push(entry.path());
        }
    }
    paths.sort();
    let dialects = team.allowed().dialects;
    let mut scripts = Vec::new();
    for path in paths {
        // What is no formula is no seed.
        let Ok(script) = Script::read(&fs::read(path)?) else { continue };
        let has_words = dialects.iter().all(|dialect| script.lacking(*dialect).is_empty());
        if has_words && script.checks() > 0 {
            scripts.push(script);
        }
    }
    if scripts.is_empty() {
        return Err(failed(std::io::ErrorKind::NotFound.into()).into());
    }
    Ok(scripts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt_solvers::SolverError;
    use smt_solvers::catalogue::Code;
    use smt_solvers::driver::{Driver, Reply, Settings};
    use smt_solvers::verdict::{Answer, End, Verdict};
    use smt_valfuzz::Value;
    use std::time::Duration;

    /// Says `sat`, but for a formula with this text; has 11 for each hole.
    struct MadeUp(&'static str, Code, &'static str);

    impl Driver for MadeUp {
        fn name(&self) -> &str {
            self.0
        }

        fn code(&self) -> Code {
            self.1
        }

        fn ask(&mut self, script: &str, _: &Settings) -> Result<Reply, SolverError> {
            let answer = if script.contains(self.2) { Answer::Unsat } else { Answer::Sat };
            let verdict = Verdict { answers: vec![answer], end: End::Answered };
            let output = format!("{answer}\n((vf-h0 11))");
            let (errors, command) = (String::new(), String::new());
            Ok(Reply { verdict, cpu: Duration::ZERO, output, errors, command })
        }
    }

    #[test]
    fn constants_that_break_the_solver_fail_with_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let references: Vec<Box<dyn Driver>> = vec![
            Box::new(MadeUp("z3-5.4.1", Code::Z3, "none")),
            Box::new(MadeUp("cvc5-1.4.2", Code::Cvc, "none")),
        ];
        let suspect = Box::new(MadeUp("yices-2.6.5", Code::Yices, "(< x 11)"));
        let team = Team::new(suspect, references, team::settings(1, 1));
        let texts = ["(assert true)", "(declare-const x Int)(assert (< x 5))(check-sat)"];
        let scripts = texts.map(|text| Script::read(text.as_bytes()).unwrap());
        let mut values = Values::new(team, &scripts, folder.path().to_owned());
        let mut outcome =
            |value| values.valued(&Valued { seed: 1, values: vec![Value::Number(value)] });
        assert!(matches!(outcome(10), Outcome::Passed));
        assert!(matches!(outcome(11), Outcome::Failed { .. }));
        let files = || fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files(), 1);
        // The first reference chooses 11 as well.
        let enforced = Enforced { seed: 3, monitors: vec![(0, true)], random: 5 };
        assert!(matches!(values.enforced(&enforced), Outcome::Failed { .. }));
        assert_eq!(files(), 1);
        let none = Values::new(values.team, &[], folder.path().to_owned())
            .valued(&Valued { seed: 1, values: Vec::new() });
        assert!(matches!(none, Outcome::Discarded));
    }
}
