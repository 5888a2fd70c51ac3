//! `ifc-stack` and `ifc-register`: the planted bugs of the two information-flow machines under all
//! strategies, bug by bug, with the figures of the paper. The measurement is described in
//! `docs/results/ifc/`.

use benches::study::Error;
use benches::study::command::{self, Options};
use benches::study::plan::task::{Study, Task, Workload};
use benches::study::run::mutagen;
use benches::study::run::strategy::Strategy;

/// Runs the study of the stack machine, or recomputes its report.
pub(crate) fn stack(options: &Options) -> Result<bool, Error> {
    let about = "The stack machine with labels. 20 mutants of its rules let a secret out, and \
                 single-step noninterference of two states must find each. Generators and \
                 mutators come from the types alone, except for `smart`, with the same defaults \
                 as for any other property.";
    measure("ifc-stack", about, stack_workload(), options)
}

/// Runs the study of the register machine, or recomputes its report.
pub(crate) fn register(options: &Options) -> Result<bool, Error> {
    let about = "The register machine with four labels. 33 mutants of its rules let a secret out, \
                 and single-step noninterference of two states must find each. Generators and \
                 mutators come from the types alone, except for `smart`, with the same defaults \
                 as for any other property.";
    measure("ifc-register", about, register_workload(), options)
}

/// The bugs of the stack machine.
pub(crate) fn stack_workload() -> Workload {
    workload("STACK", "ifc-stack", ifc_stack::rules::BUGS.mutants().len())
}

/// The bugs of the register machine.
pub(crate) fn register_workload() -> Workload {
    workload("REGISTER", "ifc-register", ifc_register::rules::BUGS.mutants().len())
}

fn workload(name: &'static str, package: &'static str, bugs: usize) -> Workload {
    let tasks = (1..=bugs).map(|bug| Task::new(bug, "prop_ssni")).collect();
    let variable = ifc_rules::bug::VARIABLE;
    Workload { name, package, variable, tasks, ..Workload::default() }
}

fn measure(
    name: &'static str,
    about: &'static str,
    workload: Workload,
    options: &Options,
) -> Result<bool, Error> {
    let all = mutagen::all_as_published().chain([mutagen::smart()]);
    let strategies: Vec<Box<dyn Strategy>> =
        all.map(|strategy| Box::new(strategy) as Box<dyn Strategy>).collect();
    command::execute(Study { name, about, workloads: vec![workload] }, &strategies, options)
}
