//! Names that are unique over a history: what a formula declares is renamed before it is taken
//! apart. New names tell nothing about the formula.

use crate::history::Formula;
use smt_lang::{Command, ReadError, Script, Symbol, TokenKind, Tokens};
use std::collections::{HashMap, HashSet};

/// The formula with every name that it declares replaced by one with its number.
///
/// # Errors
///
/// As [`Script::read`].
pub(crate) fn unique(formula: &Formula, number: usize) -> Result<Formula, ReadError> {
    let mut names: HashMap<Symbol, String> = HashMap::new();
    let declared = |command| Command::declared(command).into_iter().map(move |n| (command, n));
    for (command, name) in formula.script.commands.iter().flat_map(declared) {
        let next = names.len();
        let letter = match command {
            Command::Declare(_) => 'f',
            Command::DeclareSort(..) | Command::DefineSort(..) => 'S',
            _ => 'd',
        };
        names.entry(name.clone()).or_insert_with(|| format!("{letter}{number}_{next}"));
    }
    let mut text = String::with_capacity(formula.text.len());
    for token in Tokens::of(formula.text.clone()).iter() {
        let is_name = matches!(token.kind, TokenKind::Symbol | TokenKind::Quoted);
        let symbol = Symbol::spelled(token.text);
        match names.get(&symbol).filter(|_| is_name) {
            Some(new) => text.push_str(new),
            None => match tester(&symbol, &names).filter(|_| is_name) {
                Some(new) => text.push_str(&new),
                None if token.kind == TokenKind::Comment => {}
                None => text.push_str(token.text),
            },
        }
        text.push('\n');
    }
    Formula::read(&formula.name, &text)
}

fn tester(symbol: &Symbol, names: &HashMap<Symbol, String>) -> Option<String> {
    let constructor = symbol.name().strip_prefix("is-")?;
    names.get(&Symbol::new(constructor)).map(|new| format!("is-{new}"))
}

/// For each name that is no plain constant, and for constants that a definition uses, the first
/// command that declares or defines it; and the names that several commands declare.
pub(crate) fn owners(script: &Script) -> (HashMap<Symbol, usize>, HashSet<Symbol>) {
    let bodies = script
        .commands
        .iter()
        .filter(|command| matches!(command, Command::Define(_) | Command::DefineFunsRec(_)));
    let used: HashSet<Symbol> =
        bodies.flat_map(Command::terms).flat_map(|body| body.free_names().into_keys()).collect();
    let (mut owners, mut several) = (HashMap::new(), HashSet::new());
    for (at, command) in script.commands.iter().enumerate() {
        if let Command::Declare(declaration) = command
            && declaration.arguments.is_empty()
            && !used.contains(&declaration.name)
        {
            continue;
        }
        for name in command.declared() {
            if *owners.entry(name.clone()).or_insert(at) != at {
                several.insert(name.clone());
            }
        }
    }
    (owners, several)
}
