//! The strategies of other testing tools (`tools`; `inputs`). The package `benches/peers` has an
//! executable for each tool. It is built (`build`) when the tool is asked for, and runs one trial
//! in a process (`process`), with the literals of the tested sources (`dictionary`) if the tool is
//! given any.

mod build;
mod dictionary;
mod inputs;
mod process;
mod tools;

pub use inputs::on_inputs;
pub use tools::{Peer, all};

use crate::study::Error;
use crate::study::plan::task::Workload;
use crate::study::run::builds::Builds;
use crate::study::run::strategy::{Assignment, Description, Findings, Readiness, Strategy};
use build::{dictionary_of, folder};
use mutagen_cli::supervise::Interrupt;
use serde_json::{Value, json};

impl Strategy for Peer {
    fn description(&self) -> &Description {
        &self.description
    }

    fn settings(&self) -> Value {
        json!({
            "peer": self.settings,
            "shrinking": "off",
            "flags": self.flags.join(" "),
            "build": "release, one codegen unit; debug assertions and overflow checks in the \
                      workload",
        })
    }

    fn peer(&self) -> bool {
        true
    }

    fn prepare(&self, builds: &mut Builds, workloads: &[Workload]) -> Result<Readiness, Error> {
        if let Some(reason) = self.unavailable {
            return Ok(Readiness::Unavailable(reason.to_owned()));
        }
        let folder = folder()?;
        if self.dictionary {
            for workload in workloads {
                dictionary::write(workload.package, &self.place, &dictionary_of(workload)?)?;
            }
        }
        let all: Vec<&Workload> = workloads.iter().collect();
        let sets = if self.flags.is_empty() { vec![&all[..]] } else { all.chunks(1).collect() };
        for set in sets {
            let built = match self.build(set, &folder) {
                Ok(executable) => executable,
                Err(error) => return Ok(Readiness::Unavailable(error.to_string())),
            };
            // The next build would overwrite the same executable.
            for workload in set {
                let own = folder.join(format!("{}-{}", self.name(), workload.package));
                // A running executable cannot be overwritten, but its name can be removed.
                let _ = std::fs::remove_file(&own);
                std::fs::copy(&built, &own)?;
                builds.add_peer(self.name(), workload.package, own);
            }
        }
        Ok(Readiness::Ready)
    }

    fn trial(
        &self,
        builds: &Builds,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Findings>, Error> {
        let executable = builds.peer(self.name(), trial.workload.package)?;
        self.run(executable, trial, interrupt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_are_screened_and_have_names_of_their_own() {
        for peers in [all(), on_inputs()] {
            let mut names: Vec<&str> = peers.iter().map(|peer| peer.description.name).collect();
            let own = crate::study::run::mutagen::all();
            names.extend(own.iter().map(|own| own.description().name));
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count);
            assert!(peers.iter().all(|peer| peer.screened() && peer.peer()));
        }
    }
}
