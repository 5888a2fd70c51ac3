//! Studies and tasks: a study has workloads, a workload has tasks, and a task is a mutant with a
//! property that it breaks.

use crate::study::plan::counting::Counting;
use crate::study::rows::setup::Setup;
use std::path::Path;

/// Workloads that are run and reported together.
pub struct Study {
    /// The name, which is the subcommand and the name of the folder of results.
    pub name: &'static str,
    /// A description for the head of the report.
    pub about: &'static str,
    /// The workloads.
    pub workloads: Vec<Workload>,
}

impl Study {
    /// The setup of the study, without strategies.
    pub fn setup(&self, seed: u64) -> Setup {
        let tasks = self.workloads.iter().flat_map(|w| w.tasks.iter().map(|t| w.task_name(t)));
        Setup {
            study: self.name.to_owned(),
            about: self.about.to_owned(),
            seed,
            tasks: tasks.collect(),
            strategies: Vec::new(),
            unavailable: Vec::new(),
            machines: Vec::new(),
            commands: Vec::new(),
        }
    }
}

/// The workspace of a package that is in none of the strategy's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Home {
    /// The manifest of the workspace.
    pub manifest: &'static Path,
    /// The target folder, which several workspaces can share.
    pub target: &'static Path,
}

/// A package with a program that has mutants, chosen at run time, and properties.
#[derive(Debug, Clone, Default)]
pub struct Workload {
    /// The short name in tables.
    pub name: &'static str,
    /// The cargo package with the properties.
    pub package: &'static str,
    /// The workspace of the package; `None` for that of the strategy.
    pub home: Option<Home>,
    /// The environment variable that selects the mutant.
    pub variable: &'static str,
    /// Other environment variables of a trial, with their values.
    pub environment: &'static [(&'static str, &'static str)],
    /// The features of the package that are activated besides the default ones.
    pub features: &'static [&'static str],
    /// The packages that are instrumented besides those that the manifest of the package names.
    pub instrument: &'static [&'static str],
    /// Whether a counterexample counts only if it passes where the variable is empty, which selects
    /// no mutant. Otherwise the program fails on it without the mutant, too.
    pub must_pass_without: bool,
    /// How the distinct valid values of a trial are counted, if they are.
    pub counting: Option<Counting>,
    /// Mutants, each with a property that it breaks.
    pub tasks: Vec<Task>,
}

/// A mutant and a property that it breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The mutant, as the environment variable names it.
    pub mutant: String,
    /// The property, as the tables name it.
    pub property: String,
}

impl Task {
    /// A task by the names of its mutant and its property.
    pub fn new(mutant: impl ToString, property: impl ToString) -> Task {
        Task { mutant: mutant.to_string(), property: property.to_string() }
    }

    /// The name of the function that is the property: the one in the tables as Rust writes it.
    pub fn function(&self) -> String {
        let mut name = String::new();
        for letter in self.property.chars() {
            if letter.is_uppercase() && !name.is_empty() && !name.ends_with('_') {
                name.push('_');
            }
            name.extend(letter.to_lowercase());
        }
        name
    }
}

impl Workload {
    /// The name of a task in rows and tables: workload, mutant and property.
    pub fn task_name(&self, task: &Task) -> String {
        format!("{}/{}/{}", self.name, task.mutant, task.property)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_is_found_under_its_name_in_snake_case() {
        assert_eq!(Task::new("m", "UnionUnionIdem").function(), "union_union_idem");
        assert_eq!(Task::new("m", "prop_ssni").function(), "prop_ssni");
    }
}
