//! The operations of a specification with their types erased, as `#[metamorphic]` writes them, so
//! that terms can be made and evaluated that no type of the specification describes.

use crate::run::metamorphic::context::Context;
use crate::run::metamorphic::specification::Specification;
use crate::value::generate::Generator;
use crate::value::node::Node;
use rustc_hash::FxHasher;
use std::any::Any;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A value of any sort.
pub type Value = Box<dyn Any>;

/// What a call gives: the result and each changed argument, unless there is none.
pub type Outputs = Vec<Option<Value>>;

/// The values of the variables of each sort.
pub type Variables = Vec<Vec<Value>>;

/// How many variables a sort has.
pub const VARIABLES: usize = 3;

/// The operations and the sorts of a specification.
pub struct Table {
    /// Names and texts.
    pub specification: &'static Specification,
    /// The sorts of arguments and results, in the order of their numbers.
    pub sorts: &'static [TableSort],
    /// The operations that are no laws.
    pub operations: &'static [TableOperation],
    /// Makes what the variables stand for.
    pub generate: fn(&mut Generator) -> Box<dyn Node>,
    /// The values of the variables of each sort, unless one of them has none. The context is ended
    /// if one is not admitted.
    pub values: fn(&Context, &dyn Node) -> Option<Variables>,
}

/// A type of arguments and results. The same type under another rule is another sort.
pub struct TableSort {
    /// The type as it is written.
    pub ty: &'static str,
    /// The rule by which values are made, as an attribute, or nothing.
    pub rule: &'static str,
    /// Whether there are variables.
    pub has_variables: bool,
    /// The function that compares two values, where that is not `==`, or nothing.
    pub equal: &'static str,
    /// Values that terms may have as they are.
    pub constants: fn() -> Vec<Value>,
    /// Whether two values are equal.
    pub same: fn(&dyn Any, &dyn Any) -> bool,
    /// A number that equal values share.
    pub hash: Option<fn(&dyn Any) -> u64>,
    /// The value as text.
    pub show: fn(&dyn Any) -> String,
}

/// An operation.
pub struct TableOperation {
    /// The number in the specification.
    pub number: u16,
    /// The sorts of the parameters.
    pub parameters: &'static [u16],
    /// The values that the operation gives.
    pub outputs: &'static [TableOutput],
    /// The values that the base gives for these arguments, or nothing outside of the precondition.
    /// The context is ended if one is not admitted.
    pub call: fn(&Context, &[&dyn Any]) -> Option<Outputs>,
}

/// A value that an operation gives.
pub struct TableOutput {
    /// The sort.
    pub sort: u16,
    /// The number of the mutable argument that is the value, if it is not the result.
    pub argument: Option<u16>,
}

/// An argument of a call.
///
/// # Panics
/// When it is of another type.
pub fn argument<'a, T: 'static>(arguments: &[&'a dyn Any], number: usize) -> &'a T {
    of_any(arguments[number])
}

/// A value of a known type.
///
/// # Panics
/// When it is of another type.
pub fn of_any<T: 'static>(value: &dyn Any) -> &T {
    value.downcast_ref().expect("a term has arguments of the sorts of its operation")
}

/// Finds out whether values of a type can be hashed.
pub struct Hashed<T>(PhantomData<T>);

impl<T: Hash + 'static> Hashed<T> {
    /// A number that equal values share.
    pub const HASH: Option<fn(&dyn Any) -> u64> = Some(|value| {
        let mut hasher = FxHasher::default();
        of_any::<T>(value).hash(&mut hasher);
        hasher.finish()
    });
}

/// What [`Hashed`] is for types that cannot be hashed.
pub trait NotHashed {
    /// Nothing.
    const HASH: Option<fn(&dyn Any) -> u64> = None;
}

impl<T> NotHashed for Hashed<T> {}
