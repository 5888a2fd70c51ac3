//! The trait that a type needs to be tested: how to make values of it, and what the mutants of one
//! node are. `#[derive(Mutate)]` writes it for any enum or struct; [`Node`] is the same seen from
//! the engine, as a trait object, so that the engine itself is compiled once and not per type.

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::text::{Form, ParseError, Parser};
use crate::value::types::{TypeIndex, Types};
use crate::value::undo::UndoStack;
use std::any::{Any, TypeId};

/// How many mutants a node has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mutants {
    /// Mutants that are one value each: numbered `0..pure`.
    pub pure: u64,
    /// Generators of random mutants; each is sampled R times.
    pub random: u64,
}

/// The number of the first mutant that replaces a node by a freshly generated small value. So far
/// above all others that what is sampled there does not depend on how often these are.
pub const FRESH_SUBTREE: u64 = 1 << 32;

/// The number of the first dependent mutant, see [`Mutate::paired_mutants`]: above those of all others.
pub const PAIRED: u64 = 1 << 33;

impl Mutants {
    /// The number of addresses at the node when every random mutant is sampled `samples` times.
    pub fn count(self, samples: u64) -> u64 {
        self.pure.saturating_add(self.random.saturating_mul(samples))
    }
}

/// All kinds of mutants of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Census {
    /// See [`Mutate::mutants`].
    pub mutants: Mutants,
    /// See [`Mutate::fresh_subtrees`].
    pub fresh_subtrees: u64,
    /// See [`Mutate::paired_mutants`].
    pub paired_mutants: Mutants,
}

/// What the engine asks about a node again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    /// Its type.
    pub ty: TypeId,
    /// See [`Mutate::kind`].
    pub kind: Kind,
    /// See [`Mutate::constructor`].
    pub constructor: usize,
    /// See [`Mutate::children`].
    pub children: usize,
    /// See [`Mutate::key_count`].
    pub key_count: usize,
    /// See [`Mutate::number`]; `None` also where it does not fit.
    pub number: Option<i64>,
}

/// What a node is to edits that treat numbers and names apart from structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number: an integer, a float or a character.
    Number,
    /// A constructor without fields.
    Nullary,
    /// Two children of one type, which edits also change together: a [`Twin`](crate::Twin).
    Twin,
    /// Anything else.
    Other,
}

