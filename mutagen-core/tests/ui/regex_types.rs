use mutagen_core::Mutate;

#[derive(Mutate)]
struct Number {
    #[mutate(regex = "[0-9]{1,3}")]
    a: u32,
}

type Alias = Vec<u8>;

#[derive(Mutate)]
struct Hidden {
    #[mutate(regex = "[0-9]{1,3}")]
    a: Alias,
}

fn main() {}
