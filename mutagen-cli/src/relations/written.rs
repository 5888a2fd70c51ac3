//! The implementations that a specification has, as terms, as far as they are terms. They say how
//! much of what a person has written follows from what was found.

use mutagen_core::internal::run::metamorphic::relations::{
    NamedOperation, NamedSort, Pair, Term, Vocabulary,
};
use syn::{Expr, ItemFn, Lit, Pat, Stmt, Type, UnOp};

/// The equations of the implementations whose bodies are terms up to a size, with their names.
pub fn written(names: &Vocabulary, size: u32) -> Vec<(String, Pair)> {
    let mut all = Vec::new();
    for (place, operation) in names.operations.iter().enumerate() {
        for text in &operation.implementations {
            let Some((name, pair)) = of(names, place as u16, operation, text) else { continue };
            if pair.larger.size().max(pair.smaller.size()) <= size {
                all.push((name, pair));
            }
        }
    }
    all
}

fn of(
    names: &Vocabulary,
    place: u16,
    operation: &NamedOperation,
    text: &str,
) -> Option<(String, Pair)> {
    let function: ItemFn = syn::parse_str(text).ok()?;
    let mut reader = Reader { names, variables: Vec::new() };
    let mut arguments = Vec::new();
    let mut own = operation.parameters.iter();
    for argument in &function.sig.inputs {
        let syn::FnArg::Typed(typed) = argument else { return None };
        let Pat::Ident(name) = &*typed.pat else { return None };
        let is_any = typed.attrs.iter().any(|it| it.path().is_ident("any"));
        // A rule of its own is a sort that no operation may have.
        let sort = match is_any || !typed.attrs.is_empty() {
            true => reader.sort_of(&typed.ty)?,
            false => own.next()?.sort,
        };
        let of_sort = reader.variables.iter().filter(|(_, (known, _))| *known == sort).count();
        let variable = (sort, u8::try_from(of_sort).ok()?);
        reader.variables.push((name.ident.to_string(), variable));
        if !is_any {
            arguments.push(Term::Variable { sort: variable.0, index: variable.1 });
        }
    }
    arguments.truncate(operation.parameters.len());
    if operation.outputs != [None] {
        return None;
    }
    let [Stmt::Expr(body, None)] = function.block.stmts.as_slice() else { return None };
    let larger = reader.term(body, operation.sorts[0])?;
    let smaller = Term::Call { operation: place, output: 0, arguments };
    Some((function.sig.ident.to_string(), Pair { larger, smaller }))
}

struct Reader<'v> {
    names: &'v Vocabulary,
    variables: Vec<(String, (u16, u8))>,
}

impl Reader<'_> {
    /// The sort of a type, without a rule.
    fn sort_of(&self, ty: &Type) -> Option<u16> {
        let ty = match ty {
            Type::Reference(reference) => &*reference.elem,
            ty => ty,
        };
        let is_it = |sort: &NamedSort| {
            sort.rule.is_empty() && syn::parse_str::<Type>(&sort.ty).is_ok_and(|own| own == *ty)
        };
        Some(self.names.sorts.iter().position(is_it)? as u16)
    }

    fn term(&self, expression: &Expr, sort: u16) -> Option<Term> {
        match expression {
            Expr::Reference(inner) => self.term(&inner.expr, sort),
            Expr::Paren(inner) => self.term(&inner.expr, sort),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.term(&unary.expr, sort)
            }
            Expr::MethodCall(call) if call.method == "clone" || call.method == "to_owned" => {
                self.term(&call.receiver, sort)
            }
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                let (_, (sort, index)) = self.variables.iter().find(|(known, _)| *known == name)?;
                Some(Term::Variable { sort: *sort, index: *index })
            }
            Expr::Lit(literal) => {
                let text = match &literal.lit {
                    Lit::Int(number) => number.base10_digits().to_owned(),
                    Lit::Bool(value) => value.value.to_string(),
                    _ => return None,
                };
                let constants = &self.names.sorts[usize::from(sort)].constants;
                let index = constants.iter().position(|known| *known == text)?;
                Some(Term::Constant { sort, index: index as u8 })
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return None };
                let name = path.path.get_ident()?.to_string();
                let place = self.names.operations.iter().position(|known| known.name == name)?;
                let known = &self.names.operations[place];
                let output = known.outputs.iter().position(Option::is_none)? as u16;
                let arguments = call.args.iter().zip(&known.parameters);
                let arguments = arguments.map(|(it, parameter)| self.term(it, parameter.sort));
                Some(Term::Call {
                    operation: place as u16,
                    output,
                    arguments: arguments.collect::<Option<Vec<Term>>>()?,
                })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::made::{pair, vocabulary};

    #[test]
    fn an_implementation_of_calls_and_parameters_is_a_term() {
        let mut names = vocabulary();
        let expected = pair("neg(add(neg(x), neg(y)))", "add(x, y)");
        assert_eq!(written(&names, 6), [("add_1".to_owned(), expected)]);
        assert_eq!(written(&names, 5), []);
        names.operations[2].implementations = [
            "fn zero_1(#[any] x: &Big) -> Big { add(x, &neg(x)) }",
            "fn zero_2(#[any] x: &Big) -> Big { x - x }",
            "fn zero_3(#[any] x: &Big) -> Big { let y = neg(x); add(x, &y) }",
        ]
        .map(str::to_owned)
        .to_vec();
        let expected = pair("add(x, neg(x))", "zero()");
        assert_eq!(written(&names, 5), [("zero_1".to_owned(), expected)]);
    }
}
