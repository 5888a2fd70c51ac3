//! What runs through a whole script: widths, sorts that it declares, names.

use crate::candidate::tokens;
use crate::reducer::Reducer;
use smt_lang::{Command, Declaration, Limits, Script, Sexp, Symbol, TokenKind};
use std::collections::{BTreeSet, HashMap};

/// Narrows bit-vectors, and puts Int or Bool for sorts that are declared.
pub(crate) fn shrink<C, E>(reducer: &mut Reducer<C>) -> Result<(), E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    let sorts = reducer.script().commands.iter().filter_map(|command| match command {
        Command::DeclareSort(name, None | Some(0)) => Some(name.clone()),
        _ => None,
    });
    for sort in sorts.collect::<Vec<Symbol>>() {
        for new in ["Int", "Bool"] {
            let commands = reducer.script().commands.iter();
            let rest =
                commands.filter(|c| !matches!(c, Command::DeclareSort(name, _) if *name == sort));
            let script = Script { commands: rest.cloned().collect() };
            let renamed = renamed(&script, &HashMap::from([(sort.clone(), new.to_owned())]));
            if let Some(candidate) = renamed
                && reducer.accepts(candidate)?
            {
                break;
            }
        }
    }
    for width in widths(reducer.script()) {
        for new in [1, 2, 4, 8, width / 2] {
            if new < width
                && new > 0
                && let Some(candidate) = narrowed(reducer.script(), width, new)
                && reducer.accepts(candidate)?
            {
                break;
            }
        }
    }
    Ok(())
}

/// Gives all declared names the shortest names, and constants the shortest declaration.
pub(crate) fn rename<C, E>(reducer: &mut Reducer<C>) -> Result<(), E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    let text = reducer.script().to_string();
    let mut short = short_names();
    let mut names: HashMap<Symbol, String> = HashMap::new();
    for command in &reducer.script().commands {
        let name = match command {
            Command::Declare(d) => &d.name,
            Command::Define(d) => &d.name,
            _ => continue,
        };
        if name.text().len() > 1 && !names.contains_key(name) {
            // A name that occurs anywhere may mean something else there.
            let free = short.find(|short| !has_word(&text, short));
            names.extend(free.map(|short| (name.clone(), short)));
        }
    }
    names.retain(|name, short| short.len() < name.text().len());
    let shorter = Script { commands: reducer.script().commands.iter().map(shorter).collect() };
    if names.is_empty() && shorter == *reducer.script() {
        return Ok(());
    }
    for script in [&shorter, &reducer.script().clone()] {
        if let Some(candidate) = renamed(script, &names)
            && reducer.accepts(candidate)?
        {
            break;
        }
    }
    Ok(())
}

/// A declaration of a constant without its empty list of arguments.
fn shorter(command: &Command) -> Command {
    match command {
        Command::Declare(d) if d.arguments.is_empty() => {
            Command::Declare(Declaration { is_const: true, ..d.clone() })
        }
        other => other.clone(),
    }
}

fn short_names() -> impl Iterator<Item = String> {
    let letters = || ('a'..='z').chain('A'..='Z');
    let two = letters().flat_map(move |a| ('a'..='z').map(move |b| format!("{a}{b}")));
    letters().map(String::from).chain(two)
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    text.split(|c| !is_part(c)).any(|other| other == word)
}

/// The script with other words for these.
fn renamed(script: &Script, names: &HashMap<Symbol, String>) -> Option<Script> {
    let change = |sexp: &Sexp| Some(Sexp::word(names.get(&sexp.any_symbol()?)?));
    rewritten(script, &change)
}

/// The script with each part for which `change` gives another one.
fn rewritten(script: &Script, change: &impl Fn(&Sexp) -> Option<Sexp>) -> Option<Script> {
    let sexps = Sexp::read_all(script.to_string().as_bytes(), Limits::default()).ok()?;
    // Lists nest no deeper than the limit of the reader; a stack of ours would be no shorter.
    let mut done: Vec<Sexp> = Vec::new();
    enum Task<'a> {
        Down(&'a Sexp),
        List(usize),
    }
    let mut todo: Vec<Task<'_>> = sexps.iter().rev().map(Task::Down).collect();
    while let Some(task) = todo.pop() {
        match task {
            Task::List(length) => {
                let items = done.split_off(done.len() - length);
                done.push(Sexp::new_list(items));
            }
            Task::Down(sexp) => match (change(sexp), sexp.list()) {
                (Some(new), _) => done.push(new),
                (None, Some(items)) => {
                    todo.push(Task::List(items.len()));
                    todo.extend(items.iter().rev().map(Task::Down));
                }
                (None, None) => done.push(sexp.clone()),
            },
        }
    }
    Some(Script::of_sexps(&done))
}

/// The widths of bit-vectors that are spelled out, the largest first.
fn widths(script: &Script) -> Vec<u32> {
    let mut all = BTreeSet::new();
    for command in &script.commands {
        let text = tokens(command);
        let words: Vec<&str> = text.iter().map(|t| t.text).collect();
        let pairs = words.windows(2).filter(|pair| pair[0] == "BitVec");
        all.extend(pairs.filter_map(|pair| pair[1].parse::<u32>().ok()));
    }
    all.into_iter().rev().collect()
}

/// The script with bit-vectors of one width made narrower: sorts and constants.
fn narrowed(script: &Script, width: u32, new: u32) -> Option<Script> {
    let number = |sexp: &Sexp| sexp.numeral() == Some(width);
    let change = |sexp: &Sexp| -> Option<Sexp> {
        if let Some([under, name, of]) = sexp.list()
            && under.symbol() == Some("_")
            && number(of)
        {
            let head = name.symbol()?;
            let name = match head.strip_prefix("bv").and_then(|n| n.parse::<u128>().ok()) {
                Some(value) => format!("bv{}", value & (1_u128 << new.min(127)).wrapping_sub(1)),
                None if head == "BitVec" => head.to_owned(),
                None => return None,
            };
            return Some(Sexp::new_list(vec![under.clone(), Sexp::word(&name), Sexp::number(new)]));
        }
        let digits: String = match (sexp.of_kind(TokenKind::Binary), sexp.of_kind(TokenKind::Hex)) {
            (Some(text), _) => text[2..].to_owned(),
            (_, Some(text)) => {
                let digits = text[2..].chars().filter_map(|digit| digit.to_digit(16));
                digits.map(|digit| format!("{digit:04b}")).collect()
            }
            _ => return None,
        };
        (digits.len() == width as usize).then(|| {
            let low = &digits[digits.len() - new as usize..];
            Sexp::atom(TokenKind::Binary, &format!("#b{low}"))
        })
    };
    rewritten(script, &change)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_narrowed_in_sorts_and_constants() {
        let text =
            b"(declare-const x (_ BitVec 8))(assert (= x #x1f (_ bv7 8) ((_ zero_extend 4) #xf)))";
        let script = Script::read(text).unwrap();
        assert_eq!(widths(&script), [8]);
        let new = narrowed(&script, 8, 2).unwrap().to_string();
        assert_eq!(
            new,
            "(declare-const x (_ BitVec 2))\n\
             (assert (= x #b11 (_ bv3 2) ((_ zero_extend 4) #xf)))\n"
        );
    }

    #[test]
    fn names_are_renamed_everywhere() {
        let script = Script::read(b"(declare-const foo Int)(assert (< foo |foo| 1))").unwrap();
        let names = HashMap::from([(Symbol::new("foo"), "a".to_owned())]);
        let text = renamed(&script, &names).unwrap().to_string();
        assert_eq!(text, "(declare-const a Int)\n(assert (< a a 1))\n");
    }
}
