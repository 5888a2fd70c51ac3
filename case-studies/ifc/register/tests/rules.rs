//! Tests that the planted bugs are the 33 of the paper, under the same numbers.

use ifc_register::rules::{BUGS, correct, in_force};
use ifc_rules::suite;

/// The bugs in the numbering of the paper's figures.
const NUMBERED: [&str; 33] = [
    "Mov: result ℓ1 → ⊥",
    "Load: result ℓ3 → ⊥",
    "Load: result ℓ3 → ℓ3 ∨ ℓ1, pc pc ∨ ℓ1 ∨ ℓ2 → pc ∨ ℓ2",
    "Load: result ℓ3 → ℓ3 ∨ ℓ2, pc pc ∨ ℓ1 ∨ ℓ2 → pc ∨ ℓ1",
    "Store: check ℓ1 ∨ pc ⊑ ℓ2 → pc ⊑ ℓ2",
    "Store: check ℓ1 ∨ pc ⊑ ℓ2 → ℓ1 ⊑ ℓ2",
    "Store: result ℓ3 → ⊥",
    "Write: check pc ∨ ℓ1 ∨ ℓ3 ⊑ ℓ2 ∨ ℓ4 → ℓ1 ∨ ℓ3 ⊑ ℓ2 ∨ ℓ4",
    "Write: check pc ∨ ℓ1 ∨ ℓ3 ⊑ ℓ2 ∨ ℓ4 → pc ∨ ℓ3 ⊑ ℓ2 ∨ ℓ4",
    "Write: check pc ∨ ℓ1 ∨ ℓ3 ⊑ ℓ2 ∨ ℓ4 → pc ∨ ℓ1 ⊑ ℓ2 ∨ ℓ4",
    "Write: result ℓ4 → ⊥",
    "BinOp: result ℓ1 ∨ ℓ2 → ℓ2",
    "BinOp: result ℓ1 ∨ ℓ2 → ℓ1",
    "Nop: pc pc → ⊥",
    "Jump: pc pc ∨ ℓ1 → ℓ1",
    "Jump: pc pc ∨ ℓ1 → pc",
    "BNZ: pc ℓ1 ∨ pc → pc",
    "BNZ: pc ℓ1 ∨ pc → ℓ1",
    "BCall: result ℓ2 ∨ pc → pc",
    "BCall: result ℓ2 ∨ pc → ℓ2",
    "BCall: result ℓ2 ∨ pc → ℓ2 ∨ pc ∨ ℓ1, pc ℓ1 ∨ pc → pc",
    "BRet: check ℓ1 ∨ pc ⊑ ℓ2 ∨ ℓ3 → pc ⊑ ℓ2 ∨ ℓ3",
    "BRet: check ℓ1 ∨ pc ⊑ ℓ2 ∨ ℓ3 → ℓ1 ⊑ ℓ2 ∨ ℓ3",
    "BRet: result ℓ2 → ⊥",
    "BRet: result ℓ2 → ℓ2 ∨ ℓ3, pc ℓ3 → ⊥",
    "Alloc: result ℓ1 ∨ ℓ2 → ℓ2",
    "Alloc: result ℓ1 ∨ ℓ2 → ℓ1",
    "PGetOff: result ℓ1 → ⊥",
    "PSetOff: result ℓ1 ∨ ℓ2 → ℓ2",
    "PSetOff: result ℓ1 ∨ ℓ2 → ℓ1",
    "MSize: result ℓ2 → ⊥",
    "MSize: result ℓ2 → ℓ2 ∨ ℓ1, pc pc ∨ ℓ1 → pc",
    "MLab: result ℓ1 → ⊥",
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
