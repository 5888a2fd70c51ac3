//! The parser `yaspar`, strict on SMT-LIB 2.7, as a second opinion:
//! `cargo test -p smt-lang --features yaspar`.

use crate::formulas::each;
use smt_lang::Script;
use yaspar::action::UnitAction;
use yaspar::smtlib2::ScriptParser;
use yaspar::tokenize_str;

/// Each formula that yaspar parses has as many commands here, all of them understood but those that
/// this crate has no use for; and what is printed as SMT-LIB parses again.
#[test]
fn yaspar_counts_the_same_commands() {
    let parser = ScriptParser::new();
    let parse = |text: &str| {
        parser.parse(&mut UnitAction, tokenize_str(text, false)).ok().map(|all| all.len())
    };
    let (mut all, mut parsed) = (0, 0);
    each(|name, text| {
        all += 1;
        let text = str::from_utf8(text).unwrap();
        let Some(commands) = parse(text) else { return };
        parsed += 1;
        let script = Script::read(text.as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(script.commands.len(), commands, "{name}");
        let again = script.to_string();
        assert_eq!(parse(&again), Some(commands), "{name}: {again}");
    });
    // A quarter of the formulas are in a dialect.
    assert!(all == 0 || parsed * 10 > all * 7, "{parsed} of {all}");
    println!("yaspar parses {parsed} of {all}");
}
