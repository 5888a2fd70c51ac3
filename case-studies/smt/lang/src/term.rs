//! Terms: immutable trees that know their sorts. Clones share, and nothing recurses on depth.

use crate::sexp::Sexp;
use crate::sort::{Sort, SortText, SortedVar};
use crate::symbol::Symbol;
use crate::token::TokenKind;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A term. What it is made of: [`Term::kind`], [`Term::children`] and [`Term::sort`].
#[derive(Clone)]
pub struct Term(Arc<Node>);

struct Node {
    kind: Kind,
    children: Vec<Term>,
    sort: Sort,
    size: usize,
    depth: usize,
    hash: u64,
}

/// What a term is, without its children.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A numeral, decimal, string, `#x…` or `#b…`.
    Literal(TokenKind, Arc<str>),
    /// A name, or an operator applied to the children: variables and constants have none.
    Op(Ident),
    /// `let`: the children are the values, in the order of these names, and the body.
    Let(Vec<Symbol>),
    /// A quantifier or another binder: the only child is the body.
    Binder(Binder, Vec<SortedVar>),
    /// `match`: the children are what is matched, and the result of each case.
    Match(Vec<Pattern>),
    /// `!`: the first child is the term; the terms of the attributes follow.
    Annotated(Vec<Attribute>),
    /// An application whose function, the first child, is a term.
    Apply,
    /// Not understood; it has no children.
    Other(Sexp),
}

/// What binds variables with sorts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binder {
    /// `forall`
    Forall,
    /// `exists`
    Exists,
    /// `lambda`: a function of cvc5, an array of z3.
    Lambda,
    /// `choice`, of cvc: some value for which the body holds.
    Choice,
    /// `set.comprehension`, of cvc: the values of a term, the second child, for which the first
    /// child holds.
    Comprehension,
}

/// Where a name comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// An operator or constant of a theory.
    Theory,
    /// Declared or defined by a command before.
    Declared,
    /// Bound around by `let`, a quantifier, `match`, or a parameter of the definition.
    Bound,
    /// None of these.
    Nowhere,
}

/// An identifier: `f`, `(_ f 1 2)`, `(as f S)` or `(as (_ f 1) S)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ident {
    /// The name.
    pub name: Symbol,
    /// The indices: numerals, symbols, for z3 also lists.
    pub indices: Vec<Sexp>,
    /// The sort of `as`.
    pub of: Option<SortText>,
    /// Where it is from.
    pub origin: Origin,
}

impl Ident {
    /// A name without indices.
    pub fn new(name: impl Into<Symbol>, origin: Origin) -> Ident {
        Ident { name: name.into(), indices: Vec::new(), of: None, origin }
    }

    /// An operator of a theory, with numbers as indices.
    pub fn theory(name: &str, indices: &[u32]) -> Ident {
        let indices = indices.iter().map(Sexp::number).collect();
        Ident { indices, ..Ident::new(Symbol::spelled(name), Origin::Theory) }
    }

    /// Index number `n`, if it is a numeral.
    pub fn index(&self, n: usize) -> Option<u32> {
        self.indices.get(n)?.numeral()
    }
}

/// The pattern of a case of `match`: a variable or constructor, and the variables it binds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The constructor; or a variable, or `_`, that stands for everything.
    pub head: Symbol,
    /// The variables, if it is a constructor with arguments.
    pub variables: Vec<Symbol>,
    /// Whether the head is a variable.
    pub binds_head: bool,
    /// Whether it is spelled as a list, though it may have no variables.
    pub in_list: bool,
}

/// An attribute of `!`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// The keyword, with its colon.
    pub keyword: Arc<str>,
    /// What follows.
    pub value: AttributeValue,
}

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AttributeValue {
    /// Nothing.
    None,
    /// Something without terms.
    Sexp(Sexp),
    /// A term, the next of the children: of `:no-pattern`.
    Term,
    /// A list of terms, that many of the next children: of `:pattern`.
    Terms(usize),
}

impl Term {
    /// A term of these parts. The sort is not checked: see [`Term::app`] and [`crate::Scope`].
    pub fn new(kind: Kind, children: Vec<Term>, sort: Sort) -> Term {
        let mut hasher = DefaultHasher::new();
        kind.hash(&mut hasher);
        sort.hash(&mut hasher);
        for child in &children {
            hasher.write_u64(child.0.hash);
        }
        let size = children.iter().fold(1, |n: usize, child| n.saturating_add(child.size()));
        let depth = 1 + children.iter().map(Term::depth).max().unwrap_or(0);
        Term(Arc::new(Node { kind, children, sort, size, depth, hash: hasher.finish() }))
    }

    /// What it is.
    pub fn kind(&self) -> &Kind {
        &self.0.kind
    }

    /// Its parts, as [`Kind`] says.
    pub fn children(&self) -> &[Term] {
        &self.0.children
    }

    /// Its sort.
    pub fn sort(&self) -> &Sort {
        &self.0.sort
    }

    /// The number of terms in it, itself included; shared ones count as often as they occur.
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// How deep it is; 1 without children.
    pub fn depth(&self) -> usize {
        self.0.depth
    }

    /// Whether both are one object in memory.
    pub fn is_same(&self, other: &Term) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The same kind and sort with other children.
    pub fn with_children(&self, children: Vec<Term>) -> Term {
        let same = children.len() == self.children().len()
            && children.iter().zip(self.children()).all(|(a, b)| a.is_same(b));
        if same {
            return self.clone();
        }
        Term::new(self.0.kind.clone(), children, self.0.sort.clone())
    }

    /// The identifier, if it is a name or an application of one.
    pub fn ident(&self) -> Option<&Ident> {
        match self.kind() {
            Kind::Op(ident) => Some(ident),
            _ => None,
        }
    }

    /// The name of the operator, if it is one of a theory, with indices or without. Operators of
    /// dialects have their present names: see [`crate::canonical`].
    pub fn theory_op(&self) -> Option<&str> {
        let ident = self.ident().filter(|ident| ident.origin == Origin::Theory)?;
        Some(crate::names::canonical(ident.name.name()))
    }

    /// Whether it is this operator of a theory.
    pub fn is_op(&self, name: &str) -> bool {
        self.theory_op() == Some(name)
    }

    /// The name, if it is a variable or constant: no children, no indices.
    pub fn variable(&self) -> Option<&Ident> {
        let ident = self.ident()?;
        let plain = self.children().is_empty() && ident.indices.is_empty();
        (plain && ident.origin != Origin::Theory).then_some(ident)
    }

    /// The text of a literal of this kind.
    pub fn literal(&self, kind: TokenKind) -> Option<&str> {
        match self.kind() {
            Kind::Literal(k, text) if *k == kind => Some(text),
            _ => None,
        }
    }
}

impl Drop for Node {
    // The derived drop recurses, and overflows the stack on deep terms.
    fn drop(&mut self) {
        let mut todo = std::mem::take(&mut self.children);
        while let Some(term) = todo.pop() {
            if let Some(mut node) = Arc::into_inner(term.0) {
                todo.append(&mut node.children);
            }
        }
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        let mut todo = vec![(self, other)];
        while let Some((a, b)) = todo.pop() {
            if a.is_same(b) {
                continue;
            }
            let (a, b) = (&a.0, &b.0);
            let differ = a.hash != b.hash || a.kind != b.kind || a.sort != b.sort;
            if differ || a.children.len() != b.children.len() {
                return false;
            }
            todo.extend(a.children.iter().zip(&b.children));
        }
        true
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl std::fmt::Debug for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self, self.sort())
    }
}
