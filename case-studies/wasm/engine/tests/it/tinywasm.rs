//! tinywasm 0.10.0 on the suite of version 2.0.

use crate::check::{Places, check};

const LONG: &str = "nobody: with 64-bit addresses, which are always on, limits may have more bytes";
const SEVERAL: &str = "nobody: several memories, which a later version has, are always on";

const DEVIATIONS: Places = &[
    ("binary-leb128.wast:217", LONG),
    ("binary-leb128.wast:225", LONG),
    ("binary.wast:145", SEVERAL),
    ("binary.wast:165", SEVERAL),
    ("binary.wast:184", SEVERAL),
    ("binary.wast:203", SEVERAL),
    ("binary.wast:242", SEVERAL),
    ("binary.wast:261", SEVERAL),
    ("binary.wast:279", SEVERAL),
    ("binary.wast:297", SEVERAL),
    ("imports.wast:487", SEVERAL),
    ("imports.wast:491", SEVERAL),
    ("imports.wast:495", SEVERAL),
    ("memory.wast:10", SEVERAL),
    ("memory.wast:11", SEVERAL),
];

#[test]
fn what_deviates_from_the_suite_is_listed() {
    check(&wasm_engine::tinywasm::Tinywasm, DEVIATIONS, &[]);
}