/// A type whose values can be generated and mutated.
///
/// Derive it. Where that is not possible, two functions are enough; the others have defaults that
/// are right for an *opaque* value, one that has no parts the engine may touch: its only mutant is
/// random, a freshly generated value.
///
/// ```
/// use mutagen_core::{Generator, Mutate};
///
/// #[derive(Clone)]
/// struct Port(std::num::NonZeroU16);
///
/// impl Mutate for Port {
///     fn smallest() -> Self {
///         Port(std::num::NonZeroU16::MIN)
///     }
///     fn generate(generator: &mut Generator) -> Self {
///         Port(generator.number(1, 1024).try_into().ok().and_then(std::num::NonZeroU16::new).unwrap_or(std::num::NonZeroU16::MIN))
///     }
///     // Without copies there are no random edits of any test that has such a value.
///     fn copy(this: &Self) -> Option<Self> {
///         Some(this.clone())
///     }
/// }
/// ```
///
/// The trait has functions only and no associated types, so that a recursive type never has to name
/// its own generator in a bound. They take the value as `this` and not as `self`, as those of `Rc` do:
/// with the trait in scope, a method of the user's own that has the same name stays what it was, behind
/// a box too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be generated and mutated",
    label = "this type needs `Mutate`",
    note = "put `#[derive(Mutate)]` on it; for a type of another crate put \
            `#[mutate(with = …)]` on the field, or implement `Mutate` by hand: two functions are enough"
)]
pub trait Mutate: Sized + 'static {
    /// The smallest value: what fills a field that a mutant adds (`def` in section III-A of the
    /// paper). Must not need a generator and must always return.
    fn smallest() -> Self;

    /// A random value whose structure is bounded by [`Generator::size`]; must always return.
    fn generate(generator: &mut Generator) -> Self;

    /// Becomes the value that [`Mutate::generate`] would give, in the memory it has where that can be. The
    /// default generates a value and drops the old one.
    fn regenerate(this: &mut Self, generator: &mut Generator) {
        *this = Self::generate(generator);
    }

    /// Tells the engine what the type is made of. The default registers an opaque type. One whose
    /// values can change behind a shared reference says so with [`Types::interior`].
    fn describe(types: &mut Types) -> TypeIndex {
        types.opaque::<Self>()
    }

    /// A deep copy that shares nothing with `this`, or `None` when there is no way to make one (the
    /// default). A value that cannot be copied is rebuilt from its address where the engine needs a
    /// second one; where a mutant would use it twice, the second is the smallest value.
    fn copy(_: &Self) -> Option<Self> {
        None
    }

    /// Makes `into` what [`Mutate::copy`] gives, in the memory it has where that can be; says whether there
    /// is a copy. If not, `into` is some value of the type.
    fn copy_into(this: &Self, into: &mut Self) -> bool {
        match Self::copy(this) {
            Some(copy) => {
                *into = copy;
                true
            }
            None => false,
        }
    }

    /// The node that stands for this value: itself, or the content of a box.
    fn node(this: &Self) -> &dyn Node {
        this
    }

    /// [`Mutate::node`], mutable.
    fn node_mut(this: &mut Self) -> &mut dyn Node {
        this
    }

    /// A value around a node of the type that [`Mutate::node`] has: the node itself, or a box of it.
    ///
    /// # Errors
    /// Gives the node back when it has another type.
    fn from_node(node: Box<dyn Node>) -> Result<Self, Box<dyn Node>> {
        if !(*node).is::<Self>() {
            return Err(node);
        }
        let any: Box<dyn Any> = node;
        match any.downcast() {
            Ok(value) => Ok(*value),
            Err(_) => unreachable!("the type was just looked at"),
        }
    }

    /// What the node is to edits. The default is [`Kind::Other`].
    fn kind(_: &Self) -> Kind {
        Kind::Other
    }

    /// Index of the node's constructor among those of its type. The default is 0.
    fn constructor(_: &Self) -> usize {
        0
    }

    /// The number of immediate child nodes. The default is 0.
    fn children(_: &Self) -> usize {
        0
    }

    /// The child at `index`.
    ///
    /// # Panics
    /// When `index` is not below [`Mutate::children`].
    fn child(_: &Self, index: usize) -> &dyn Node {
        no_child(index)
    }

    /// [`Mutate::child`], mutable.
    ///
    /// # Panics
    /// When `index` is not below [`Mutate::children`].
    fn child_mut(_: &mut Self, index: usize) -> &mut dyn Node {
        no_child(index)
    }

    /// The node that a path of child indices leads to, from the node that stands for this value: what
    /// [`Mutate::child_mut`] gives step by step, but in one call where the types on the way are known.
    ///
    /// # Panics
    /// When there is no such node.
    fn descend<'v>(this: &'v mut Self, path: &[u32]) -> &'v mut dyn Node {
        let node = Self::node_mut(this);
        path.iter().fold(node, |node, &index| node.child_mut(index as usize))
    }

    /// Adds all children to `into`, in order. The default asks for one after the other, which is right
    /// unless finding one takes a search.
    fn all_children<'v>(this: &'v Self, into: &mut Vec<&'v dyn Node>) {
        into.extend((0..this.children()).map(|index| this.child(index)));
    }

    /// The number of values that the node holds as its own and lends only for reading: the keys of a
    /// map, the elements of a set. They are written, hashed and mutated with the node; its children
    /// are the others. The default is 0.
    fn key_count(_: &Self) -> usize {
        0
    }

    /// The value at `index` among those that the node holds as its own.
    ///
    /// # Panics
    /// When `index` is not below [`Mutate::key_count`].
    fn key_at(_: &Self, index: usize) -> &dyn Node {
        no_child(index)
    }

    /// Adds all values that the node holds as its own to `into`, in order. The default asks for one
    /// after the other.
    fn all_keys<'v>(this: &'v Self, into: &mut Vec<&'v dyn Node>) {
        into.extend((0..this.key_count()).map(|index| this.key_at(index)));
    }

    /// Changes the values that the node holds as its own by `change`, each once, in order. Where two become
    /// equal that must not be, the first stays. For edits that change numbers or names together
    /// wherever they stand. The default does nothing.
    fn edit_keys(this: &mut Self, change: &mut dyn FnMut(&mut dyn Node)) {
        let _ = (this, change);
    }

    /// The mutants of this node alone, not of its children. The default is one random mutant.
    fn mutants(_: &Self) -> Mutants {
        Mutants { pure: 0, random: 1 }
    }

    /// How many ways there are to replace the node by a freshly generated small value; each is sampled
    /// as often as a random mutant, under numbers from [`FRESH_SUBTREE`]. The default is 0: for an opaque
    /// value that is what its random mutant does.
    fn fresh_subtrees(_: &Self) -> u64 {
        0
    }

    /// How many mutants change several parts of the node together, under numbers from [`PAIRED`]: both
    /// sides of a [`Twin`](crate::Twin). The default is none.
    fn paired_mutants(_: &Self) -> Mutants {
        Mutants::default()
    }

    /// Turns `this` into its mutant with this number, in place, keeping in `context` what
    /// [`Mutate::restore`] needs. Numbers below [`Mutants::pure`] are the pure mutants; the others
    /// are samples of the random ones.
    ///
    /// # Panics
    /// May panic when there is no such mutant.
    fn mutate(this: &mut Self, mutant: u64, context: &mut Context) {
        let _ = mutant;
        let fresh = Self::generate(context.generator());
        context.undo.push(std::mem::replace(this, fresh));
    }

    /// Undoes the [`Mutate::mutate`] with the same number, which was the last one on `context`.
    fn restore(this: &mut Self, mutant: u64, context: &mut Context) {
        let _ = mutant;
        *this = context.undo.pop();
    }

    /// How the node is written as text. The default is [`Form::Opaque`], which cannot be read back.
    fn form(_: &Self) -> Form {
        Form::Opaque
    }

    /// Reads a value from text: the way back from [`Mutate::form`]. The default cannot.
    ///
    /// # Errors
    /// Where the text is not one of a value of this type.
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let name = std::any::type_name::<Self>();
        Err(parser.expected(format!(
            "no `{name}` at all, because it has no text form: implement `Mutate::form` and \
             `Mutate::parse` for it"
        )))
    }

    /// A hash of what the node itself holds, its children apart: its constructor, the bits of a
    /// number, the content of a text. The default is the constructor's index.
    fn fingerprint(this: &Self) -> u64 {
        Mutate::constructor(this) as u64
    }

    /// The value of a [`Kind::Number`] node. The default is `None`.
    fn number(_: &Self) -> Option<i128> {
        None
    }

    /// Gives a [`Kind::Number`] node another value, brought into the range of its type; says
    /// whether it could. The default cannot.
    fn set_number(_: &mut Self, number: i128) -> bool {
        let _ = number;
        false
    }
}

