//! Generates the table of `tests/tasks.rs`: for each task, the first counterexample with the fewest
//! nodes and then the fewest different keys to choose from. A counterexample fails with the mutant
//! and passes without it. `cargo test --release -p etna-rbt --test find -- --ignored --nocapture`
//! prints the table.

mod workload;

#[test]
#[ignore = "prints the table of tests/tasks.rs"]
fn every_task_has_a_counterexample() {
    etna_common::suite::trees::counterexamples::print_the_smallest::<workload::Rbt>();
}
