//! Sorts: what each term has one of.

use crate::sexp::Sexp;
use crate::symbol::Symbol;
use crate::token::TokenKind;
use std::fmt;
use std::sync::Arc;

/// The sort of a term.
///
/// ```
/// use smt_lang::Sort;
/// let sort = Sort::array(Sort::Int, Sort::BitVec(8));
/// assert_eq!(sort.to_string(), "(Array Int (_ BitVec 8))");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Not known here: the term is outside the theories of this crate, or ill-sorted.
    Unknown,
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// `String`
    String,
    /// `RegLan`: regular expressions over strings.
    RegLan,
    /// `RoundingMode`
    RoundingMode,
    /// `(_ BitVec n)`
    BitVec(u32),
    /// `(_ FloatingPoint eb sb)`: bits of the exponent, and of the significand with the hidden bit.
    Float(u32, u32),
    /// `(Array i … e)`: the sorts of the indices, one in standard SMT-LIB, and of the elements.
    Array(Arc<[Sort]>),
    /// `(Seq e)`
    Seq(Arc<Sort>),
    /// `(Set e)`
    Set(Arc<Sort>),
    /// `(-> a … r)`: functions as values; the last is the result.
    Function(Arc<[Sort]>),
    /// A declared sort or datatype, or a sort of a dialect, with its arguments.
    Named(Symbol, Arc<[Sort]>),
    /// The parameter of a parametric declaration or operator, and nothing that a term has.
    Parameter(Symbol),
}

impl Sort {
    /// Arrays with one index.
    pub fn array(index: Sort, element: Sort) -> Sort {
        Sort::Array([index, element].into())
    }

    /// Functions of these arguments. Those with functions as results take their arguments, too:
    /// `(-> a (-> b c))` is `(-> a b c)`.
    pub fn function(arguments: Vec<Sort>, result: Sort) -> Sort {
        let mut parts = arguments;
        match result {
            Sort::Function(more) => parts.extend(more.iter().cloned()),
            result => parts.push(result),
        }
        Sort::Function(parts.into())
    }

    /// A declared sort without arguments.
    pub fn named(name: &str) -> Sort {
        Sort::Named(Symbol::new(name), [].into())
    }

    /// Whether it is [`Sort::Unknown`], or has an unknown part.
    pub fn is_unknown(&self) -> bool {
        *self == Sort::Unknown || self.arguments().iter().any(Sort::is_unknown)
    }

    /// Whether it is Int or Real.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }

    /// The sorts that it is made of.
    pub fn arguments(&self) -> &[Sort] {
        match self {
            Sort::Array(parts) | Sort::Function(parts) | Sort::Named(_, parts) => parts,
            Sort::Seq(element) | Sort::Set(element) => std::slice::from_ref(element),
            _ => &[],
        }
    }

    /// The name of the sort without widths, formats and what it is made of.
    pub fn head(&self) -> &str {
        match self {
            Sort::Array(_) => "Array",
            Sort::Seq(_) => "Seq",
            Sort::Set(_) => "Set",
            Sort::Function(_) => "->",
            Sort::BitVec(_) => "BitVec",
            Sort::Float(..) => "FloatingPoint",
            Sort::Named(name, _) | Sort::Parameter(name) => name.name(),
            Sort::Bool => "Bool",
            Sort::Int => "Int",
            Sort::Real => "Real",
            Sort::String => "String",
            Sort::RegLan => "RegLan",
            Sort::RoundingMode => "RoundingMode",
            Sort::Unknown => "Unknown",
        }
    }

    /// The names of the sort and of all that it is made of.
    pub(crate) fn heads(&self) -> Vec<&str> {
        let mut heads = vec![self.head()];
        heads.extend(self.arguments().iter().flat_map(Sort::heads));
        heads
    }

    /// The same sort with other parts.
    pub(crate) fn with_arguments(&self, parts: Vec<Sort>) -> Sort {
        let one = |mut parts: Vec<Sort>| Arc::new(parts.pop().unwrap_or(Sort::Unknown));
        match self {
            Sort::Array(_) => Sort::Array(parts.into()),
            Sort::Function(_) => Sort::Function(parts.into()),
            Sort::Named(name, _) => Sort::Named(name.clone(), parts.into()),
            Sort::Seq(_) => Sort::Seq(one(parts)),
            Sort::Set(_) => Sort::Set(one(parts)),
            other => other.clone(),
        }
    }

    /// How many sorts it is made of, itself included.
    pub(crate) fn size(&self) -> usize {
        1 + self.arguments().iter().map(Sort::size).sum::<usize>()
    }

    /// The sort as SMT-LIB writes it; `Unknown` for an unknown one.
    pub fn to_sexp(&self) -> Sexp {
        let list = |head: &str, parts: &[Sort]| {
            let parts = parts.iter().map(Sort::to_sexp);
            Sexp::new_list(std::iter::once(Sexp::word(head)).chain(parts).collect())
        };
        let indexed = |name: &str, indices: &[u32]| {
            let head = [Sexp::word("_"), Sexp::word(name)];
            Sexp::new_list(head.into_iter().chain(indices.iter().map(Sexp::number)).collect())
        };
        match self {
            Sort::Unknown => Sexp::word("Unknown"),
            Sort::Bool => Sexp::word("Bool"),
            Sort::Int => Sexp::word("Int"),
            Sort::Real => Sexp::word("Real"),
            Sort::String => Sexp::word("String"),
            Sort::RegLan => Sexp::word("RegLan"),
            Sort::RoundingMode => Sexp::word("RoundingMode"),
            Sort::BitVec(width) => indexed("BitVec", &[*width]),
            Sort::Float(eb, sb) => indexed("FloatingPoint", &[*eb, *sb]),
            Sort::Array(parts) => list("Array", parts),
            Sort::Seq(element) => list("Seq", std::slice::from_ref(element)),
            Sort::Set(element) => list("Set", std::slice::from_ref(element)),
            Sort::Function(parts) => list("->", parts),
            Sort::Named(name, parts) if name.name() == "FiniteField" => {
                let order =
                    parts.iter().map(|order| Sexp::atom(TokenKind::Numeral, &order.to_string()));
                Sexp::new_list(
                    [Sexp::word("_"), Sexp::word("FiniteField")].into_iter().chain(order).collect(),
                )
            }
            Sort::Named(name, parts) if parts.is_empty() => Sexp::word(name.text()),
            Sort::Named(name, parts) => list(name.text(), parts),
            Sort::Parameter(name) => Sexp::word(name.text()),
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_sexp().fmt(f)
    }
}

/// A sort together with how a formula spells it: abbreviations are resolved in `sort` only.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SortText {
    /// As spelled.
    pub text: Sexp,
    /// What it means.
    pub sort: Sort,
}

impl From<Sort> for SortText {
    fn from(sort: Sort) -> SortText {
        SortText { text: sort.to_sexp(), sort }
    }
}

/// A name with its sort: a parameter, or a variable that a quantifier binds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SortedVar {
    /// The name.
    pub name: Symbol,
    /// Its sort.
    pub sort: SortText,
}

impl SortedVar {
    /// A variable of this name and sort.
    pub fn new(name: &str, sort: Sort) -> SortedVar {
        SortedVar { name: Symbol::new(name), sort: sort.into() }
    }
}
