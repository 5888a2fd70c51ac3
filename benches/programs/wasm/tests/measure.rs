//! The validator and modules prepared for it, for the driver.

use measured::Program;
use measured_wasm::{is_valid, module};
use mutagen_core::Outcome;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::value::node::Node;

fn call(value: &dyn Node) -> Outcome {
    match value.downcast_ref::<(Vec<u8>,)>() {
        Some((bytes,)) => is_valid(bytes),
        None => panic!("the value was made for another property"),
    }
}

fn main() {
    let property = Property::new::<(Vec<u8>,)>(
        "wasm",
        &["bytes"],
        |(bytes,), window| {
            window.open();
            is_valid(bytes)
        },
        |(bytes,)| vec![bytes],
    );
    let value = |number| {
        let value: Box<dyn Node> = Box::new((module(number),));
        value
    };
    let (values, parents) = ((0..64).map(value).collect(), (0..4).map(value).collect());
    measured::serve(Program { property, call, values, parents });
}
