//! Quantifiers over values that can be tried out, and functions as arrays.

use super::arrays;
use super::machine::Evaluator;
use crate::model::Model;
use crate::sort::{Sort, SortedVar};
use crate::symbol::Symbol;
use crate::term::{Binder, Term};
use crate::value::Value;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Combinations of bound variables that are tried at most.
const MAX_COMBINATIONS: usize = 1 << 12;

/// Evaluations within each other, at most: of lambdas in lambdas.
const MAX_WITHIN: usize = 50;

/// A quantified term, and the values of its variables to try.
pub(super) struct Quantified {
    pub(super) body: Term,
    pub(super) forall: bool,
    pub(super) names: Vec<Symbol>,
    /// The values of each variable; one unknown value if there are too many.
    pub(super) values: Vec<Vec<Option<Value>>>,
    pub(super) combinations: usize,
    /// The same with examples in the place of unknown values. They can decide, but not all of it.
    pub(super) examples: Option<Rc<Quantified>>,
}

impl Quantified {
    /// The quantified term; elements of uninterpreted sorts are those of the model.
    pub(super) fn new(
        model: &Model,
        binder: Binder,
        variables: &[SortedVar],
        body: &Term,
    ) -> Quantified {
        let sorts: Vec<&Sort> = variables.iter().map(|variable| &variable.sort.sort).collect();
        let all = |sort: &Sort| {
            let elements = || Some(model.universe(sort)?.to_vec());
            arrays::values(sort).or_else(elements).unwrap_or_default()
        };
        let of = |values: &dyn Fn(&Sort) -> Vec<Value>| {
            let mut combinations = 1_usize;
            let list = |sort: &&Sort| {
                let values = values(sort);
                // What holds whatever the value is does not need one.
                if values.is_empty() || combinations * values.len() > MAX_COMBINATIONS {
                    return vec![None];
                }
                combinations *= values.len();
                values.into_iter().map(Some).collect()
            };
            let values: Vec<Vec<Option<Value>>> = sorts.iter().map(list).collect();
            Quantified {
                body: body.clone(),
                forall: binder == Binder::Forall,
                names: variables.iter().map(|variable| variable.name.clone()).collect(),
                values,
                combinations,
                examples: None,
            }
        };
        let complete = of(&all);
        let whole = complete.values.iter().all(|values| values[0].is_some());
        let examples = (!whole).then(|| {
            let some = |sort: &Sort| {
                let values = all(sort);
                if values.is_empty() { examples(sort) } else { values }
            };
            Rc::new(of(&some))
        });
        Quantified { examples, ..complete }
    }
}

/// Some values of a sort that has too many.
fn examples(sort: &Sort) -> Vec<Value> {
    match sort {
        Sort::Int => [0, 1, -1, 2, 10].map(Value::int).to_vec(),
        Sort::Real => [(0, 1), (1, 1), (-1, 1), (1, 2)].map(|(a, b)| Value::real(a, b)).to_vec(),
        Sort::String => ["", "a", "0"].map(Value::string).to_vec(),
        Sort::BitVec(width) if *width <= 1024 => {
            let top = BigUint::from(1_u8) << (width - 1);
            let numbers = [0_u8.into(), 1_u8.into(), top.clone(), &top - 1_u8, (top << 1) - 1_u8];
            numbers.map(|number| Value::bits(*width, number)).to_vec()
        }
        _ => Value::default_of(sort).into_iter().collect(),
    }
}

impl Evaluator<'_> {
    /// A function as an array, if its body is a chain of `ite` that compares the parameters with
    /// values.
    pub(super) fn table(&self, parameters: &[SortedVar], body: &Term) -> Option<Value> {
        if self.within == MAX_WITHIN {
            return None;
        }
        let inner = || {
            let (fuel, within) = (self.fuel / 8, self.within + 1);
            Evaluator::within(self.model, fuel, within)
        };
        let of = |term: &Term| {
            let closed = parameters.iter().all(|p| !term.free_variables().contains_key(&p.name));
            closed.then(|| inner().value(term)).flatten()
        };
        let sorts = parameters.iter().map(|p| p.sort.sort.clone());
        let sort = Sort::Array(sorts.chain([body.sort().clone()]).collect());
        if let [parameter] = parameters
            && let Some(indices) = arrays::values(&parameter.sort.sort)
        {
            let value = |index: Value| {
                let mut inner = inner();
                inner.bind(&parameter.name, Some(index.clone()));
                Some((vec![index], inner.value(body)?))
            };
            let entries = indices.into_iter().map(value).collect::<Option<BTreeMap<_, _>>>()?;
            let default = entries.values().next()?.clone();
            return Some(Value::array(sort, default, entries));
        }
        let mut entries = BTreeMap::new();
        let mut rest = body;
        let mut compared = Vec::new();
        while rest.is_op("ite") {
            let [condition, value, other] = rest.children() else { return None };
            let mut key: Vec<Option<Value>> = vec![None; parameters.len()];
            let parts = if condition.is_op("and") {
                condition.children()
            } else {
                std::slice::from_ref(condition)
            };
            for part in parts.iter().filter(|part| !part.is_op("true")) {
                let [a, b] = part.children() else { return None };
                let place = |term: &Term| {
                    let name = &term.variable()?.name;
                    parameters.iter().position(|p| p.name == *name)
                };
                let (at, constant) = match (place(a), place(b)) {
                    (Some(at), None) => (at, b),
                    (None, Some(at)) => (at, a),
                    _ => return None,
                };
                if !part.is_op("=") || key[at].is_some() {
                    return None;
                }
                key[at] = Some(of(constant)?.coerce(&parameters[at].sort.sort)?);
            }
            compared.push((key.into_iter().collect::<Option<Vec<Value>>>()?, of(value)?));
            rest = other;
        }
        for (key, value) in compared {
            entries.entry(key).or_insert(value);
        }
        Some(Value::array(sort, of(rest)?, entries))
    }
}
