//! `#[metamorphic]`: makes a property of a module that says what operations of a library must
//! equal. An operation becomes an enum, an implementation a variant, a call site in its body a
//! field. So a test is a value of derived types, and everything the engine has applies to it.

mod check;
mod emit;
mod function;
mod misplaced;
mod model;
mod names;
mod nearest;
mod parse;
mod rewrite;
mod short;
mod sorts;
mod text;

use proc_macro2::TokenStream;
use std::collections::BTreeSet;
use syn::ItemMod;

/// The module with its property.
pub(crate) fn expand(options: TokenStream, mut module: ItemMod) -> syn::Result<TokenStream> {
    let options = syn::parse2(options)?;
    let parse::Read { mut specification, short } = parse::read(options, &mut module)?;
    let names = rewrite::Names::of(&specification.operations);
    check::written(&specification, &names)?;
    // What is added has no name that a body can call, and comes after the operations.
    short::expand(&mut specification.operations, &short)?;
    check::whole(&specification)?;
    for operation in &mut specification.operations {
        for implementation in &mut operation.implementations {
            let parameters = implementation.function.parameters.iter();
            let taken: BTreeSet<String> = parameters.map(|p| p.name.to_string()).collect();
            let body = &mut implementation.function.item.block;
            let how = match implementation.is_short {
                true => rewrite::How::Apply,
                false => rewrite::How::Call,
            };
            let mut named = body.clone();
            rewrite::rewrite(&names, BTreeSet::new(), rewrite::How::Name, &mut named)?;
            implementation.named_body = text::of_block(&named);
            implementation.sites = rewrite::rewrite(&names, taken, how, body)?;
        }
    }
    let sorts = sorts::Sorts::of(&specification);
    check::sorts(&specification, &sorts)?;
    Ok(emit::module(module, &specification, &sorts))
}
