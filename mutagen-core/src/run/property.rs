//! A property: a function that `#[property]` registers. The engine uses it without knowing its
//! argument types.

use crate::coverage::Window;
use crate::run::argument::{LazyBool, by_value, copies, runs_on_copies};
use crate::run::emitted::{self, Function, Written};
use crate::run::marker::Marker;
use crate::run::metamorphic::{self, Context, Specification, Table};
use crate::run::outcome::Outcome;
use crate::run::random_run::RandomRun;
use crate::run::regressions::{file_of, target_of};
use crate::run::reset::reset_quietly;
use crate::search::interface::Subject;
use crate::value::expression::NoExpression;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::Node;
use crate::value::text::{self, ParseError, Parsed};
use crate::value::types::{self, Describe, NoValue};
use derive_more::{Display, Error, From};
use std::fmt::{self, Debug, Write};
use std::path::PathBuf;

type Call = dyn Fn(&dyn Node, &mut Window<'_>) -> Outcome + Send + Sync;
type RunRandomly = dyn Fn(&mut RandomRun, &mut Window<'_>) + Send + Sync;
type Print = dyn Fn(&dyn Node, &[&'static str], &mut Limited) -> fmt::Result + Send + Sync;

type WriteSource = dyn Fn(&dyn Node) -> Result<String, NoExpression> + Send + Sync;

type Read = fn(&str) -> Result<(Box<dyn Node>, Vec<String>), ParseError>;

/// Finds the part of a type that cannot be copied, and returns its name.
type UncopiedPart = fn() -> Option<&'static str>;

/// A registered property.
pub struct Property {
    path: &'static str,
    arguments: &'static [&'static str],
    call: Box<Call>,
    random_run: Box<RunRandomly>,
    print: Box<Print>,
    generate: fn(&mut Generator) -> Box<dyn Node>,
    read: Read,
    copies: fn() -> bool,
    shape: fn() -> String,
    describe: Describe,
    prepare: fn() -> Result<(), CannotRun>,
    /// For each argument that is taken by value, its name and a function that finds the part of its
    /// type that cannot be copied.
    copied: Vec<(&'static str, UncopiedPart)>,
    /// Called before each run of a test.
    reset: Option<fn()>,
    /// The kinds of failures that are silenced.
    silenced: &'static [&'static str],
    /// The cargo target, as in the path of a file of regressions.
    target: Option<String>,
    /// What an emitted test needs to know of the source.
    written: Option<Written>,
    /// What only the property of a specification has.
    specified: Option<Specified>,
}

/// What only the property of a specification has.
struct Specified {
    specification: &'static Specification,
    /// Looks at the specification before the first test.
    examine: fn() -> Result<(), String>,
    /// Writes the source of a test.
    source: Box<WriteSource>,
    /// The operations with their types erased.
    table: Option<&'static Table>,
}

/// Why a property cannot be run at all.
#[derive(Debug, Display, Error, From, Clone, PartialEq, Eq)]
pub enum CannotRun {
    /// An argument has no value.
    #[display("{_0}")]
    NoValue(NoValue),
    /// An argument by value cannot be copied.
    #[display(
        "the argument `{argument}` is taken by value, and a `{ty}` cannot be copied: take a \
         reference to it, or implement `Mutate::copy` for the type (`With::copy` where \
         `#[mutate(with = …)]` makes it)"
    )]
    NotCloneable {
        /// The argument's name.
        argument: &'static str,
        /// The type that has no copies.
        ty: &'static str,
    },
    /// The property itself is wrong.
    #[display("{_0}")]
    #[from(skip)]
    Wrong(#[error(not(source))] String),
    /// An argument that changes behind a reference cannot be copied.
    #[display(
        "an argument holds a cell, a lock or an atomic, and so each test must run on a copy, but a \
         `{ty}` cannot be copied: implement `Mutate::copy` for the type (`With::copy` where \
         `#[mutate(with = …)]` makes it)"
    )]
    Changing {
        /// The type that has no copies.
        ty: &'static str,
    },
}

