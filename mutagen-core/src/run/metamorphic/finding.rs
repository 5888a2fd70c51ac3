//! The failures of a test, with their kinds and what is said of them. The kind has the operation,
//! the implementation and the place of a panic, so that each defect is kept and shrunk once.

use crate::run::cut::cut;
use crate::run::metamorphic::specification::{Implementation, Operation, Place, Specification};
use crate::run::outcome::Outcome;
use crate::run::panics::Panic;
use std::fmt::{Debug, Write};
use std::panic::Location;

/// The most bytes of a value in a message.
const SHOWN: usize = 2_000;

/// A value with the name of its parameter, as `Debug` prints it.
pub(super) type Argument = (&'static str, String);

/// The values as `Debug` prints them.
pub(super) fn arguments(values: &[(&'static str, &dyn Debug)]) -> Vec<Argument> {
    values.iter().map(|(name, value)| (*name, shown(value))).collect()
}

fn shown(value: &dyn Debug) -> String {
    cut(&format!("{value:?}"), SHOWN)
}

/// An implementation and its operation gave different results.
pub(super) fn disagreed(
    specification: &Specification,
    (operation, implementation): (u16, u16),
    arguments: &[Argument],
    [expected, actual]: &[Vec<Argument>; 2],
) -> Outcome {
    let operation = specification.operation(operation);
    let (name, implementation) = (operation.base.name, operation.implementation(implementation));
    let mut text = String::new();
    if operation.is_law {
        let _ = writeln!(text, "the law `{name}` does not hold for");
        list(&mut text, arguments);
        let _ = write!(text, "\n{}", operation.base.text);
        return Outcome::failed_as(&format!("law {name}"), text);
    }
    let other = implementation.function.name;
    let _ = writeln!(text, "`{name}` and its implementation `{other}` disagree on");
    list(&mut text, arguments);
    results_of(&mut text, name, expected);
    results_of(&mut text, other, actual);
    bodies(&mut text, operation, Some(implementation));
    Outcome::failed_as(&format!("value: {name} by {other}"), text)
}

/// The results of a function.
fn results_of(text: &mut String, name: &str, results: &[Argument]) {
    for (of, result) in results {
        let of = if of.is_empty() { String::new() } else { format!(", {of} afterwards") };
        let _ = writeln!(text, "{name}{of}: {result}");
    }
}

fn list(text: &mut String, arguments: &[Argument]) {
    for (name, value) in arguments {
        let _ = writeln!(text, "  {name} = {value}");
    }
}

/// The texts of the base and of an implementation.
fn bodies(text: &mut String, operation: &Operation, implementation: Option<&Implementation>) {
    let _ = write!(text, "\n{}", operation.base.text);
    if let Some(implementation) = implementation {
        let _ = write!(text, "\n\n{}", implementation.function.text);
    }
}

/// What a place is called, and whether it is in an implementation.
fn named(specification: &Specification, place: Place) -> String {
    match place {
        Place::Outside => "the specification".to_owned(),
        Place::Input(input) => {
            format!("input {}", specification.inputs[usize::from(input)].function.name)
        }
        Place::Operation(operation, None) => {
            specification.operation(operation).base.name.to_owned()
        }
        Place::Operation(operation, Some(implementation)) => {
            let operation = specification.operation(operation);
            let name = operation.base.name;
            if operation.is_law {
                return format!("law {name}");
            }
            format!("{name} by {}", operation.implementation(implementation).function.name)
        }
    }
}

/// The texts of the functions at a place.
fn texts(text: &mut String, specification: &Specification, place: Place) {
    match place {
        Place::Outside => {}
        Place::Input(input) => {
            let _ = write!(text, "\n{}", specification.inputs[usize::from(input)].function.text);
        }
        Place::Operation(operation, implementation) => {
            let operation = specification.operation(operation);
            bodies(text, operation, operation.other(implementation));
        }
    }
}

/// A call panicked.
pub(super) fn panicked(
    specification: &Specification,
    place: Place,
    arguments: Option<&Vec<Argument>>,
    panic: &Panic,
) -> Outcome {
    let name = named(specification, place);
    let mut text = format!("`{name}` {}\n", panic.message);
    list(&mut text, arguments.map_or(&[][..], |arguments| arguments));
    texts(&mut text, specification, place);
    let at = if panic.place.is_empty() { String::new() } else { format!(" at {}", panic.place) };
    Outcome::failed_as(&format!("panic: {name}{at}"), text)
}

/// A value does not meet an invariant.
pub(super) fn broken(
    specification: &Specification,
    place: Place,
    invariant: &str,
    value: &dyn Debug,
) -> Outcome {
    let name = named(specification, place);
    let mut text = format!("a value of `{name}` does not meet `{invariant}`\n");
    let _ = writeln!(text, "  value = {}", shown(value));
    texts(&mut text, specification, place);
    Outcome::failed_as(&format!("invariant {invariant}: {name}"), text)
}

/// An implementation called an operation outside of its precondition.
pub(super) fn outside(
    specification: &Specification,
    operation: u16,
    caller: Place,
    arguments: &[Argument],
    at: &Location<'_>,
) -> Outcome {
    let operation = specification.operation(operation);
    let (name, requires) = (operation.base.name, operation.requires);
    let caller_name = named(specification, caller);
    let mut text = format!(
        "the specification is wrong: `{caller_name}` calls `{name}` outside of its precondition \
         `{requires}` at {at}; add a condition to the body, or a `when`\n"
    );
    list(&mut text, arguments);
    texts(&mut text, specification, caller);
    Outcome::failed_as(&format!("specification: {caller_name} calls {name} at {at}"), text)
}

/// An operation or an equality is not what a specification can compare with.
pub(super) fn unsound(
    specification: &Specification,
    operation: u16,
    is_reflexive: bool,
    arguments: &[Argument],
    results: &[Vec<Argument>; 2],
) -> Outcome {
    let name = specification.operation(operation).base.name;
    let mut text = match is_reflexive {
        false => format!(
            "the specification is wrong: a result of `{name}` differs from itself; write an \
             `#[equal]` for its type\n"
        ),
        true => format!(
            "the specification is wrong: `{name}` gives another result the second time; bring its \
             state back inside, or leave it out\n"
        ),
    };
    list(&mut text, arguments);
    for results in results {
        for (of, value) in results {
            let of = if of.is_empty() { "result" } else { of };
            let _ = writeln!(text, "{of}: {value}");
        }
    }
    let what = if is_reflexive { "is not repeatable" } else { "has no equality" };
    Outcome::failed_as(&format!("specification: {name} {what}"), text)
}

/// The values of a term with all bases and as expanded differ, although each call agreed.
pub(super) fn results(sort: &str, bases: &dyn Debug, expanded: &dyn Debug) -> Outcome {
    let text = format!(
        "the results of type `{sort}` differ, although each call agrees with its base: equal \
         values behave differently\nwith all bases: {}\nas expanded:    {}\n",
        shown(bases),
        shown(expanded)
    );
    Outcome::failed_as(&format!("result: {sort}"), text)
}

/// A value differs from itself.
pub(super) fn no_equality(sort: &str, value: &dyn Debug) -> Outcome {
    let text = format!("a value of type `{sort}` differs from itself: {}", shown(value));
    Outcome::failed_as(&format!("specification: {sort} has no equality"), text)
}

/// Two runs of the same bases differ.
pub(super) fn unrepeatable(sort: &str, first: &dyn Debug, second: &dyn Debug) -> Outcome {
    let text = format!(
        "it gives another `{sort}` the second time: {} and {}",
        shown(first),
        shown(second)
    );
    Outcome::failed_as(&format!("specification: {sort} is not repeatable"), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::failure_key::kind_of;
    use crate::run::metamorphic::specification::made::{operation, other, specification, text};
    use crate::run::metamorphic::specification::{Input, Returned};

    static NUMBERS: Specification = specification(
        &[
            operation("add", &[other("swapped"), other("negated")]),
            operation("mul", &[other("halved")]),
        ],
        &[Input { function: text("small"), parameters: &[], returned: Returned::Plain }],
    );

    fn kind(outcome: &Outcome) -> String {
        let Outcome::Failed(text) = outcome else { panic!("must fail") };
        kind_of(text).unwrap()
    }

    #[test]
    fn the_kind_has_the_operation_the_implementation_and_the_place_of_a_panic() {
        let differs = |place| {
            let results = [vec![("", "1".to_owned())], vec![("", "2".to_owned())]];
            kind(&disagreed(&NUMBERS, place, &[("a", format!("{place:?}"))], &results))
        };
        assert_eq!(differs((0, 0)), "value: add by swapped");
        assert_eq!(differs((0, 1)), "value: add by negated");
        assert_eq!(differs((1, 0)), "value: mul by halved");
        let panics = |place, at: &str| {
            let panic = Panic { message: format!("panicked at {at}: 7"), place: at.to_owned() };
            kind(&panicked(&NUMBERS, place, None, &panic))
        };
        let base = Place::Operation(0, None);
        assert_eq!(panics(base, "src/x.rs:3"), "panic: add at src/x.rs:3");
        assert_eq!(panics(base, "src/x.rs:9"), "panic: add at src/x.rs:9");
        assert_eq!(panics(Place::Operation(0, Some(1)), "x"), "panic: add by negated at x");
        assert_eq!(panics(Place::Input(0), ""), "panic: input small");
        let broken = |place| kind(&broken(&NUMBERS, place, "is_sorted", &3));
        assert_eq!(broken(Place::Operation(1, None)), "invariant is_sorted: mul");
        assert_eq!(broken(Place::Operation(1, Some(0))), "invariant is_sorted: mul by halved");
    }
}
