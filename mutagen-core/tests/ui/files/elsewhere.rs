#[operation(commutative)]
fn add(a: u8, b: u8) -> u8 {
    a + b
}
