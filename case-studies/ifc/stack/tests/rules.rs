//! Tests that the planted bugs are the 20 of the paper, under the same numbers.

use ifc_rules::suite;
use ifc_stack::rules::{BUGS, correct, in_force};

/// The bugs in the numbering of the paper's figures.
const NUMBERED: [&str; 20] = [
    "BCall: result pc → ⊥",
    "BCall: pc ℓ1 ∨ pc → pc",
    "BCall: pc ℓ1 ∨ pc → ℓ1",
    "BRet: result ℓ2 ∨ pc → pc",
    "BRet: result ℓ2 ∨ pc → ℓ2",
    "BRet: pc ℓ1 → ⊥",
    "Nop: pc pc → ⊥",
    "Push: pc pc → ⊥",
    "Add: result ℓ1 ∨ ℓ2 → ℓ2",
    "Add: result ℓ1 ∨ ℓ2 → ℓ1",
    "Add: pc pc → ⊥",
    "Load: result ℓ1 ∨ ℓ2 → ℓ2",
    "Load: result ℓ1 ∨ ℓ2 → ℓ1",
    "Load: pc pc → ⊥",
    "Store: check ℓ1 ∨ pc ⊑ ℓ3 → pc ⊑ ℓ3",
    "Store: check ℓ1 ∨ pc ⊑ ℓ3 → ℓ1 ⊑ ℓ3",
    "Store: result pc ∨ ℓ1 ∨ ℓ2 → ℓ1 ∨ ℓ2",
    "Store: result pc ∨ ℓ1 ∨ ℓ2 → pc ∨ ℓ2",
    "Store: result pc ∨ ℓ1 ∨ ℓ2 → pc ∨ ℓ1",
    "Store: pc pc → ⊥",
];

#[test]
fn the_generated_bugs_are_the_numbered_ones() {
    suite::the_generated_bugs_are_the_numbered_ones(&BUGS, &NUMBERED);
}

#[test]
fn each_bug_changes_the_rule_of_one_opcode() {
    suite::each_bug_changes_the_rule_of_one_opcode(&BUGS, &correct());
}

#[test]
fn a_bug_is_selected_at_run_time() {
    suite::a_bug_is_selected_at_run_time(&BUGS, in_force, &correct());
}
