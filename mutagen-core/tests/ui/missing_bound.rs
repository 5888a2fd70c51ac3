use mutagen_core::Mutate;

struct Opaque;

#[derive(Mutate)]
struct Holder {
    inside: Opaque,
}

fn main() {}
