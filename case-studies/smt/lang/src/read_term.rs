//! Terms from S-expressions: names are resolved, and every term gets its sort.

use crate::rank::unify;
use crate::scope::Scope;
use crate::sexp::Sexp;
use crate::sort::{Sort, SortText, SortedVar};
use crate::symbol::Symbol;
use crate::term::{Attribute, AttributeValue, Binder, Ident, Kind, Pattern, Term};
use crate::token::TokenKind;

/// What is left to do; the stack of these replaces recursion.
enum Task<'a> {
    Read(&'a Sexp),
    /// The values of these names are read: bind the names.
    BindLet(Vec<Symbol>),
    /// All children are read: make the term, and end the bindings of these names.
    Make(Kind, usize, Vec<Symbol>),
    /// The matched term is read, that many terms ago: bind the variables of the pattern.
    BindPattern(Pattern, usize),
    Unbind(Vec<Symbol>),
}

impl Scope {
    /// Reads a term. What is not understood becomes [`Kind::Other`] of unknown sort.
    pub fn read_term(&mut self, sexp: &Sexp) -> Term {
        let mut done: Vec<Term> = Vec::new();
        let mut todo = vec![Task::Read(sexp)];
        while let Some(task) = todo.pop() {
            match task {
                Task::Read(sexp) => match self.start(sexp, &mut todo) {
                    Some(()) => {}
                    None => {
                        done.push(Term::new(Kind::Other(sexp.clone()), Vec::new(), Sort::Unknown));
                    }
                },
                Task::BindLet(names) => {
                    let values = &done[done.len() - names.len()..];
                    for (name, value) in names.iter().zip(values) {
                        self.bind(name, value.sort().clone());
                    }
                }
                Task::BindPattern(pattern, ago) => {
                    let sort = done[done.len() - 1 - ago].sort().clone();
                    self.bind_pattern(&pattern, &sort);
                }
                Task::Unbind(names) => names.iter().for_each(|name| self.unbind(name)),
                Task::Make(kind, children, names) => {
                    let children = done.split_off(done.len() - children);
                    // The sort of an operator must see the names that its children saw.
                    let term = self.make(kind, children);
                    names.iter().for_each(|name| self.unbind(name));
                    done.push(term);
                }
            }
        }
        done.pop().expect("one term was asked for")
    }

