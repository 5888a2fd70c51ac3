//! kalk 2.1.1, PaddiM8/kalker issue 57. A name may have ticks, as a derivative has. What is left of
//! a name of ticks alone is empty, and the parser takes its first letter.
//!
//! The release also reads past the last token of some expressions, such as `|4`. Release 2.1.2
//! mends both, and the property can find either.

use kalk::parser::{Context, parse};
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("kalker-57", any_expression_is_parsed_or_refused);

/// Text that is no expression is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_expression_is_parsed_or_refused(text: &str) {
    BUG.only(|| {
        let _ = parse(&mut Context::new(), text);
    });
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
