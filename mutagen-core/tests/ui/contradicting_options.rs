use mutagen_core::Mutate;

#[derive(Mutate)]
struct Twice {
    #[mutate(default = 1, default = 2)]
    a: u8,
}

#[derive(Mutate)]
struct TwoRules {
    #[mutate(range = 1..=2, max_len = 3)]
    a: u8,
}

#[derive(Mutate)]
struct FixedRange {
    #[mutate(fixed, range = 1..=2)]
    a: u8,
}

#[derive(Mutate)]
enum Both {
    #[mutate(skip, weight = 2)]
    A,
    B,
}

#[derive(Mutate)]
enum ConditionAndWeight {
    #[mutate(weight = 2, skip = is_old())]
    A,
    B,
}

#[derive(Mutate)]
enum SkippedTwice {
    #[mutate(skip, skip = is_old())]
    A,
    B,
}

fn is_old() -> bool {
    true
}

#[derive(Mutate)]
#[mutate(via = u8, transparent)]
struct ViaTransparent(u8);

#[derive(Mutate)]
#[mutate(default = ViaDefault(1), via = u8)]
struct ViaDefault(u8);

#[derive(Mutate)]
#[mutate(via = u8)]
struct ViaFields {
    #[mutate(fixed)]
    a: u8,
}

#[derive(Mutate)]
#[mutate(via = u8)]
enum ViaVariants {
    #[mutate(skip)]
    A,
}

fn main() {}