    /// Begins to read; `None` if the S-expression is not understood.
    fn start<'a>(&mut self, sexp: &'a Sexp, todo: &mut Vec<Task<'a>>) -> Option<()> {
        let Some(list) = sexp.list() else {
            let token = sexp.token()?;
            let kind = match token.kind {
                TokenKind::Symbol | TokenKind::Quoted => {
                    Kind::Op(self.named(Symbol::spelled(token.text), Vec::new(), None))
                }
                TokenKind::Keyword | TokenKind::Broken => return None,
                kind => Kind::Literal(kind, token.text.into()),
            };
            todo.push(Task::Make(kind, 0, Vec::new()));
            return Some(());
        };
        let head = list.first()?;
        match head.symbol() {
            Some("let") => self.start_let(list, todo),
            Some("!") => start_annotated(list, todo),
            Some("match") => self.start_match(list, todo),
            Some("_" | "as") => {
                let ident = self.ident(sexp)?;
                todo.push(Task::Make(Kind::Op(ident), 0, Vec::new()));
                Some(())
            }
            Some(word) => match binder(word) {
                Some(binder) => self.start_binder(binder, list, todo),
                None => self.start_application(list, todo),
            },
            None => self.start_application(list, todo),
        }
    }

    fn start_application<'a>(&self, list: &'a [Sexp], todo: &mut Vec<Task<'a>>) -> Option<()> {
        let [head, arguments @ ..] = list else { return None };
        if arguments.is_empty() {
            return None;
        }
        match self.ident(head) {
            Some(ident) => {
                todo.push(Task::Make(Kind::Op(ident), arguments.len(), Vec::new()));
                todo.extend(arguments.iter().rev().map(Task::Read));
            }
            None => {
                head.list()?;
                todo.push(Task::Make(Kind::Apply, list.len(), Vec::new()));
                todo.extend(list.iter().rev().map(Task::Read));
            }
        }
        Some(())
    }

    fn start_let<'a>(&self, list: &'a [Sexp], todo: &mut Vec<Task<'a>>) -> Option<()> {
        let [_, bindings, body] = list else { return None };
        let mut names = Vec::new();
        let mut values = Vec::new();
        for binding in bindings.list()? {
            let [name, value] = binding.list()? else { return None };
            names.push(name.any_symbol()?);
            values.push(Task::Read(value));
        }
        todo.push(Task::Make(Kind::Let(names.clone()), names.len() + 1, names.clone()));
        todo.push(Task::Read(body));
        todo.push(Task::BindLet(names));
        todo.extend(values.into_iter().rev());
        Some(())
    }

    fn start_binder<'a>(
        &mut self,
        binder: Binder,
        list: &'a [Sexp],
        todo: &mut Vec<Task<'a>>,
    ) -> Option<()> {
        let [_, variables, bodies @ ..] = list else { return None };
        if bodies.len() != if binder == Binder::Comprehension { 2 } else { 1 } {
            return None;
        }
        let variables: Vec<SortedVar> = self.sorted_vars(variables)?;
        let names: Vec<Symbol> = variables.iter().map(|v| v.name.clone()).collect();
        for variable in &variables {
            self.bind(&variable.name, variable.sort.sort.clone());
        }
        todo.push(Task::Make(Kind::Binder(binder, variables), bodies.len(), names));
        todo.extend(bodies.iter().rev().map(Task::Read));
        Some(())
    }

    fn start_match<'a>(&self, list: &'a [Sexp], todo: &mut Vec<Task<'a>>) -> Option<()> {
        let [_, matched, cases] = list else { return None };
        let mut patterns = Vec::new();
        let mut bodies = Vec::new();
        for case in cases.list()? {
            let [pattern, body] = case.list()? else { return None };
            patterns.push(self.pattern(pattern)?);
            bodies.push(body);
        }
        todo.push(Task::Make(Kind::Match(patterns.clone()), bodies.len() + 1, Vec::new()));
        for (n, (pattern, body)) in patterns.into_iter().zip(bodies).enumerate().rev() {
            let mut names = pattern.variables.clone();
            names.extend(pattern.binds_head.then(|| pattern.head.clone()));
            todo.push(Task::Unbind(names));
            todo.push(Task::Read(body));
            todo.push(Task::BindPattern(pattern, n));
        }
        todo.push(Task::Read(matched));
        Some(())
    }

    fn pattern(&self, sexp: &Sexp) -> Option<Pattern> {
        match sexp.list() {
            Some([head, variables @ ..]) => {
                let variables = variables.iter().map(Sexp::any_symbol).collect::<Option<_>>()?;
                Some(Pattern {
                    head: head.any_symbol()?,
                    variables,
                    binds_head: false,
                    in_list: true,
                })
            }
            Some([]) => None,
            None => {
                let head = sexp.any_symbol()?;
                let binds_head = self.ranks(&head).is_empty();
                Some(Pattern { head, variables: Vec::new(), binds_head, in_list: false })
            }
        }
    }

    fn bind_pattern(&mut self, pattern: &Pattern, sort: &Sort) {
        if pattern.binds_head {
            self.bind(&pattern.head, sort.clone());
        }
        let arguments = match sort {
            Sort::Named(name, _) => self.datatype(name).and_then(|datatype| {
                let constructor = datatype.constructors.iter().find(|c| c.name == pattern.head)?;
                Some(datatype.arguments(constructor, sort))
            }),
            _ => None,
        };
        let arguments = arguments.unwrap_or_default();
        for (n, name) in pattern.variables.iter().enumerate() {
            self.bind(name, arguments.get(n).cloned().unwrap_or(Sort::Unknown));
        }
    }

    /// An identifier: `f`, `(_ f 1)`, `(as f S)` or `(as (_ f 1) S)`.
    pub fn ident(&self, sexp: &Sexp) -> Option<Ident> {
        if let Some(name) = sexp.any_symbol() {
            return Some(self.named(name, Vec::new(), None));
        }
        match sexp.list()? {
            [head, name, indices @ ..] if head.symbol() == Some("_") && !indices.is_empty() => {
                Some(self.named(name.any_symbol()?, indices.to_vec(), None))
            }
            [head, inner, sort] if head.symbol() == Some("as") => {
                let of = Some(self.sort_text(sort));
                let indexed = match inner.list() {
                    Some([head, name, indices @ ..]) if head.symbol() == Some("_") => {
                        return Some(self.named(name.any_symbol()?, indices.to_vec(), of));
                    }
                    Some(_) => return None,
                    None => inner.any_symbol()?,
                };
                Some(self.named(indexed, Vec::new(), of))
            }
            _ => None,
        }
    }

    fn named(&self, name: Symbol, indices: Vec<Sexp>, of: Option<SortText>) -> Ident {
        let origin = self.origin(&name);
        Ident { name, indices, of, origin }
    }

    /// The term of this kind, with the sort that it has here.
    pub(crate) fn make(&self, kind: Kind, children: Vec<Term>) -> Term {
        let sort = match &kind {
            Kind::Op(ident) => return self.ident_term(ident.clone(), children),
            Kind::Literal(literal, text) => literal_sort(*literal, text, self.reals),
            Kind::Other(_) => Sort::Unknown,
            _ => sort_of(&kind, &children),
        };
        Term::new(kind, children, sort)
    }
}

