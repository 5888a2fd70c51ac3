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

fn main() {}
