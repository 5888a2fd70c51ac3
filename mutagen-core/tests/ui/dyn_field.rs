use mutagen_core::Mutate;

#[derive(Mutate)]
struct Callback {
    call: Box<dyn Fn(u8) -> u8>,
}

fn main() {}
