use mutagen_core::Mutate;

#[derive(Mutate)]
#[mutate(skip)]
struct OnType(u8);

#[derive(Mutate)]
enum OnVariant {
    #[mutate(range = 1..=2)]
    A(u8),
}

#[derive(Mutate)]
struct OnField {
    #[mutate(transparent)]
    a: u8,
}

#[derive(Mutate)]
struct Cell {
    #[mutate(range = 1..=2, cell)]
    a: u8,
}

fn main() {}
