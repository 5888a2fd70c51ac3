use mutagen_core::Mutate;

#[derive(Mutate)]
struct Unclosed {
    #[mutate(regex = "a(b")]
    a: String,
}

#[derive(Mutate)]
struct NoText {
    #[mutate(regex = "x[a&&b]")]
    a: String,
}

#[derive(Mutate)]
struct Unbounded {
    #[mutate(regex = "a*")]
    a: String,
}

#[derive(Mutate)]
struct InsideUnbounded {
    #[mutate(regex = "(a{1,3}|.+){2}")]
    a: Vec<u8>,
}

#[derive(Mutate)]
struct Boundary {
    #[mutate(regex = r"\bfoo")]
    a: String,
}

#[derive(Mutate)]
struct AnchorInside {
    #[mutate(regex = "a^b")]
    a: String,
}

#[derive(Mutate)]
struct NoUtf8 {
    #[mutate(regex = r"(?-u)\xff")]
    a: String,
}

#[derive(Mutate)]
struct TooLong {
    #[mutate(regex = "a{70000}")]
    a: String,
}

#[derive(Mutate)]
struct TwoRules {
    #[mutate(regex = "[a-z]", range = 'a'..='z')]
    a: char,
}

#[derive(Mutate)]
struct Fixed {
    #[mutate(fixed, regex = "[a-z]")]
    a: String,
}

const PATTERN: &str = "a";

#[derive(Mutate)]
struct Named {
    #[mutate(regex = PATTERN)]
    a: String,
}

#[derive(Mutate)]
struct ShorterThanShortest {
    #[mutate(regex = "[a-z]{4,9}", max_len = 3)]
    a: String,
}

fn main() {}
