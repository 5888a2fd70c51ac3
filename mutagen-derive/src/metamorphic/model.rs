//! What a module with `#[metamorphic]` says: its operations with their implementations, its laws,
//! its inputs, and what it says about the values of a sort.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, Expr, FnArg, ItemFn, Path, ReturnType, Type};

/// A specification, in the order of its source.
pub(crate) struct Specification {
    /// The name of the module.
    pub(crate) name: Ident,
    /// Operations, then laws and what short forms stand for.
    pub(crate) operations: Vec<Operation>,
    pub(crate) inputs: Vec<Input>,
    /// What must hold of a value, or else the test is discarded.
    pub(crate) admits: Vec<Function>,
    /// What must hold of each value.
    pub(crate) invariants: Vec<Function>,
    /// When two values are equal, where it is not `PartialEq`.
    pub(crate) equals: Vec<Function>,
    /// What is called before each run of a test.
    pub(crate) setups: Vec<Function>,
    /// What else is in the module.
    pub(crate) items: Vec<String>,
    /// The path of `mutagen_core`.
    pub(crate) core: Path,
    /// The attributes of the test.
    pub(crate) of_test: Vec<Attribute>,
}

/// A function of the module, without the attributes of this macro.
#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) item: ItemFn,
    pub(crate) name: Ident,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) output: Output,
    /// The function as it is written.
    pub(crate) text: String,
}

impl Function {
    /// The type of the result as it is written, if it is a value.
    pub(crate) fn result(&self) -> Option<&Type> {
        match (&self.output, &self.item.sig.output) {
            (Output::Nothing, _) | (_, ReturnType::Default) => None,
            (_, ReturnType::Type(_, ty)) => Some(ty),
        }
    }

    /// The parameters that the function changes.
    pub(crate) fn mutable(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| parameter.passing.is_mutable())
    }

    /// A call of it with references to values, which it does not use up.
    pub(crate) fn call(&self, values: &[TokenStream]) -> TokenStream {
        let name = &self.item.sig.ident;
        let passed =
            self.parameters.iter().zip(values).map(|(parameter, value)| match parameter.passing {
                Passing::Value => quote!(::core::clone::Clone::clone(#value)),
                Passing::Reference | Passing::Mutable => value.clone(),
            });
        quote!(#name(#(#passed),*))
    }
}

/// A parameter of a function.
#[derive(Clone)]
pub(crate) struct Parameter {
    pub(crate) name: Ident,
    /// The type of the values that are passed: for `&str` it is `String`.
    pub(crate) ty: Type,
    /// The type as it is written.
    pub(crate) written: Type,
    pub(crate) passing: Passing,
    /// Whether it has `#[any]`.
    pub(crate) any: bool,
    /// The `#[mutate(…)]` attributes.
    pub(crate) rules: Vec<Attribute>,
    /// The parameter as it is written, without these attributes.
    pub(crate) argument: FnArg,
}

/// How a parameter takes its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    Reference,
    Mutable,
    Value,
}

/// What a function returns.
#[derive(Clone)]
pub(crate) enum Output {
    Nothing,
    /// Always a value.
    Plain(Type),
    /// `Option` of this type.
    Option(Type),
    /// `Result` of this type and an error.
    Result(Type),
}

impl Output {
    /// The type of the value that there is, or may be.
    pub(crate) fn value(&self) -> Option<&Type> {
        match self {
            Output::Nothing => None,
            Output::Plain(ty) | Output::Option(ty) | Output::Result(ty) => Some(ty),
        }
    }

    /// Whether there may be no value.
    pub(crate) fn may_fail(&self) -> bool {
        matches!(self, Output::Option(_) | Output::Result(_))
    }
}

/// An operation: what is run in place of it, and what must equal it.
pub(crate) struct Operation {
    pub(crate) function: Function,
    /// What the operation is in the source.
    pub(crate) origin: Origin,
    /// The precondition, an expression over the parameters.
    pub(crate) requires: Option<Expr>,
    pub(crate) implementations: Vec<Implementation>,
}

/// What an operation is in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// `#[operation]`.
    Public,
    /// `#[operation(inner)]`: it is called in implementations only.
    Inner,
    /// `#[law]`: its base is `true`.
    Law,
    /// A short form of an operation: its base is written by this macro.
    Short,
}

impl Operation {
    /// Whether terms can have it.
    pub(crate) fn is_in_terms(&self) -> bool {
        matches!(self.origin, Origin::Public | Origin::Short)
    }

    /// Whether bodies can call it.
    pub(crate) fn can_be_called(&self) -> bool {
        matches!(self.origin, Origin::Public | Origin::Inner)
    }
}

/// Another way to get the result of an operation.
pub(crate) struct Implementation {
    pub(crate) function: Function,
    /// When it is one, an expression over its parameters.
    pub(crate) when: Option<Expr>,
    /// Whether it may have no value where the operation has one.
    pub(crate) partial: bool,
    /// Whether this macro wrote it for a short form.
    pub(crate) is_short: bool,
    /// The call sites of its body, in order, once they are found.
    pub(crate) sites: Vec<Site>,
    /// The text of the body, in which a call site calls `__site_` with its number.
    pub(crate) named_body: String,
}

impl Implementation {
    /// One of the source that always applies and always has a value. Its sites are not found yet.
    pub(crate) fn new(function: Function) -> Implementation {
        Implementation {
            function,
            when: None,
            partial: false,
            is_short: false,
            sites: Vec::new(),
            named_body: String::new(),
        }
    }
}

/// A call of an operation in the body of an implementation.
pub(crate) struct Site {
    /// The index of the operation that is called.
    pub(crate) operation: usize,
    /// The field of the expansion.
    pub(crate) field: Ident,
}

/// A function that makes a value of a sort.
pub(crate) struct Input {
    pub(crate) function: Function,
    pub(crate) weight: Option<Expr>,
}
