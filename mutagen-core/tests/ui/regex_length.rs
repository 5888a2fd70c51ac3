use mutagen_core::Mutate;

const LONGEST: usize = 3;

#[derive(Mutate)]
struct ShorterThanShortest {
    #[mutate(regex = "é{2,9}", max_len = LONGEST)]
    a: Vec<u8>,
}

fn main() {}
