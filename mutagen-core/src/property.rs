//! A property: a function on some argument types, as `#[property]` registers it, seen by the engine
//! without its types. [`run`] decides what a test of that name does: a worker's task if a supervisor
//! started the process, else a bounded run under plain `cargo test`.

use crate::campaign::Subject;
use crate::execute::Window;
use crate::generate::Generator;
use crate::mutate::{Mutate, Node};
use crate::outcome::Outcome;
use crate::seed;
use crate::types;
use std::fmt::Debug;
use std::sync::OnceLock;

type Call = dyn Fn(&dyn Node, &mut Window<'_>) -> Outcome + Send + Sync;
type Print = dyn Fn(&dyn Node, &[&'static str]) -> String + Send + Sync;

/// A registered property.
pub struct Property {
    path: &'static str,
    arguments: &'static [&'static str],
    call: Box<Call>,
    print: Box<Print>,
    generate: fn(&mut Generator) -> Box<dyn Node>,
    copies: fn() -> bool,
    prepare: fn(),
}

impl Property {
    /// A property on the argument tuple `A`. `marker` is the text that `#[property]` leaves in the
    /// executable; `arguments` are the names of the arguments; `call` calls the function, opening
    /// the window right before; `print` gives the arguments for printing.
    pub fn new<A: Mutate>(
        marker: &'static str,
        arguments: &'static [&'static str],
        call: fn(&A, &mut Window<'_>) -> Outcome,
        print: for<'a> fn(&'a A) -> Vec<&'a dyn Debug>,
    ) -> Property {
        Property {
            path: marker.split('\u{1}').nth(2).unwrap_or(marker),
            arguments,
            call: {
                let copies = OnceLock::new();
                Box::new(move |value, window| {
                    let arguments = arguments_of::<A>(value);
                    // What the property changes in a cell must not be in the next mutant.
                    if *copies.get_or_init(|| types::plan_of::<A>().interior) {
                        call(&by_value(arguments), window)
                    } else {
                        call(arguments, window)
                    }
                })
            },
            print: Box::new(move |value, names| {
                let values = print(arguments_of::<A>(value));
                let lines =
                    names.iter().zip(values).map(|(name, value)| format!("{name} = {value:#?}"));
                lines.collect::<Vec<String>>().join("\n")
            }),
            generate: |generator| Box::new(A::generate(generator)),
            copies: copies::<A>,
            prepare: || {
                types::plan_of::<A>();
            },
        }
    }

    /// The path of the property: crate, modules and name.
    pub fn path(&self) -> &'static str {
        self.path
    }

    /// Finds out about the argument types once, before the first test.
    ///
    /// # Panics
    /// When one of them has no finite value; the message says what to do.
    pub fn prepare(&self) {
        (self.prepare)();
    }

    /// Runs the function on a value made for it.
    ///
    /// # Panics
    /// When the function does, and when the value was made for another property.
    pub fn call(&self, value: &dyn Node, window: &mut Window<'_>) -> Outcome {
        (self.call)(value, window)
    }

    /// The arguments by name, as `{:#?}` prints them.
    pub fn print(&self, value: &dyn Node) -> String {
        (self.print)(value, self.arguments)
    }
}

impl Subject for Property {
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
        (self.generate)(generator)
    }

    fn copies(&self) -> bool {
        (self.copies)()
    }
}

/// Whether values of the type can be copied, as far as the smallest and some generated ones tell.
fn copies<A: Mutate>() -> bool {
    let copies = |value: A| Mutate::copy(&value).is_some();
    let generated = |size| A::generate(&mut Generator::new(seed::random(0), size));
    copies(A::smallest()) && (0..10).all(|size| copies(generated(size)))
}

fn arguments_of<A: Mutate>(value: &dyn Node) -> &A {
    match value.downcast_ref() {
        Some(arguments) => arguments,
        None => panic!("this value was made for another property"),
    }
}

/// The copy of an argument that a property takes by value, or that it could change.
///
/// # Panics
/// When the type cannot be copied.
pub fn by_value<T: Mutate>(value: &T) -> T {
    match Mutate::copy(value) {
        Some(copy) => copy,
        None => panic!(
            "a `{}` cannot be copied, which an argument by value and one with a cell in it need: \
             implement `Mutate::copy`",
            std::any::type_name::<T>()
        ),
    }
}

/// Runs a property in the way the process was started for.
///
/// # Panics
/// Under plain `cargo test`, when a counterexample is found.
pub fn run(property: &Property) {
    match crate::protocol::Task::from_env() {
        Some(task) => crate::worker::work(property, task),
        None => crate::plain::check(property),
    }
}
