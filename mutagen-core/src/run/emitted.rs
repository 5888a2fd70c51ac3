//! The text of an ordinary `#[test]` that repeats a counterexample without mutagen's search. It
//! calls the function of the property with a value that is written as a Rust expression. Its place
//! is beside the function, where it names types as the function does.

use crate::value::expression::{self, Code, Expressions, NoExpression, Page, Place};
use crate::value::node::Node;
use crate::value::types::Describe;

/// How a property is written in its source.
#[derive(Debug, Clone, Copy)]
pub struct Written {
    /// The name of the function, with `r#` if it has that.
    pub name: &'static str,
    /// The paths of the functions that are called before it.
    pub before: &'static [&'static str],
    /// What the function returns.
    pub returns: Returns,
    /// Where it is.
    pub place: Place,
}

/// The type that a property returns, as its source has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returns {
    /// `()`: only a panic is a failure.
    Nothing,
    /// `bool`.
    Bool,
    /// `Option<bool>`.
    Optional,
    /// `Result<(), _>`.
    Fallible,
    /// `Result<bool, _>`.
    FallibleBool,
    /// Any other type with [`IntoOutcome`](crate::IntoOutcome).
    Other,
}

/// What a test calls.
pub(crate) struct Function<'p> {
    /// The path of the property.
    pub(crate) path: &'static str,
    /// The names of the arguments, and whether they are taken by value.
    pub(crate) arguments: Vec<(&'p str, bool)>,
    /// Describes the type of the tuple of arguments.
    pub(crate) describe: Describe,
}

/// The text of the test.
///
/// # Errors
/// If the value cannot be written as an expression.
pub(crate) fn test(
    function: &Function<'_>,
    written: Option<&Written>,
    value: &dyn Node,
) -> Result<String, NoExpression> {
    let (scope, name) = function.path.rsplit_once("::").unwrap_or(("", function.path));
    let unknown = Written {
        name,
        before: &[],
        returns: Returns::Other,
        place: Place { scope, types: "", core: "mutagen_core" },
    };
    let written = written.unwrap_or(&unknown);
    let Expressions { arguments, names } =
        expression::expressions(value, function.describe, written.place)?;

    let mut page = Page::default();
    let name = written.name.trim_start_matches("r#");
    page.line(0, &Code::word("/// Found by mutagen."), "");
    page.line(0, &Code::word("#[test]"), "");
    page.line(0, &Code::word(format!("fn {name}_counterexample()")), " {");
    for import in names.imports() {
        page.line(1, &Code::word(format!("use {import}")), ";");
    }
    for before in written.before {
        page.line(1, &Code::word(format!("{}()", compact(before))), ";");
    }
    let mut passed = Vec::new();
    for (at, ((argument, by_value), code)) in function.arguments.iter().zip(arguments).enumerate() {
        let variable = variable(argument, at, written.name);
        passed.push(Code::word(format!("{}{variable}", if *by_value { "" } else { "&" })));
        page.line(1, &code.after(format!("let {variable} = ")), ";");
    }
    let called = |then| Code::call(written.name, passed, then);
    let core = compact(written.place.core);
    let statement = match written.returns {
        Returns::Nothing => called(""),
        Returns::Bool => Code::call("assert!", vec![called("")], ""),
        Returns::Optional => {
            Code::call("assert_ne!", vec![called(""), Code::word("Some(false)")], "")
        }
        Returns::Fallible => called(".unwrap()"),
        Returns::FallibleBool => Code::call("assert!", vec![called(".unwrap()")], ""),
        Returns::Other => Code::call(&format!("{core}::assert_holds"), vec![called("")], ""),
    };
    page.line(1, &statement, ";");
    page.line(0, &Code::word("}"), "");
    Ok(page.finish())
}

/// The variable that holds an argument.
fn variable(argument: &str, at: usize, function: &str) -> String {
    if argument.contains(' ') {
        // The argument is a pattern and has no name.
        format!("argument_{at}")
    } else if argument == function {
        format!("{}_value", argument.trim_start_matches("r#"))
    } else {
        argument.to_owned()
    }
}

/// A path without spaces.
fn compact(path: &str) -> String {
    path.chars().filter(|c| !c.is_whitespace()).collect()
}
