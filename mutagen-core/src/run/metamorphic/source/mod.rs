//! The source of a test that shows without mutagen what a test of a specification shows: the inputs
//! as calls of their generators, the functions in question inside, and one assertion.

mod around;
mod assertion;
mod functions;
mod terms;

use crate::run::metamorphic::attempt::{Shows, shows};
use crate::run::metamorphic::context::Context;
use crate::run::metamorphic::specification::{Found, Place, Specification, Subject};
use crate::run::outcome::Outcome;
use crate::value::expression::NoExpression;
use crate::value::node::Node;
use assertion::{agreement, assertion, passed, result};
use std::fmt::Write;
use terms::{Call, Role, Terms};

/// The source of a test that shows what the test with this value finds. If it passes, the source
/// asserts that the term as expanded gives the same as with all bases, or that the law holds.
///
/// # Errors
/// If there is nothing that a test can show, or a part of the value has no text form.
pub(crate) fn source(
    specification: &'static Specification,
    value: &dyn Node,
    test: impl Fn(&Context) -> Outcome,
) -> Result<String, NoExpression> {
    let (variables, subject) = (value.child(0), value.child(1));
    let mut writer =
        Writer { terms: Terms::new(specification, variables), specification, lines: Vec::new() };
    match shows(specification, test) {
        Shows::Found(found) => {
            let name = writer.write(&found, subject)?;
            let panics = matches!(found, Found::Panics(_));
            Ok(writer.finish(&name, if panics { "Found: it panics" } else { "Found" }))
        }
        Shows::Agreement => {
            writer.agrees(subject)?;
            Ok(writer.finish("agrees", "Made"))
        }
        Shows::Nothing => Err(NoExpression::Nothing(
            "the test finds nothing that a test of its own can show: it is discarded, or the \
             specification is wrong",
        )),
    }
}

struct Writer<'t> {
    specification: &'static Specification,
    terms: Terms<'t>,
    /// The statements, without indentation.
    lines: Vec<String>,
}

impl<'t> Writer<'t> {
    /// Writes the statements, and returns what the test is called after.
    fn write(&mut self, found: &Found, subject: &'t dyn Node) -> Result<String, NoExpression> {
        let (specification, kind) = (self.specification, subject.constructor());
        let kind = specification.subjects[kind];
        match (found, kind) {
            (Found::Differs(operation, _), Subject::Law(law)) if *operation == law => {
                self.law(law, subject)?;
            }
            (Found::Differs(operation, implementation), kind) => {
                let at = (*operation, Some(*implementation));
                match self.terms.find(kind, subject, at) {
                    Some(call) => self.differs(call, *implementation)?,
                    // It is inside an expansion: its function has the assertion.
                    None => {
                        self.terms.functions.checked = Some((*operation, *implementation));
                        self.whole(kind, subject)?;
                    }
                }
            }
            (Found::Broken(Place::Operation(operation, implementation), invariant), kind) => {
                let Some(call) = self.terms.find(kind, subject, (*operation, *implementation))
                else {
                    return Err(NoExpression::Nothing(
                        "the value is inside an expansion, where no test of its own reaches it",
                    ));
                };
                self.broken(call, *implementation, invariant)?;
            }
            (Found::Results, Subject::Sort(sort)) => {
                self.both(sort, subject)?;
            }
            (Found::Panics(_) | Found::Results | Found::Broken(..), kind) => {
                self.whole(kind, subject)?;
            }
        }
        let named = |place: Place| match place {
            Place::Outside => "result".to_owned(),
            Place::Input(input) => {
                specification.inputs[usize::from(input)].function.name.to_owned()
            }
            Place::Operation(operation, implementation) => {
                let operation = specification.operation(operation);
                let other = operation.other(implementation).map(|it| it.function.name);
                other.unwrap_or(operation.base.name).to_owned()
            }
        };
        Ok(match found {
            Found::Differs(operation, implementation) => {
                named(Place::Operation(*operation, Some(*implementation)))
            }
            Found::Panics(place) => format!("{}_panics", named(*place)),
            Found::Broken(place, invariant) => format!("{}_{invariant}", named(*place)),
            Found::Results => named(Place::Outside),
        })
    }

