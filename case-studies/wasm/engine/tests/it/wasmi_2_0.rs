//! wasmi 2.0.0 on the suite of version 2.0.

use crate::check::{Places, check};

const GROWTH: &str = "nobody: with a limit, a growth that fails ends the run";

const DEVIATIONS: Places = &[("table_size.wast:43", GROWTH)];

#[test]
fn what_deviates_from_the_suite_is_listed() {
    check(&wasm_engine::wasmi_2_0::Wasmi20, DEVIATIONS, &[]);
}
