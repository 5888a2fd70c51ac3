//! bolero, with the engine that it is built for: its random engine, or libFuzzer if a compiler flag
//! says so.

peers::workloads!(trial::bolero);

fn main() -> Result<(), String> {
    trial::main(property_of)
}
