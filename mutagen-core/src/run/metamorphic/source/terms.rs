//! Terms and inputs of a test as expressions, and the calls in them.

use crate::run::metamorphic::source::around::{Around, passed_on};
use crate::run::metamorphic::source::assertion::kept;
use crate::run::metamorphic::source::functions::Functions;
use crate::run::metamorphic::specification::{
    Part, Passing, Returned, Sort, Specification, Subject,
};
use crate::value::expression::{self, NoExpression, Page, Place};
use crate::value::node::Node;
use crate::value::text::print;

/// The call of an operation in a test.
pub(super) struct Call<'t> {
    pub(super) operation: u16,
    pub(super) expansion: &'t dyn Node,
    pub(super) arguments: Vec<&'t dyn Node>,
}

impl<'t> Call<'t> {
    pub(super) fn of(operation: u16, node: &'t dyn Node) -> Call<'t> {
        let arguments = (1..node.children()).map(|at| node.child(at)).collect();
        Call { operation, expansion: node.child(0), arguments }
    }
}

/// A term that is no call, or the call.
enum Kind<'t> {
    Input(&'t dyn Node),
    Variable(&'t dyn Node),
    Call(Call<'t>, Option<u16>),
}

/// What a function is called for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// As a part of a term or of another function.
    Inside,
    /// By a statement, for its value.
    Outermost,
    /// By a statement that compares it with its base. Where it gives up, there is nothing to
    /// compare.
    Compared,
}

/// Writes terms.
pub(super) struct Terms<'t> {
    specification: &'static Specification,
    /// The variables of each sort.
    variables: Vec<(u16, &'t dyn Node)>,
    /// The statements that name variables.
    named: Vec<(String, String)>,
    /// Whether variables are written as their inputs: a function has no access to statements.
    is_inside: bool,
    pub(super) functions: Functions,
}

impl<'t> Terms<'t> {
    pub(super) fn new(specification: &'static Specification, variables: &'t dyn Node) -> Terms<'t> {
        let sorts = (0..).zip(specification.sorts).filter(|(_, sort)| sort.has_variables);
        let sorts = sorts.map(|(number, _)| number);
        Terms {
            specification,
            variables: sorts.zip((0..variables.children()).map(|at| variables.child(at))).collect(),
            named: Vec::new(),
            is_inside: false,
            functions: Functions::new(specification),
        }
    }

    fn sort(&self, sort: u16) -> &'static Sort {
        &self.specification.sorts[usize::from(sort)]
    }

    fn kind(&self, sort: u16, term: &'t dyn Node) -> Kind<'t> {
        let sort = self.sort(sort);
        let own = usize::from(sort.has_inputs);
        let constructor = term.constructor();
        if constructor < own {
            return Kind::Input(term.child(0));
        }
        if constructor < own + usize::from(sort.has_variables) {
            return Kind::Variable(term.child(0));
        }
        let output = sort.outputs[constructor - own - usize::from(sort.has_variables)];
        Kind::Call(Call::of(output.operation, term), output.argument)
    }

    /// The innermost call of an operation in a test, by this implementation if there is one. That
    /// of a law as a whole is none.
    pub(super) fn find(
        &self,
        kind: Subject,
        subject: &'t dyn Node,
        at: (u16, Option<u16>),
    ) -> Option<Call<'t>> {
        match kind {
            Subject::Sort(sort) => self.find_in_term(sort, subject.child(0), at),
            Subject::Law(law) => self.find_in(&Call::of(law, subject), at),
        }
    }