impl Property {
    /// A property on the argument tuple `A`. `marker` is the text that `#[property]` leaves in the
    /// executable; `arguments` are the names of the arguments; `call` calls the function, opening
    /// the window right before; `print` gives the arguments for printing.
    pub fn new<A: Mutate + Node>(
        marker: &'static str,
        arguments: &'static [&'static str],
        call: fn(&A, &mut Window<'_>) -> Outcome,
        print: for<'a> fn(&'a A) -> Vec<&'a dyn Debug>,
    ) -> Property {
        Property {
            // A text that is not a marker is itself the path.
            path: Marker::all(marker.as_bytes()).next().map_or(marker, |marker| marker.path),
            arguments,
            call: {
                let copies = LazyBool::default();
                Box::new(move |value, window| {
                    let arguments = arguments_of::<A>(value);
                    // A change that the property makes in a cell must not reach the next mutant.
                    if copies.get(runs_on_copies::<A>) {
                        let copy = by_value(arguments);
                        let outcome = call(&copy, window);
                        // The drop of the copy is not part of the property.
                        window.close();
                        outcome
                    } else {
                        call(arguments, window)
                    }
                })
            },
            random_run: Box::new(move |random_run, window| {
                // A change that the property makes in a cell must not reach the next test.
                random_run.run(!runs_on_copies::<A>(), |arguments: &A| call(arguments, window));
            }),
            print: Box::new(move |value, names, out| {
                write_arguments(out, names, print(arguments_of::<A>(value)))
            }),
            generate: |generator| Box::new(A::generate(generator)),
            read: read::<A>,
            copies: copies::<A>,
            shape: types::shape_of::<A>,
            describe: A::describe,
            prepare: prepared::<A>,
            copied: Vec::new(),
            reset: None,
            silenced: &[],
            target: None,
            written: None,
            specified: None,
        }
    }

    /// Declares the cargo target of the property, by the variables `CARGO_BIN_NAME` and
    /// `CARGO_TARGET_TMPDIR` at the time of its compilation.
    pub fn of_target(mut self, binary: Option<&str>, temporary: Option<&str>) -> Property {
        let krate = self.path.split("::").next().unwrap_or_default();
        self.target = Some(target_of(binary, temporary, krate));
        self
    }

    /// The file of the property's regressions, relative to the folder of its package; `None` if its
    /// cargo target is not known.
    pub fn regressions(&self) -> Option<PathBuf> {
        self.target.as_ref().map(|target| file_of(target, self.path_in_crate()))
    }

    /// Declares that the property is of a specification, how the specification is examined before
    /// the first test, and how a test is run. A property cannot be run if the first is an error.
    pub fn specified<A: Mutate>(
        mut self,
        specification: &'static Specification,
        examine: fn() -> Result<(), String>,
        test: fn(&Context, &A) -> Outcome,
    ) -> Property {
        let source = Box::new(move |value: &dyn Node| {
            metamorphic::source(specification, value, |context| {
                test(context, arguments_of::<A>(value))
            })
        });
        self.specified = Some(Specified { specification, examine, source, table: None });
        self
    }

    /// Declares the operations of the specification with their types erased.
    pub fn relating(mut self, table: &'static Table) -> Property {
        self.specified.iter_mut().for_each(|specified| specified.table = Some(table));
        self
    }

    /// The operations of the specification, if the property is of one.
    pub fn table(&self) -> Option<&'static Table> {
        self.specified.as_ref()?.table
    }

    /// Reads a value from its text form. The texts are the notes on fields that the text lacks and
    /// that have got their default.
    ///
    /// # Errors
    /// When the text is not that of a value of the arguments.
    pub fn read(&self, text: &str) -> Result<(Box<dyn Node>, Vec<String>), ParseError> {
        (self.read)(text)
    }

    /// Declares that the property takes this argument by value, and therefore gets a copy.
    pub fn by_value<T: Mutate>(mut self, argument: &'static str) -> Property {
        self.copied.push((argument, types::uncopied_part::<T>));
        self
    }

    /// Declares a function that brings the state of the code under test back to its beginning. It
    /// is called before each test and before each repetition of one.
    pub fn reset(mut self, reset: fn()) -> Property {
        self.reset = Some(reset);
        self
    }

    /// Declares the kinds of failures that are known. A test that fails in one of them is no
    /// counterexample.
    pub fn silence(mut self, kinds: &'static [&'static str]) -> Property {
        self.silenced = kinds;
        self
    }

    /// The kinds of failures that are silenced wherever the property runs.
    pub(crate) fn silenced(&self) -> &'static [&'static str] {
        self.silenced
    }

    /// Declares how the property is written in its source, for [`Property::emitted_test`].
    pub fn written(mut self, written: Written) -> Property {
        self.written = Some(written);
        self
    }

    /// The text of an ordinary `#[test]` that calls the function with these arguments, to be pasted
    /// beside the function. It fails if the property fails.
    ///
    /// # Errors
    /// If a part of the value has no text form, or the text of the value is too long or too deep.
    pub fn emitted_test(&self, value: &dyn Node) -> Result<String, NoExpression> {
        if let Some(specified) = &self.specified {
            return (specified.source)(value);
        }
        let by_value = |name: &str| self.copied.iter().any(|(copied, _)| *copied == name);
        let arguments = self.arguments.iter().map(|name| (*name, by_value(name))).collect();
        let function = Function { path: self.path, arguments, describe: self.describe };
        emitted::test(&function, self.written.as_ref(), value)
    }

    /// Whether it is the property of a specification.
    pub(crate) fn is_specified(&self) -> bool {
        self.specified.is_some()
    }

    /// How many calls of the last run were no bases; `None` if the property is of no
    /// specification.
    pub(crate) fn implemented_calls(&self) -> Option<u32> {
        self.specified.as_ref().map(|_| metamorphic::implemented())
    }

    /// Resets the state before a run.
    ///
    /// # Panics
    /// When the property's `reset` panics. The payload is a [`ResetPanicked`], and nothing is
    /// printed.
    #[inline]
    pub(crate) fn start_anew(&self) {
        if let Some(reset) = self.reset {
            reset_quietly(reset);
        }
    }

    /// The path of the property: crate, modules and name.
    pub fn path(&self) -> &'static str {
        self.path
    }

    /// The path of the property without its crate.
    pub fn path_in_crate(&self) -> &'static str {
        self.path.split_once("::").map_or(self.path, |(_, path)| path)
    }

    /// Checks the argument types once, before the first test.
    ///
    /// # Errors
    /// When no test can be run: an argument has no finite value, or must be copied and cannot be.
    pub fn prepare(&self) -> Result<(), CannotRun> {
        let specified = self.specified.as_ref();
        let unknown = metamorphic::unknown(specified.map(|it| it.specification));
        unknown.map_or(Ok(()), |unknown| Err(CannotRun::Wrong(unknown)))?;
        (self.prepare)()?;
        specified.map_or(Ok(()), |it| (it.examine)()).map_err(CannotRun::Wrong)?;
        let mut uncopied = self.copied.iter().filter_map(|(name, part)| Some((*name, part()?)));
        match uncopied.next() {
            Some((argument, ty)) => Err(CannotRun::NotCloneable { argument, ty }),
            None => Ok(()),
        }
    }

    /// Runs the function on a value made for it.
    ///
    /// # Panics
    /// When the function panics, or when the value was made for another property.
    pub fn call(&self, value: &dyn Node, window: &mut Window<'_>) -> Outcome {
        (self.call)(value, window)
    }

    /// Runs generated tests until the stretch ends.
    ///
    /// # Panics
    /// When the function panics.
    pub(crate) fn random_run(&self, random_run: &mut RandomRun, window: &mut Window<'_>) {
        random_run.reset = self.reset;
        (self.random_run)(random_run, window);
    }

    /// The arguments by name, as `{:#?}` prints them: at most `most` bytes, and whether there is
    /// more.
    pub fn print(&self, value: &dyn Node, most: usize) -> (String, bool) {
        let mut out = Limited { text: String::new(), most, cut: false };
        // An error is the limit, or one of the user's `Debug`.
        let printed = (self.print)(value, self.arguments, &mut out);
        if printed.is_err() && !out.cut {
            out.text.push_str("\n(its own `Debug` returned an error)");
        }
        (out.text, out.cut)
    }

    /// The types of the arguments as text: a digest of their names, constructors and fields.
    pub fn shape(&self) -> String {
        (self.shape)()
    }
}

