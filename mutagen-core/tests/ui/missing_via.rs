use mutagen_core::Mutate;

#[derive(Mutate)]
#[mutate(via = (u8, u8))]
struct Time(u16);

#[derive(Mutate)]
#[mutate(via = "u8")]
struct InQuotes(u8);

fn main() {}
