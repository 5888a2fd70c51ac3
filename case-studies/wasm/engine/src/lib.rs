//! The engine under test behind two functions that are not generic.
//!
//! wain's validator is generic over where its input comes from, and generic code is compiled in the
//! crate that calls it. This is that crate: instrument it and `wain-validate`, and all of the
//! validator has coverage points; instrument `wain-validate` alone, and almost none of it has.
#![forbid(unsafe_code)]

/// What the engine says of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The module is valid.
    Valid,
    /// The parser read the module, the validator refuses it.
    Invalid,
    /// The parser refuses the module.
    Malformed,
}

impl Verdict {
    /// Whether the engine takes the module.
    pub fn accepts(self) -> bool {
        self == Verdict::Valid
    }
}

/// Parses and validates a module in the binary format. Error texts are not made.
///
/// # Panics
/// When the engine does, which is a defect of the engine.
pub fn judge(bytes: &[u8]) -> Verdict {
    match wain_syntax_binary::parse(bytes) {
        Err(_) => Verdict::Malformed,
        Ok(root) => match wain_validate::validate(&root) {
            Err(_) => Verdict::Invalid,
            Ok(()) => Verdict::Valid,
        },
    }
}

/// Why the engine refuses a module, in its own words; `None` if it takes it.
///
/// # Panics
/// When the engine does, which is a defect of the engine.
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
