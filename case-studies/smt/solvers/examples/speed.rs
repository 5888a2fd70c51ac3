//! What a trivial formula costs z3 in each of the ways to ask: a process, a child that lives on,
//! the library in this process. CPU time of the solver, the mean of so many formulas.
//!
//! ```console
//! $ cargo run -p smt-solvers --release --example speed -- z3-4.8.5 200
//! ```

use smt_solvers::cache::Cache;
use smt_solvers::driver::{Executable, Host, Library, cost};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "z3-4.8.5".to_owned());
    let formulas: u32 = arguments.next().map_or(Ok(200), |number| number.parse())?;
    let solver = Cache::of_user()?.solver(&name)?;
    let process = cost(&mut Executable::new(&solver)?, formulas)?;
    let host = cost(&mut Host::new(&solver)?, formulas)?;
    let library = cost(&mut Library::load(&solver)?, formulas)?;
    println!("{name}, mean of {formulas} formulas:");
    for (way, cpu) in [("process", process), ("child", host), ("library", library)] {
        let times = process.as_secs_f64() / cpu.as_secs_f64();
        println!("{way:<8} {:>7.3} ms  {times:>5.1} times a process", cpu.as_secs_f64() * 1e3);
    }
    Ok(())
}
