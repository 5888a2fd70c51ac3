//! What the text of a signature says, and how a function passes its parameters on.

use crate::run::metamorphic::source::assertion::kept;
use crate::run::metamorphic::specification::{Operation, Passing};

/// The names of the parameters in a signature.
pub(super) fn names_of(signature: &str) -> Vec<String> {
    let (mut names, mut depth, mut last) = (Vec::new(), 0, ' ');
    let mut name: Option<String> = Some(String::new());
    for c in signature.chars() {
        match (c, depth) {
            ('(', 0) => depth = 1,
            (')', 1) => break,
            (',', 1) => name = Some(String::new()),
            // The name ends here. What follows is the type, which may have colons too.
            (':', 1) => names.extend(name.take()),
            ('(' | '<' | '[', _) => depth += 1,
            (')' | ']', _) => depth -= 1,
            ('>', _) if last != '-' => depth -= 1,
            _ => {}
        }
        if let Some(name) = name.as_mut().filter(|_| c.is_alphanumeric() || "_ ".contains(c)) {
            name.push(c);
        }
        last = c;
    }
    let own = names.iter().map(|name| name.split_whitespace().last().unwrap_or_default());
    own.map(str::to_owned).collect()
}

/// The parameters of a function, passed on to another one.
pub(super) fn passed_on(operation: &Operation, names: &[String]) -> String {
    let passed =
        operation.parameters.iter().zip(names).map(|(parameter, name)| match parameter.passing {
            Passing::Value => kept(name, parameter.ty),
            Passing::Reference | Passing::Mutable => name.clone(),
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
    fn the_names_of_parameters_are_found() {
        let names = names_of("(a: &BigInt, mut all: Vec<(u8, std::string::String)>, c: u8) -> u8");
        assert_eq!(names, ["a", "all", "c"]);
        assert_eq!(names_of("() -> Option<u8>"), [""; 0]);
    }
}
