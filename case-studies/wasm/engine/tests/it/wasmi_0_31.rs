//! wasmi 0.31.2 on the suite of version 2.0.

use crate::check::{Places, check};

const ZERO: &str = "wasmi: the smaller or greater of two zeros may have the wrong sign";
const FUEL: &str = "nobody: fuel for a copy is taken before its bounds are checked";
const GROWTH: &str = "nobody: with a limit, a growth that fails ends the run";

const DEVIATIONS: Places = &[
    ("f32.wast:1620", ZERO),
    ("f32.wast:2021", ZERO),
    ("f64.wast:1620", ZERO),
    ("f64.wast:2021", ZERO),
    ("memory_copy.wast:3601", FUEL),
    ("memory_copy.wast:3962", FUEL),
    ("memory_fill.wast:682", FUEL),
    ("memory_init.wast:925", FUEL),
    ("memory_init.wast:948", FUEL),
    ("memory_size.wast:36", GROWTH),
    ("memory_size.wast:60", GROWTH),
    ("table_copy.wast:2796", FUEL),
    ("table_copy.wast:2953", FUEL),
    ("table_init.wast:2010", FUEL),
    ("table_init.wast:2104", FUEL),
    ("table_size.wast:43", GROWTH),
];

#[test]
fn what_deviates_from_the_suite_is_listed() {
    check(&wasm_engine::wasmi_0_31::Wasmi031, DEVIATIONS, &[]);
}