    fn find_in_term(
        &self,
        sort: u16,
        term: &'t dyn Node,
        at: (u16, Option<u16>),
    ) -> Option<Call<'t>> {
        let Kind::Call(call, _) = self.kind(sort, term) else { return None };
        self.find_in(&call, at).or_else(|| {
            let is_it = |it: u16| call.expansion.constructor() == usize::from(it) + 1;
            (call.operation == at.0 && at.1.is_none_or(is_it)).then_some(call)
        })
    }

    /// The same in the arguments of a call.
    fn find_in(&self, call: &Call<'t>, at: (u16, Option<u16>)) -> Option<Call<'t>> {
        let parameters = self.specification.operation(call.operation).parameters;
        parameters.iter().zip(&call.arguments).find_map(|(parameter, argument)| {
            match parameter.part {
                Part::Sort(sort) => self.find_in_term(sort, *argument, at),
                _ => None,
            }
        })
    }

    /// A term as an expression, with all bases or as expanded.
    pub(super) fn value(
        &mut self,
        sort: u16,
        term: &'t dyn Node,
        expands: bool,
    ) -> Result<String, NoExpression> {
        let (call, argument) = match self.kind(sort, term) {
            Kind::Input(input) => return self.input_of(sort, input),
            Kind::Variable(number) => return self.variable(sort, number),
            Kind::Call(call, argument) => (call, argument),
        };
        let operation = self.specification.operation(call.operation);
        let function = match expands {
            true => self.expanded(call.operation, call.expansion, Role::Inside)?,
            false => self.functions.base(call.operation),
        };
        let (mut before, mut passed) = (String::new(), Vec::new());
        for (at, parameter) in operation.parameters.iter().enumerate() {
            let value = self.part(parameter.part, call.arguments[at], expands)?;
            passed.push(match parameter.passing {
                Passing::Value => value,
                Passing::Reference => lent(&value),
                Passing::Mutable => {
                    before.push_str(&format!("let mut {} = {value}; ", parameter.name));
                    format!("&mut {}", parameter.name)
                }
            });
        }
        let called = format!("{function}({})", passed.join(", "));
        Ok(match argument {
            Some(at) => {
                let name = operation.parameters[usize::from(at)].name;
                format!("{{ {before}let _ = {called}; {name} }}")
            }
            None if before.is_empty() => format!("{called}{}", unwrapped(operation.returned)),
            None => format!("{{ {before}{called}{} }}", unwrapped(operation.returned)),
        })
    }

    /// The argument of an operation as an expression.
    pub(super) fn part(
        &mut self,
        part: Part,
        node: &'t dyn Node,
        expands: bool,
    ) -> Result<String, NoExpression> {
        match part {
            Part::Sort(sort) => self.value(sort, node, expands),
            part => self.made(part, node),
        }
    }

    /// The name of a function that runs an operation on an expansion. Unless it is inside, its
    /// condition is known to hold.
    pub(super) fn expanded(
        &mut self,
        number: u16,
        expansion: &'t dyn Node,
        role: Role,
    ) -> Result<String, NoExpression> {
        let operation = self.specification.operation(number);
        let which = match (operation.is_law, expansion.constructor()) {
            (true, _) => 0,
            (false, 0) => return Ok(self.functions.base(number)),
            (false, constructor) => constructor as u16 - 1,
        };
        let implementation = operation.implementation(which);
        let mut before = String::new();
        for (at, operand) in implementation.operands.iter().enumerate() {
            let was_inside = std::mem::replace(&mut self.is_inside, true);
            let value = self.part(operand.part, expansion.child(at), false);
            self.is_inside = was_inside;
            let value = match operand.passing {
                Passing::Value => value?,
                Passing::Reference | Passing::Mutable => lent(&value?),
            };
            before.push_str(&format!("    let {}: {} = {value};\n", operand.name, operand.ty));
        }
        let mut body = implementation.body.to_owned();
        // Numbers with more digits first, since others are their beginnings.
        for (at, called) in implementation.sites.iter().enumerate().rev() {
            let site = expansion.child(implementation.operands.len() + at);
            let name = self.expanded(*called, site, Role::Inside)?;
            body = body.replace(&format!("__site_{at}"), &name);
        }
        let base = self.functions.base(number);
        let passed = passed_on(operation, implementation.parameters);
        if !implementation.when.is_empty() && role == Role::Inside {
            let when = implementation.when;
            before.push_str(&format!(
                "    if !({when}) {{\n        return {base}({passed});\n    }}\n"
            ));
        }
        let body = match before.is_empty() {
            true => body,
            false => format!("{{\n{before}{}", body.trim_start_matches(['{', '\n'])),
        };
        let is_checked = self.functions.checked == Some((number, which)) && !operation.is_law;
        let changes = operation.parameters.iter().any(|it| it.passing == Passing::Mutable);
        // With arguments that change, the assertion compares all results.
        let gives_up = changes || role != Role::Compared;
        let around = Around { operation, implementation, base: &base, is_checked, gives_up };
        let name = implementation.function.name.trim_start_matches("r#");
        Ok(self.functions.add(name, |name| around.function(name, &body)))
    }

    /// A variable by its name, or as its input.
    fn variable(&mut self, sort: u16, number: &'t dyn Node) -> Result<String, NoExpression> {
        let number: usize = print(number).parse().unwrap_or_default();
        let all = self.variables.iter().find(|(of, _)| *of == sort).map(|(_, all)| *all);
        let count = all.map_or(0, Node::children);
        let input = match all.filter(|_| count > 0) {
            Some(all) => self.input_of(sort, all.child(number % count))?,
            None => {
                let Some(smallest) = self.sort(sort).smallest else {
                    return Err(NoExpression::Unknown(self.sort(sort).ty));
                };
                return self.input_of(sort, &*smallest());
            }
        };
        if self.is_inside {
            return Ok(input);
        }
        let names = ["x", "y", "z"].map(str::to_owned);
        let ty = self.sort(sort).ty;
        if let Some((name, _)) = self.named.iter().find(|(_, known)| *known == input) {
            return Ok(kept(name, ty));
        }
        let free = names.into_iter().chain((1..).map(|number| format!("x_{number}")));
        let is_free = |name: &String| self.named.iter().all(|(known, _)| known != name);
        // There are endlessly many names.
        let name = free.into_iter().find(is_free).unwrap_or_default();
        self.named.push((name.clone(), input));
        Ok(kept(&name, ty))
    }

    /// An input as the call of its generator.
    fn input_of(&mut self, number: u16, input: &dyn Node) -> Result<String, NoExpression> {
        let sort = self.sort(number);
        match sort.input {
            Part::Sort(own) if own == number => {}
            part => return self.made(part, input),
        }
        let function = &self.specification.inputs[usize::from(sort.inputs[input.constructor()])];
        let mut passed = Vec::new();
        for (at, parameter) in function.parameters.iter().enumerate() {
            let value = self.made(parameter.part, input.child(at))?;
            passed.push(match parameter.passing {
                Passing::Value => value,
                Passing::Reference | Passing::Mutable => format!("&{value}"),
            });
        }
        let name = function.function.name;
        Ok(format!("{name}({}){}", passed.join(", "), unwrapped(function.returned)))
    }

    /// The value of a field of an input.
    fn made(&mut self, part: Part, node: &dyn Node) -> Result<String, NoExpression> {
        match part {
            Part::Sort(sort) => self.input_of(sort, node),
            Part::Value(describe) => {
                let at = self.specification.place;
                let scope = at.path.rsplit_once("::").map_or("", |(scope, _)| scope);
                let place = Place { scope, types: "", core: at.core };
                let (code, names) = expression::expression(node, describe, place)?;
                self.functions.imports.extend(names.imports().map(str::to_owned));
                let mut page = Page::default();
                page.line(0, &code, "");
                Ok(page.finish().trim_end().to_owned())
            }
            Part::Sequence(element) => Ok(format!("vec![{}]", self.all(node, |_| *element)?)),
            Part::Optional(content) => match node.children() {
                0 => Ok("None".to_owned()),
                _ => Ok(format!("Some({})", self.made(*content, node.child(0))?)),
            },
            Part::Several(parts) => {
                let all = self.all(node, |at| parts[at])?;
                Ok(if parts.len() == 1 { format!("({all},)") } else { format!("({all})") })
            }
        }
    }

    fn all(
        &mut self,
        node: &dyn Node,
        part: impl Fn(usize) -> Part,
    ) -> Result<String, NoExpression> {
        let all = (0..node.children()).map(|at| self.made(part(at), node.child(at)));
        Ok(all.collect::<Result<Vec<String>, NoExpression>>()?.join(", "))
    }

    /// The items of the module and the functions that the statements need.
    pub(super) fn finish(self, statements: &mut String) -> (Vec<String>, Vec<String>) {
        let named = self.named.iter().map(|(name, input)| format!("let {name} = {input};\n"));
        statements.insert_str(0, &named.collect::<String>());
        self.functions.finish(statements)
    }
}

/// A reference to a value. That of a copy is one to the variable.
fn lent(value: &str) -> String {
    let variable = value.strip_suffix(".clone()").filter(|it| !it.contains([' ', '(', ')']));
    format!("&{}", variable.unwrap_or(value))
}

/// What gets the value out of what a function returns.
fn unwrapped(returned: Returned) -> &'static str {
    match returned {
        Returned::Option | Returned::Result => ".unwrap()",
        Returned::Plain | Returned::Nothing => "",
    }
}
