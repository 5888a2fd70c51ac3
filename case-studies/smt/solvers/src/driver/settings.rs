//! How a solver is asked, whatever it is: validation, its own count of steps, seeds, limits.

use crate::catalogue::Runs;
use crate::process::Limits;

/// How a solver is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Whether it validates its models itself.
    pub validates: bool,
    /// The most steps, as the solver counts them: a run that ends at this limit repeats, and one
    /// that ends at a limit of time may not. yices and bitwuzla have none.
    pub steps: Option<u64>,
    /// The seed of its random choices. yices and bitwuzla have none here.
    pub seed: Option<u64>,
    /// Options as the solver writes them, after ours.
    pub options: Vec<String>,
    /// The limits of a run.
    pub limits: Limits,
}

impl Settings {
    /// Validation, so many CPU seconds, and nothing else.
    pub fn seconds(cpu: u64) -> Settings {
        let (steps, seed, options) = (None, None, Vec::new());
        Settings { validates: true, steps, seed, options, limits: Limits::seconds(cpu) }
    }

    /// The options of a solver that is run so.
    pub fn arguments(&self, runs: Runs) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        match runs {
            Runs::Z3 => {
                all.extend(self.validates.then(|| "model_validate=true".to_owned()));
                all.extend(self.steps.map(|steps| format!("rlimit={steps}")));
                for name in ["smt.random_seed", "sat.random_seed"] {
                    all.extend(self.seed.map(|seed| format!("{name}={seed}")));
                }
            }
            Runs::Cvc | Runs::Cvc5Python => {
                all.extend(["--incremental", "--strings-exp"].map(str::to_owned));
                all.extend(self.validates.then(|| "--check-models".to_owned()));
                all.extend(self.steps.map(|steps| format!("--rlimit={steps}")));
                all.extend(self.seed.map(|seed| format!("--seed={seed}")));
            }
            Runs::Yices => all.push("--incremental".to_owned()),
            Runs::BitwuzlaPython => {
                all.push("--produce-models".to_owned());
                all.extend(self.validates.then(|| "--check-model".to_owned()));
            }
        }
        all.extend(self.options.iter().cloned());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_family_has_its_own_words_for_the_same_settings() {
        let mut settings = Settings::seconds(1);
        (settings.steps, settings.seed) = (Some(7), Some(3));
        settings.options = vec!["-x".to_owned()];
        let text = |runs| settings.arguments(runs).join(" ");
        let z3 = "model_validate=true rlimit=7 smt.random_seed=3 sat.random_seed=3 -x";
        assert_eq!(text(Runs::Z3), z3);
        let cvc = "--incremental --strings-exp --check-models --rlimit=7 --seed=3 -x";
        assert_eq!((text(Runs::Cvc), text(Runs::Cvc5Python)), (cvc.into(), cvc.into()));
        assert_eq!(text(Runs::Yices), "--incremental -x");
        settings.validates = false;
        assert!(!settings.arguments(Runs::Z3).concat().contains("model_validate"));
    }
}
