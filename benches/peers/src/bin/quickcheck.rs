//! quickcheck: generated tests of a constant size, without mutation.

peers::workloads!(trial::quickcheck);

fn main() -> Result<(), String> {
    trial::main(property_of)
}
