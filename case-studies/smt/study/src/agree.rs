//! The property on HistFuzz's choices: the solver under test is right about every formula.

use crate::findings;
use crate::team::{self, Judged, Team};
use mutagen_core::{Outcome, text};
use smt_histfuzz::blocks::Blocks;
use smt_histfuzz::build::build;
use smt_histfuzz::choices::Choices;
use smt_histfuzz::history::History;
use smt_histfuzz::skeleton::Definitions;
use smt_lang::Script;
use std::error::Error;
use std::path::PathBuf;

/// CPU seconds of a run, and a solver's own steps, of which about a million take a second.
const LIMITS: (u64, u64) = (4, 1_000_000);

/// What the property needs, made once.
pub struct Study {
    team: Team,
    blocks: Blocks,
    folder: PathBuf,
}

impl Study {
    /// The solvers and formulas that the environment names.
    ///
    /// # Errors
    ///
    /// When there are no solvers or no formulas. The text says what to do.
    pub fn of_environment() -> Result<Study, Box<dyn Error>> {
        let mut team = Team::of_environment(team::settings(LIMITS.0, LIMITS.1))?;
        let history = History::of_folder(&smt_lang::formulas::folder().join("histfuzz"))?;
        let mut blocks = Blocks::new(&history, Definitions::Own, &team.allowed());
        blocks.fit(|script| team.reads(script))?;
        Ok(Study::new(team, blocks, findings::folder()))
    }

    /// The study of a team with these blocks; findings go into the folder.
    pub fn new(team: Team, blocks: Blocks, folder: PathBuf) -> Study {
        Study { team, blocks, folder }
    }

    /// Whether the solver under test is right about the formula of these choices. What cannot be
    /// compared is discarded. A finding is written before this returns.
    ///
    /// # Panics
    ///
    /// When a solver cannot be run or a finding cannot be written: a campaign without either is
    /// worthless.
    pub fn agrees(&mut self, choices: &Choices) -> Outcome {
        let Some((script, judged)) = self.judged(choices) else { return Outcome::Discarded };
        let script = || smt_histfuzz::tactics::using(&script, &choices.tactics);
        let origin = || format!("prop_solvers_agree, choices = {}", text::print(choices));
        findings::outcome(&self.folder, &judged, script, origin)
    }

    /// The formula of these choices, if they make one, and what it came to.
    ///
    /// # Panics
    ///
    /// When a solver cannot be run.
    pub fn judged(&mut self, choices: &Choices) -> Option<(Script, Judged)> {
        let built = build(&self.blocks, choices)?;
        let judged = self.team.judge(&built.script, &choices.tactics, &choices.options);
        Some((built.script, judged.unwrap_or_else(|error| panic!("{error}"))))
    }
}
