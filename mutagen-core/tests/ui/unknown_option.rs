use mutagen_core::Mutate;

#[derive(Mutate)]
#[mutate(defualt = 3)]
struct OnType(u8);

#[derive(Mutate)]
enum OnVariant {
    #[mutate(wieght = 3)]
    A,
}

#[derive(Mutate)]
struct OnField {
    #[mutate(rnage = 1..=2)]
    a: u8,
}

fn main() {}
