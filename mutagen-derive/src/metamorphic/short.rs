//! The short forms of `#[operation(…)]`: families of laws that recur. Each stands for an
//! implementation of the operation, or for an operation of its own with a base and implementations,
//! which this file writes.

use crate::metamorphic::function;
use crate::metamorphic::model::Passing;
use crate::metamorphic::model::{Function, Implementation, Operation, Origin, Output, Parameter};
use crate::metamorphic::nearest::nearest;
use crate::metamorphic::parse::{self, Short, value};
use crate::types::bare;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::ParseStream;
use syn::{Expr, ItemFn, Type, parse_quote};

/// The short forms of an operation, with the name in the source.
#[derive(Default)]
pub(crate) struct ShortForms(Vec<(Ident, Form)>);

enum Form {
    Commutative,
    Associative,
    Idempotent,
    Involution,
    Neutral(Expr),
    Absorbing(Expr),
    Inverse(Ident),
    DistributesOver(Ident),
    RoundTrip(Ident),
}

const OPTIONS: &str = "`inner`, `requires = CONDITION`, `commutative`, `associative`, \
                       `idempotent`, `involution`, `neutral = VALUE`, `absorbing = VALUE`, \
                       `inverse = OPERATION`, `distributes_over = OPERATION` and `round_trip = \
                       OPERATION`";

impl ShortForms {
    /// Reads the option with this name.
    pub(crate) fn take(&mut self, name: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
        let form = match name.to_string().as_str() {
            "commutative" => Form::Commutative,
            "associative" => Form::Associative,
            "idempotent" => Form::Idempotent,
            "involution" => Form::Involution,
            "neutral" => Form::Neutral(value(input)?),
            "absorbing" => Form::Absorbing(value(input)?),
            "inverse" => Form::Inverse(value(input)?),
            "distributes_over" => Form::DistributesOver(value(input)?),
            "round_trip" => Form::RoundTrip(value(input)?),
            other => {
                let names = OPTIONS.split('`');
                let names = names.map(|name| name.split(' ').next().unwrap_or_default().to_owned());
                let near = nearest(other, names.filter(|name| name.len() > 3));
                let told = match near {
                    Some(near) => format!("did you mean `{near}`? The"),
                    None => "the".to_owned(),
                };
                let text = format!(
                    "unknown option `{other}`; {told} options of `#[operation(…)]` are {OPTIONS}"
                );
                return Err(syn::Error::new(name.span(), text));
            }
        };
        self.0.push((name.clone(), form));
        Ok(())
    }

    fn neutral(&self) -> Option<&Expr> {
        self.0.iter().find_map(|(_, form)| match form {
            Form::Neutral(value) => Some(value),
            _ => None,
        })
    }

    fn is_commutative(&self) -> bool {
        self.0.iter().any(|(_, form)| matches!(form, Form::Commutative))
    }
}

/// Adds what the short forms stand for.
pub(crate) fn expand(operations: &mut Vec<Operation>, all: &[Short]) -> syn::Result<()> {
    let named = operations.len();
    for Short { operation, forms } in all {
        for (name, form) in &forms.0 {
            let writer = Writer { operations: &operations[..named], own: *operation, name };
            match writer.write(form, forms)? {
                Written::Implementation(implementation) => {
                    operations[*operation].implementations.push(*implementation);
                }
                Written::Operations(written) => operations.extend(written),
            }
        }
    }
    Ok(())
}

enum Written {
    Implementation(Box<Implementation>),
    Operations(Vec<Operation>),
}

/// Writes one form of an operation.
struct Writer<'o> {
    operations: &'o [Operation],
    own: usize,
    /// The name of the form, where its errors are.
    name: &'o Ident,
}

