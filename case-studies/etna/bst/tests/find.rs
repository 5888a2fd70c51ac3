//! Finds the table of `tests/tasks.rs`: for each task, among all arguments with the fewest nodes,
//! and then the fewest keys to choose from, the first that fails with the mutant and not without.
//! `cargo test --release -p etna-bst --test find -- --ignored --nocapture` prints it.

mod workload;

#[test]
#[ignore = "prints the table of tests/tasks.rs"]
fn every_task_has_a_counterexample() {
    etna_common::suite::trees::counterexamples::print_the_smallest::<workload::Bst>();
}
