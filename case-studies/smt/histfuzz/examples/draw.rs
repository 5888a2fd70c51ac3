//! Writes formulas as HistFuzz draws them. `cargo run -p smt-histfuzz --release --example draw --
//! SEED COUNT FOLDER [SOLVER]`

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use smt_histfuzz::blocks::{Allowed, Blocks};
use smt_histfuzz::build::build;
use smt_histfuzz::choices::{Deck, Modes};
use smt_histfuzz::history::History;
use smt_histfuzz::skeleton::Definitions;
use smt_lang::Dialect;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seed, count, folder, rest @ ..] = &arguments[..] else {
        return Err("usage: draw SEED COUNT FOLDER [SOLVER]".into());
    };
    let dialect = rest.first().map_or(Dialect::AsRead, |solver| Dialect::of_solver(solver));
    let history = History::of_folder(&smt_lang::formulas::folder().join("histfuzz"))?;
    let allowed = Allowed { dialects: vec![dialect], ..Allowed::default() };
    let blocks = Blocks::new(&history, Definitions::Own, &allowed);
    for pool in &blocks.pools {
        eprintln!("{}: {} atoms of {} forms", pool.theory, pool.atoms.len(), pool.by_form.len());
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.parse()?);
    let mut deck = Deck::default();
    let modes = Modes { guided: true, ..Modes::default() };
    for number in 0..count.parse::<usize>()? {
        let choices = deck.draw(&blocks, modes, &mut random);
        let built = build(&blocks, &choices).ok_or("no atoms")?;
        let path = PathBuf::from(folder).join(format!("{number}.smt2"));
        std::fs::write(path, built.script.print(dialect))?;
    }
    Ok(())
}
