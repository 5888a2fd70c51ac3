//! The setup: all that a report, or a repetition, needs besides the rows. It is one JSON file with
//! tasks, strategies with their settings and limits, seed, commits and machine.

use crate::study::Error;
use crate::study::rows::machine::Machine;
use crate::study::rows::row::workload_of;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The name of the file in a folder of results.
pub const FILE: &str = "setup.json";

/// How the rows of a folder were measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The study's name.
    pub study: String,
    /// What the study measures.
    pub about: String,
    /// The seed from which all others are derived.
    pub seed: u64,
    /// The names of all tasks, in the order of the study.
    pub tasks: Vec<String>,
    /// The strategies, in the order of the tables.
    pub strategies: Vec<StrategySetup>,
    /// Strategies that were requested and could not be run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unavailable: Vec<Unavailable>,
    /// The machines that ran the study.
    pub machines: Vec<Machine>,
    /// The command lines that ran the study.
    pub commands: Vec<String>,
}

/// One strategy as it was run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StrategySetup {
    /// Its name.
    pub name: String,
    /// What the strategy does, in one sentence.
    pub about: String,
    /// CPU seconds of a trial.
    pub limit: f64,
    /// Trials of a task.
    pub trials: u64,
    /// Whether a task counts as unsolved after three trials without a result.
    pub screened: bool,
    /// Whether the strategy is another tool.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub peer: bool,
    /// Every setting, defaults included.
    pub settings: Value,
    /// The commits of the runs.
    pub commits: Vec<String>,
}

/// A strategy that could not be run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unavailable {
    /// Its name.
    pub name: String,
    /// What the strategy does, in one sentence.
    pub about: String,
    /// Why it could not be run.
    pub reason: String,
}

impl Setup {
    /// Reads the setup of a folder; none if there is no file.
    pub fn read(folder: &Path) -> Result<Option<Setup>, Error> {
        let path = folder.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(
                serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?,
            )),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("{}: {error}", path.display()).into()),
        }
    }

    /// Writes it into a folder.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        Ok(fs::write(folder.join(FILE), text)?)
    }

    /// Merges the setup of an earlier run into the same folder. Strategies that are not run now
    /// stay, and the others keep the commits of their earlier rows.
    pub fn after(mut self, earlier: Setup) -> Result<Setup, Error> {
        if (&earlier.study, earlier.seed) != (&self.study, self.seed) {
            return Err(format!(
                "the folder has rows of study `{}` with seed {}: use another folder or that seed",
                earlier.study, earlier.seed
            )
            .into());
        }
        let mut strategies = earlier.strategies;
        for mut now in self.strategies {
            match strategies.iter_mut().find(|before| before.name == now.name) {
                Some(before) => {
                    now.commits = joined(std::mem::take(&mut before.commits), now.commits);
                    *before = now;
                }
                None => strategies.push(now),
            }
        }
        // The strategies of mutagen come first, whenever they were run.
        strategies.sort_by_key(|strategy| strategy.peer);
        self.strategies = strategies;
        let run = |name: &str| self.strategies.iter().any(|strategy| strategy.name == name);
        let again = |one: &Unavailable| self.unavailable.iter().any(|now| now.name == one.name);
        let still = |one: &Unavailable| !run(&one.name) && !again(one);
        let mut unavailable: Vec<Unavailable> =
            earlier.unavailable.into_iter().filter(still).collect();
        unavailable.append(&mut self.unavailable);
        self.unavailable = unavailable;
        self.machines = joined(earlier.machines, self.machines);
        self.commands = joined(earlier.commands, self.commands);
        let more = earlier.tasks.into_iter().filter(|task| !self.tasks.contains(task));
        let more: Vec<String> = more.collect();
        self.tasks.extend(more);
        Ok(self)
    }

    /// The names of the workloads, in the order of the tasks.
    pub fn workloads(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for task in &self.tasks {
            let name = workload_of(task);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

fn joined<T: PartialEq>(mut before: Vec<T>, now: Vec<T>) -> Vec<T> {
    for item in now {
        if !before.contains(&item) {
            before.push(item);
        }
    }
    before
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A strategy with a limit of 60 CPU seconds.
    pub fn strategy(name: &str, trials: u64, screened: bool) -> StrategySetup {
        StrategySetup {
            name: name.into(),
            about: format!("the strategy {name}"),
            limit: 60.0,
            trials,
            screened,
            peer: false,
            settings: serde_json::json!({ "samples": 1 }),
            commits: vec!["c0ffee".into()],
        }
    }

    /// A setup with these strategies and tasks.
    pub fn setup(strategies: Vec<StrategySetup>, tasks: &[&str]) -> Setup {
        Setup {
            study: "made-up".into(),
            about: "A study made up for a test.".into(),
            seed: 1,
            tasks: tasks.iter().map(|&task| task.to_owned()).collect(),
            strategies,
            unavailable: Vec::new(),
            machines: Vec::new(),
            commands: Vec::new(),
        }
    }

    #[test]
    fn a_second_run_adds_its_strategies_and_keeps_the_commits_of_the_first() {
        let first = setup(vec![strategy("a", 3, true), strategy("b", 3, true)], &["W/m/P"]);
        let mut again = strategy("b", 10, true);
        again.commits = vec!["decade".into()];
        let mut first = first;
        first.strategies.insert(0, StrategySetup { peer: true, ..strategy("peer", 3, true) });
        let gone = |name: &str| Unavailable {
            name: name.into(),
            about: "a tool".into(),
            reason: "it does not build".into(),
        };
        first.unavailable = vec![gone("c"), gone("d")];
        let second = setup(vec![again, strategy("c", 3, true)], &["W/m/P", "W/n/P"]);
        let both = second.after(first.clone()).unwrap();
        // What could not be run then and can be now is no longer listed.
        assert_eq!(both.unavailable, [gone("d")]);
        let names: Vec<&str> = both.strategies.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c", "peer"]);
        assert_eq!(both.strategies[1].trials, 10);
        assert_eq!(both.strategies[1].commits, ["c0ffee", "decade"]);
        assert_eq!(both.tasks.len(), 2);
        let other_seed = Setup { seed: 2, ..first.clone() };
        assert!(other_seed.after(first).is_err());
    }
}
