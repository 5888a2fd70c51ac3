use mutagen_core::Mutate;

#[derive(Mutate)]
struct Name {
    text: &'static str,
}

#[derive(Mutate)]
struct Borrowed<'a> {
    text: std::borrow::Cow<'a, str>,
}

fn main() {}
