//! spacewasm on the suite of version 1.0.

use crate::check::{Places, check};

const DEVIATIONS: Places = &[];

#[test]
fn what_deviates_from_the_suite_is_listed() {
    check(&wasm_engine::spacewasm::SpaceWasm, DEVIATIONS, &[]);
}
