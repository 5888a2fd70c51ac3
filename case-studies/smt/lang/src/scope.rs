//! Scopes: what the commands so far have declared, with the levels of `push` and `pop`.

use crate::command::Command;
use crate::rank::{Datatype, Rank, substitute};
use crate::sexp::Sexp;
use crate::sort::{Sort, SortText, SortedVar};
use crate::symbol::Symbol;
use std::collections::HashMap;
use std::sync::Arc;

/// Sorts that are made of more sorts than this are unknown: abbreviations can nest so that a line
/// stands for a sort larger than the memory.
const MAX_SORT: usize = 1000;

/// What is declared at a point of a script.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    functions: HashMap<Symbol, Vec<Rank>>,
    sorts: HashMap<Symbol, SortMeaning>,
    undo: Vec<Undo>,
    levels: Vec<usize>,
    bound: HashMap<Symbol, Vec<Sort>>,
    pub(crate) reals: bool,
    pub(crate) global: bool,
}

#[derive(Debug, Clone)]
enum SortMeaning {
    /// Declared, with that many parameters.
    Declared(usize),
    /// An abbreviation.
    Defined(Vec<Symbol>, Sort),
    /// A datatype.
    Datatype(Arc<Datatype>),
}

#[derive(Debug, Clone)]
enum Undo {
    Function(Symbol, Option<Vec<Rank>>),
    Sort(Symbol, Option<SortMeaning>),
}

impl Scope {
    /// Nothing declared, no logic set.
    pub fn new() -> Scope {
        Scope::default()
    }

    /// Declares a function, or a constant if it has no arguments. A name may have several ranks.
    pub fn declare(&mut self, name: &Symbol, rank: Rank) {
        let old = self.functions.get(name).cloned();
        let mut ranks = old.clone().unwrap_or_default();
        // Constructors of two datatypes can share a name, and differ by their results only.
        ranks.retain(|r| *r != rank);
        ranks.push(rank);
        self.functions.insert(name.clone(), ranks);
        self.undo.push(Undo::Function(name.clone(), old));
    }

    /// Declares a sort of that many parameters.
    pub fn declare_sort(&mut self, name: &Symbol, arity: usize) {
        self.set_sort(name, SortMeaning::Declared(arity));
    }

    /// Makes `name` an abbreviation; `sort` may have the parameters.
    pub fn define_sort(&mut self, name: &Symbol, parameters: Vec<Symbol>, sort: Sort) {
        self.set_sort(name, SortMeaning::Defined(parameters, sort));
    }

    /// Declares a datatype, its constructors, selectors and testers.
    pub fn declare_datatype(&mut self, datatype: Datatype) {
        let sort = datatype.sort();
        for constructor in &datatype.constructors {
            let arguments = constructor.selectors.iter().map(|(_, s)| s.clone()).collect();
            self.declare(&constructor.name, Rank::new(arguments, sort.clone()));
            for (selector, result) in &constructor.selectors {
                self.declare(selector, Rank::new(vec![sort.clone()], result.clone()));
            }
            let tester = Symbol::new(&format!("is-{}", constructor.name.name()));
            self.declare(&tester, Rank::new(vec![sort.clone()], Sort::Bool));
        }
        let name = datatype.name.clone();
        self.set_sort(&name, SortMeaning::Datatype(datatype.into()));
    }

    fn set_sort(&mut self, name: &Symbol, meaning: SortMeaning) {
        let old = self.sorts.insert(name.clone(), meaning);
        self.undo.push(Undo::Sort(name.clone(), old));
    }

    /// Opens levels.
    pub fn push(&mut self, levels: u32) {
        // A script can ask for four thousand million; nothing is undone between equal marks.
        for _ in 0..levels.min(Command::MOST_LEVELS) {
            self.levels.push(self.undo.len());
        }
    }

    /// Closes levels, and forgets what was declared in them, unless declarations are global.
    pub fn pop(&mut self, levels: u32) {
        for _ in 0..levels.min(Command::MOST_LEVELS) {
            let Some(mark) = self.levels.pop() else { return };
            if !self.global {
                self.forget(mark);
            }
        }
    }

    fn forget(&mut self, mark: usize) {
        for undo in self.undo.drain(mark..).rev() {
            match undo {
                Undo::Function(name, Some(ranks)) => drop(self.functions.insert(name, ranks)),
                Undo::Function(name, None) => drop(self.functions.remove(&name)),
                Undo::Sort(name, Some(meaning)) => drop(self.sorts.insert(name, meaning)),
                Undo::Sort(name, None) => drop(self.sorts.remove(&name)),
            }
        }
    }

    /// Forgets all declarations, as `reset-assertions` does unless they are global.
    pub fn reset_assertions(&mut self) {
        self.levels.clear();
        if !self.global {
            self.forget(0);
        }
    }

    /// The ranks of a declared function, the latest last.
    pub fn ranks(&self, name: &Symbol) -> &[Rank] {
        self.functions.get(name).map_or(&[], Vec::as_slice)
    }

    /// The datatype of this name.
    pub fn datatype(&self, name: &Symbol) -> Option<&Datatype> {
        match self.sorts.get(name)? {
            SortMeaning::Datatype(datatype) => Some(datatype),
            _ => None,
        }
    }

    /// The sort of the innermost bound variable of this name.
    pub fn bound(&self, name: &Symbol) -> Option<&Sort> {
        self.bound.get(name)?.last()
    }

    /// Binds a variable, until [`Scope::unbind`].
    pub fn bind(&mut self, name: &Symbol, sort: Sort) {
        self.bound.entry(name.clone()).or_default().push(sort);
    }

