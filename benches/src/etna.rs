//! `etna`: the tasks of ETNA's workloads under all strategies. The measurement is described in
//! `docs/results/etna/`.

use benches::study::Error;
use benches::study::command::{self, Options};
use benches::study::plan::task::{Study, Task, Workload};
use benches::study::run::mutagen;
use benches::study::run::peers;
use benches::study::run::strategy::Strategy;

/// Runs the study, or recomputes its report.
pub(crate) fn measure(options: &Options) -> Result<bool, Error> {
    let about = "ETNA: programs with planted bugs and properties that they break. Generators and \
                 mutators come from the types alone, with the same defaults for every workload.";
    let study = Study { name: "etna", about, workloads: workloads() };
    let own = mutagen::all().into_iter().map(|s| Box::new(s) as Box<dyn Strategy>);
    let others = peers::all().into_iter().map(|s| Box::new(s) as Box<dyn Strategy>);
    let strategies: Vec<Box<dyn Strategy>> = own.chain(others).collect();
    command::execute(study, &strategies, options)
}

/// The workloads: one package each, with a table of tasks.
pub(crate) fn workloads() -> Vec<Workload> {
    let workload = |name, package, tasks| Workload {
        name,
        package,
        variable: "ETNA_MUTANT",
        tasks,
        ..Workload::default()
    };
    macro_rules! tasks {
        ($package:ident) => {
            $package::TASKS.iter().map(|task| Task::new(task.mutant, task.property)).collect()
        };
    }
    vec![
        workload("BST", "etna-bst", tasks!(etna_bst)),
        workload("RBT", "etna-rbt", tasks!(etna_rbt)),
        workload("STLC", "etna-stlc", tasks!(etna_stlc)),
        workload("FSUB", "etna-fsub", tasks!(etna_fsub)),
    ]
}