/// A node of a value, as the engine sees it. Implemented for every [`Mutate`] type; not meant to be
/// implemented by hand. The methods are those of [`Mutate`].
pub trait Node: Any {
    /// See [`Mutate::kind`].
    fn kind(&self) -> Kind;
    /// See [`Mutate::constructor`].
    fn constructor(&self) -> usize;
    /// See [`Mutate::children`].
    fn children(&self) -> usize;
    /// See [`Mutate::child`].
    fn child(&self, index: usize) -> &dyn Node;
    /// See [`Mutate::child_mut`].
    fn child_mut(&mut self, index: usize) -> &mut dyn Node;
    /// See [`Mutate::descend`].
    fn descend(&mut self, path: &[u32]) -> &mut dyn Node;
    /// See [`Mutate::all_children`].
    fn all_children<'v>(&'v self, into: &mut Vec<&'v dyn Node>);
    /// See [`Mutate::key_count`].
    fn key_count(&self) -> usize;
    /// See [`Mutate::key_at`].
    fn key_at(&self, index: usize) -> &dyn Node;
    /// See [`Mutate::all_keys`].
    fn all_keys<'v>(&'v self, into: &mut Vec<&'v dyn Node>);
    /// See [`Mutate::edit_keys`].
    fn edit_keys(&mut self, change: &mut dyn FnMut(&mut dyn Node));
    /// See [`Mutate::mutants`].
    fn mutants(&self) -> Mutants;
    /// See [`Mutate::fresh_subtrees`].
    fn fresh_subtrees(&self) -> u64;
    /// See [`Mutate::paired_mutants`].
    fn paired_mutants(&self) -> Mutants;
    /// All three in one call.
    fn census(&self) -> Census;
    /// What it says in one call.
    fn outline(&self) -> Outline;
    /// See [`Mutate::mutate`].
    fn mutate(&mut self, mutant: u64, context: &mut Context);
    /// See [`Mutate::restore`].
    fn restore(&mut self, mutant: u64, context: &mut Context);
    /// See [`Mutate::form`].
    fn form(&self) -> Form;
    /// See [`Mutate::fingerprint`].
    fn fingerprint(&self) -> u64;
    /// See [`Mutate::number`].
    fn number(&self) -> Option<i128>;
    /// See [`Mutate::set_number`].
    fn set_number(&mut self, number: i128) -> bool;
    /// A copy of the subterm at this node, see [`Mutate::copy`].
    fn copy_node(&self) -> Option<Box<dyn Node>>;
    /// A freshly generated value of the node's type, see [`Mutate::generate`].
    fn generate_node(&self, generator: &mut Generator) -> Box<dyn Node>;
    /// Puts `other` in the place of this node if it has the same type, and gives back the old node
    /// (or `other`, unchanged, as an error).
    fn replace_node(&mut self, other: Box<dyn Node>) -> Result<Box<dyn Node>, Box<dyn Node>>;
    /// Keeps a copy of this node in the undo stack, see [`Mutate::copy`]; says whether it could.
    fn keep_node(&self, undo: &mut UndoStack) -> bool;
    /// Becomes again what [`Node::keep_node`] kept last of this type.
    ///
    /// # Panics
    /// When there is none.
    fn put_back_node(&mut self, undo: &mut UndoStack);
    /// Exchanges two subterms of one type; says whether they were.
    fn swap_node(&mut self, other: &mut dyn Node) -> bool;
    /// The full name of the node's type, for messages.
    fn type_name(&self) -> &'static str;
}

