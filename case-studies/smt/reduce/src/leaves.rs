//! Constants and variables.

use crate::candidate::{Change, Place, defaults, places};
use crate::reducer::Reducer;
use smt_lang::{Command, Script, Sort, Symbol, Term, TokenKind, strings};
use std::collections::HashMap;

/// Makes constants small, and variables constants or one variable.
pub(crate) fn shrink<C, E>(reducer: &mut Reducer<C>) -> Result<(), E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    variables(reducer)?;
    let mut n = 0;
    while let Some((place, term)) = literals(reducer.script()).get(n).cloned()
        && !reducer.is_over()
    {
        let mut taken = false;
        for new in simpler(&term) {
            let candidate = Change::one(place, new).apply(reducer.script());
            if reducer.accepts(candidate)? {
                taken = true;
                break;
            }
        }
        n += usize::from(!taken);
    }
    Ok(())
}

/// The constants that are declared.
fn declared(script: &Script) -> Vec<(Symbol, Sort)> {
    let constants = script.commands.iter().filter_map(|command| match command {
        Command::Declare(d) if d.arguments.is_empty() => {
            Some((d.name.clone(), d.result.sort.clone()))
        }
        _ => None,
    });
    constants.collect()
}

/// Each variable becomes the first constant of its sort for which the check holds, or an earlier
/// variable of its sort.
fn variables<C, E>(reducer: &mut Reducer<C>) -> Result<(), E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    let mut n = 0;
    while let Some((name, sort)) = declared(reducer.script()).get(n).cloned()
        && !reducer.is_over()
    {
        let earlier = declared(reducer.script()).into_iter().take(n).filter(|(_, s)| *s == sort);
        let earlier = earlier.map(|(name, sort)| Term::var(name, sort));
        let news: Vec<Term> = defaults(&sort).into_iter().chain(earlier).collect();
        let mut taken = false;
        for new in news {
            let terms = HashMap::from([(name.clone(), new)]);
            let commands = reducer.script().commands.iter();
            let commands = commands.map(|c| c.map_terms(|term| term.substitute(&terms)));
            let candidate = Script { commands: commands.collect() };
            if reducer.accepts(candidate)? {
                taken = true;
                break;
            }
        }
        n += usize::from(!taken || declared(reducer.script()).get(n).is_some_and(|d| d.0 == name));
    }
    Ok(())
}

fn literals(script: &Script) -> Vec<(Place, Term)> {
    let places = places(script).into_iter();
    let literals = places.filter(|(_, _, term)| {
        term.children().is_empty() && defaults(term.sort()).iter().all(|new| new != *term)
    });
    literals.map(|(place, _, term)| (place, term.clone())).collect()
}

/// What a literal can become: the constant of its sort, or a smaller one.
fn simpler(term: &Term) -> Vec<Term> {
    let mut all: Vec<Term> = Vec::new();
    if term.variable().is_some() {
        // Single occurrences: all of them at once were tried before.
        return defaults(term.sort()).into_iter().take(1).collect();
    }
    all.extend(defaults(term.sort()).into_iter().take(1));
    if let Some(digits) = term.literal(TokenKind::Numeral) {
        let whole = |n: u64| {
            let text = n.to_string();
            Term::literal_of(TokenKind::Numeral, &text, term.sort().clone())
        };
        match digits.parse::<u64>() {
            Ok(n) => all.extend([0, 1, 2, n / 2, n.saturating_sub(1)].map(whole)),
            Err(_) => {
                let half = &digits[..digits.len() / 2];
                all.push(Term::literal_of(TokenKind::Numeral, half, term.sort().clone()));
            }
        }
        all.retain(|new| {
            new.literal(TokenKind::Numeral).is_none_or(|text| {
                text.len() < digits.len() || text.len() == digits.len() && text < digits
            })
        });
    }
    if let Some(text) = term.literal(TokenKind::Decimal) {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        if fraction.bytes().any(|b| b != b'0') {
            all.push(Term::real(whole));
            let shorter = format!("{whole}.{}", &fraction[..fraction.len().div_ceil(2)]);
            all.push(Term::literal_of(TokenKind::Decimal, &shorter, Sort::Real));
        }
        if let Ok(n) = whole.parse::<u64>().map(|n| [1, n / 2]) {
            all.extend(n.map(Term::real));
        }
        all.retain(|new| new.literal(TokenKind::Decimal).is_some_and(|new| smaller(new, text)));
    }
    if let Some(text) = term.literal(TokenKind::String) {
        let characters = strings::read(text, strings::Escapes::Standard);
        let half = characters.len() / 2;
        if half > 0 {
            all.extend([&characters[..half], &characters[half..]].map(Term::string));
        }
        if characters.len() <= 12 {
            for n in 0..characters.len() {
                let mut less = characters.clone();
                less.remove(n);
                all.push(Term::string(&less));
            }
        }
    }
    all.retain(|new| new != term);
    all
}

/// Whether a decimal is shorter, or as long and less.
fn smaller(new: &str, old: &str) -> bool {
    new.len() < old.len() || new.len() == old.len() && new < old
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_become_smaller_and_never_larger() {
        let texts = |term: Term| simpler(&term).iter().map(Term::to_string).collect::<Vec<_>>();
        assert_eq!(texts(Term::int(9)), ["0", "0", "1", "2", "4", "8"]);
        assert_eq!(texts(Term::int(1)), ["0", "0", "0", "0"]);
        let string = texts(Term::string(&[97, 98]));
        assert_eq!(string, ["\"\"", "\"a\"", "\"b\"", "\"b\"", "\"a\""]);
        let decimal = Term::literal_of(TokenKind::Decimal, "0.125", Sort::Real);
        assert_eq!(texts(decimal), ["0.0", "0.0", "0.12", "1.0", "0.0"]);
    }
}
