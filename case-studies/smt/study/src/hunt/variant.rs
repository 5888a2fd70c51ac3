//! What is compared: HistFuzz, its two variants, and ours.

use crate::team::Team;
use serde::{Deserialize, Serialize};
use smt_histfuzz::blocks::Blocks;
use smt_histfuzz::history::{Cut, History};
use smt_histfuzz::skeleton::Definitions;
use std::error::Error;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A way to make formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// HistFuzz, by the definitions of the published tool.
    Histfuzz,
    /// HistFuzz_r: without rules.
    R,
    /// HistFuzz_n: without rules, with skeletons of as many ordinary formulas.
    N,
    /// Ours: our definitions, small formulas first, and findings varied choice by choice.
    Ours,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 4] = [Variant::Histfuzz, Variant::R, Variant::N, Variant::Ours];
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Variant::Histfuzz => "histfuzz",
            Variant::R => "r",
            Variant::N => "n",
            Variant::Ours => "ours",
        })
    }
}

impl FromStr for Variant {
    type Err = String;

    fn from_str(text: &str) -> Result<Variant, String> {
        let found = Variant::ALL.into_iter().find(|variant| variant.to_string() == text);
        found.ok_or_else(|| format!("no variant `{text}`: histfuzz, r, n or ours"))
    }
}

/// What one experiment runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The solver under test.
    pub solver: String,
    /// Whether the history ends where the paper cuts it.
    pub is_cut: bool,
    /// How formulas are made.
    pub variant: Variant,
    /// The seed of the experiment.
    pub seed: u64,
}

impl Plan {
    /// The blocks from which formulas are made: atoms that the solver under test or the first
    /// reference does not read are left out.
    ///
    /// # Errors
    ///
    /// When there are no formulas, or a solver cannot be run.
    pub fn blocks(&self, formulas: &Path, team: &mut Team) -> Result<Blocks, Box<dyn Error>> {
        let cut = if self.is_cut { Cut::OLD } else { Cut::Whole };
        let history = History::of_folder(&formulas.join("histfuzz"))?.cut(cut);
        let definitions = match self.variant {
            Variant::Ours => Definitions::Own,
            _ => Definitions::Published,
        };
        let mut blocks = Blocks::new(&history, definitions, &team.allowed());
        if self.variant == Variant::N {
            let mut ordinary = History::of_folder(&formulas.join("ordinary"))?;
            // As many formulas as the history has, spread over all logics.
            let all = ordinary.formulas.len();
            let wanted = history.formulas.len().min(all);
            let kept = |n: usize| (n + 1) * wanted / all > n * wanted / all;
            let mut n = 0..all;
            ordinary.formulas.retain(|_| n.next().is_some_and(kept));
            blocks = blocks.with_skeletons(&ordinary, definitions);
        }
        blocks.fit(|script| team.reads(script))?;
        Ok(blocks)
    }
}
