//! makepad-stitch on the suite of version 2.0.

use crate::check::{Places, check};

const DEVIATIONS: Places = &[];

#[test]
#[ignore = "15 s: cargo test --release -p wasm-engine --features stitch -- --ignored stitch"]
fn what_deviates_from_the_suite_is_listed() {
    check(&wasm_engine::stitch::MakepadStitch, DEVIATIONS, &[]);
}