impl<T: Mutate> Node for T {
    fn kind(&self) -> Kind {
        Mutate::kind(self)
    }
    fn constructor(&self) -> usize {
        Mutate::constructor(self)
    }
    fn children(&self) -> usize {
        Mutate::children(self)
    }
    fn child(&self, index: usize) -> &dyn Node {
        Mutate::child(self, index)
    }
    fn child_mut(&mut self, index: usize) -> &mut dyn Node {
        Mutate::child_mut(self, index)
    }
    fn descend(&mut self, path: &[u32]) -> &mut dyn Node {
        // The node of a box is its content; but the way that ends here has not left the box.
        if path.is_empty() { self } else { Mutate::descend(self, path) }
    }
    fn all_children<'v>(&'v self, into: &mut Vec<&'v dyn Node>) {
        Mutate::all_children(self, into);
    }
    fn key_count(&self) -> usize {
        Mutate::key_count(self)
    }
    fn key_at(&self, index: usize) -> &dyn Node {
        Mutate::key_at(self, index)
    }
    fn all_keys<'v>(&'v self, into: &mut Vec<&'v dyn Node>) {
        Mutate::all_keys(self, into);
    }
    fn edit_keys(&mut self, change: &mut dyn FnMut(&mut dyn Node)) {
        Mutate::edit_keys(self, change);
    }
    fn mutants(&self) -> Mutants {
        Mutate::mutants(self)
    }
    fn fresh_subtrees(&self) -> u64 {
        Mutate::fresh_subtrees(self)
    }
    fn paired_mutants(&self) -> Mutants {
        Mutate::paired_mutants(self)
    }
    fn census(&self) -> Census {
        Census {
            mutants: Mutate::mutants(self),
            fresh_subtrees: Mutate::fresh_subtrees(self),
            paired_mutants: Mutate::paired_mutants(self),
        }
    }
    fn outline(&self) -> Outline {
        Outline {
            ty: TypeId::of::<T>(),
            kind: Mutate::kind(self),
            constructor: Mutate::constructor(self),
            children: Mutate::children(self),
            key_count: Mutate::key_count(self),
            number: Mutate::number(self).and_then(|number| i64::try_from(number).ok()),
        }
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        Mutate::mutate(self, mutant, context);
    }
    fn restore(&mut self, mutant: u64, context: &mut Context) {
        Mutate::restore(self, mutant, context);
    }
    fn form(&self) -> Form {
        Mutate::form(self)
    }
    fn fingerprint(&self) -> u64 {
        Mutate::fingerprint(self)
    }
    fn number(&self) -> Option<i128> {
        Mutate::number(self)
    }
    fn set_number(&mut self, number: i128) -> bool {
        Mutate::set_number(self, number)
    }
    fn copy_node(&self) -> Option<Box<dyn Node>> {
        Some(Box::new(Mutate::copy(self)?))
    }
    fn generate_node(&self, generator: &mut Generator) -> Box<dyn Node> {
        Box::new(T::generate(generator))
    }
    fn replace_node(&mut self, other: Box<dyn Node>) -> Result<Box<dyn Node>, Box<dyn Node>> {
        if !(*other).is::<T>() {
            return Err(other);
        }
        let mut other = other;
        self.swap_node(&mut *other);
        Ok(other)
    }
    fn keep_node(&self, undo: &mut UndoStack) -> bool {
        let copy = Mutate::copy(self);
        let kept = copy.is_some();
        copy.into_iter().for_each(|copy| undo.push(copy));
        kept
    }
    fn put_back_node(&mut self, undo: &mut UndoStack) {
        *self = undo.pop();
    }
    fn swap_node(&mut self, other: &mut dyn Node) -> bool {
        match (other as &mut dyn Any).downcast_mut::<T>() {
            Some(other) => {
                std::mem::swap(self, other);
                true
            }
            None => false,
        }
    }
    fn type_name(&self) -> &'static str {
        std::any::type_name::<T>()
    }
}

impl dyn Node {
    /// Whether the node's type is `T`.
    pub fn is<T: 'static>(&self) -> bool {
        (self as &dyn Any).is::<T>()
    }

    /// The node as a `T`, if that is its type.
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }

    /// The node as a mutable `T`, if that is its type.
    pub fn downcast_mut<T: 'static>(&mut self) -> Option<&mut T> {
        (self as &mut dyn Any).downcast_mut()
    }
}

/// The common end of every `child` that was asked for too much.
///
/// # Panics
/// Always.
#[doc(hidden)]
#[cold]
pub fn no_child(index: usize) -> ! {
    panic!("there is no child {index}: an index must be below `children()`")
}
