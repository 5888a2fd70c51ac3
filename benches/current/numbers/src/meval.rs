//! meval 0.2.0: text is an expression, or refused.

use mutagen_core::property;

/// Text that is no expression is refused.
#[property]
#[ignore = "finds a defect"]
pub fn any_text_is_evaluated_or_refused(text: &str) {
    let _ = meval::eval_str(text);
}
