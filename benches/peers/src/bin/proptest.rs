//! proptest: generated tests, each as a value tree that supports shrinking.

peers::workloads!(trial::proptest);

fn main() -> Result<(), String> {
    trial::main(property_of)
}
