//! concordium-wasm on the suite of version 1.0.

use crate::check::{Places, check_first_calls};

const REM: &str = "concordium-wasm: the remainder of the least integer by -1 traps";

const DEVIATIONS: Places = &[
    ("i32.wast:106", REM),
    ("i64.wast:106", REM),
    ("sign-extension-ops/i32.wast:109", REM),
    ("sign-extension-ops/i64.wast:110", REM),
];

#[test]
fn what_deviates_from_the_suite_is_listed() {
    check_first_calls(&wasm_engine::concordium::Concordium, DEVIATIONS, &[]);
}