impl Writer<'_> {
    fn own(&self) -> &Function {
        &self.operations[self.own].function
    }

    fn error(&self, text: impl std::fmt::Display) -> syn::Error {
        syn::Error::new(self.name.span(), text)
    }

    fn write(&self, form: &Form, forms: &ShortForms) -> syn::Result<Written> {
        let own = self.own();
        if own.mutable().next().is_some() {
            let text = "short forms are for operations without `&mut`; write an `#[implements(…)]`";
            return Err(self.error(text));
        }
        if own.output.may_fail() && !matches!(form, Form::Commutative) {
            let text = format!(
                "`{}` is for operations that always have a value; write an `#[implements(…)]`",
                self.name
            );
            return Err(self.error(text));
        }
        let (a, b, c) = (quote!(a), quote!(b), quote!(c));
        let it = |arguments: &[TokenStream]| own.call(arguments);
        let inner = |call: TokenStream| quote!(&#call);
        Ok(match form {
            Form::Commutative => {
                let [first, second] = self.parameters()?;
                if same(&first.ty, &second.ty) && first.passing == second.passing {
                    return Ok(self.swapped(first, second));
                }
                return Err(self.shape("fn f(a: &T, b: &T) -> R"));
            }
            Form::Idempotent if own.parameters.len() == 1 => {
                self.unary()?;
                let [first] = self.parameters()?;
                return Ok(self.twice(first));
            }
            Form::Idempotent => {
                let ty = self.binary()?;
                let image = it(&[a.clone(), a.clone()]);
                self.law("", &[&ty], &ty, &quote!(#a.clone()), &[image])
            }
            Form::Involution => {
                let ty = self.unary()?;
                let image = it(&[inner(it(std::slice::from_ref(&a)))]);
                self.law("", &[&ty], &ty, &quote!(#a.clone()), &[image])
            }
            Form::Associative => {
                let ty = self.binary()?;
                let left = it(&[inner(it(&[a.clone(), b.clone()])), c.clone()]);
                let right = it(&[a, inner(it(&[b, c]))]);
                self.law("", &[&ty; 3], &ty, &left, &[right])
            }
            Form::Neutral(value) => {
                let ty = self.binary()?;
                let value = inner(self.value(value));
                let both = [it(&[a.clone(), value.clone()]), it(&[value, a.clone()])];
                self.law("", &[&ty], &ty, &quote!(#a.clone()), &both)
            }
            Form::Absorbing(value) => {
                let ty = self.binary()?;
                let value = self.value(value);
                let operand = inner(value.clone());
                let both = [it(&[a.clone(), operand.clone()]), it(&[operand, a])];
                self.law("", &[&ty], &ty, &value, &both)
            }
            Form::Inverse(name) => {
                let ty = self.binary()?;
                let inverse = self.find(name)?;
                match inverse.parameters.len() {
                    1 => {
                        let Some(neutral) = forms.neutral() else {
                            let text = "`inverse` needs the neutral element: add `neutral = VALUE`";
                            return Err(self.error(text));
                        };
                        let negated = inner(inverse.call(std::slice::from_ref(&a)));
                        let both = [it(&[a.clone(), negated.clone()]), it(&[negated, a])];
                        self.law("", &[&ty], &ty, &self.value(neutral), &both)
                    }
                    _ => {
                        let there = it(&[a.clone(), b.clone()]);
                        let back = inverse.call(&[inner(there), b]);
                        self.law("", &[&ty; 2], &ty, &quote!(#a.clone()), &[back])
                    }
                }
            }
            Form::DistributesOver(name) => {
                let other = self.find(name)?;
                let ty = self.binary()?;
                let sum = other.call(&[b.clone(), c.clone()]);
                let left = it(&[a.clone(), inner(sum.clone())]);
                let parts = [it(&[a.clone(), b.clone()]), it(&[a.clone(), c.clone()])];
                let apart = other.call(&parts.map(inner));
                let mut laws = self.law("", &[&ty; 3], &ty, &left, &[apart]);
                if let (false, Written::Operations(laws)) = (forms.is_commutative(), &mut laws) {
                    let right = it(&[inner(sum), a.clone()]);
                    let apart = other.call(&[it(&[b, a.clone()]), it(&[c, a])].map(inner));
                    let law = self.law("_right", &[&ty; 3], &ty, &right, &[apart]);
                    if let Written::Operations(right) = law {
                        laws.extend(right);
                    }
                }
                laws
            }
            Form::RoundTrip(name) => {
                let back = self.find(name)?;
                let [parameter] = self.parameters()?;
                let ty = &parameter.ty;
                let image = back.call(&[inner(it(std::slice::from_ref(&a)))]);
                let returned = &back.item.sig.output;
                let base = match &back.output {
                    Output::Option(_) => quote!(::core::option::Option::Some(#a.clone())),
                    Output::Result(_) => quote!(::core::result::Result::Ok(#a.clone())),
                    _ => quote!(#a.clone()),
                };
                let returned: Type = match returned {
                    syn::ReturnType::Type(_, ty) => bare(ty).clone(),
                    syn::ReturnType::Default => return Err(self.shape("fn back(text: &U) -> T")),
                };
                self.law("", &[ty], &returned, &base, &[image])
            }
        })
    }

    /// The implementation that swaps the arguments.
    fn swapped(&self, first: &Parameter, second: &Parameter) -> Written {
        let (a, b) = (&first.name, &second.name);
        let own = &self.own().item.sig.ident;
        self.implementation(quote!({ #own(#b, #a) }))
    }

    /// The implementation that runs the operation twice.
    fn twice(&self, parameter: &Parameter) -> Written {
        let name = &parameter.name;
        let own = &self.own().item.sig.ident;
        let once = quote!(#own(#name));
        let passed = if parameter.passing == Passing::Value { once } else { quote!(&#once) };
        self.implementation(quote!({ #own(#passed) }))
    }

    fn implementation(&self, body: TokenStream) -> Written {
        let mut item = self.own().item.clone();
        item.sig.ident = self.named("");
        item.block = Box::new(parse_quote!(#body));
        Written::Implementation(Box::new(self.implemented(item)))
    }

    /// An operation with a base and other ways to get the same.
    fn law(
        &self,
        suffix: &str,
        types: &[&Type],
        returned: &Type,
        base: &TokenStream,
        others: &[TokenStream],
    ) -> Written {
        let names = ["a", "b", "c"].map(|name| format_ident!("{name}"));
        let names = &names[..types.len()];
        let item = |name: Ident, body: &TokenStream| -> ItemFn {
            parse_quote!(fn #name(#(#names: &#types),*) -> #returned { #body })
        };
        let implementations = others.iter().enumerate().map(|(at, body)| {
            let number = if others.len() > 1 { format!("_{}", at + 1) } else { "_other".into() };
            self.implemented(item(self.named(&format!("{suffix}{number}")), body))
        });
        let implementations = implementations.collect();
        let function = self.function(item(self.named(suffix), base));
        Written::Operations(vec![Operation {
            function,
            origin: Origin::Short,
            requires: None,
            implementations,
        }])
    }

    fn named(&self, suffix: &str) -> Ident {
        let name = format!("{}_{}{suffix}", self.own().name, self.name);
        Ident::new(name.trim_start_matches("r#"), self.name.span())
    }

    fn implemented(&self, item: ItemFn) -> Implementation {
        Implementation { is_short: true, ..Implementation::new(self.function(item)) }
    }

    fn function(&self, mut item: ItemFn) -> Function {
        item.attrs = vec![parse_quote!(#[allow(dead_code)])];
        // The types are those of an operation, which was read in the same way.
        match function::read(&mut item, &parse_quote!(#[operation])) {
            Ok(function) => function,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// The call of an operation without arguments, or the value itself.
    fn value(&self, value: &Expr) -> TokenStream {
        if let Expr::Path(path) = value
            && let Some(name) = path.path.get_ident()
            && let Ok(operation) = self.find(name)
            && operation.parameters.is_empty()
        {
            return operation.call(&[]);
        }
        quote!(#value)
    }

    fn find(&self, name: &Ident) -> syn::Result<&Function> {
        Ok(&self.operations[parse::find(self.operations, name)?].function)
    }

    fn parameters<const N: usize>(&self) -> syn::Result<&[Parameter; N]> {
        let found = self.own().parameters.as_slice().try_into();
        found.map_err(|_| {
            let parameters = ["", "a: &T", "a: &T, b: &T"].get(N).copied().unwrap_or_default();
            self.shape(&format!("fn f({parameters}) -> R"))
        })
    }

    /// The type of an operation that maps values of one type to this type.
    fn unary(&self) -> syn::Result<Type> {
        let [parameter] = self.parameters()?;
        match &self.own().output {
            Output::Plain(ty) if same(ty, &parameter.ty) => Ok(ty.clone()),
            _ => Err(self.shape("fn f(a: &T) -> T")),
        }
    }

    /// The type of an operation that maps two values of one type to this type.
    fn binary(&self) -> syn::Result<Type> {
        let [first, second] = self.parameters()?;
        match &self.own().output {
            Output::Plain(ty) if same(ty, &first.ty) && same(ty, &second.ty) => Ok(ty.clone()),
            _ => Err(self.shape("fn f(a: &T, b: &T) -> T")),
        }
    }

    fn shape(&self, signature: &str) -> syn::Error {
        let text = format!(
            "`{}` is for an operation `{signature}`; write an `#[implements(…)]` or a `#[law]` for \
             other types",
            self.name
        );
        self.error(text)
    }
}

fn same(one: &Type, other: &Type) -> bool {
    one.to_token_stream().to_string() == other.to_token_stream().to_string()
}
