//! kalk 3.2.3: text is a calculation, or refused.

use kalk::parser::Context;
use mutagen_core::property;

/// Text that is no calculation is refused.
#[property]
#[ignore = "finds a defect"]
pub fn any_text_is_calculated_or_refused(text: &str) {
    let _ = kalk::parser::eval(&mut Context::new(), text);
}
