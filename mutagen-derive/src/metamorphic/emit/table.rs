//! Writes the constants that findings and the source of tests are made of: names, texts, and what
//! the fields of a test are.

use crate::metamorphic::emit::{Whole, compare, terms};
use crate::metamorphic::model::{
    Function, Implementation, Operation, Origin, Output, Parameter, Passing,
};
use crate::metamorphic::names;
use crate::metamorphic::sorts::{From, Sort};
use crate::metamorphic::text::{self, tidy};
use crate::types::{argument_of, bare};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Expr, Type};

pub(super) fn table(whole: Whole<'_>) -> TokenStream {
    let writer = Writer { whole, metamorphic: whole.metamorphic() };
    let (specification, metamorphic) = (whole.specification, &writer.metamorphic);
    let name = specification.name.to_string();
    let operations = specification.operations.iter().map(|it| writer.operation(it));
    let inputs = specification.inputs.iter().map(|input| {
        let (function, returned) = (&input.function, writer.returned(&input.function.output));
        let parameters = function.parameters.iter().map(|it| {
            let part = match it.rules.is_empty() {
                true => writer.of_input(&it.ty),
                false => writer.described(&it.ty),
            };
            writer.parameter(it, &part)
        });
        let text = writer.text(function);
        quote! {
            #metamorphic::Input {
                function: #text,
                parameters: &[#(#parameters),*],
                returned: #returned,
            }
        }
    });
    let sorts = whole.sorts.all();
    let all_sorts = sorts.iter().enumerate().map(|(number, sort)| writer.sort(number, sort));
    let of_sorts = sorts.iter().enumerate().filter(|(_, sort)| !sort.outputs.is_empty());
    let of_sorts = of_sorts.map(|(number, _)| {
        let number = number as u16;
        quote!(#metamorphic::Subject::Sort(#number))
    });
    let laws = specification.operations.iter().enumerate();
    let laws = laws.filter(|(_, it)| it.origin == Origin::Law).map(|(number, _)| {
        let number = number as u16;
        quote!(#metamorphic::Subject::Law(#number))
    });
    let items = &specification.items;
    let subject = writer.smallest(&format_ident!("__Subject"));
    let core = tidy(&specification.core).trim_start_matches("::").to_owned();
    quote! {
        static __SPECIFICATION: #metamorphic::Specification = #metamorphic::Specification {
            name: #name,
            operations: &[#(#operations),*],
            inputs: &[#(#inputs),*],
            sorts: &[#(#all_sorts),*],
            subjects: &[#(#of_sorts,)* #(#laws,)*],
            items: &[#(#items),*],
            place: #metamorphic::ModulePlace { path: ::core::module_path!(), core: #core },
            subject: #subject,
        };
    }
}

struct Writer<'s> {
    whole: Whole<'s>,
    metamorphic: TokenStream,
}

impl Writer<'_> {
    fn operation(&self, operation: &Operation) -> TokenStream {
        let metamorphic = &self.metamorphic;
        let function = &operation.function;
        let (base, returned) = (self.text(function), self.returned(&function.output));
        let parameters = function.parameters.iter().map(|it| self.operand(it));
        let is_law = operation.origin == Origin::Law;
        let requires = condition(operation.requires.as_ref());
        let same = self.same(operation);
        let implementations = operation.implementations.iter().map(|it| self.implementation(it));
        let expansion = self.smallest(&names::expansion(&function.name.to_string()));
        quote! {
            #metamorphic::Operation {
                base: #base,
                parameters: &[#(#parameters),*],
                returned: #returned,
                same: #same,
                is_law: #is_law,
                requires: #requires,
                implementations: &[#(#implementations),*],
                expansion: #expansion,
            }
        }
    }

    /// What makes the smallest value of a constructor of a type.
    fn smallest(&self, ty: &Ident) -> TokenStream {
        let internal = self.whole.internal();
        quote!(|__constructor| ::std::boxed::Box::new(#internal::smallest_of::<#ty>(__constructor)))
    }

    /// The text of the comparison, where it is not `==`.
    fn same(&self, operation: &Operation) -> String {
        let function = &operation.function;
        let mutable = function.mutable().map(|parameter| &parameter.ty);
        let types: Vec<&Type> = function.result().into_iter().chain(mutable).collect();
        if !types.iter().any(|ty| self.is_judged(ty)) {
            return String::new();
        }
        let (one, other) = (quote!(one), quote!(other));
        let all = types.iter().enumerate().map(|(at, ty)| {
            if types.len() == 1 {
                return compare::same(self.whole, ty, &one, &other);
            }
            let at = syn::Index::from(at);
            compare::same(self.whole, ty, &quote!(&one.#at), &quote!(&other.#at))
        });
        text::of_expression(&quote!(#(#all)&&*))
    }

    /// Whether `==` is not what compares values of this type.
    fn is_judged(&self, ty: &Type) -> bool {
        let ty = bare(ty);
        let equals = &self.whole.specification.equals;
        let inner = argument_of(ty, "Option").or_else(|| argument_of(ty, "Result"));
        argument_of(ty, "Result").is_some()
            || compare::about(equals, ty).next().is_some()
            || inner.is_some_and(|inner| self.is_judged(inner))
            || matches!(ty, Type::Tuple(tuple) if tuple.elems.iter().any(|it| self.is_judged(it)))
    }

    fn implementation(&self, implementation: &Implementation) -> TokenStream {
        let metamorphic = &self.metamorphic;
        let (function, own) = (self.text(&implementation.function), &implementation.function);
        let (when, partial) = (condition(implementation.when.as_ref()), implementation.partial);
        let shared = || own.parameters.iter().filter(|p| !p.any);
        let (arguments, names) =
            (shared().map(|p| &p.argument), shared().map(|p| p.name.to_string()));
        let output = &own.item.sig.output;
        let signature = tidy(&quote!((#(#arguments),*) #output)).replace(" ->", "->");
        let signature = signature.replace("->", " ->").replace(" : ", ": ");
        let body = &implementation.named_body;
        let operands = own.parameters.iter().filter(|p| p.any).map(|p| self.operand(p));
        let sites = implementation.sites.iter().map(|site| site.operation as u16);
        quote! {
            #metamorphic::Implementation {
                function: #function,
                when: #when,
                partial: #partial,
                signature: #signature,
                parameters: &[#(#names),*],
                body: #body,
                operands: &[#(#operands),*],
                sites: &[#(#sites),*],
            }
        }
    }

    /// A parameter whose value is a term or a value.
    fn operand(&self, parameter: &Parameter) -> TokenStream {
        let sorts = self.whole.sorts;
        let number = sorts.number(&parameter.ty);
        let number = number.filter(|number| {
            let sort = &sorts.all()[*number];
            parameter.rules.is_empty() && sort.has_terms() && sort.has_inputs()
        });
        let metamorphic = &self.metamorphic;
        let part = match number {
            Some(number) => {
                let number = number as u16;
                quote!(#metamorphic::Part::Sort(#number))
            }
            None if parameter.rules.is_empty() => self.value(&parameter.ty),
            None => self.described(&parameter.ty),
        };
        self.parameter(parameter, &part)
    }

    fn parameter(&self, parameter: &Parameter, part: &TokenStream) -> TokenStream {
        let metamorphic = &self.metamorphic;
        let (name, ty) = (parameter.name.to_string(), tidy(&parameter.written));
        let passing = match parameter.passing {
            Passing::Reference => quote!(Reference),
            Passing::Mutable => quote!(Mutable),
            Passing::Value => quote!(Value),
        };
        quote! {
            #metamorphic::Parameter {
                name: #name,
                ty: #ty,
                passing: #metamorphic::Passing::#passing,
                part: #part,
            }
        }
    }

    fn value(&self, ty: &Type) -> TokenStream {
        let metamorphic = &self.metamorphic;
        // Only types of values have a description; operations that are only called need none.
        match self.whole.sorts.is_value(ty) {
            true => self.described(ty),
            false => quote!(#metamorphic::Part::Several(&[])),
        }
    }

    fn described(&self, ty: &Type) -> TokenStream {
        let (metamorphic, core) = (&self.metamorphic, &self.whole.specification.core);
        quote!(#metamorphic::Part::Value(<#ty as #core::Mutate>::describe))
    }

    /// What the field of an input is, for a type.
    fn of_input(&self, ty: &Type) -> TokenStream {
        let (ty, metamorphic) = (bare(ty), &self.metamorphic);
        if let Some(sort) = self.whole.sorts.made(ty) {
            let number = self.whole.sorts.number(&sort.ty).unwrap_or_default() as u16;
            return quote!(#metamorphic::Part::Sort(#number));
        }
        if !super::inputs::has_inputs(self.whole, ty) {
            return self.described(ty);
        }
        if let Some(element) = argument_of(ty, "Vec") {
            let element = self.of_input(element);
            return quote!(#metamorphic::Part::Sequence(&#element));
        }
        if let Some(content) = argument_of(ty, "Option") {
            let content = self.of_input(content);
            return quote!(#metamorphic::Part::Optional(&#content));
        }
        let Type::Tuple(tuple) = ty else { return quote!(#metamorphic::Part::Several(&[])) };
        let parts = tuple.elems.iter().map(|part| self.of_input(part));
        quote!(#metamorphic::Part::Several(&[#(#parts),*]))
    }

    fn sort(&self, number: usize, sort: &Sort) -> TokenStream {
        let (metamorphic, core) = (&self.metamorphic, &self.whole.specification.core);
        let (ty, number) = (tidy(&sort.ty), number as u16);
        let inputs = sort.inputs.iter().map(|input| *input as u16);
        let input = match sort.inputs.is_empty() {
            true if sort.is_taken => self.value(&sort.ty),
            _ => quote!(#metamorphic::Part::Sort(#number)),
        };
        let (has_inputs, has_variables) = (sort.has_inputs(), sort.has_variables());
        let of_input = terms::of_input(sort);
        let smallest = match has_variables {
            true => quote! {
                ::core::option::Option::Some(|| {
                    ::std::boxed::Box::new(<#of_input as #core::Mutate>::smallest())
                })
            },
            false => quote!(::core::option::Option::None),
        };
        let outputs = sort.outputs.iter().map(|output| {
            let operation = output.operation as u16;
            let argument = match output.from {
                From::Result => quote!(::core::option::Option::None),
                From::Argument(at) => {
                    let at = at as u16;
                    quote!(::core::option::Option::Some(#at))
                }
            };
            quote!(#metamorphic::Output { operation: #operation, argument: #argument })
        });
        let term = match sort.has_term_type() {
            true => self.smallest(&sort.term()),
            false => quote!(|_| ::core::unreachable!("the sort has no terms")),
        };
        let same = match self.is_judged(&sort.ty) {
            true => text::of_expression(&compare::same(
                self.whole,
                &sort.ty,
                &quote!(one),
                &quote!(other),
            )),
            false => String::new(),
        };
        quote! {
            #metamorphic::Sort {
                ty: #ty,
                inputs: &[#(#inputs),*],
                input: #input,
                has_inputs: #has_inputs,
                has_variables: #has_variables,
                smallest: #smallest,
                same: #same,
                outputs: &[#(#outputs),*],
                term: #term,
            }
        }
    }

    fn text(&self, function: &Function) -> TokenStream {
        let metamorphic = &self.metamorphic;
        let (name, text) = (function.name.to_string(), &function.text);
        let name = name.trim_start_matches("r#");
        quote!(#metamorphic::Text { name: #name, text: #text })
    }

    fn returned(&self, output: &Output) -> TokenStream {
        let metamorphic = &self.metamorphic;
        let returned = match output {
            Output::Nothing => quote!(Nothing),
            Output::Plain(_) => quote!(Plain),
            Output::Option(_) => quote!(Option),
            Output::Result(_) => quote!(Result),
        };
        quote!(#metamorphic::Returned::#returned)
    }
}

fn condition(condition: Option<&Expr>) -> String {
    condition.map(tidy).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metamorphic::parse;
    use crate::metamorphic::sorts::Sorts;
    use syn::parse_quote;

    /// The comparison of an operation with these tokens before its body.
    fn compared(returns: TokenStream) -> String {
        let mut module = parse_quote! {
            mod it {
                #[operation]
                fn sort(all: &mut Vec<f64>) #returns {
                    all.sort_by(f64::total_cmp)
                }

                #[equal]
                fn same(one: &Vec<f64>, other: &Vec<f64>) -> bool {
                    one.len() == other.len()
                }
            }
        };
        let options = syn::parse2(TokenStream::new()).unwrap();
        let specification = parse::read(options, &mut module).unwrap().specification;
        let sorts = Sorts::of(&specification);
        let whole = Whole { specification: &specification, sorts: &sorts };
        Writer { whole, metamorphic: whole.metamorphic() }.same(&specification.operations[0])
    }

    #[test]
    fn an_operation_that_is_written_to_return_nothing_has_no_result_to_compare() {
        assert_eq!(compared(quote!()), "same(one, other)");
        assert_eq!(compared(quote!(-> ())), "same(one, other)");
        let both = "(*&one.0 == *&other.0) && same(&one.1, &other.1)";
        assert_eq!(compared(quote!(-> bool)), both);
    }
}
