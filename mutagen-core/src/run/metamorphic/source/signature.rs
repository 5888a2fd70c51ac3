//! The signature of a function around another one, and how it passes its parameters on.

use crate::run::metamorphic::source::assertion::kept;
use crate::run::metamorphic::specification::{Operation, Passing};

/// The signature of a function that has the value in each case, where this one may give up.
pub(super) fn certain(signature: &str) -> String {
    let certain = signature.replacen("-> Option<", "-> ", 1);
    certain.strip_suffix('>').unwrap_or(&certain).to_owned()
}

/// The parameters of a function, passed on to another one.
pub(super) fn passed_on(operation: &Operation, names: &[&str]) -> String {
    let passed =
        operation.parameters.iter().zip(names).map(|(parameter, name)| match parameter.passing {
            Passing::Value => kept(name, parameter.ty),
            Passing::Reference | Passing::Mutable => (*name).to_owned(),
        });
    passed.collect::<Vec<String>>().join(", ")
}

/// Lines with more indentation, except the first.
pub(super) fn shifted(text: &str) -> String {
    text.replace('\n', "\n    ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_option_itself_is_taken_off_the_result() {
        assert_eq!(certain("(a: Option<u8>) -> Option<u8>"), "(a: Option<u8>) -> u8");
        assert_eq!(certain("(a: &[u8]) -> Option<Vec<u8>>"), "(a: &[u8]) -> Vec<u8>");
    }
}
