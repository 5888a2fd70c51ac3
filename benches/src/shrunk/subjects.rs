//! The tasks of the studies as this process can run them: the workloads, the property of a task in
//! the engine's form, with the planted bug selected, and failing values of hand-written generators.

use crate::{etna, ifc, wasm_released};
use benches::study::Error;
use benches::study::plan::task::{Task, Workload};
use etna_common::{NamedProperty, PlantedBug};
use ifc_register::Diamond;
use mutagen_core::Outcome;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::value::Node;
use mutagen_core::internal::value::seed;
use mutagen_core::text;

/// The number of pairs of a hand-written generator until one must fail.
const MOST_PAIRS: u64 = 10_000_000;

/// All workloads: ETNA's, both machines, and the WebAssembly validator.
pub(super) fn workloads() -> Vec<Workload> {
    let mut all = etna::workloads();
    all.extend([ifc::stack_workload(), ifc::register_workload(), wasm_released::workload()]);
    all
}

/// A property in this process.
pub(super) struct Subject {
    /// The property.
    pub(super) property: Property,
    /// Selects the planted bug of the task, or none.
    select: Box<dyn Fn(bool)>,
}

impl Subject {
    /// The property of a task. The engine of the WebAssembly study is not part of this program; its
    /// property here only reads values.
    ///
    /// # Errors
    /// When there is no such property or planted bug.
    pub(super) fn of(workload: &Workload, task: &Task) -> Result<Subject, Error> {
        let (bug, name) = (task.mutant.as_str(), task.property.as_str());
        match workload.name {
            "BST" => etna_subject::<etna_bst::Mutant, etna_bst::Property>(bug, name),
            "RBT" => etna_subject::<etna_rbt::Mutant, etna_rbt::Property>(bug, name),
            "STLC" => etna_subject::<etna_stlc::Mutant, etna_stlc::Property>(bug, name),
            "FSUB" => etna_subject::<etna_fsub::Mutant, etna_fsub::Property>(bug, name),
            "STACK" => {
                let number: usize = bug.parse()?;
                ifc_stack::rules::BUGS.table(Some(number))?;
                let property = Property::new::<(ifc_stack::Pair,)>(
                    "prop_ssni",
                    &["pair"],
                    |(pair,), window| {
                        window.open();
                        ifc_stack::ssni(ifc_stack::rules::in_force(), pair)
                    },
                    |(pair,)| vec![pair],
                );
                let select = move |planted: bool| {
                    let _ = ifc_stack::rules::BUGS.select(planted.then_some(number));
                };
                Ok(Subject { property, select: Box::new(select) })
            }
            "REGISTER" => {
                let number: usize = bug.parse()?;
                ifc_register::rules::BUGS.table(Some(number))?;
                let property = Property::new::<(Diamond, ifc_register::Pair<Diamond>)>(
                    "prop_ssni",
                    &["observer", "pair"],
                    |(observer, pair), window| {
                        window.open();
                        ifc_register::ssni(ifc_register::rules::in_force(), *observer, pair)
                    },
                    |(observer, pair)| vec![observer, pair],
                );
                let select = move |planted: bool| {
                    let _ = ifc_register::rules::BUGS.select(planted.then_some(number));
                };
                Ok(Subject { property, select: Box::new(select) })
            }
            "WASM" => {
                let property = Property::new::<(wasm_syntax::Module,)>(
                    "prop_validator",
                    &["module"],
                    |_, window| {
                        window.open();
                        Outcome::Discarded
                    },
                    |(module,)| vec![module],
                );
                Ok(Subject { property, select: Box::new(|_| {}) })
            }
            other => Err(format!("there is no workload `{other}`").into()),
        }
    }

    /// Selects the planted bug of the task in this process, or the correct program.
    pub(super) fn select(&self, planted: bool) {
        (self.select)(planted);
    }

    /// A value from its text form.
    ///
    /// # Errors
    /// When the text is none of the arguments.
    pub(super) fn parse(&self, text: &str) -> Result<Box<dyn Node>, Error> {
        let read = self.property.read(text);
        Ok(read.map_err(|error| format!("not a value of the property: {error}: {text}"))?.0)
    }
}

fn etna_subject<M: PlantedBug, P: NamedProperty>(bug: &str, name: &str) -> Result<Subject, Error> {
    let mutant: M = bug.parse()?;
    let property = P::named(name).ok_or_else(|| format!("there is no property `{name}`"))?;
    let select = move |planted: bool| etna_common::mutant::select(planted.then_some(mutant));
    Ok(Subject { property: property.for_engine(), select: Box::new(select) })
}

/// A value of the hand-written generator of a machine that fails with the planted bug; `None` where
/// there is no such generator, or where it finds none.
pub(super) fn drawn(
    workload: &Workload,
    seed: u64,
    fails: &mut dyn FnMut(&dyn Node) -> bool,
) -> Option<Box<dyn Node>> {
    let mut random = seed::random(seed);
    for _ in 0..MOST_PAIRS {
        let value: Box<dyn Node> = match workload.name {
            "STACK" => Box::new((ifc_stack::generate::smart::pair(&mut random),)),
            "REGISTER" => Box::new(ifc_register::generate::smart::pair::<Diamond>(&mut random)),
            _ => return None,
        };
        if fails(&*value) {
            return Some(value);
        }
    }
    None
}

/// The counterexample of a machine that its case study keeps.
pub(super) fn kept(workload: &Workload, task: &Task) -> Option<Box<dyn Node>> {
    let lines = match workload.name {
        "STACK" => include_str!("../../../case-studies/ifc/stack/tests/counterexamples.txt"),
        "REGISTER" => include_str!("../../../case-studies/ifc/register/tests/counterexamples.txt"),
        _ => return None,
    };
    let of_task = |line: &'static str| line.strip_prefix(&task.mutant)?.strip_prefix(' ');
    let line = lines.lines().find_map(of_task)?;
    match workload.name {
        "STACK" => Some(Box::new((text::parse::<ifc_stack::Pair>(line).ok()?.value,))),
        _ => {
            type Arguments = (Diamond, ifc_register::Pair<Diamond>);
            Some(Box::new(text::parse::<Arguments>(line).ok()?.value))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutagen_core::internal::run::execute::Executor;

    #[test]
    fn the_tasks_are_those_of_the_studies() {
        let workloads = workloads();
        let count = |names: &[&str]| -> usize {
            let of = workloads.iter().filter(|workload| names.contains(&workload.name));
            of.map(|workload| workload.tasks.len()).sum()
        };
        assert_eq!(count(&["BST", "RBT", "STLC", "FSUB"]), 167);
        assert_eq!((count(&["STACK", "REGISTER"]), count(&["WASM"])), (53, 1));
        for workload in &workloads {
            for task in &workload.tasks {
                assert!(Subject::of(workload, task).is_ok(), "{}", workload.task_name(task));
            }
        }
    }

    #[test]
    fn the_kept_counterexample_of_a_machine_fails_with_its_bug_alone() {
        for workload in [ifc::stack_workload(), ifc::register_workload()] {
            let task = &workload.tasks[16];
            let (subject, value) = (Subject::of(&workload, task).unwrap(), kept(&workload, task));
            let mut executor = Executor::new(&subject.property);
            let mut fails = |planted| {
                subject.select(planted);
                matches!(executor.run(value.as_deref().unwrap()), Outcome::Failed(_))
            };
            assert_eq!([fails(true), fails(false)], [true, false], "{}", workload.name);
        }
    }
}
