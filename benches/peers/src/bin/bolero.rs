//! bolero, with the engine that it is built for: its random engine, or libFuzzer if a compiler flag
//! says so.

use peers::trial;

peers::workloads!(peers::bolero);

fn main() -> Result<(), String> {
    trial::main(property_of)
}