/// The sort of a term that is neither literal nor application of a name.
pub(crate) fn sort_of(kind: &Kind, children: &[Term]) -> Sort {
    let child = |n: usize| children.get(n).map_or(Sort::Unknown, |term| term.sort().clone());
    match kind {
        Kind::Let(_) => child(children.len().wrapping_sub(1)),
        Kind::Annotated(_) => child(0),
        Kind::Binder(Binder::Forall | Binder::Exists, _) if child(0) == Sort::Bool => Sort::Bool,
        Kind::Binder(Binder::Lambda, variables) => {
            let sorts = variables.iter().map(|v| v.sort.sort.clone());
            Sort::Function(sorts.chain([child(0)]).collect())
        }
        Kind::Binder(Binder::Choice, variables) => {
            variables.first().map_or(Sort::Unknown, |v| v.sort.sort.clone())
        }
        Kind::Binder(Binder::Comprehension, _) => Sort::Set(child(1).into()),
        Kind::Match(_) => {
            let mut bodies = children.iter().skip(1).map(Term::sort);
            let first = bodies.next().cloned().unwrap_or(Sort::Unknown);
            let same = bodies.all(|sort| unify(&first, sort, &mut Vec::new()));
            if same { first } else { Sort::Unknown }
        }
        Kind::Apply => {
            let sorts: Vec<Sort> = children.iter().skip(1).map(|c| c.sort().clone()).collect();
            crate::resolve::apply_value(&child(0), &sorts)
        }
        _ => Sort::Unknown,
    }
}

fn literal_sort(kind: TokenKind, text: &str, reals: bool) -> Sort {
    match kind {
        TokenKind::Numeral if reals => Sort::Real,
        TokenKind::Numeral => Sort::Int,
        TokenKind::Decimal => Sort::Real,
        TokenKind::String => Sort::String,
        TokenKind::Hex => {
            u32::try_from(text.len() - 2).map_or(Sort::Unknown, |n| Sort::BitVec(n * 4))
        }
        TokenKind::Binary => u32::try_from(text.len() - 2).map_or(Sort::Unknown, Sort::BitVec),
        TokenKind::Hash => finite_field(text).unwrap_or(Sort::Unknown),
        _ => Sort::Unknown,
    }
}

/// `#f3m17`: 3 in the field of order 17.
fn finite_field(text: &str) -> Option<Sort> {
    let (value, order) = text.strip_prefix("#f")?.split_once('m')?;
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    (digits(value.strip_prefix('-').unwrap_or(value)) && digits(order))
        .then(|| Sort::Named(Symbol::new("FiniteField"), [Sort::named(order)].into()))
}

pub(crate) fn binder(word: &str) -> Option<Binder> {
    Some(match word {
        "forall" => Binder::Forall,
        "exists" => Binder::Exists,
        "lambda" => Binder::Lambda,
        "choice" => Binder::Choice,
        "set.comprehension" | "comprehension" => Binder::Comprehension,
        _ => return None,
    })
}

fn start_annotated<'a>(list: &'a [Sexp], todo: &mut Vec<Task<'a>>) -> Option<()> {
    let [_, term, rest @ ..] = list else { return None };
    let mut attributes = Vec::new();
    let mut terms = vec![term];
    let mut at = 0;
    while let Some(keyword) = rest.get(at) {
        let keyword = keyword.of_kind(TokenKind::Keyword)?;
        let value = rest.get(at + 1).filter(|v| v.of_kind(TokenKind::Keyword).is_none());
        at += 1 + usize::from(value.is_some());
        let value = match (keyword, value) {
            (_, None) => AttributeValue::None,
            (":pattern" | ":inst-pattern", Some(list)) if list.list().is_some() => {
                let patterns = list.list().unwrap_or_default();
                terms.extend(patterns);
                AttributeValue::Terms(patterns.len())
            }
            (":no-pattern" | ":nopattern", Some(term)) => {
                terms.push(term);
                AttributeValue::Term
            }
            (_, Some(other)) => AttributeValue::Sexp(other.clone()),
        };
        attributes.push(Attribute { keyword: keyword.into(), value });
    }
    todo.push(Task::Make(Kind::Annotated(attributes), terms.len(), Vec::new()));
    todo.extend(terms.into_iter().rev().map(Task::Read));
    Some(())
}