    /// A test that passes.
    fn agrees(&mut self, subject: &'t dyn Node) -> Result<(), NoExpression> {
        match self.specification.subjects[subject.constructor()] {
            Subject::Sort(sort) => self.both(sort, subject),
            Subject::Law(law) => self.law(law, subject),
        }
    }

    /// A term as expanded and with all bases.
    fn both(&mut self, sort: u16, subject: &'t dyn Node) -> Result<(), NoExpression> {
        let bases = self.terms.value(sort, subject.child(0), false)?;
        let expanded = self.terms.value(sort, subject.child(0), true)?;
        let same = self.specification.sorts[usize::from(sort)].same;
        self.lines.push(agreement(same, &expanded, &bases));
        Ok(())
    }

    /// The arguments of a call as variables, with their names.
    fn arguments(&mut self, call: &Call<'t>) -> Result<Vec<&'static str>, NoExpression> {
        let operation = self.specification.operation(call.operation);
        let mut names = Vec::new();
        for (at, parameter) in operation.parameters.iter().enumerate() {
            let value = self.terms.part(parameter.part, call.arguments[at], false)?;
            // A variable of this name may hide a function that is called later.
            self.lines.push(format!("let {} = {value};", parameter.name));
            names.push(parameter.name);
        }
        Ok(names)
    }

    /// An implementation and its operation on the same arguments.
    fn differs(&mut self, call: Call<'t>, implementation: u16) -> Result<(), NoExpression> {
        let operation = self.specification.operation(call.operation);
        let names = self.arguments(&call)?;
        let other = self.terms.expanded(call.operation, call.expansion, Role::Compared)?;
        let base = self.terms.functions.base(call.operation);
        let one = result(operation, &other, &names);
        let two = result(operation, &base, &names);
        let partial = operation.implementation(implementation).partial;
        self.lines.push(assertion(operation, &one, &two, partial));
        Ok(())
    }

    /// The whole test, as expanded.
    fn whole(&mut self, kind: Subject, subject: &'t dyn Node) -> Result<(), NoExpression> {
        match kind {
            Subject::Sort(sort) => {
                let value = self.terms.value(sort, subject.child(0), true)?;
                self.lines.push(format!("let _ = {value};"));
                Ok(())
            }
            Subject::Law(law) => self.law(law, subject),
        }
    }

    fn law(&mut self, law: u16, subject: &'t dyn Node) -> Result<(), NoExpression> {
        let call = Call::of(law, subject);
        let operation = self.specification.operation(law);
        let names = self.arguments(&call)?;
        let function = self.terms.expanded(law, call.expansion, Role::Outermost)?;
        self.lines.push(format!("assert!({});", passed(operation, &function, &names)));
        Ok(())
    }

    fn broken(
        &mut self,
        call: Call<'t>,
        implementation: Option<u16>,
        invariant: &str,
    ) -> Result<(), NoExpression> {
        let operation = self.specification.operation(call.operation);
        let names = self.arguments(&call)?;
        let function = match implementation {
            Some(_) => self.terms.expanded(call.operation, call.expansion, Role::Outermost)?,
            None => self.terms.functions.base(call.operation),
        };
        let value = result(operation, &function, &names);
        self.lines.push(format!("assert!({invariant}(&{value}));"));
        Ok(())
    }

    /// The whole text.
    fn finish(self, name: &str, what: &str) -> String {
        let module = self.specification.name;
        let (word, rest) = what.split_once(':').unwrap_or((what, ""));
        let colon = if rest.is_empty() { "" } else { ":" };
        let mut text = format!("/// {word} by mutagen in `{module}`{colon}{rest}.\n#[test]\n");
        let _ = writeln!(text, "fn {module}_{name}() {{");
        let mut own = self.lines.join("\n");
        let (items, own_functions) = self.terms.finish(&mut own);
        for item in items.iter().chain(&own_functions) {
            indented(&mut text, item);
        }
        if !own_functions.is_empty() {
            text.push('\n');
        }
        indented(&mut text, &own);
        text.push_str("}\n");
        text
    }
}

/// Adds lines with the indentation of a body.
fn indented(text: &mut String, lines: &str) {
    for line in lines.lines() {
        let _ = match line.is_empty() {
            true => writeln!(text),
            false => writeln!(text, "    {line}"),
        };
    }
}
