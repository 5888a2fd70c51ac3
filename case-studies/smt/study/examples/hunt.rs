//! Runs one experiment and appends its slices to a file. The arguments: SOLVER, `cut` or `whole`,
//! VARIANT, SEED, CPU SECONDS, FILE: `cargo run -p smt-study --release --example hunt -- …`

use smt_solvers::cache::Cache;
use smt_study::hunt::{Hunt, Plan, Releases, Slice};
use smt_study::team::{Team, settings};
use std::error::Error;
use std::io::Write;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [solver, history, variant, seed, budget, out] = &arguments[..] else {
        return Err("usage: hunt SOLVER cut|whole VARIANT SEED CPU_SECONDS OUT".into());
    };
    let plan = Plan {
        solver: solver.clone(),
        is_cut: history == "cut",
        variant: variant.parse()?,
        seed: seed.parse()?,
    };
    let path = Path::new(out);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let rows: Vec<Slice> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let rows: Vec<Slice> = rows.into_iter().filter(|row| row.plan == plan).collect();
    let cache = Cache::of_user()?;
    let mut names = vec![solver.clone()];
    names.extend(["z3-5.4.1", "cvc5-1.4.2", "yices-2.6.5"].map(str::to_owned));
    let limits = settings(1, 2_000_000);
    let mut team = Team::named(&cache, &names, limits.clone())?;
    let blocks = plan.blocks(&smt_lang::formulas::folder(), &mut team)?;
    for pool in &blocks.pools {
        eprintln!("{}: {} atoms of {} forms", pool.theory, pool.atoms.len(), pool.by_form.len());
    }
    eprintln!("{} skeletons, {} rules", blocks.skeletons.len(), blocks.mined.rules.len());
    let releases = Releases::after(&cache, solver, settings(2, 4_000_000))?;
    let folder = path.with_extension("findings");
    let mut hunt = Hunt::new(plan, team, blocks, releases, folder, &rows)?;
    let budget: f64 = budget.parse()?;
    let mut file = std::fs::File::options().append(true).create(true).open(path)?;
    while hunt.spent() < budget {
        let slice = hunt.slice(50)?;
        eprintln!(
            "{:.0} s: {} comparable, {} errors, {} limits, {} unknown, {} found, traced {:.0} s",
            hunt.spent(),
            slice.comparable,
            slice.errors,
            slice.limits,
            slice.unknown,
            slice.found.len(),
            slice.traced,
        );
        writeln!(file, "{}", serde_json::to_string(&slice)?)?;
    }
    Ok(())
}
