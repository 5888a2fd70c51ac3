//! Refuses a specification that means nothing: the error is at the place and says what to do.

use crate::metamorphic::model::{
    Function, Implementation, Operation, Origin, Output, Parameter, Specification,
};
use crate::metamorphic::rewrite::{self, Names};
use crate::metamorphic::sorts::{Sort, Sorts};
use crate::metamorphic::text::{camel, tidy};
use quote::ToTokens;
use syn::Type;

/// Checks what is written, before short forms are expanded.
pub(crate) fn written(specification: &Specification, names: &Names) -> syn::Result<()> {
    let has_base = |operation: &&Operation| operation.origin != Origin::Law;
    for operation in specification.operations.iter().filter(has_base) {
        base(operation, names)?;
        for implementation in &operation.implementations {
            signature(operation, implementation)?;
        }
    }
    Ok(())
}

/// A base has no call of an operation: it is what others are compared with.
fn base(operation: &Operation, names: &Names) -> syn::Result<()> {
    let function = &operation.function;
    if let Some(call) = rewrite::first_call(names, &function.item.block) {
        let text = format!(
            "the base of `{}` calls the operation `{call}`: a base calls the library only, since \
             implementations are compared with it; call the library here, or write this as an \
             `#[implements({})]`",
            function.name, function.name
        );
        return Err(syn::Error::new(call.span(), text));
    }
    let has_mutable = function.mutable().next().is_some();
    if matches!(function.output, Output::Nothing) && !has_mutable {
        let text = "an operation returns a value or takes a `&mut`: there is nothing to compare";
        return Err(syn::Error::new_spanned(&function.item.sig, text));
    }
    Ok(())
}

/// An implementation has the parameters of its operation, and `#[any]` ones.
fn signature(operation: &Operation, implementation: &Implementation) -> syn::Result<()> {
    let (expected, own) = (&operation.function, &implementation.function);
    let parameters: Vec<&Parameter> = own.parameters.iter().filter(|p| !p.any).collect();
    let same = |one: &Type, other: &Type| tidy(one) == tidy(other);
    let wrong = |tokens: &dyn ToTokens, what: &str| {
        let parameters: Vec<String> = expected
            .parameters
            .iter()
            .map(|p| format!("{}: {}", p.name, tidy(&p.written)))
            .collect();
        let text = format!(
            "{what}: an implementation of `{}` is `fn {}({}){}`, and what else it needs are \
             parameters with `#[any]`",
            expected.name,
            own.name,
            parameters.join(", "),
            tidy(&expected.item.sig.output).replacen("->", " ->", 1)
        );
        syn::Error::new_spanned(tokens, text)
    };
    for (theirs, own) in expected.parameters.iter().zip(&parameters) {
        if !same(&theirs.written, &own.written) {
            return Err(wrong(&own.argument, "another type than the operation has"));
        }
    }
    if parameters.len() != expected.parameters.len() {
        return Err(wrong(&own.item.sig, "another number of parameters than the operation has"));
    }
    if let Some(any) = own.parameters.iter().find(|p| p.any && p.passing.is_mutable()) {
        let text = "`#[any]` gives a value: take it by reference or by value";
        return Err(syn::Error::new_spanned(&any.argument, text));
    }
    let returns = match (&expected.output, &own.output) {
        // Giving up is having no value.
        (Output::Plain(theirs), Output::Option(own)) if implementation.partial => same(theirs, own),
        (Output::Plain(theirs), Output::Plain(own)) if !implementation.partial => same(theirs, own),
        (Output::Plain(_), Output::Plain(_)) => {
            let text = format!(
                "a partial implementation of `{}` returns an `Option`: `None` where it gives up",
                expected.name
            );
            return Err(syn::Error::new_spanned(&own.item.sig, text));
        }
        _ => tidy(&expected.item.sig.output) == tidy(&own.item.sig.output),
    };
    if !returns {
        return Err(wrong(&own.item.sig.output, "another result than the operation has"));
    }
    Ok(())
}

/// Checks the whole specification, with what short forms stand for.
pub(crate) fn whole(specification: &Specification) -> syn::Result<()> {
    let operations = &specification.operations;
    if operations.iter().all(|operation| operation.implementations.is_empty()) {
        let text = "nothing is compared: write an `#[implements(OPERATION)]`, a `#[law]`, or a \
                    short form such as `#[operation(commutative)]`";
        return Err(syn::Error::new_spanned(&specification.name, text));
    }
    let mut known: Vec<(String, &Function)> = Vec::new();
    for operation in operations {
        let implementations = operation.implementations.iter().map(|it| &it.function);
        let own = (operation.origin != Origin::Law).then_some(&operation.function);
        for function in own.into_iter().chain(implementations) {
            // Two names may become one when they become names of types.
            let name = camel(&function.name.to_string());
            if let Some((_, other)) = known.iter().find(|(known, _)| *known == name) {
                let text = format!(
                    "`{}` and `{}` would have the same name in the text of a test: rename one",
                    other.name, function.name
                );
                return Err(syn::Error::new(function.name.span(), text));
            }
            known.push((name, function));
        }
    }
    for about in [&specification.equals, &specification.admits, &specification.invariants] {
        for function in about {
            if function.mutable().next().is_some() {
                let text = "take the value by reference: it is only looked at";
                return Err(syn::Error::new_spanned(&function.item.sig, text));
            }
        }
    }
    let equals = specification.equals.iter();
    let mut types: Vec<String> = Vec::new();
    for function in equals {
        let ty = tidy(&function.parameters[0].ty);
        if types.contains(&ty) {
            let text = format!("`{ty}` has an `#[equal]` already: keep one");
            return Err(syn::Error::new_spanned(&function.item.sig, text));
        }
        types.push(ty);
    }
    Ok(())
}

/// Checks that each sort has a value.
pub(crate) fn sorts(specification: &Specification, sorts: &Sorts) -> syn::Result<()> {
    for input in &specification.inputs {
        let function = &input.function;
        if function.output.value().is_none() {
            let text = "an `#[input]` returns the value that it makes";
            return Err(syn::Error::new_spanned(&function.item.sig, text));
        }
        if let Some(changed) = function.mutable().next() {
            let text = "an `#[input]` makes a value of others: take it by value";
            return Err(syn::Error::new_spanned(&changed.argument, text));
        }
    }
    let mut ends: Vec<usize> = Vec::new();
    loop {
        let ended = |sort: &Sort| sort.inputs.iter().any(|input| ends.contains(input));
        let is_ended = |parameter: &Parameter| {
            !parameter.rules.is_empty() || sorts.made(&parameter.ty).is_none_or(ended)
        };
        let inputs = specification.inputs.iter().enumerate();
        let more: Vec<usize> = inputs
            .filter(|(at, _)| !ends.contains(at))
            .filter(|(_, input)| input.function.parameters.iter().all(is_ended))
            .map(|(at, _)| at)
            .collect();
        if more.is_empty() {
            break;
        }
        ends.extend(more);
    }
    for sort in sorts.all().iter().filter(|sort| !sort.inputs.is_empty()) {
        if !sort.inputs.iter().any(|input| ends.contains(input)) {
            let first = &specification.inputs[sort.inputs[0]].function;
            let text = format!(
                "each `#[input]` of `{}` needs another value of a sort that it helps to make: \
                 write one that needs none",
                tidy(&sort.ty)
            );
            return Err(syn::Error::new_spanned(&first.item.sig, text));
        }
    }
    Ok(())
}
