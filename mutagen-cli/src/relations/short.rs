//! Finds the equations for which `#[operation(…)]` has a short form.

use mutagen_core::internal::run::metamorphic::relations::{
    MinedPair, NamedReturn, Pair, Term, Vocabulary,
};

/// The short forms of an operation, and the equations that they stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Short {
    /// The place of the operation.
    pub operation: u16,
    /// The words, as in `commutative`.
    pub forms: Vec<String>,
    /// The places of these equations.
    pub places: Vec<usize>,
}

/// An operation that gives one value and changes nothing, and its place.
#[derive(Clone, Copy)]
struct Function {
    operation: u16,
    /// The sorts of its parameters and of its result.
    arguments: usize,
    from: u16,
    to: u16,
}

/// The short forms of all operations.
pub fn forms(names: &Vocabulary, pairs: &[(usize, &MinedPair)]) -> Vec<Short> {
    let functions: Vec<Function> = functions(names).collect();
    let all = functions.iter().map(|function| of(names, &functions, *function, pairs));
    all.filter(|short| !short.forms.is_empty()).collect()
}

/// Operations whose parameters are all of one sort.
fn functions(names: &Vocabulary) -> impl Iterator<Item = Function> {
    let all = names.operations.iter().enumerate();
    all.filter_map(|(operation, known)| {
        let first = known.parameters.first()?.sort;
        let is_one = known.parameters.iter().all(|parameter| parameter.sort == first);
        let is_plain = known.outputs == [None] && known.returned == NamedReturn::Plain;
        let has_rule = !names.sorts[usize::from(first)].rule.is_empty();
        (is_one && is_plain && !has_rule).then(|| Function {
            operation: operation as u16,
            arguments: known.parameters.len(),
            from: first,
            to: known.sorts[0],
        })
    })
}

fn call(function: Function, arguments: &[&Term]) -> Term {
    let arguments = arguments.iter().map(|it| (*it).clone()).collect();
    Term::Call { operation: function.operation, output: 0, arguments }
}

fn of(
    names: &Vocabulary,
    functions: &[Function],
    function: Function,
    pairs: &[(usize, &MinedPair)],
) -> Short {
    let mut short = Short { operation: function.operation, forms: Vec::new(), places: Vec::new() };
    let [x, y, z] = [0, 1, 2].map(|index| Term::Variable { sort: function.from, index });
    let f = |arguments: &[&Term]| call(function, arguments);
    let find = |one: Term, other: Term| {
        let wanted = Pair { larger: one, smaller: other };
        let found = pairs.iter().find(|(_, mined)| is_renamed(&mined.pair, &wanted));
        found.map(|(place, _)| *place)
    };
    let is_closed = function.from == function.to;
    let mut take = |form: &str, found: Option<usize>| {
        if let Some(found) = found {
            short.forms.push(form.to_owned());
            short.places.push(found);
        }
        found.is_some()
    };
    match function.arguments {
        1 if is_closed => {
            let is_involution = take("involution", find(f(&[&f(&[&x])]), x.clone()));
            let idempotent = find(f(&[&f(&[&x])]), f(&[&x]));
            take("idempotent", idempotent.filter(|_| !is_involution));
        }
        2 => {
            let commutes = take("commutative", find(f(&[&x, &y]), f(&[&y, &x])));
            if !is_closed {
                return short;
            }
            let grouped = (f(&[&f(&[&x, &y]), &z]), f(&[&x, &f(&[&y, &z])]));
            take("associative", find(grouped.0, grouped.1));
            take("idempotent", find(f(&[&x, &x]), x.clone()));
            for (text, value) in values(names, function.from) {
                let both = [f(&[&x, &value]), f(&[&value, &x])];
                for (form, result) in [("neutral", &x), ("absorbing", &value)] {
                    let [right, left] = both.clone().map(|it| find(it, result.clone()));
                    let found = if commutes { right.or(left) } else { left.and(right) };
                    if take(&format!("{form} = {text}"), found) && !commutes {
                        take("", right);
                    }
                }
            }
        }
        _ => {}
    }
    if function.arguments == 1 {
        for back in functions.iter().filter(|back| back.operation != function.operation) {
            if back.arguments == 1 && back.from == function.to && back.to == function.from {
                let name = &names.operations[usize::from(back.operation)].name;
                let round = call(*back, &[&f(&[&x])]);
                take(&format!("round_trip = {name}"), find(round, x.clone()));
            }
        }
    }
    short.forms.retain(|form| !form.is_empty());
    short
}

/// Operations without parameters and constants of a sort, with their texts.
fn values(names: &Vocabulary, sort: u16) -> Vec<(String, Term)> {
    let constants = names.sorts[usize::from(sort)].constants.iter().enumerate();
    let constants =
        constants.map(|(index, text)| (text.clone(), Term::Constant { sort, index: index as u8 }));
    let operations = names.operations.iter().enumerate();
    let operations = operations.filter(|(_, known)| {
        known.parameters.is_empty() && known.sorts == [sort] && known.outputs == [None]
    });
    let operations = operations.map(|(place, known)| {
        let call = Term::Call { operation: place as u16, output: 0, arguments: Vec::new() };
        (known.name.clone(), call)
    });
    constants.chain(operations).collect()
}

/// Whether two equations differ in the names of variables, or in their sides, only.
fn is_renamed(one: &Pair, other: &Pair) -> bool {
    let is_same = |larger: &Term, smaller: &Term| {
        let (mut to, mut back) = (Vec::new(), Vec::new());
        one.larger.matches(larger, &mut to)
            && one.smaller.matches(smaller, &mut to)
            && larger.matches(&one.larger, &mut back)
            && smaller.matches(&one.smaller, &mut back)
    };
    is_same(&other.larger, &other.smaller) || is_same(&other.smaller, &other.larger)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::made::{mined, vocabulary};

    fn all(pairs: &[MinedPair]) -> Vec<(u16, String, usize)> {
        let pairs: Vec<(usize, &MinedPair)> = pairs.iter().enumerate().collect();
        let forms = forms(&vocabulary(), &pairs).into_iter();
        forms.map(|it| (it.operation, it.forms.join(", "), it.places.len())).collect()
    }

    #[test]
    fn equations_with_short_forms_are_found_in_any_names_and_either_way() {
        let found = all(&[
            mined("add(y, x)", "add(x, y)"),
            mined("add(z, add(x, y))", "add(add(z, x), y)"),
            mined("add(y, zero())", "y"),
            mined("neg(neg(x))", "x"),
            mined("div(x, x)", "x"),
        ]);
        let of_add = "commutative, associative, neutral = zero".to_owned();
        let (of_neg, of_div) = ("involution".to_owned(), "idempotent".to_owned());
        assert_eq!(found, [(0, of_add, 3), (1, of_neg, 1), (3, of_div, 1)]);
    }

    #[test]
    fn an_operation_that_does_not_commute_needs_both_sides() {
        assert_eq!(all(&[mined("add(x, zero())", "x")]), []);
        let both = all(&[mined("add(x, zero())", "x"), mined("add(zero(), x)", "x")]);
        assert_eq!(both, [(0, "neutral = zero".to_owned(), 2)]);
        let wrong = all(&[mined("add(x, neg(y))", "add(y, neg(x))"), mined("neg(x)", "x")]);
        assert_eq!(wrong, []);
    }
}
