//! quickcheck: generated tests of a constant size, without mutation.

use peers::trial;

peers::workloads!(peers::quickcheck);

fn main() -> Result<(), String> {
    trial::main(property_of)
}
