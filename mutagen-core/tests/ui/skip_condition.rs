use mutagen_core::Mutate;

static LEVEL: u8 = 3;

#[derive(Mutate)]
enum SkippedByANumber {
    #[mutate(skip = LEVEL + 1)]
    A,
    B,
}

fn main() {}
