//! The shrinking challenge with another tool: its executable `shrink-TOOL` generates values until
//! one fails, lets the tool shrink it, and prints a line of JSON for each seed.
//! [`choose_challenge!`](crate::choose_challenge!) has the properties, each with the types that a
//! tool generates.

use mutagen_core::internal::search::shrink::Rank;
use mutagen_core::{Mutate, Outcome, text};
use serde_json::json;
use std::cell::RefCell;

/// The stack of the testing thread. Some tools recurse for each step of shrinking.
const STACK: usize = 1 << 30;

/// What has happened with the present seed.
#[derive(Default)]
struct Calls {
    /// The number of nodes of the first failing value.
    nodes: Option<u64>,
    /// Calls of the property after that.
    evaluations: u64,
    /// The last failing value.
    end: Option<String>,
}

thread_local! {
    static CALLS: RefCell<Calls> = RefCell::default();
}

/// Calls a property for the tool, and takes note of the outcome. All tools that take part go on
/// from the last candidate that failed, which is the end when they are done.
pub fn call<T: Mutate>(property: fn(&T) -> Outcome, value: &T) -> Outcome {
    let outcome = property(value);
    CALLS.with_borrow_mut(|calls| {
        calls.evaluations += u64::from(calls.nodes.is_some());
        if matches!(outcome, Outcome::Failed(_)) {
            let node = Mutate::node(value);
            calls.nodes.get_or_insert_with(|| Rank::of(node).nodes);
            calls.end = Some(text::print(node));
        }
    });
    outcome
}

/// Tests a property with a seed and at most so many tests.
pub type Test = Box<dyn Fn(u64, u64) + Send>;

/// Runs the tool with the seeds from 0. The arguments of the process are the name of the property,
/// the number of seeds, and the most tests for each.
///
/// # Errors
/// When the arguments are malformed or there is no such property.
pub fn main(property_of: fn(&str) -> Option<Test>) -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, seeds, tests] = arguments.as_slice() else {
        return Err("say the property, the number of seeds, and the most tests".to_owned());
    };
    let number = |text: &str| text.parse::<u64>().map_err(|error| format!("`{text}`: {error}"));
    let (seeds, tests) = (number(seeds)?, number(tests)?);
    let test = property_of(name).ok_or_else(|| format!("no property `{name}`"))?;
    let testing = move || {
        for seed in 0..seeds {
            CALLS.take();
            test(seed, tests);
            let Calls { nodes, evaluations, end } = CALLS.take();
            let found = nodes.zip(end).map(
                |(nodes, end)| json!({ "nodes": nodes, "end": end, "evaluations": evaluations }),
            );
            println!("{}", json!({ "found": found }));
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(testing);
    let thread = thread.map_err(|error| error.to_string())?;
    thread.join().map_err(|_| "the tool has panicked".to_owned())
}

/// Called with the table of the challenges: defines `property_of`, which passes a property to the
/// function `run` of the tool, with the tuple of its arguments as type. `run` has this shape,
///
/// ```
/// # use mutagen_core::{Mutate, Outcome};
/// use peers::shrinking::call;
///
/// fn run<T: Mutate + Default>(property: fn(&T) -> Outcome, seed: u64, tests: u64) {
///     let outcome = call(property, &T::default());
/// }
/// ```
///
/// with bounds for generators in place of `Default`.
#[macro_export]
macro_rules! choose_challenge {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        /// The property of this name, with the tool.
        fn property_of(name: &str) -> Option<$crate::shrinking::Test> {
            match name {
                $(
                    stringify!($name) => {
                        fn call(($($argument,)*): &($($type,)*)) -> mutagen_core::Outcome {
                            shrinking_challenge::property::$name($($argument),*)
                        }
                        Some(Box::new(|seed, tests| run(call, seed, tests)))
                    }
                )*
                _ => None,
            }
        }
    };
}
