//! Writes the enum of an operation, a variant an implementation and a field a call site, and the
//! functions that run it: by the base, or by the implementation of the variant, whose result is
//! compared with that of the base.

use crate::metamorphic::emit::terms::term_of;
use crate::metamorphic::emit::{
    Field, Whole, compare, declared, declared_for_condition, lent, looked_at, passed, shown,
};
use crate::metamorphic::model::{Implementation, Operation, Origin, Output, Parameter};
use crate::metamorphic::names;
use crate::metamorphic::text::camel;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{ReturnType, Type};

pub(super) fn items(whole: Whole<'_>, number: usize, operation: &Operation) -> TokenStream {
    let writer = Writer { whole, number: number as u16, operation };
    let (expansion, functions) = (writer.expansion(), writer.functions());
    let implementations = operation.implementations.iter().map(|it| writer.implementation(it));
    // The base of a short form is not in the module yet.
    let base = (operation.origin == Origin::Short).then_some(&operation.function.item);
    quote! {
        #base
        #expansion
        #functions
        #(#implementations)*
    }
}

pub(super) struct Writer<'s> {
    pub(super) whole: Whole<'s>,
    pub(super) number: u16,
    pub(super) operation: &'s Operation,
}

impl Writer<'_> {
    pub(super) fn name(&self) -> Ident {
        names::expansion(&self.operation.function.name.to_string())
    }

    fn parameters(&self) -> &[Parameter] {
        &self.operation.function.parameters
    }

    fn output(&self) -> TokenStream {
        match &self.operation.function.item.sig.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, ty) => quote!(#ty),
        }
    }

    /// The type of the result, if it is a value.
    fn result(&self) -> Option<&Type> {
        self.operation.function.result()
    }

    fn mutable(&self) -> impl Iterator<Item = &Parameter> {
        self.operation.function.mutable()
    }

    /// The enum.
    fn expansion(&self) -> TokenStream {
        let (name, derive) = (self.name(), self.whole.derive());
        let base = (self.operation.origin != Origin::Law).then(|| quote!(Base,));
        let (metamorphic, number) = (self.whole.metamorphic(), self.number);
        let implementations = self.operation.implementations.iter().enumerate();
        let variants = implementations.map(|(at, implementation)| {
            let at = at as u16;
            // A law has no base in its place: the test as a whole is left out.
            let skip = base.as_ref().map(|_| {
                let left_out = quote!(#metamorphic::is_implementation_left_out);
                quote!(#[mutate(skip = #left_out(&__SPECIFICATION, #number, #at))])
            });
            let variant = self.variant(implementation);
            let fields = self.fields(implementation);
            let fields = fields.iter().map(|Field { name, ty, rules }| match rules.is_empty() {
                true => quote!(#name: ::std::boxed::Box<#ty>),
                false => quote!(#(#rules)* #name: #ty),
            });
            let fields: Vec<TokenStream> = fields.collect();
            match fields.is_empty() {
                true => quote!(#skip #variant),
                false => quote!(#skip #variant { #(#fields),* }),
            }
        });
        quote! {
            #derive
            enum #name {
                #base
                #(#variants,)*
            }
        }
    }

    pub(super) fn variant(&self, implementation: &Implementation) -> Ident {
        match self.operation.origin {
            Origin::Law => format_ident!("Law"),
            _ => format_ident!("{}", camel(&implementation.function.name.to_string())),
        }
    }

    /// The fields of a variant: `#[any]` operands, and call sites.
    pub(super) fn fields<'i>(&self, implementation: &'i Implementation) -> Vec<Field<'i>> {
        let operations = &self.whole.specification.operations;
        let any = implementation.function.parameters.iter().filter(|p| p.any);
        let any = any.map(|parameter| {
            let term = term_of(self.whole, parameter).map(ToTokens::into_token_stream);
            Field {
                name: parameter.name.clone(),
                ty: term.unwrap_or(parameter.ty.to_token_stream()),
                rules: &parameter.rules,
            }
        });
        let sites = implementation.sites.iter().map(|site| {
            let called = operations[site.operation].function.name.to_string();
            let ty = names::expansion(&called).into_token_stream();
            Field { name: site.field.clone(), ty, rules: &[] }
        });
        any.chain(sites).collect()
    }

    /// The functions of the enum.
    fn functions(&self) -> TokenStream {
        let (name, core, number) = (self.name(), self.whole.metamorphic(), self.number);
        let (declared, output) = (declared(self.parameters()), self.output());
        let names: Vec<&Ident> = self.parameters().iter().map(|p| &p.name).collect();
        let (shown, run) = (shown(self.parameters()), names::run());
        let holds = self.operation.requires.as_ref().map(|requires| {
            let declared = declared_for_condition(self.parameters());
            quote! {
                /// The precondition.
                fn __holds(#(#declared),*) -> bool {
                    #requires
                }
            }
        });
        let holds_not = holds.as_ref().map(|_| {
            let looked_at = looked_at(self.parameters());
            quote!(!Self::__holds(#(#looked_at),*))
        });
        let outside = holds_not.as_ref().map(|holds_not| {
            quote! {
                if #holds_not {
                    let __at = ::core::panic::Location::caller();
                    #run.context.outside(#number, #shown, __at)
                }
            }
        });
        let discarded = holds_not.as_ref().map(|not| quote!(if #not { #run.context.discard() }));
        let body = self.body();
        quote! {
            impl #name {
                #holds

                /// The call of a call site.
                #[track_caller]
                fn call(&self, #run: &__Run<'_>, #(#declared),*) -> #output {
                    #outside
                    self.__go(#run, #(#names),*)
                }

                /// The call of a term.
                fn apply(&self, #run: &__Run<'_>, #(#declared),*) -> #output {
                    #discarded
                    self.__go(#run, #(#names),*)
                }

                fn __go(&self, #run: &__Run<'_>, #(#declared),*) -> #output {
                    let __context: &#core::Context = #run.context;
                    #body
                }
            }
        }
    }

    /// The base, on copies of the mutable arguments that `lent` names.
    pub(super) fn base(&self, lent: impl Fn(&Ident) -> TokenStream) -> TokenStream {
        match self.operation.origin {
            Origin::Law => quote!(true),
            _ => {
                let (name, passed) =
                    (&self.operation.function.item.sig.ident, passed(self.parameters(), lent));
                quote!(#name(#(#passed),*))
            }
        }
    }

    fn body(&self) -> TokenStream {
        let (number, shown) = (self.number, shown(self.parameters()));
        let which = self.which();
        let base = self.base(|name| quote!(&mut *#name));
        let checked = self.checked(&quote!(&__result), |name| quote!(&*#name));
        let expanded = self.expanded();
        quote! {
            let __before = __context.enter(#number);
            if __context.is_traced() {
                __context.trace(#shown);
            }
            let __which: ::core::option::Option<u16> = #which;
            let ::core::option::Option::Some(__which) = __which else {
                let __result = #base;
                #checked
                __context.leave(__before);
                return __result;
            };
            #expanded
        }
    }

    /// The implementation that runs, if it is not the base.
    fn which(&self) -> TokenStream {
        let number = self.number;
        let arms = self.operation.implementations.iter().enumerate().map(|(at, implementation)| {
            let (variant, at) = (self.variant(implementation), at as u16);
            let holds = implementation.when.as_ref().map(|_| {
                let when = names::when(&implementation.function.name.to_string());
                let (passed, run) = (looked_at(self.parameters()), names::run());
                quote!(&& #when(self, #run, #(#passed),*))
            });
            quote! {
                Self::#variant { .. } if !__context.leaves_out(#number, #at) #holds => {
                    ::core::option::Option::Some(#at)
                }
            }
        });
        quote! {
            match self {
                _ if !__context.expands() => ::core::option::Option::None,
                #(#arms)*
                _ => ::core::option::Option::None,
            }
        }
    }

    /// Statements that check the result and the mutable arguments.
    pub(super) fn checked(
        &self,
        result: &TokenStream,
        argument: impl Fn(&Ident) -> TokenStream,
    ) -> TokenStream {
        let of_result = self.result().map(|ty| compare::check(self.whole, ty, result));
        let of_arguments = self
            .mutable()
            .map(|parameter| compare::check(self.whole, &parameter.ty, &argument(&parameter.name)));
        quote!(#of_result #(#of_arguments)*)
    }

    /// The implementation, and its comparison with the base.
    fn expanded(&self) -> TokenStream {
        let (number, run, shown) = (self.number, names::run(), shown(self.parameters()));
        let of_base = |name: &Ident| format_ident!("__base_{name}");
        let own = |name: &Ident| format_ident!("__own_{name}");
        let copies = |variable: &dyn Fn(&Ident) -> Ident| -> Vec<TokenStream> {
            let copies = self.mutable().map(|Parameter { name, .. }| {
                let variable = variable(name);
                quote!(let mut #variable = ::core::clone::Clone::clone(&*#name);)
            });
            copies.collect()
        };
        let (base_copies, own_copies) = (copies(&of_base), copies(&own));
        let base = self.base(|name| lent(of_base(name)));
        let base_checked = self.checked(&quote!(&__result), |name| {
            let name = of_base(name);
            quote!(&#name)
        });
        let base_of: Vec<Ident> = self.mutable().map(|p| of_base(&p.name)).collect();
        let own_of: Vec<Ident> = self.mutable().map(|p| own(&p.name)).collect();
        let mutable: Vec<&Ident> = self.mutable().map(|p| &p.name).collect();
        let arms = self.operation.implementations.iter().map(|it| self.arm(it, &own));
        let own_checked = self.checked(&quote!(&__actual), |name| {
            let name = own(name);
            quote!(&#name)
        });
        let same = self.same(&quote!(&__actual), &own);
        let reflexive = self.same(&quote!(&__expected), &of_base);
        let again = |name: &Ident| format_ident!("__again_{name}");
        let (again_copies, again_base) = (copies(&again), self.base(|name| lent(again(name))));
        let repeated = self.same(&quote!(&__again), &again);
        let results = |result: &str, variable: &dyn Fn(&Ident) -> Ident| {
            let result = format_ident!("{result}");
            let result = self.result().map(|_| quote!(("", &#result as &dyn ::core::fmt::Debug)));
            let others = self.mutable().map(|Parameter { name, .. }| {
                let (text, variable) = (name.to_string(), variable(name));
                quote!((#text, &#variable as &dyn ::core::fmt::Debug))
            });
            let all: Vec<TokenStream> = result.into_iter().chain(others).collect();
            quote!(&[#(#all),*])
        };
        let expected_shown = results("__expected", &of_base);
        let actual_shown = results("__actual", &own);
        let again_shown = results("__again", &again);
        // A law is compared with `true` in any case.
        let is_law = self.operation.origin == Origin::Law;
        let gives_up = self.operation.implementations.iter().any(|it| it.partial);
        quote! {
            let __compares = #is_law || __context.compares();
            let __base = (__compares || #gives_up).then(|| {
                #(#base_copies)*
                let __result = #base;
                #base_checked
                (__result, #(#base_of,)*)
            });
            __context.implement(#number, __which, __before);
            #(#own_copies)*
            let __actual = match self {
                #(#arms)*
                _ => ::core::unreachable!("the variant was looked at"),
            };
            if let ::core::option::Option::Some((__expected, #(#base_of,)*)) =
                __base.filter(|_| __compares)
            {
                if !(#same) {
                    if !(#reflexive) {
                        __context.unsound(
                            #number, false, #shown, [#expected_shown, #expected_shown],
                        )
                    }
                    #(#again_copies)*
                    let __again = #again_base;
                    if !(#repeated) {
                        __context.unsound(#number, true, #shown, [#expected_shown, #again_shown])
                    }
                    __context.disagree(#number, __which, #shown, #expected_shown, #actual_shown)
                }
            }
            #own_checked
            __context.leave(__before);
            #(*#mutable = #own_of;)*
            let _ = &#run;
            __actual
        }
    }

    /// The arm of an implementation. A partial one that gives up leaves the result to the base.
    fn arm(&self, implementation: &Implementation, own: &impl Fn(&Ident) -> Ident) -> TokenStream {
        let (variant, run) = (self.variant(implementation), names::run());
        let body = names::body(&implementation.function.name.to_string());
        let fields = self.fields(implementation);
        let bound: Vec<Ident> =
            (0..fields.len()).map(|field| format_ident!("__field_{field}")).collect();
        let labelled =
            fields.iter().zip(&bound).map(|(Field { name, .. }, bound)| quote!(#name: #bound));
        let passed = passed(self.parameters(), |name| lent(own(name)));
        let call = quote!(#body(#(#bound,)* #run, #(#passed),*));
        let value = if implementation.partial {
            let pattern = match self.operation.function.output {
                // Only the implementation returns an `Option`.
                Output::Plain(_) => quote!(::core::option::Option::Some(__value)),
                Output::Result(_) => quote!(__value @ ::core::result::Result::Ok(_)),
                Output::Option(_) | Output::Nothing => {
                    quote!(__value @ ::core::option::Option::Some(_))
                }
            };
            let mutable: Vec<&Ident> = self.mutable().map(|p| &p.name).collect();
            let given: Vec<Ident> =
                mutable.iter().map(|name| format_ident!("__given_{name}")).collect();
            quote! {
                match #call {
                    #pattern => __value,
                    _ => {
                        __context.leave(__before);
                        let ::core::option::Option::Some((__result, #(#given,)*)) = __base else {
                            ::core::unreachable!("it was made for this")
                        };
                        #(*#mutable = #given;)*
                        return __result;
                    }
                }
            }
        } else {
            call
        };
        quote!(Self::#variant { #(#labelled,)* .. } => #value,)
    }

    /// Whether the results are those of the base, as `__expected` has them.
    fn same(&self, result: &TokenStream, variable: &dyn Fn(&Ident) -> Ident) -> TokenStream {
        let of_result =
            self.result().map(|ty| compare::same(self.whole, ty, &quote!(&__expected), result));
        let of_arguments = self.mutable().map(|Parameter { name, ty, .. }| {
            let (one, other) = (format_ident!("__base_{name}"), variable(name));
            compare::same(self.whole, ty, &quote!(&#one), &quote!(&#other))
        });
        let all: Vec<TokenStream> = of_result.into_iter().chain(of_arguments).collect();
        quote!(#(#all)&&*)
    }
}
