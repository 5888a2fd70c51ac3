//! Writes the table of operations with erased types, from which relations are mined, and the type
//! of what the variables of a term stand for.

use crate::metamorphic::emit::operations::Writer;
use crate::metamorphic::emit::{Whole, compare, looked_at, terms};
use crate::metamorphic::model::{Operation, Origin, Output, Parameter, Passing};
use crate::metamorphic::text::tidy;
use crate::types::bare;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Type};

/// How many variables a sort has.
const VARIABLES: usize = 3;

/// A type of arguments and results. The same type under another rule is another sort.
struct Erased<'s> {
    ty: &'s Type,
    rules: &'s [Attribute],
    /// The type of what variables stand for, and whether it is one of inputs.
    made: Option<(TokenStream, bool)>,
}

/// All sorts, in the order of their numbers.
struct All<'s>(Vec<Erased<'s>>);

impl<'s> All<'s> {
    fn of(whole: Whole<'s>) -> All<'s> {
        let sorts = whole.sorts.all().iter();
        let of_sorts = sorts.map(|sort| Erased {
            ty: &sort.ty,
            rules: &[],
            made: sort.has_inputs().then(|| (terms::of_input(sort), !sort.inputs.is_empty())),
        });
        let mut all = All(of_sorts.collect());
        for operation in operations(whole) {
            for Parameter { ty, rules, .. } in &operation.function.parameters {
                all.add(ty, rules);
            }
            if let Some(ty) = operation.function.output.value() {
                all.add(ty, &[]);
            }
        }
        all
    }

    fn add(&mut self, ty: &'s Type, rules: &'s [Attribute]) {
        if self.find(ty, rules).is_none() {
            let made = (!rules.is_empty()).then(|| (ty.to_token_stream(), false));
            self.0.push(Erased { ty: bare(ty), rules, made });
        }
    }

    fn find(&self, ty: &Type, rules: &[Attribute]) -> Option<usize> {
        let key = |ty: &Type, rules: &[Attribute]| (tidy(bare(ty)), rule(rules));
        let wanted = key(ty, rules);
        self.0.iter().position(|known| key(known.ty, known.rules) == wanted)
    }

    /// The number of a sort.
    fn number(&self, ty: &Type, rules: &[Attribute]) -> u16 {
        self.find(ty, rules).unwrap_or_default() as u16
    }
}

/// The attributes of a rule as text.
fn rule(rules: &[Attribute]) -> String {
    rules.iter().map(tidy).collect::<Vec<String>>().join(" ")
}

/// The operations that the module has.
fn operations(whole: Whole<'_>) -> impl Iterator<Item = &Operation> {
    whole.specification.operations.iter().filter(|operation| operation.can_be_called())
}

pub(super) fn items(whole: Whole<'_>) -> TokenStream {
    let all = All::of(whole);
    let (metamorphic, core, derive) =
        (whole.metamorphic(), &whole.specification.core, whole.derive());
    let internal = whole.internal();
    let field = |sort: usize, at: usize| format_ident!("s{sort}_{at}");
    let (mut fields, mut names, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for (sort, Erased { rules, made, .. }) in all.0.iter().enumerate() {
        let Some((ty, is_input)) = made else {
            values.push(quote!(::std::vec::Vec::new()));
            continue;
        };
        let mut of_sort = Vec::new();
        for at in 0..VARIABLES {
            let name = field(sort, at);
            fields.push(quote!(#(#rules)* #name: #ty));
            let value = match is_input {
                true => quote!(#name.__make(__context)?),
                false => quote!(#internal::by_value(#name)),
            };
            of_sort.push(quote!(::std::boxed::Box::new(#value) as #metamorphic::Value));
            names.push(name);
        }
        values.push(quote!(::std::vec::Vec::from([#(#of_sort),*])));
    }
    let of_sorts = all.0.iter().map(|sort| of_sort(whole, sort));
    let of_operations = whole.specification.operations.iter().enumerate();
    let of_operations = of_operations.filter(|(_, operation)| operation.can_be_called());
    let of_operations =
        of_operations.map(|(number, operation)| of_operation(whole, &all, number, operation));
    quote! {
        #derive
        enum __Sample {
            Sample { #(#fields,)* },
        }

        static __TABLE: #metamorphic::Table = #metamorphic::Table {
            specification: &__SPECIFICATION,
            sorts: &[#(#of_sorts),*],
            operations: &[#(#of_operations),*],
            generate: |__generator| {
                ::std::boxed::Box::new(<__Sample as #core::Mutate>::generate(__generator))
            },
            values: |__context, __sample| {
                let __Sample::Sample { #(#names,)* } = __sample.downcast_ref()?;
                ::core::option::Option::Some(::std::vec::Vec::from([#(#values),*]))
            },
        };
    }
}

fn of_sort(whole: Whole<'_>, sort: &Erased<'_>) -> TokenStream {
    let (ty, metamorphic) = (sort.ty, whole.metamorphic());
    let (text, rule, has_variables) = (tidy(ty), rule(sort.rules), sort.made.is_some());
    let equal = compare::about(&whole.specification.equals, ty).next();
    let equal = equal.map(|equal| equal.name.to_string()).unwrap_or_default();
    // Values that are only taken need no equality, and nothing asks for it.
    let same = match is_given(whole, ty) {
        true => {
            let same = compare::same(whole, ty, &quote!(__one), &quote!(__other));
            quote! {
                |__one, __other| {
                    let __one: &#ty = #metamorphic::of_any(__one);
                    let __other: &#ty = #metamorphic::of_any(__other);
                    #same
                }
            }
        }
        false => quote!(|_, _| false),
    };
    // Values that an `#[equal]` says are equal may differ in their hash.
    let hash = match whole.specification.equals.is_empty() {
        true => quote!({
            use #metamorphic::NotHashed as _;
            #metamorphic::Hashed::<#ty>::HASH
        }),
        false => quote!(::core::option::Option::None),
    };
    let constants = constants(sort);
    quote! {
        #metamorphic::TableSort {
            ty: #text,
            rule: #rule,
            has_variables: #has_variables,
            equal: #equal,
            constants: || ::std::vec::Vec::from([
                #(::std::boxed::Box::new(#constants as #ty) as #metamorphic::Value),*
            ]),
            same: #same,
            hash: #hash,
            show: |__value| ::std::format!("{:?}", #metamorphic::of_any::<#ty>(__value)),
        }
    }
}

/// Whether an operation gives values of a type.
fn is_given(whole: Whole<'_>, ty: &Type) -> bool {
    let is_it = |given: &Type| tidy(bare(given)) == tidy(bare(ty));
    operations(whole).any(|operation| {
        let function = &operation.function;
        function.output.value().is_some_and(is_it) || function.mutable().any(|it| is_it(&it.ty))
    })
}

/// The values that terms may have as they are.
fn constants(sort: &Erased<'_>) -> Vec<TokenStream> {
    const NUMBERS: [&str; 12] =
        ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
    let name = tidy(sort.ty);
    match (name.as_str(), sort.rules.is_empty()) {
        ("bool", _) => vec![quote!(false), quote!(true)],
        (name, true) if NUMBERS.contains(&name) => vec![quote!(0), quote!(1)],
        (name, false) if NUMBERS.contains(&name) => {
            vec![quote!(0), quote!(1), quote!(2), quote!(3)]
        }
        _ => Vec::new(),
    }
}

fn of_operation(
    whole: Whole<'_>,
    all: &All<'_>,
    number: usize,
    operation: &Operation,
) -> TokenStream {
    let (metamorphic, function) = (whole.metamorphic(), &operation.function);
    let writer = Writer { whole, number: number as u16, operation };
    let number = number as u16;
    let parameters = function.parameters.iter().map(|p| all.number(&p.ty, &p.rules));
    let mutable = || {
        let parameters = function.parameters.iter().enumerate();
        parameters.filter(|(_, parameter)| parameter.passing == Passing::Mutable)
    };
    let result = function.output.value().map(|ty| {
        let sort = all.number(ty, &[]);
        quote!(#metamorphic::TableOutput { sort: #sort, argument: ::core::option::Option::None })
    });
    let changed = mutable().map(|(at, parameter)| {
        let (sort, at) = (all.number(&parameter.ty, &parameter.rules), at as u16);
        quote! {
            #metamorphic::TableOutput {
                sort: #sort,
                argument: ::core::option::Option::Some(#at),
            }
        }
    });
    let owned = |name: &Ident| format_ident!("__owned_{name}");
    let bound = function.parameters.iter().enumerate().map(|(at, parameter)| {
        let Parameter { name, ty, written, passing, .. } = parameter;
        let argument = quote!(#metamorphic::argument::<#ty>(__arguments, #at));
        match passing {
            Passing::Reference => quote!(let #name: #written = #argument;),
            Passing::Value => quote!(let #name: #ty = ::core::clone::Clone::clone(#argument);),
            Passing::Mutable => {
                let owned = owned(name);
                quote! {
                    let mut #owned: #ty = ::core::clone::Clone::clone(#argument);
                    let #name = &mut #owned;
                }
            }
        }
    });
    let outside = operation.requires.as_ref().map(|_| {
        let (expansion, looked_at) = (writer.name(), looked_at(&function.parameters));
        quote! {
            if !#expansion::__holds(#(#looked_at),*) {
                return ::core::option::Option::None;
            }
        }
    });
    let base = writer.base(|name| quote!(&mut *#name));
    let checked = writer.checked(&quote!(&__result), |name| quote!(&*#name));
    let boxed = quote!(|__value| ::std::boxed::Box::new(__value) as #metamorphic::Value);
    let value = match function.output {
        Output::Nothing => None,
        Output::Plain(_) => Some(quote!(::core::option::Option::Some(__result).map(#boxed))),
        Output::Option(_) => Some(quote!(__result.map(#boxed))),
        Output::Result(_) => Some(quote!(__result.ok().map(#boxed))),
    };
    let others = mutable().map(|(_, parameter)| {
        let owned = owned(&parameter.name);
        quote!(::core::option::Option::Some(#owned).map(#boxed))
    });
    let outputs: Vec<TokenStream> = result.into_iter().chain(changed).collect();
    let values: Vec<TokenStream> = value.into_iter().chain(others).collect();
    debug_assert!(operation.origin != Origin::Law);
    quote! {
        #metamorphic::TableOperation {
            number: #number,
            parameters: &[#(#parameters),*],
            outputs: &[#(#outputs),*],
            call: |__context, __arguments| {
                #(#bound)*
                #outside
                let __result = #base;
                #checked
                ::core::option::Option::Some(::std::vec::Vec::from([#(#values),*]))
            },
        }
    }
}
