//! gabagool 0.1.1 on the suite of version 2.0.

use crate::check::{Places, check};

const EMPTY: &str = "gabagool: refuses a section of no functions without its counterpart";

const DEVIATIONS: Places = &[("binary.wast:441", EMPTY), ("binary.wast:447", EMPTY)];

#[test]
fn what_deviates_from_the_suite_is_listed() {
    check(&wasm_engine::gabagool::Gabagool, DEVIATIONS, &[]);
}
