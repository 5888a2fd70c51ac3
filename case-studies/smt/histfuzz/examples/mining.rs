//! Prints what mining a folder of formulas gives, by both sets of definitions.
//! `cargo run -p smt-histfuzz --release --example mining [FOLDER]`

use smt_histfuzz::history::{Cut, History};
use smt_histfuzz::mine::{Mined, Thresholds};
use smt_histfuzz::skeleton::Definitions;
use std::process::ExitCode;

fn main() -> ExitCode {
    let default = || smt_lang::formulas::folder().join("histfuzz");
    let folder = std::env::args_os().nth(1).map_or_else(default, Into::into);
    let history = match History::of_folder(&folder) {
        Ok(history) => history,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    for (name, unread) in &history.unread {
        eprintln!("left out: {name}: {unread}");
    }
    println!(
        "| | definitions | formulas | skeletons | more than once | formulas with atoms | atoms \
         | forms | rules at 5 | at 9 | at 10 |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for (cut, part) in [("whole", Cut::Whole), ("cut", Cut::OLD)] {
        let history = history.cut(part);
        for definitions in [Definitions::Published, Definitions::Own] {
            let mut mined = Mined::new(&history, definitions, Thresholds::default());
            let rules = [5, 9, 10].map(|support| {
                mined.learn(Thresholds { support, ..Thresholds::default() });
                mined.rules.len().to_string()
            });
            println!(
                "| {cut} | {definitions:?} | {} | {} | {} | {} | {} | {} | {} |",
                history.formulas.len(),
                mined.skeletons.len(),
                mined.repeated(),
                mined.with_atoms,
                mined.atoms,
                mined.forms.len(),
                rules.join(" | ")
            );
        }
    }
    ExitCode::SUCCESS
}
