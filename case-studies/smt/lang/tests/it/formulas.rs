//! All formulas of the study. They are not in the repository: `SMT_FORMULAS` names their folder, or
//! it is `shared/smt` beside the repository. Where it is missing, these tests say so and pass.

use smt_lang::{Dialect, Limits, Model, Script, Sexp, Token, TokenKind, Tokens};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The folder, if it is there.
fn folder() -> Option<PathBuf> {
    let folder = smt_lang::formulas::folder();
    if !folder.join("files.tsv").is_file() {
        println!("no formulas in {}: set SMT_FORMULAS to their folder", folder.display());
        return None;
    }
    Some(folder)
}

/// Calls `f` with the name and text of each formula.
pub fn each(mut f: impl FnMut(&str, &[u8])) {
    let Some(folder) = folder() else { return };
    let files = fs::read_to_string(folder.join("files.tsv")).unwrap();
    let names: Vec<&str> =
        files.lines().skip(1).map(|line| line.split('\t').next().unwrap()).collect();
    assert!(names.len() > 9000, "{}", names.len());
    for name in names {
        f(name, &fs::read(folder.join(name)).unwrap());
    }
}

/// A token to compare: bars around a name that needs none do not count.
fn key(token: Token<'_>) -> (TokenKind, String) {
    (token.kind, token.text.to_owned())
}

/// Each formula printed has the tokens that were read, comments included, and read again gives the
/// same tree; also those that are no lists of S-expressions.
#[test]
fn tokens_survive() {
    each(|name, text| {
        let tokens = Tokens::of(str::from_utf8(text).unwrap());
        let again = Tokens::of(tokens.to_string());
        assert_eq!(tokens, again, "{name}");
        assert_eq!(Sexp::of_tokens(&tokens), Sexp::of_tokens(&again), "{name}");
        assert_eq!(tokens.to_string(), again.to_string(), "{name}");
    });
}

/// Commands and terms lose nothing either, but comments.
#[test]
fn commands_and_terms_survive() {
    let mut refused = Vec::new();
    each(|name, text| {
        let script = match Script::read(text) {
            Ok(script) => script,
            Err(error) => return refused.push(format!("{name}: {error}")),
        };
        let tokens = Tokens::read(text, Limits::default()).unwrap();
        let before = tokens.iter().filter(|token| token.kind != TokenKind::Comment).map(key);
        let printed = Tokens::of(script.to_string());
        let printed: Vec<_> = printed.iter().map(key).collect();
        assert!(before.eq(printed), "{name}");
        assert_eq!(script, script.resolved(), "{name}");
    });
    // Tests of parsers: a text that is cut, a `)` too many, a control character.
    assert!(refused.len() <= 170, "{refused:#?}");
}

/// The formulas in which a term has no sort are those that are listed. Of those that a solver
/// takes, they are less than a twentieth.
#[test]
fn formulas_without_all_sorts_are_listed() {
    const TAKEN: usize = 8994;
    let list = include_str!("../../../../../docs/results/smt/sorts.tsv");
    let rows = list.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let listed: BTreeMap<&str, bool> = rows.map(|row| (row[0], row[1] != "-")).collect();
    let taken = listed.values().filter(|taken| **taken).count();
    assert!(taken * 20 <= TAKEN, "{taken} of {TAKEN}");
    let mut wrong = Vec::new();
    each(|name, text| {
        let all = Script::read(text).is_ok_and(|script| script.unknown().next().is_none());
        if all == listed.contains_key(name) {
            wrong.push(name.to_owned());
        }
    });
    assert!(wrong.is_empty(), "listed or not, wrongly: {wrong:#?}");
}

/// What is printed for a solver is read again as the same, so that printing it once more changes
/// nothing.
#[test]
fn dialects_settle() {
    each(|name, text| {
        let Ok(script) = Script::read(text) else { return };
        for dialect in Dialect::ALL {
            let once = script.print(dialect);
            // The escapes of the oldest z3 mean other characters to SMT-LIB.
            if dialect == Dialect::Z3To488 && once.contains('\\') {
                continue;
            }
            let again = Script::read(once.as_bytes()).unwrap().print(dialect);
            assert_eq!(once, again, "{name} for {dialect:?}");
        }
    });
}

/// Formulas with tokens lost, doubled and exchanged: whatever comes of them is read, printed for
/// each solver and evaluated without a panic.
#[test]
fn mangled_formulas_are_no_problem() {
    let mut state = 35_u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % n.max(1)
    };
    let mut count = 0;
    each(|_, text| {
        count += 1;
        if count % 8 != 0 {
            return;
        }
        let tokens = Tokens::of(str::from_utf8(text).unwrap());
        let mut words: Vec<&str> = tokens.iter().map(|token| token.text).collect();
        for _ in 0..1 + words.len() / 20 {
            let (a, b) = (below(words.len()), below(words.len()));
            match below(3) {
                0 => drop(words.remove(a)),
                1 => words.insert(a, words[b]),
                _ => words.swap(a, b),
            }
        }
        let mangled = Tokens::of(words.join("\n"));
        let script = Script::of_sexps(&Sexp::of_tokens(&mangled));
        for dialect in Dialect::ALL {
            script.print(dialect);
            script.lacking(dialect);
        }
        if let Some(check) = script.check(0) {
            let mut model = Model::new(&check.scope);
            check.complete(&mut model);
            check.holds(&model);
        }
        assert_eq!(script.resolved().commands.len(), script.commands.len());
    });
}
