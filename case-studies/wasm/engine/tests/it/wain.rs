//! wain on the suite of version 1.0.

use crate::check::{Places, check};

const OFFSET: &str = "wain: takes the offset of a segment for a signed number, and adds";
const LOCALS: &str = "wain: writes as many bytes as there are locals, up to 4 GiB";
const RECURSION: &str = "wain: overflows the stack, having no limit";

const DEVIATIONS: Places = &[("data.wast:250", OFFSET), ("elem.wast:211", OFFSET)];

const NOT_RUN: Places = &[
    ("binary.wast:333", LOCALS),
    ("call.wast:272", RECURSION),
    ("call.wast:273", RECURSION),
    ("call_indirect.wast:556", RECURSION),
    ("call_indirect.wast:557", RECURSION),
    ("fac.wast:89", RECURSION),
    ("skip-stack-guard-page.wast:2275", RECURSION),
    ("skip-stack-guard-page.wast:2276", RECURSION),
    ("skip-stack-guard-page.wast:2277", RECURSION),
    ("skip-stack-guard-page.wast:2278", RECURSION),
    ("skip-stack-guard-page.wast:2279", RECURSION),
    ("skip-stack-guard-page.wast:2280", RECURSION),
    ("skip-stack-guard-page.wast:2281", RECURSION),
    ("skip-stack-guard-page.wast:2282", RECURSION),
    ("skip-stack-guard-page.wast:2283", RECURSION),
    ("skip-stack-guard-page.wast:2284", RECURSION),
];

#[test]
fn what_deviates_from_the_suite_is_listed() {
    check(&wasm_engine::wain::Wain, DEVIATIONS, NOT_RUN);
}