/// A text of limited length.
struct Limited {
    text: String,
    most: usize,
    /// Whether something was left out.
    cut: bool,
}

impl Write for Limited {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let room = self.most.saturating_sub(self.text.len());
        if part.len() <= room {
            self.text.push_str(part);
            return Ok(());
        }
        self.cut = true;
        self.text.push_str(&part[..part.floor_char_boundary(room)]);
        Err(fmt::Error)
    }
}

impl Subject for Property {
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
        let mut value = (self.generate)(generator);
        if let Some(specified) = self.specified.as_ref().filter(|_| metamorphic::has_spines_only())
        {
            metamorphic::reshape(specified.specification, &mut *value, generator);
        }
        value
    }

    fn copies(&self) -> bool {
        (self.copies)()
    }

    fn is_specified(&self) -> bool {
        Property::is_specified(self)
    }

    fn parse(&self, text: &str) -> Option<Box<dyn Node>> {
        Some(self.read(text).ok()?.0)
    }
}

/// The arguments that have this text form.
fn read<A: Mutate + Node>(text: &str) -> Result<(Box<dyn Node>, Vec<String>), ParseError> {
    let Parsed { value, notes } = text::parse::<A>(text)?;
    Ok((Box::new(value), notes))
}

/// Writes the arguments by name, as `{:#?}` prints them.
fn write_arguments(
    out: &mut Limited,
    names: &[&'static str],
    values: Vec<&dyn Debug>,
) -> fmt::Result {
    for (at, (name, value)) in names.iter().zip(values).enumerate() {
        let line_end = if at > 0 { "\n" } else { "" };
        write!(out, "{line_end}{name} = {value:#?}")?;
    }
    Ok(())
}

/// Whether a property on these arguments can be run.
fn prepared<A: Mutate>() -> Result<(), CannotRun> {
    let plan = types::try_plan_of::<A>()?;
    match types::uncopied_part::<A>() {
        Some(ty) if plan.interior => Err(CannotRun::Changing { ty }),
        _ => Ok(()),
    }
}

fn arguments_of<A: Mutate>(value: &dyn Node) -> &A {
    match value.downcast_ref() {
        Some(arguments) => arguments,
        None => panic!("this value was made for another property"),
    }
}
