//! A specification for tests: names of sorts and operations, and terms by their text.

use mutagen_core::internal::run::metamorphic::relations::{
    MinedPair, NamedOperation, NamedParameter, NamedPassing, NamedReturn, NamedSort, Pair, Tally,
    Term, Vocabulary,
};

/// Numbers, lists of them, and exponents.
pub fn vocabulary() -> Vocabulary {
    let sort = |ty: &str, rule: &str, constants: &[&str]| NamedSort {
        ty: ty.to_owned(),
        rule: rule.to_owned(),
        equal: String::new(),
        constants: constants.iter().map(|text| (*text).to_owned()).collect(),
        has_variables: true,
    };
    let sorts = vec![
        sort("Big", "", &[]),
        sort("Vec<Big>", "", &[]),
        sort("u8", "#[mutate(range = 0..=9)]", &["0", "1"]),
        sort("bool", "", &["false", "true"]),
    ];
    let implementations = ["fn add_1(a: &Big, b: &Big) -> Big { neg(&add(&neg(a), &neg(b))) }"];
    let operations = vec![
        NamedOperation {
            implementations: implementations.map(str::to_owned).to_vec(),
            ..operation("add", &[("a", "&Big", 0), ("b", "&Big", 0)], 0)
        },
        operation("neg", &[("a", "&Big", 0)], 0),
        operation("zero", &[], 0),
        NamedOperation {
            requires: "!b.is_zero()".to_owned(),
            ..operation("div", &[("a", "&Big", 0), ("b", "&Big", 0)], 0)
        },
        operation("pow", &[("a", "&Big", 0), ("n", "u8", 2)], 0),
        operation("less", &[("a", "&Big", 0), ("b", "&Big", 0)], 3),
        NamedOperation {
            outputs: vec![Some(0)],
            returned: NamedReturn::Nothing,
            ..operation("push", &[("all", "&mut Vec<Big>", 1), ("item", "&Big", 0)], 1)
        },
        NamedOperation {
            returned: NamedReturn::Option,
            ..operation("last", &[("all", "&[Big]", 1)], 0)
        },
    ];
    let taken = operations.iter().map(|operation| operation.name.clone());
    let taken = taken.chain(["add_1".to_owned()]).collect();
    Vocabulary { sorts, operations, taken }
}

fn operation(name: &str, parameters: &[(&str, &str, u16)], sort: u16) -> NamedOperation {
    let parameters = parameters.iter().map(|(name, ty, sort)| NamedParameter {
        name: (*name).to_owned(),
        ty: (*ty).to_owned(),
        sort: *sort,
        passing: match ty {
            ty if ty.starts_with("&mut") => NamedPassing::Mutable,
            ty if ty.starts_with('&') => NamedPassing::Reference,
            _ => NamedPassing::Value,
        },
    });
    NamedOperation {
        name: name.to_owned(),
        parameters: parameters.collect(),
        outputs: vec![None],
        sorts: vec![sort],
        requires: String::new(),
        returned: NamedReturn::Plain,
        implementations: Vec::new(),
    }
}

/// The term with this text. Variables of numbers are `x`, `y` and `z`.
pub fn term(text: &str) -> Term {
    of_sort(text, 0)
}

fn of_sort(text: &str, sort: u16) -> Term {
    let names = vocabulary();
    let Some((name, rest)) = text.split_once('(') else {
        let constants = &names.sorts[usize::from(sort)].constants;
        if let Some(index) = constants.iter().position(|constant| constant == text) {
            return Term::Constant { sort, index: index as u8 };
        }
        let index = ["x", "y", "z"].iter().position(|name| *name == text).unwrap();
        return Term::Variable { sort, index: index as u8 };
    };
    let place = names.operations.iter().position(|known| known.name == name).unwrap();
    let (mut depth, mut begin, mut arguments) = (0, 0, Vec::new());
    let inner = rest.strip_suffix(')').unwrap();
    for (at, c) in inner.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                arguments.push(inner[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    if !inner.is_empty() {
        arguments.push(inner[begin..].trim());
    }
    let parameters = &names.operations[place].parameters;
    assert_eq!(arguments.len(), parameters.len(), "{text}");
    let arguments = arguments.iter().zip(parameters).map(|(it, of)| of_sort(it, of.sort));
    Term::Call { operation: place as u16, output: 0, arguments: arguments.collect() }
}

/// The pair of these terms.
pub fn pair(larger: &str, smaller: &str) -> Pair {
    let of_constant = |text: &str| ["true", "false"].contains(&text);
    let smaller = if of_constant(smaller) { of_sort(smaller, 3) } else { term(smaller) };
    Pair { larger: term(larger), smaller }
}

/// The same, equal on a hundred samples.
pub fn mined(larger: &str, smaller: &str) -> MinedPair {
    let pair = pair(larger, smaller);
    let sort = match &pair.larger {
        Term::Call { operation, .. } => vocabulary().operations[usize::from(*operation)].sorts[0],
        _ => 0,
    };
    MinedPair { pair, sort, tally: Tally { equal: 100, both: 100, ..Tally::default() } }
}
