//! The function of an implementation: its body, what runs instead where it gives up, and an
//! assertion where its own call is what disagrees.

use crate::run::metamorphic::source::assertion::{agreement, assertion, kept};
use crate::run::metamorphic::specification::{Implementation, Operation, Passing, Returned};

/// What is known of an implementation.
pub(super) struct Around<'s> {
    pub(super) operation: &'s Operation,
    pub(super) implementation: &'s Implementation,
    /// The name of the function of its operation.
    pub(super) base: &'s str,
    /// Whether the function asserts that the two agree.
    pub(super) is_checked: bool,
    /// Whether the base runs where a partial implementation gives up.
    pub(super) gives_up: bool,
}

impl Around<'_> {
    /// The function with this name and body.
    pub(super) fn function(&self, name: &str, body: &str) -> String {
        let signature = self.implementation.signature;
        if !self.is_checked && !self.is_partial() {
            return format!("fn {name}{signature} {body}");
        }
        let outer = match self.is_partial() && self.operation.returned == Returned::Plain {
            true => certain(signature),
            false => signature.to_owned(),
        };
        let own = format!("    fn own{signature} {}\n", shifted(body));
        let statements = self.statements();
        let (last, others) = statements.split_last().map_or(("", &[][..]), |(a, b)| (a, b));
        let others: String = others.iter().map(|line| format!("    {line}\n")).collect();
        format!("fn {name}{outer} {{\n{own}{others}    {last}\n}}")
    }

    fn is_partial(&self) -> bool {
        self.gives_up && self.implementation.partial
    }

    /// The names of the parameters that change.
    fn mutable(&self) -> Vec<&str> {
        let parameters = self.operation.parameters.iter().zip(self.implementation.parameters);
        let mutable = parameters.filter(|(parameter, _)| parameter.passing == Passing::Mutable);
        mutable.map(|(_, name)| *name).collect()
    }

    /// The parameters, passed on. Those that change are copies, whose names begin with this.
    fn passed(&self, copy: &str) -> String {
        let names = self.implementation.parameters;
        let passed = self.operation.parameters.iter().zip(names).map(|(parameter, name)| {
            match parameter.passing {
                Passing::Value => kept(name, parameter.ty),
                Passing::Reference => (*name).to_owned(),
                Passing::Mutable => format!("&mut {copy}_{name}"),
            }
        });
        passed.collect::<Vec<String>>().join(", ")
    }

    /// What the function does after its own body is defined.
    fn statements(&self) -> Vec<String> {
        let Around { operation, implementation, base, is_checked, .. } = *self;
        let (mutable, has_result) = (self.mutable(), operation.returned != Returned::Nothing);
        let copies = |copy: &str| -> Vec<String> {
            mutable.iter().map(|name| format!("let mut {copy}_{name} = {name}.clone();")).collect()
        };
        let all = passed_on(operation, implementation.parameters);
        let (mut statements, mut value) = (Vec::new(), format!("own({all})"));
        let plain = operation.returned == Returned::Plain;
        if is_checked && !mutable.is_empty() {
            statements.extend(copies("expected"));
            let call = format!("{base}({});", self.passed("expected"));
            statements.push(if has_result { format!("let expected = {call}") } else { call });
        }
        if self.is_partial() && plain && mutable.is_empty() {
            value = format!("{value}.unwrap_or_else(|| {base}({all}))");
        } else if self.is_partial() {
            // What a body that gives up has changed does not count.
            statements.extend(copies("own"));
            let (some, then, none) = match operation.returned {
                Returned::Result => ("Ok(value)", "Ok(value)", "Err(_)"),
                Returned::Option => ("Some(value)", "Some(value)", "None"),
                Returned::Plain | Returned::Nothing => ("Some(value)", "value", "None"),
            };
            let put: String =
                mutable.iter().map(|name| format!("*{name} = own_{name}; ")).collect();
            let own = self.passed("own");
            value = format!(
                "match own({own}) {{\n        {some} => {{ {put}{then} }}\n        {none} => \
                 {base}({all}),\n    }}"
            );
        }
        if !is_checked {
            statements.push(value);
            return statements;
        }
        statements.push(if has_result { format!("let result = {value};") } else { value + ";" });
        statements.push(match mutable[..] {
            [] => assertion(operation, "result.clone()", &format!("{base}({all})"), false),
            _ => self.agreement(&mutable, has_result),
        });
        statements.extend(has_result.then(|| "result".to_owned()));
        statements
    }

    /// The assertion that the result and the parameters that change are those of the base.
    fn agreement(&self, mutable: &[&str], has_result: bool) -> String {
        let results = |result: &str, of: &dyn Fn(&str) -> String| {
            let result = has_result.then(|| result.to_owned());
            let all: Vec<String> =
                result.into_iter().chain(mutable.iter().map(|it| of(it))).collect();
            if all.len() == 1 { all.concat() } else { format!("({})", all.join(", ")) }
        };
        let one = results("result.clone()", &|name| format!("{name}.clone()"));
        let other = results("expected", &|name| format!("expected_{name}"));
        agreement(self.operation.same, &one, &other)
    }
}

/// The signature of a function that has the value in each case, where this one may give up.
fn certain(signature: &str) -> String {
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
fn shifted(text: &str) -> String {
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
