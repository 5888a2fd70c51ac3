//! Datatypes: constructors, selectors and testers.

use crate::scope::Scope;
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::Ident;
use crate::value::Value;

/// Deeper values are not computed.
const MAX_DEPTH: usize = 200;

/// What a function of a datatype gives. The outer option says whether it is one; the value is
/// unknown if a selector meets another constructor than its own.
pub(super) fn apply(
    scope: &Scope,
    ident: &Ident,
    sort: &Sort,
    arguments: &[Value],
) -> Option<Option<Value>> {
    if let Sort::Named(name, _) = sort
        && let Some(datatype) = scope.datatype(name)
        && let Some(constructor) = datatype.constructors.iter().find(|c| c.name == ident.name)
        && constructor.selectors.len() == arguments.len()
    {
        let sorts = datatype.arguments(constructor, sort);
        let arguments =
            arguments.iter().zip(&sorts).map(|(value, sort)| value.clone().coerce(sort));
        let arguments: Option<Vec<Value>> = arguments.collect();
        let shallow = |args: &Vec<Value>| args.iter().all(|value| depth(value) < MAX_DEPTH);
        let value = arguments.filter(shallow);
        return Some(value.map(|args| Value::Data(sort.clone(), ident.name.clone(), args)));
    }
    let [Value::Data(of, constructor, parts)] = arguments else { return None };
    let Sort::Named(name, _) = of else { return None };
    let datatype = scope.datatype(name)?;
    if ident.name.name() == "is" {
        let wanted = ident.indices.first()?;
        let wanted = wanted.any_symbol().or_else(|| wanted.list()?.first()?.any_symbol())?;
        return Some(Some(Value::Bool(wanted == *constructor)));
    }
    let mut constructors = datatype.constructors.iter();
    if let Some(tested) = ident.name.name().strip_prefix("is-")
        && constructors.clone().any(|c| c.name.name() == tested)
    {
        return Some(Some(Value::Bool(constructor.name() == tested)));
    }
    let selects = |c: &&crate::Constructor| c.selectors.iter().any(|(name, _)| *name == ident.name);
    let of = constructors.find(selects)?;
    let at = of.selectors.iter().position(|(name, _)| *name == ident.name)?;
    Some(parts.get(at).filter(|_| of.name == *constructor).cloned())
}

/// Whether the name of a pattern's head is this constructor.
pub(super) fn is_constructor(value: &Value, head: &Symbol) -> bool {
    matches!(value, Value::Data(_, constructor, _) if constructor == head)
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Data(_, _, parts) => 1 + parts.iter().map(depth).max().unwrap_or(0),
        _ => 1,
    }
}
