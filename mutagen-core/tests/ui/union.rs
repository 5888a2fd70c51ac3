use mutagen_core::Mutate;

#[derive(Mutate)]
union Bits {
    float: f32,
    whole: u32,
}

fn main() {}
