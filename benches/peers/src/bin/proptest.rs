//! proptest: generated tests, each as a value tree that supports shrinking.

use peers::trial;

peers::workloads!(peers::proptest);

fn main() -> Result<(), String> {
    trial::main(property_of)
}