    /// Ends the innermost binding of this name.
    pub fn unbind(&mut self, name: &Symbol) {
        if let Some(sorts) = self.bound.get_mut(name) {
            sorts.pop();
            if sorts.is_empty() {
                self.bound.remove(name);
            }
        }
    }

    /// What a sort means here. One that is not understood is unknown.
    pub fn sort(&self, text: &Sexp) -> Sort {
        self.sort_with(text, &[])
    }

    /// The same; these names are parameters.
    pub fn sort_with(&self, text: &Sexp, parameters: &[Symbol]) -> Sort {
        let sort = self.sort_at(text, parameters, 100);
        if sort.size() > MAX_SORT { Sort::Unknown } else { sort }
    }

    fn sort_at(&self, text: &Sexp, parameters: &[Symbol], depth: usize) -> Sort {
        let Some(depth) = depth.checked_sub(1) else { return Sort::Unknown };
        if let Some(name) = text.any_symbol() {
            return self.sort_named(&name, Vec::new(), parameters);
        }
        let Some([head, rest @ ..]) = text.list() else { return Sort::Unknown };
        if head.symbol() == Some("_") {
            return indexed_sort(rest).unwrap_or(Sort::Unknown);
        }
        let Some(name) = head.any_symbol() else { return Sort::Unknown };
        let rest: Vec<Sort> = rest.iter().map(|s| self.sort_at(s, parameters, depth)).collect();
        if rest.iter().map(Sort::size).sum::<usize>() > MAX_SORT {
            return Sort::Unknown;
        }
        self.sort_named(&name, rest, parameters)
    }

    fn sort_named(&self, name: &Symbol, parts: Vec<Sort>, parameters: &[Symbol]) -> Sort {
        if parts.is_empty() && parameters.contains(name) {
            return Sort::Parameter(name.clone());
        }
        match self.sorts.get(name) {
            Some(SortMeaning::Declared(arity)) if *arity == parts.len() => {
                Sort::Named(name.clone(), parts.into())
            }
            // In the older notation of datatypes, the name alone stands for itself with parameters.
            Some(SortMeaning::Declared(n)) if parts.is_empty() && *n == parameters.len() => {
                let parts = parameters.iter().cloned().map(Sort::Parameter);
                Sort::Named(name.clone(), parts.collect())
            }
            Some(SortMeaning::Defined(of, sort)) if of.len() == parts.len() => {
                let sort = substitute(sort, &of.iter().cloned().zip(parts).collect());
                if sort.size() > MAX_SORT { Sort::Unknown } else { sort }
            }
            Some(SortMeaning::Datatype(datatype)) if datatype.parameters.len() == parts.len() => {
                Sort::Named(name.clone(), parts.into())
            }
            Some(_) => Sort::Unknown,
            None => theory_sort(name.name(), parts),
        }
    }

    /// A sort with its spelling.
    pub fn sort_text(&self, text: &Sexp) -> SortText {
        SortText { text: text.clone(), sort: self.sort(text) }
    }

    /// Variables with sorts: `((x Int) (y Real))`.
    pub fn sorted_vars(&self, list: &Sexp) -> Option<Vec<SortedVar>> {
        let var = |item: &Sexp| match item.list()? {
            [name, sort] => {
                Some(SortedVar { name: name.any_symbol()?, sort: self.sort_text(sort) })
            }
            _ => None,
        };
        list.list()?.iter().map(var).collect()
    }
}

fn indexed_sort(parts: &[Sexp]) -> Option<Sort> {
    let name = parts.first()?.any_symbol()?;
    match (name.name(), &parts[1..]) {
        ("BitVec", [n]) => n.numeral().filter(|n| *n > 0).map(Sort::BitVec),
        ("FloatingPoint", [eb, sb]) => Some(Sort::Float(eb.numeral()?, sb.numeral()?)),
        ("FiniteField", [order]) => Some(Sort::Named(
            name,
            [Sort::Named(Symbol::spelled(order.token()?.text), [].into())].into(),
        )),
        _ => None,
    }
}

fn theory_sort(name: &str, mut parts: Vec<Sort>) -> Sort {
    let named = |parts: Vec<Sort>| Sort::Named(Symbol::new(name), parts.into());
    match (name, parts.len()) {
        ("Bool", 0) => Sort::Bool,
        ("Int", 0) => Sort::Int,
        ("Real", 0) => Sort::Real,
        ("String", 0) => Sort::String,
        ("RegLan", 0) => Sort::RegLan,
        ("RegEx", 1) if parts[0] == Sort::String => Sort::RegLan,
        ("RegEx", 1) => named(parts),
        ("RoundingMode", 0) => Sort::RoundingMode,
        ("Float16", 0) => Sort::Float(5, 11),
        ("Float32", 0) => Sort::Float(8, 24),
        ("Float64", 0) => Sort::Float(11, 53),
        ("Float128", 0) => Sort::Float(15, 113),
        ("Array", 2..) => Sort::Array(parts.into()),
        ("->", 2..) => match parts.pop() {
            Some(result) => Sort::function(parts, result),
            None => Sort::Unknown,
        },
        ("Seq", 1) => Sort::Seq(Arc::new(parts.remove(0))),
        ("Set", 1) => Sort::Set(Arc::new(parts.remove(0))),
        ("Relation", _) => Sort::Set(Arc::new(Sort::Named(Symbol::new("Tuple"), parts.into()))),
        ("Table", _) => {
            let row = Sort::Named(Symbol::new("Tuple"), parts.into());
            Sort::Named(Symbol::new("Bag"), [row].into())
        }
        ("Bag" | "Nullable", 1) | ("Tuple", _) => named(parts),
        ("UnitTuple" | "Unicode" | "Char", 0) => named(parts),
        _ => Sort::Unknown,
    }
}
