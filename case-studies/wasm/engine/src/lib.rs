//! The engine under test, behind two functions that are not generic.
//!
//! wain's validator is generic over its input, and generic code is compiled in the crate that calls
//! it, which is this crate. If this crate and `wain-validate` are instrumented, the whole validator
//! has coverage points. If only `wain-validate` is instrumented, almost none of it has.
#![forbid(unsafe_code)]

/// The verdict of the engine on a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The module is valid.
    Valid,
    /// The parser accepts the module, but the validator rejects it.
    Invalid,
    /// The parser rejects the module.
    Malformed,
}

impl Verdict {
    /// Whether the engine accepts the module.
    pub fn accepts(self) -> bool {
        self == Verdict::Valid
    }
}

/// Parses and validates a module in the binary format. Error texts are not built.
///
/// # Panics
/// When the engine panics, which is a defect of the engine.
pub fn judge(bytes: &[u8]) -> Verdict {
    match wain_syntax_binary::parse(bytes) {
        Err(_) => Verdict::Malformed,
        Ok(root) => match wain_validate::validate(&root) {
            Err(_) => Verdict::Invalid,
            Ok(()) => Verdict::Valid,
        },
    }
}

/// The engine's error text for a module; `None` if the engine accepts the module.
///
/// # Panics
/// When the engine panics, which is a defect of the engine.
pub fn explain(bytes: &[u8]) -> Option<String> {
    match wain_syntax_binary::parse(bytes) {
        Err(error) => Some(error.to_string()),
        Ok(root) => wain_validate::validate(&root).err().map(|error| error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_says_which_stage_refused_the_module() {
        let empty = b"\0asm\x01\0\0\0";
        assert_eq!((judge(empty), explain(empty)), (Verdict::Valid, None));
        let no_such_start = b"\0asm\x01\0\0\0\x08\x01\x05";
        assert_eq!(judge(no_such_start), Verdict::Invalid);
        assert!(explain(no_such_start).is_some_and(|text| text.contains("start function")));
        assert_eq!(judge(b"\0asm"), Verdict::Malformed);
        assert!(explain(b"\0asm").is_some_and(|text| text.contains("version")));
    }
}
