//! What all passes need of scripts: places of terms, what is used, defaults of sorts.

use smt_lang::{Command, Dialect, Script, Sort, Symbol, Term, TokenKind, Tokens};
use std::collections::HashSet;

/// The place of a term in a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The number of the command.
    pub command: usize,
    /// Which of its terms.
    pub term: usize,
    /// The number of the part in preorder.
    pub at: usize,
}

impl Place {
    /// The term there, if the script has such a place.
    pub fn of(self, script: &Script) -> Option<&Term> {
        script.commands.get(self.command)?.terms().get(self.term)?.part(self.at)
    }
}

/// A new term for a place, and constants to declare before the command.
#[derive(Debug, Clone, Default)]
pub(crate) struct Change {
    pub terms: Vec<(Place, Term)>,
    pub declared: Vec<(Symbol, Sort)>,
}

impl Change {
    /// One term.
    pub fn one(place: Place, term: Term) -> Change {
        Change { terms: vec![(place, term)], declared: Vec::new() }
    }

    /// The script with the change. No place is inside another one.
    pub fn apply(&self, script: &Script) -> Script {
        let mut terms = self.terms.clone();
        // From the end, so that the numbers before stay right.
        terms.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
        let mut commands = script.commands.clone();
        for (place, new) in &terms {
            let mut n = 0;
            commands[place.command] = commands[place.command].map_terms(|term| {
                n += 1;
                if n - 1 == place.term { term.replace(place.at, new) } else { term.clone() }
            });
        }
        let first = terms.iter().map(|(place, _)| place.command).min().unwrap_or(0);
        let declared = self.declared.iter();
        let declared =
            declared.map(|(name, sort)| Command::declare_const(name.clone(), sort.clone()));
        commands.splice(first..first, declared.collect::<Vec<Command>>());
        Script { commands }
    }
}

/// Each term of the script with its place, and how deep it is, the outermost in the order of the
/// text.
pub(crate) fn places(script: &Script) -> Vec<(Place, usize, &Term)> {
    let mut all = Vec::new();
    for (command, of) in script.commands.iter().enumerate() {
        for (term, whole) in of.terms().into_iter().enumerate() {
            let mut depths: Vec<usize> = Vec::new();
            for part in whole.parts() {
                let depth = part.parent.map_or(0, |(parent, _)| depths[parent] + 1);
                depths.push(depth);
                all.push((Place { command, term, at: part.at }, depth, part.term));
            }
        }
    }
    all
}

/// How many terms are not understood.
pub(crate) fn unknown(script: &Script) -> usize {
    script.unknown().count()
}

/// The constants to try for a term of this sort, the simplest first.
pub(crate) fn defaults(sort: &Sort) -> Vec<Term> {
    match sort {
        Sort::Bool => vec![Term::bool(true), Term::bool(false)],
        Sort::Int => vec![Term::int(0)],
        Sort::Real => vec![Term::real(0)],
        Sort::String => vec![Term::string(&[])],
        Sort::BitVec(width) => {
            let zeros = "0".repeat(*width as usize);
            let text = format!("#b{zeros}");
            vec![Term::literal_of(TokenKind::Binary, &text, sort.clone())]
        }
        Sort::Float(eb, sb) => vec![Term::theory("+zero", &[*eb, *sb], Vec::new())],
        Sort::RegLan => vec![Term::app("re.none", Vec::new()), Term::app("re.all", Vec::new())],
        Sort::RoundingMode => vec![Term::app("RNE", Vec::new())],
        _ => Vec::new(),
    }
}

/// A name that the script does not have.
pub(crate) fn fresh(script: &Script) -> Symbol {
    let text = script.to_string();
    let name = |n: usize| format!("r{n}");
    let n = (0..).find(|n| !text.contains(&name(*n))).unwrap_or_default();
    Symbol::new(&name(n))
}

/// The script without declarations and definitions that nothing uses, in as many rounds as that
/// takes.
pub(crate) fn tidy(script: &Script) -> Script {
    let names = |command| (command, declared(command), uses(command));
    let mut kept: Vec<_> = script.commands.iter().map(names).collect();
    loop {
        let used: HashSet<Symbol> = kept.iter().flat_map(|(.., uses)| uses).cloned().collect();
        let before = kept.len();
        kept.retain(|(_, declared, _)| {
            declared.as_ref().is_none_or(|names| names.iter().any(|n| used.contains(n)))
        });
        if kept.len() == before {
            let commands = kept.into_iter().map(|(command, ..)| command.clone()).collect();
            return Script { commands };
        }
    }
}

/// The names that a command declares, if that is all it does.
fn declared(command: &Command) -> Option<Vec<Symbol>> {
    if !command.declares() {
        return None;
    }
    let mut names: Vec<Symbol> = command.declared().into_iter().cloned().collect();
    if let Command::Datatypes(sexp, all) = command {
        if all.is_empty() {
            // Not understood: it may declare anything that it says.
            return Some(words(&Tokens::of(sexp.to_string())));
        }
        let constructors = all.iter().flat_map(|datatype| &datatype.constructors);
        names.extend(constructors.map(|c| Symbol::new(&format!("is-{}", c.name.name()))));
    }
    Some(names)
}

/// The names that a command uses, but for where it declares its own.
fn uses(command: &Command) -> HashSet<Symbol> {
    let mut used = HashSet::new();
    // A datatype or function that uses itself alone is not used.
    let recursive = matches!(command, Command::DefineFunsRec(_) | Command::Datatypes(..));
    let mut own = declared(command).unwrap_or_default();
    for name in words(&tokens(command)) {
        match own.iter().position(|own| *own == name) {
            Some(_) if recursive => {}
            // Each other declaration says its name once.
            Some(at) => drop(own.swap_remove(at)),
            None => drop(used.insert(name)),
        }
    }
    used
}

/// The tokens of a command as it was read.
pub(crate) fn tokens(command: &Command) -> Tokens {
    Tokens::of(command.print(Dialect::AsRead))
}

fn words(tokens: &Tokens) -> Vec<Symbol> {
    let words = tokens.iter().filter(|t| matches!(t.kind, TokenKind::Symbol | TokenKind::Quoted));
    words.map(|token| Symbol::spelled(token.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> Script {
        Script::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn what_nothing_uses_goes_and_what_only_that_uses_goes_too() {
        let text = "(declare-sort S 0)(declare-fun f (S) Int)(declare-const s S)\
                    (define-fun g ((x Int)) Int (+ x (f s)))(declare-const y Int)(assert (< y 1))\
                    (declare-datatypes ((T 0)) (((a) (b (c T)))))";
        assert_eq!(tidy(&script(text)).to_string(), "(declare-const y Int)\n(assert (< y 1))\n");
        let used = format!("{text}(assert (= (g y) 0))(assert ((_ is b) a))");
        assert_eq!(tidy(&script(&used)), script(&used));
    }

    #[test]
    fn a_change_puts_terms_in_several_places_and_declares() {
        let script = script("(assert (and (< 1 2) (< 3 4)))(assert true)");
        let part = |at| Place { command: 0, term: 0, at };
        let name = fresh(&script);
        let new = Term::var(name.clone(), Sort::Bool);
        let terms = vec![(part(1), new.clone()), (part(4), Term::bool(false))];
        let change = Change { terms, declared: vec![(name, Sort::Bool)] };
        let text = change.apply(&script).to_string();
        assert_eq!(text, "(declare-fun r0 () Bool)\n(assert (and r0 false))\n(assert true)\n");
    }
}
