//! The sorts of a specification: the types of its values, which inputs make them, and which
//! operations give them. Two types are one sort if they are written alike.

use crate::metamorphic::model::{Operation, Origin, Passing, Specification};
use crate::metamorphic::text;
use crate::types::bare;
use proc_macro2::Ident;
use quote::{ToTokens, format_ident};
use syn::Type;

/// The sorts, in the order in which the specification names them.
pub(crate) struct Sorts(Vec<Sort>);

/// A type of values.
pub(crate) struct Sort {
    pub(crate) ty: Type,
    /// The type in the form of a name.
    pub(crate) name: String,
    /// The numbers of the inputs that make a value.
    pub(crate) inputs: Vec<usize>,
    /// What terms of the sort can be.
    pub(crate) outputs: Vec<Output>,
    /// Whether an operation takes a value of the sort.
    pub(crate) is_taken: bool,
}

/// A value that an operation gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Output {
    pub(crate) operation: usize,
    pub(crate) from: From,
}

/// Where an operation has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    /// Its result.
    Result,
    /// The mutable argument with this number, after the call.
    Argument(usize),
}

impl Sort {
    /// The enum of the inputs.
    pub(crate) fn input(&self) -> Ident {
        format_ident!("__{}Input", self.name)
    }

    /// The enum of the terms.
    pub(crate) fn term(&self) -> Ident {
        format_ident!("__{}Term", self.name)
    }

    /// The name of the variables of the sort.
    pub(crate) fn variables(&self) -> Ident {
        let mut name = String::new();
        for c in self.name.chars() {
            if c.is_uppercase() && !name.is_empty() {
                name.push('_');
            }
            name.extend(c.to_lowercase());
        }
        let name = format!("{}s", name.trim_start_matches('_'));
        // `A` would be `as`, which is no name.
        syn::parse_str(&name).unwrap_or_else(|_| format_ident!("{name}_"))
    }

    /// Whether arguments of the sort are terms. If not, they are values, made by the type itself.
    pub(crate) fn has_terms(&self) -> bool {
        !self.inputs.is_empty() || !self.outputs.is_empty()
    }

    /// Whether there is a type of its terms.
    pub(crate) fn has_term_type(&self) -> bool {
        self.has_terms() && (!self.outputs.is_empty() || self.is_taken)
    }

    /// Whether a term can be an input.
    pub(crate) fn has_inputs(&self) -> bool {
        self.is_taken || !self.inputs.is_empty()
    }

    /// How many variants of the terms are no operations.
    pub(crate) fn own_variants(&self) -> usize {
        usize::from(self.has_inputs()) + usize::from(self.has_variables())
    }

    /// Whether tests have variables of the sort.
    pub(crate) fn has_variables(&self) -> bool {
        self.is_taken && self.has_terms()
    }
}

impl Sorts {
    pub(crate) fn of(specification: &Specification) -> Sorts {
        let mut sorts = Sorts(Vec::new());
        for (number, input) in specification.inputs.iter().enumerate() {
            if let Some(ty) = input.function.output.value() {
                let sort = sorts.add(ty);
                sorts.0[sort].inputs.push(number);
            }
        }
        for (number, operation) in specification.operations.iter().enumerate() {
            sorts.add_operation(number, operation);
        }
        sorts
    }

    fn add_operation(&mut self, number: usize, operation: &Operation) {
        let function = &operation.function;
        for (at, parameter) in function.parameters.iter().enumerate() {
            if operation.origin != Origin::Inner && parameter.rules.is_empty() {
                let sort = self.add(&parameter.ty);
                self.0[sort].is_taken = true;
            }
            if parameter.passing == Passing::Mutable && operation.is_in_terms() {
                self.give(&parameter.ty, Output { operation: number, from: From::Argument(at) });
            }
        }
        if let Some(ty) = function.output.value().filter(|_| operation.is_in_terms()) {
            self.give(ty, Output { operation: number, from: From::Result });
        }
        for implementation in &operation.implementations {
            for parameter in
                implementation.function.parameters.iter().filter(|p| p.any && p.rules.is_empty())
            {
                let sort = self.add(&parameter.ty);
                self.0[sort].is_taken = true;
            }
        }
    }

    fn give(&mut self, ty: &Type, output: Output) {
        let sort = self.add(ty);
        self.0[sort].outputs.push(output);
    }

    fn add(&mut self, ty: &Type) -> usize {
        if let Some(known) = self.number(ty) {
            return known;
        }
        let ty = bare(ty).clone();
        let name = text::camel_of_type(ty.to_token_stream());
        let mut names = (1..).map(|number| match number {
            1 => name.clone(),
            number => format!("{name}{number}"),
        });
        let is_free = |name: &String| self.0.iter().all(|known| known.name != *name);
        // There are endlessly many names.
        let name = names.find(is_free).unwrap_or_default();
        let (inputs, outputs) = (Vec::new(), Vec::new());
        self.0.push(Sort { ty, name, inputs, outputs, is_taken: false });
        self.0.len() - 1
    }

    /// The number of the sort of a type.
    pub(crate) fn number(&self, ty: &Type) -> Option<usize> {
        let wanted = key(ty);
        self.0.iter().position(|known| key(&known.ty) == wanted)
    }

    /// Whether values of a type are made by the type itself: an argument without inputs is.
    pub(crate) fn is_value(&self, ty: &Type) -> bool {
        self.get(ty).is_some_and(|sort| sort.inputs.is_empty() && sort.is_taken)
    }

    /// The sort of a type.
    pub(crate) fn get(&self, ty: &Type) -> Option<&Sort> {
        self.number(ty).map(|at| &self.0[at])
    }

    /// The sort of a parameter of an input, if inputs make its values. Numbers and texts are made
    /// by their types.
    pub(crate) fn made(&self, ty: &Type) -> Option<&Sort> {
        const SIMPLE: [&str; 17] = [
            "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16",
            "u32", "u64", "u128", "usize", "String",
        ];
        self.get(ty).filter(|sort| !sort.inputs.is_empty() && !SIMPLE.contains(&&*key(ty)))
    }

    pub(crate) fn all(&self) -> &[Sort] {
        &self.0
    }
}

/// What is equal for types that are written alike. A slice and a vector of std are one.
fn key(ty: &Type) -> String {
    let text = bare(ty).to_token_stream().to_string();
    let text = text.replace(' ', "");
    let modules = ["::std::vec::", "::std::string::", "::std::path::", "::std::ffi::"];
    let short = modules.iter().find_map(|module| text.strip_prefix(module));
    short.unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn types_that_are_written_alike_are_one_sort() {
        let mut sorts = Sorts(Vec::new());
        let first = sorts.add(&parse_quote!(Vec<u8>));
        assert_eq!(sorts.add(&parse_quote!(::std::vec::Vec<u8>)), first);
        assert_eq!(sorts.add(&parse_quote!((Vec<u8>))), first);
        let text = sorts.add(&parse_quote!(::std::string::String));
        assert_eq!(sorts.add(&parse_quote!(String)), text);
        assert_ne!(sorts.add(&parse_quote!(num::BigInt)), sorts.add(&parse_quote!(BigInt)));
        let names = sorts.all().iter().map(|sort| sort.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names, ["VecU8", "String", "NumBigInt", "BigInt"]);
        assert_eq!(sorts.all()[0].variables(), "vec_u8s");
        let path = key(&parse_quote!(::std::path::PathBuf));
        assert_eq!(path, "PathBuf");
    }
}
