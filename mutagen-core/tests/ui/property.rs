use mutagen_core::property;

#[property]
fn mutable(x: &mut u8) -> bool {
    *x > 0
}

#[property]
fn generic<T>(x: T) -> bool {
    true
}

#[property]
async fn asynchronous(x: u8) -> bool {
    x > 0
}

#[property(times = 3)]
fn with_options(x: u8) -> bool {
    x > 0
}

#[property(before = main, before = main)]
fn with_one_option_twice(x: u8) -> bool {
    x > 0
}

#[property(crate = "mutagen")]
fn with_a_text_as_a_path(x: u8) -> bool {
    x > 0
}

#[property(silence = "trap")]
fn with_a_kind_without_brackets(x: u8) -> bool {
    x > 0
}

#[property(silence = ["trap"], silence = ["value"])]
fn with_kinds_twice(x: u8) -> bool {
    x > 0
}

fn main() {}
