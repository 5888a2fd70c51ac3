use mutagen_core::Mutate;

#[derive(Mutate)]
struct HalfOpen {
    #[mutate(range = 1..2)]
    a: u8,
}

#[derive(Mutate)]
#[mutate(transparent)]
struct Two(u8, u8);

#[derive(Mutate)]
enum Weights {
    #[mutate(weight = -1)]
    A,
}

#[derive(Mutate)]
enum TooHeavy {
    #[mutate(weight = 4294967296)]
    A,
}

#[derive(Mutate)]
enum InWords {
    #[mutate(weight = "heavy")]
    A,
}

#[derive(Mutate)]
enum SkippedByText {
    #[mutate(skip = "always")]
    A,
    B,
}

#[derive(Mutate)]
struct OneNumber {
    #[mutate(range = 3)]
    a: u8,
}

#[derive(Mutate)]
struct NegativeLength {
    #[mutate(max_len = -1)]
    a: String,
}

#[derive(Mutate)]
#[mutate(crate = "mutagen")]
struct InQuotes;

fn main() {}
