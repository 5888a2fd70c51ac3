//! The text of calls and of the assertion that two of them give the same.

use crate::run::metamorphic::specification::{Operation, Passing, Returned};
use crate::value::expression::is_number;

/// The call of a function on variables, which it does not use up.
pub(super) fn passed(operation: &Operation, function: &str, names: &[&str]) -> String {
    let passed =
        operation.parameters.iter().zip(names).map(|(parameter, name)| match parameter.passing {
            Passing::Reference => format!("&{name}"),
            Passing::Mutable => format!("&mut {name}"),
            Passing::Value => kept(name, parameter.ty),
        });
    format!("{function}({})", passed.collect::<Vec<String>>().join(", "))
}

/// A value of a variable, which keeps it.
pub(super) fn kept(name: &str, ty: &str) -> String {
    match is_number(ty) || ["bool", "char"].contains(&ty) {
        true => name.to_owned(),
        false => format!("{name}.clone()"),
    }
}

/// The results of a call: that of the function, and those of its mutable arguments.
pub(super) fn result(operation: &Operation, function: &str, names: &[&str]) -> String {
    let parameters = operation.parameters.iter().zip(names);
    let mutable = parameters.filter(|(parameter, _)| parameter.passing == Passing::Mutable);
    let mutable: Vec<&str> = mutable.map(|(_, name)| *name).collect();
    let call = passed(operation, function, names);
    if mutable.is_empty() {
        return call;
    }
    let copies: String =
        mutable.iter().map(|name| format!("let mut {name} = {name}.clone(); ")).collect();
    match operation.returned {
        Returned::Nothing if mutable.len() == 1 => format!("{{ {copies}{call}; {} }}", mutable[0]),
        Returned::Nothing => format!("{{ {copies}{call}; ({}) }}", mutable.join(", ")),
        _ => format!("{{ {copies}({call}, {}) }}", mutable.join(", ")),
    }
}

/// The assertion that two results are the same.
pub(super) fn assertion(operation: &Operation, one: &str, other: &str, partial: bool) -> String {
    let mutable = operation.parameters.iter().any(|it| it.passing == Passing::Mutable);
    let (open, close) = match partial && !mutable {
        // Where it gives up there is nothing to compare.
        true if operation.returned == Returned::Result => {
            (format!("if let one @ Ok(_) = {one} {{\n    "), "\n}")
        }
        true if operation.returned == Returned::Option => {
            (format!("if let one @ Some(_) = {one} {{\n    "), "\n}")
        }
        true => (format!("if let Some(one) = {one} {{\n    "), "\n}"),
        false => (String::new(), ""),
    };
    let one = if open.is_empty() { one } else { "one" };
    format!("{open}{}{close}", agreement(operation.same, one, other))
}

/// The assertion that two values are the same, by an expression of `one` and `other` if there is
/// one.
pub(super) fn agreement(same: &str, one: &str, other: &str) -> String {
    if same.is_empty() {
        return format!("assert_eq!({one}, {other});");
    }
    let text = "\"{one:?} is not {other:?}\"";
    let names = "let (one, other) =";
    let references = "let (one, other) = (&one, &other);";
    format!("{names} ({one}, {other});\n{references}\nassert!({same}, {text});")
}
