//! `constants`: twenty small programs that constants, keywords and checksums guard, under mutagen
//! and other tools. The measurement is described in `docs/results/constants/`.

use ::constants::{SUBJECTS, Subject};
use benches::study::Error;
use benches::study::command::{self, Options};
use benches::study::plan::task::{Study, Task, Workload};
use benches::study::run::mutagen;
use benches::study::run::peers;
use benches::study::run::strategy::Strategy;

/// Runs the study, or recomputes its report.
pub(crate) fn measure(options: &Options) -> Result<bool, Error> {
    let about = "Twenty small programs with one planted bug each, behind constants, keywords, \
                 checksums, formats and grammars. Generators and mutators come from the types \
                 alone. Inputs are bytes, text or structures. The bug of the task `out-of-reach` \
                 takes the inverse of a hash: no tool is expected to find it.";
    let study = Study { name: "constants", about, workloads: vec![workload()] };
    let own = mutagen::all().into_iter().map(|s| Box::new(s) as Box<dyn Strategy>);
    let others = peers::on_inputs().into_iter().map(|s| Box::new(s) as Box<dyn Strategy>);
    let strategies: Vec<Box<dyn Strategy>> = own.chain(others).collect();
    command::execute(study, &strategies, options)
}

/// The programs.
pub(crate) fn workload() -> Workload {
    Workload {
        name: "CONSTANTS",
        package: "constants",
        // Each program has one bug; nothing reads this variable.
        variable: "CONSTANTS_GROUP",
        tasks: SUBJECTS.iter().map(task).collect(),
        ..Workload::default()
    }
}

/// The task of a program: its group in place of a mutant, and its property.
fn task(subject: &Subject) -> Task {
    let group = subject.group.to_string();
    Task::new(if subject.out_of_reach { "out-of-reach" } else { &group }, subject.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_is_a_task_of_its_group_and_one_is_out_of_reach() {
        let tasks: Vec<Task> = SUBJECTS.iter().map(task).collect();
        assert_eq!(tasks.len(), 20);
        assert!(tasks.contains(&Task::new("magic", "five_bytes")));
        let beyond = tasks.iter().filter(|task| task.mutant == "out-of-reach");
        assert_eq!(beyond.map(Task::function).collect::<Vec<String>>(), ["token"]);
    }
}
