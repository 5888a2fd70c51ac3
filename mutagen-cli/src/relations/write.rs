//! Writes terms as Rust source, and equations as implementations and laws to paste.

use mutagen_core::internal::run::metamorphic::relations::{
    MinedPair, NamedOperation, NamedPassing, NamedReturn, Pair, Tally, Term, Vocabulary,
};
use std::collections::BTreeMap;

/// Types that are passed by value.
const COPIED: [&str; 14] = [
    "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128",
    "isize",
];

/// The name of a variable in a function.
struct Bound {
    variable: (u16, u8),
    name: String,
    /// Whether the name is a reference.
    is_reference: bool,
    /// Whether a value is a copy of it.
    is_copied: bool,
    /// The parameter as it is declared.
    declared: String,
}

/// Writes the terms of a specification.
pub struct Writer<'v> {
    names: &'v Vocabulary,
    /// How many functions of each name there are.
    numbers: BTreeMap<String, usize>,
}

impl<'v> Writer<'v> {
    /// For a specification with these names.
    pub fn new(names: &'v Vocabulary) -> Writer<'v> {
        Writer { names, numbers: BTreeMap::new() }
    }

    /// The operation of a term that is a call of it with variables only, all of them different, and
    /// that can be implemented by a term.
    fn implemented<'n>(&'n self, term: &Term) -> Option<&'n NamedOperation> {
        let Term::Call { operation, output: 0, arguments } = term else { return None };
        let operation = &self.names.operations[usize::from(*operation)];
        let mut variables = Vec::new();
        let all_variables = arguments.iter().all(|it| matches!(it, Term::Variable { .. }));
        term.variables(&mut variables);
        let is_result = operation.outputs == [None];
        let has_type = operation.returned != NamedReturn::Result;
        let can = all_variables && variables.len() == arguments.len() && is_result && has_type;
        can.then_some(operation)
    }

    /// An equation as a function to paste, on one line.
    pub fn function(&mut self, mined: &MinedPair) -> String {
        let Pair { larger, smaller } = &mined.pair;
        let (larger_outside, smaller_outside) =
            (mined.tally.larger_outside > 0, mined.tally.smaller_outside > 0);
        for (one, other, is_outside) in
            [(smaller, larger, larger_outside), (larger, smaller, smaller_outside)]
        {
            if let Some(operation) = self.implemented(one) {
                let operation = operation.clone();
                if let Some(text) = self.implementation(&operation, one, other, is_outside) {
                    return text;
                }
            }
        }
        self.law(mined)
    }

    fn implementation(
        &mut self,
        operation: &NamedOperation,
        one: &Term,
        other: &Term,
        is_conditional: bool,
    ) -> Option<String> {
        let (mut own, mut all) = (Vec::new(), Vec::new());
        one.variables(&mut own);
        other.variables(&mut all);
        let mut bound: Vec<Bound> = own
            .iter()
            .zip(&operation.parameters)
            .map(|(variable, parameter)| Bound {
                variable: *variable,
                name: parameter.name.clone(),
                is_reference: parameter.passing == NamedPassing::Reference,
                is_copied: COPIED.contains(&parameter.ty.as_str()),
                declared: format!("{}: {}", parameter.name, parameter.ty),
            })
            .collect();
        for variable in all.into_iter().filter(|variable| !own.contains(variable)) {
            let new = self.bind(variable, &bound, true);
            bound.push(new);
        }
        let ty = &self.names.sorts[usize::from(operation.sorts[0])].ty;
        let fails = self.may_fail(other);
        let (partial, returned, body) = match operation.returned {
            NamedReturn::Plain if !fails => (false, ty.clone(), self.owned(other, &bound)),
            NamedReturn::Plain => {
                (true, format!("Option<{ty}>"), format!("Some({})", self.owned(other, &bound)))
            }
            NamedReturn::Option => (false, format!("Option<{ty}>"), self.option(other, &bound)),
            NamedReturn::Result | NamedReturn::Nothing => return None,
        };
        let when = if is_conditional { self.conditions(other, &bound) } else { String::new() };
        let when = if when.is_empty() { when } else { format!(", when = {when}") };
        let partial = if partial { ", partial" } else { "" };
        let name = self.name(&operation.name);
        Some(format!(
            "#[implements({}{when}{partial})] fn {name}({}) -> {returned} {{ {body} }}",
            operation.name,
            declared(&bound)
        ))
    }

    /// An equation as a law.
    fn law(&mut self, mined: &MinedPair) -> String {
        let Pair { larger, smaller } = &mined.pair;
        let mut all = Vec::new();
        larger.variables(&mut all);
        smaller.variables(&mut all);
        let mut bound = Vec::new();
        for variable in all {
            let new = self.bind(variable, &bound, false);
            bound.push(new);
        }
        let body = self.comparison(mined, &bound);
        let mut conditions = Vec::new();
        let Tally { larger_outside, smaller_outside, both_outside, .. } = mined.tally;
        let is_outside = larger_outside + smaller_outside + both_outside > 0;
        for term in [larger, smaller].into_iter().filter(|_| is_outside) {
            let condition = self.conditions(term, &bound);
            if !condition.is_empty() && !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
        let requires = match conditions.is_empty() {
            true => String::new(),
            false => format!("(requires = {})", all_of(&conditions)),
        };
        let root = match larger {
            Term::Call { operation, .. } => {
                self.names.operations[usize::from(*operation)].name.clone()
            }
            _ => "value".to_owned(),
        };
        let name = self.name(&root);
        format!("#[law{requires}] fn {name}({}) -> bool {{ {body} }}", declared(&bound))
    }

    fn comparison(&self, mined: &MinedPair, bound: &[Bound]) -> String {
        let Pair { larger, smaller } = &mined.pair;
        let sort = &self.names.sorts[usize::from(mined.sort)];
        if self.may_fail(larger) || self.may_fail(smaller) {
            let side = |term: &Term| format!("(|| {})()", self.option(term, bound));
            return format!("{} == {}", side(larger), side(smaller));
        }
        if !sort.equal.is_empty() {
            let [one, other] = [larger, smaller].map(|term| self.reference(term, bound));
            return format!("{}({one}, {other})", sort.equal);
        }
        if let Term::Constant { sort: of, index } = smaller
            && sort.ty == "bool"
        {
            let is_true =
                self.names.sorts[usize::from(*of)].constants[usize::from(*index)] == "true";
            let larger = self.owned(larger, bound);
            return if is_true { larger } else { format!("!{larger}") };
        }
        let side = |term: &Term| match term {
            Term::Variable { sort, index } => {
                let known = self.bound((*sort, *index), bound);
                if known.is_reference { format!("*{}", known.name) } else { known.name.clone() }
            }
            term => self.owned(term, bound),
        };
        format!("{} == {}", operand(&side(larger)), side(smaller))
    }

    /// A new parameter for a variable.
    fn bind(&self, variable: (u16, u8), bound: &[Bound], any: bool) -> Bound {
        let sort = &self.names.sorts[usize::from(variable.0)];
        let letters = ('a'..='z').map(String::from);
        let mut free = letters.filter(|name| bound.iter().all(|known| known.name != *name));
        let name = free.next().unwrap_or_else(|| "other".to_owned());
        let is_copied = COPIED.contains(&sort.ty.as_str());
        let by = if is_copied { "" } else { "&" };
        let attribute = match (sort.rule.is_empty(), any) {
            (false, _) => format!("{} ", sort.rule),
            (true, true) => "#[any] ".to_owned(),
            (true, false) => String::new(),
        };
        let declared = format!("{attribute}{name}: {by}{}", sort.ty);
        Bound { variable, name, is_reference: !is_copied, is_copied, declared }
    }

    fn bound<'b>(&self, variable: (u16, u8), bound: &'b [Bound]) -> &'b Bound {
        let known = bound.iter().find(|known| known.variable == variable);
        known.expect("each variable of a term is a parameter")
    }

    /// An expression that has the value.
    fn owned(&self, term: &Term, bound: &[Bound]) -> String {
        match term {
            Term::Variable { sort, index } => {
                let known = self.bound((*sort, *index), bound);
                match (known.is_reference, known.is_copied) {
                    (false, true) => known.name.clone(),
                    (true, true) => format!("*{}", known.name),
                    (_, false) => format!("{}.to_owned()", known.name),
                }
            }
            Term::Constant { sort, index } => {
                self.names.sorts[usize::from(*sort)].constants[usize::from(*index)].clone()
            }
            Term::Call { operation, output, arguments } => {
                let known = &self.names.operations[usize::from(*operation)];
                match known.outputs[usize::from(*output)] {
                    None => {
                        let call = self.call(known, arguments, bound, None);
                        match known.returned {
                            NamedReturn::Option => format!("{call}?"),
                            NamedReturn::Result => format!("{call}.ok()?"),
                            _ => call,
                        }
                    }
                    Some(changed) => {
                        let first = self.owned(&arguments[usize::from(changed)], bound);
                        let call = self.call(known, arguments, bound, Some(changed));
                        let ignored = match known.returned {
                            NamedReturn::Nothing => "",
                            _ => "let _ = ",
                        };
                        format!("{{ let mut it = {first}; {ignored}{call}; it }}")
                    }
                }
            }
        }
    }

    /// The call of an operation. The mutable argument with this number is `it`.
    fn call(
        &self,
        operation: &NamedOperation,
        arguments: &[Term],
        bound: &[Bound],
        changed: Option<u16>,
    ) -> String {
        let arguments = operation.parameters.iter().zip(arguments).enumerate();
        let arguments = arguments.map(|(at, (parameter, term))| match parameter.passing {
            NamedPassing::Mutable if changed == Some(at as u16) => "&mut it".to_owned(),
            NamedPassing::Mutable => format!("&mut {}", self.owned(term, bound)),
            NamedPassing::Reference => self.reference(term, bound),
            NamedPassing::Value => self.owned(term, bound),
        });
        format!("{}({})", operation.name, arguments.collect::<Vec<_>>().join(", "))
    }

    /// An expression that refers to the value.
    fn reference(&self, term: &Term, bound: &[Bound]) -> String {
        if let Term::Variable { sort, index } = term {
            let known = self.bound((*sort, *index), bound);
            return match known.is_reference {
                true => known.name.clone(),
                false => format!("&{}", known.name),
            };
        }
        format!("&{}", self.owned(term, bound))
    }

    /// An expression that has the value as an `Option`.
    fn option(&self, term: &Term, bound: &[Bound]) -> String {
        if let Term::Call { operation, output, arguments } = term {
            let known = &self.names.operations[usize::from(*operation)];
            if known.outputs[usize::from(*output)].is_none() {
                match known.returned {
                    NamedReturn::Option => return self.call(known, arguments, bound, None),
                    NamedReturn::Result => {
                        return format!("{}.ok()", self.call(known, arguments, bound, None));
                    }
                    _ => {}
                }
            }
        }
        format!("Some({})", self.owned(term, bound))
    }

    /// Whether a term may have no value.
    fn may_fail(&self, term: &Term) -> bool {
        let Term::Call { operation, output, arguments } = term else { return false };
        let known = &self.names.operations[usize::from(*operation)];
        let is_result = known.outputs[usize::from(*output)].is_none();
        let fails = matches!(known.returned, NamedReturn::Option | NamedReturn::Result);
        is_result && fails || arguments.iter().any(|it| self.may_fail(it))
    }

    /// The preconditions of the calls of a term, over the parameters.
    fn conditions(&self, term: &Term, bound: &[Bound]) -> String {
        let mut all = Vec::new();
        self.add_conditions(term, bound, &mut all);
        all_of(&all)
    }

    fn add_conditions(&self, term: &Term, bound: &[Bound], all: &mut Vec<String>) {
        let Term::Call { operation, arguments, .. } = term else { return };
        arguments.iter().for_each(|argument| self.add_conditions(argument, bound, all));
        let known = &self.names.operations[usize::from(*operation)];
        if known.requires.is_empty() {
            return;
        }
        let used = known.parameters.iter().zip(arguments);
        let used = used.filter(|(parameter, _)| has_word(&known.requires, &parameter.name));
        // What is bound to its own name needs no binding.
        let own = |term: &Term| match term {
            Term::Variable { sort, index } => self.bound((*sort, *index), bound).name.clone(),
            _ => String::new(),
        };
        let bindings = used.filter(|(parameter, term)| own(term) != parameter.name);
        let bindings = bindings.map(|(parameter, term)| {
            let value = match parameter.passing {
                NamedPassing::Value => self.owned(term, bound),
                NamedPassing::Reference | NamedPassing::Mutable => self.reference(term, bound),
            };
            (parameter.name.clone(), value)
        });
        let (names, values): (Vec<String>, Vec<String>) = bindings.unzip();
        let condition = match names.as_slice() {
            [] => known.requires.clone(),
            [name] => format!("{{ let {name} = {}; {} }}", values[0], known.requires),
            _ => format!(
                "{{ let ({}) = ({}); {} }}",
                names.join(", "),
                values.join(", "),
                known.requires
            ),
        };
        if !all.contains(&condition) {
            all.push(condition);
        }
    }

    /// A name that no function has yet.
    fn name(&mut self, operation: &str) -> String {
        let number = self.numbers.entry(operation.to_owned()).or_default();
        loop {
            *number += 1;
            let name = format!("{operation}_{number}");
            if !self.names.taken.contains(&name) {
                return name;
            }
        }
    }

    /// A term as people write it, without references.
    pub fn plain(&self, term: &Term) -> String {
        match term {
            Term::Variable { sort, index } => self.variable(*sort, *index),
            Term::Constant { sort, index } => {
                self.names.sorts[usize::from(*sort)].constants[usize::from(*index)].clone()
            }
            Term::Call { operation, output, arguments } => {
                let known = &self.names.operations[usize::from(*operation)];
                let all: Vec<String> = arguments.iter().map(|it| self.plain(it)).collect();
                // The value of an argument after the call has its name.
                let which = match known.outputs[usize::from(*output)] {
                    None => String::new(),
                    Some(at) => format!(".{}", known.parameters[usize::from(at)].name),
                };
                format!("{}({}){which}", known.name, all.join(", "))
            }
        }
    }

    /// The name of a variable, which no variable of another sort has.
    pub fn variable(&self, sort: u16, index: u8) -> String {
        let before = self.names.sorts[..usize::from(sort)].iter();
        let first = before.filter(|sort| sort.has_variables).count() * 3;
        let letter = u8::try_from(first % 24).unwrap_or_default() + index;
        let round = first / 24;
        let letter = char::from(b'a' + letter);
        if round == 0 { letter.to_string() } else { format!("{letter}{round}") }
    }
}

fn declared(bound: &[Bound]) -> String {
    bound.iter().map(|known| known.declared.as_str()).collect::<Vec<_>>().join(", ")
}

/// Whether a text has a word.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !is_part(c)).any(|part| part == word)
}

/// An expression as the left side of an operator: a block at the start of a statement would be a
/// statement.
fn operand(text: &str) -> String {
    if text.starts_with('{') { format!("({text})") } else { text.to_owned() }
}

/// The condition that all of these hold.
fn all_of(conditions: &[String]) -> String {
    match conditions {
        [one] => one.clone(),
        all => all.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" && "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::made::{mined, vocabulary};

    /// The function of an equation, which is the only one.
    fn written(mined: &MinedPair) -> String {
        let text = Writer::new(&vocabulary()).function(mined);
        let function = text.split_once(" fn ").map(|(_, rest)| format!("fn {rest}")).unwrap();
        // The attribute of an operand is one of the specification.
        syn::parse_str::<syn::ItemFn>(&function).unwrap_or_else(|error| panic!("{error}: {text}"));
        text
    }

    #[test]
    fn an_equation_is_an_implementation_where_one_side_is_a_call_with_variables() {
        let cases = [
            (
                "neg(add(neg(x), neg(y)))",
                "add(x, y)",
                // There is an `add_1` already.
                "#[implements(add)] fn add_2(a: &Big, b: &Big) -> Big \
                 { neg(&add(&neg(a), &neg(b))) }",
            ),
            (
                "add(x, neg(x))",
                "zero()",
                "#[implements(zero)] fn zero_1(#[any] a: &Big) -> Big { add(a, &neg(a)) }",
            ),
            (
                "pow(zero(), y)",
                "zero()",
                "#[implements(zero)] fn zero_1(#[mutate(range = 0..=9)] a: u8) -> Big \
                 { pow(&zero(), a) }",
            ),
            (
                "pow(x, y)",
                "neg(pow(neg(x), y))",
                "#[implements(pow)] fn pow_1(a: &Big, n: u8) -> Big { neg(&pow(&neg(a), n)) }",
            ),
            (
                "add(y, x)",
                "x",
                "#[implements(add)] fn add_2(a: &Big, b: &Big) -> Big { b.to_owned() }",
            ),
        ];
        for (larger, smaller, expected) in cases {
            assert_eq!(written(&mined(larger, smaller)), expected);
        }
    }

    #[test]
    fn other_equations_are_laws() {
        let cases = [
            ("neg(neg(x))", "x", "#[law] fn neg_1(a: &Big) -> bool { neg(&neg(a)) == *a }"),
            ("less(x, x)", "false", "#[law] fn less_1(a: &Big) -> bool { !less(a, a) }"),
            (
                "last(push(x, y))",
                "y",
                "#[law] fn last_1(a: &Vec<Big>, b: &Big) -> bool { (|| last(&{ let mut it = \
                 a.to_owned(); push(&mut it, b); it }))() == (|| Some(b.to_owned()))() }",
            ),
        ];
        for (larger, smaller, expected) in cases {
            assert_eq!(written(&mined(larger, smaller)), expected);
        }
    }

    #[test]
    fn a_call_outside_of_its_precondition_makes_a_condition() {
        let mut conditional = mined("div(neg(x), add(x, y))", "add(x, y)");
        conditional.tally.larger_outside = 7;
        assert_eq!(
            written(&conditional),
            "#[implements(add, when = { let b = &add(a, b); !b.is_zero() })] fn add_2(a: &Big, \
             b: &Big) -> Big { div(&neg(a), &add(a, b)) }"
        );
        let mut law = mined("div(x, x)", "div(neg(x), neg(x))");
        law.tally.both_outside = 7;
        let law = written(&law);
        let expected = "#[law(requires = ({ let b = a; !b.is_zero() }) && ({ let b = &neg(a); \
                        !b.is_zero() }))] fn div_1(a: &Big) -> bool { div(a, a) == \
                        div(&neg(a), &neg(a)) }";
        assert_eq!(law, expected);
    }

    #[test]
    fn plain_terms_have_other_letters_for_each_sort() {
        let names = vocabulary();
        let plain = Writer::new(&names).plain(&mined("last(push(x, y))", "y").pair.larger);
        assert_eq!(plain, "last(push(d, b).all)");
    }
}
