//! A node of a value as the engine sees it: its kind, its children, its mutants. `Node` is used as
//! a trait object, so the engine is compiled once instead of per type. The derive and the types of
//! std implement [`Node`]. The engine sees a value with a hand-written `Mutate` through [`Opaque`].

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::text::Form;
use crate::value::undo::UndoStack;
use ref_cast::RefCast;
use std::any::{Any, TypeId};

/// The number of mutants of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mutants {
    /// The number of mutants with exactly one value, numbered `0..pure`.
    pub pure: u64,
    /// The number of random mutants. A batch samples each of them R times, see [`Mutants::count`].
    pub random: u64,
}

/// The number of the first mutant that replaces a node by a freshly generated small value. It is
/// far above all other numbers, so that the address of a fresh subtree does not depend on how often
/// other mutants are sampled.
pub const FRESH_SUBTREE: u64 = 1 << 32;

/// The number of the first paired mutant, see [`Node::paired_mutants`]: above all other mutants.
pub const PAIRED: u64 = 1 << 33;

impl Mutants {
    /// The number of addresses at the node if every random mutant is sampled `samples` times.
    pub fn count(self, samples: u64) -> u64 {
        self.pure.saturating_add(self.random.saturating_mul(samples))
    }
}

/// All kinds of mutants of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Census {
    /// See [`Node::mutants`].
    pub mutants: Mutants,
    /// See [`Node::fresh_subtrees`].
    pub fresh_subtrees: u64,
    /// See [`Node::paired_mutants`].
    pub paired_mutants: Mutants,
}

/// The properties of a node that the engine asks for often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    /// The type of the node.
    pub ty: TypeId,
    /// See [`Node::kind`].
    pub kind: NodeKind,
    /// See [`Node::constructor`].
    pub constructor: usize,
    /// See [`Node::children`].
    pub children: usize,
    /// See [`Node::key_count`].
    pub key_count: usize,
    /// See [`Node::number`]; also `None` if the number does not fit.
    pub number: Option<i64>,
    /// See [`Node::text_length`].
    pub text_length: usize,
}

/// The kind of a node, for edits that treat numbers and names differently from structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// A number: an integer, a float or a character.
    Number,
    /// A constructor without fields.
    Nullary,
    /// Two children of one type, which edits can also change together: a [`Twin`](crate::Twin).
    Twin,
    /// A text or a sequence of bytes, which edits change in blocks: see [`Node::text`].
    Text,
    /// Anything else.
    Other,
}

/// The structure of a node and its mutants. The defaults are right for an *opaque* node, which has
/// no parts that the engine may touch: its only mutant is a freshly generated value. Only the
/// derive and this crate should implement this trait.
pub trait Node: Whole {
    /// The kind of the node, for edits. The default is [`NodeKind::Other`].
    fn kind(&self) -> NodeKind {
        NodeKind::Other
    }

    /// Index of the node's constructor among those of its type. The default is 0.
    fn constructor(&self) -> usize {
        0
    }

    /// The number of immediate child nodes. The default is 0.
    fn children(&self) -> usize {
        0
    }

    /// The child at `index`.
    ///
    /// # Panics
    /// If `index` is not below [`Node::children`].
    fn child(&self, index: usize) -> &dyn Node {
        no_child(index)
    }

    /// [`Node::child`], mutable.
    ///
    /// # Panics
    /// If `index` is not below [`Node::children`].
    fn child_mut(&mut self, index: usize) -> &mut dyn Node {
        no_child(index)
    }

    /// The node at the end of a path of child indices. Equals repeated [`Node::child_mut`], but
    /// takes one call where the types on the path are known.
    ///
    /// # Panics
    /// If there is no such node.
    fn descend(&mut self, path: &[u32]) -> &mut dyn Node {
        path.iter().fold(self.as_node_mut(), |node, &index| node.child_mut(index as usize))
    }

    /// Adds all children to `into`, in order. The default calls [`Node::child`] for each. Override
    /// it if finding one child takes a search.
    fn all_children<'v>(&'v self, into: &mut Vec<&'v dyn Node>) {
        into.extend((0..self.children()).map(|index| self.child(index)));
    }

    /// The number of parts that cannot be borrowed mutably: the keys of a map, the elements of a
    /// set. They are not children. Printing, hashing and the mutants of this node include them. The
    /// default is 0.
    fn key_count(&self) -> usize {
        0
    }

    /// The key at `index`.
    ///
    /// # Panics
    /// If `index` is not below [`Node::key_count`].
    fn key_at(&self, index: usize) -> &dyn Node {
        no_child(index)
    }

    /// Adds all keys to `into`, in order. The default calls [`Node::key_at`] for each.
    fn all_keys<'v>(&'v self, into: &mut Vec<&'v dyn Node>) {
        into.extend((0..self.key_count()).map(|index| self.key_at(index)));
    }

    /// Applies `change` to each key once, in order. If two keys become equal, the first stays. Used
    /// by edits that change equal numbers or names together. The default does nothing.
    fn edit_keys(&mut self, change: &mut dyn FnMut(&mut dyn Node)) {
        let _ = change;
    }

    /// Keeps the elements with these indices, in this order, and drops the others. Each index occurs
    /// at most once. A map keeps entries in its own order. Returns whether it could; the default
    /// cannot, because the node is no collection.
    fn arrange(&mut self, order: &[usize]) -> bool {
        let _ = order;
        false
    }

    /// Moves the elements of `other`, a node of the same type, to the end. Returns whether it
    /// could; the default cannot.
    fn append(&mut self, other: &mut dyn Node) -> bool {
        let _ = other;
        false
    }

    /// The mutants of this node, without those of its children. The default is one random mutant.
    fn mutants(&self) -> Mutants {
        Mutants { pure: 0, random: 1 }
    }

    /// The number of ways to replace the node by a freshly generated small value. Each is sampled
    /// as often as a random mutant, under numbers from [`FRESH_SUBTREE`]. The default is 0, because
    /// the random mutant of an opaque value is already a fresh value.
    fn fresh_subtrees(&self) -> u64 {
        0
    }

    /// The mutants that change several parts of the node together, under numbers from [`PAIRED`]:
    /// both sides of a [`Twin`](crate::Twin). The default is none.
    fn paired_mutants(&self) -> Mutants {
        Mutants::default()
    }

    /// Turns the node into its mutant with this number, in place. `context` gets the data that
    /// [`Node::restore`] needs. Numbers below [`Mutants::pure`] are the pure mutants; the others
    /// are samples of the random ones.
    ///
    /// # Panics
    /// May panic if there is no such mutant.
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        let _ = mutant;
        self.replace_by_fresh(context);
    }

    /// Undoes the [`Node::mutate`] with the same number, which must be the last one on `context`.
    fn restore(&mut self, mutant: u64, context: &mut Context) {
        let _ = mutant;
        self.put_back_node(&mut context.undo);
    }

    /// How the node is written as text. The default is [`Form::Opaque`], which cannot be read back.
    fn form(&self) -> Form {
        Form::Opaque
    }

    /// A hash of the node's own content, without its children: its constructor, the bits of a
    /// number, the content of a text. The default is the constructor's index.
    fn fingerprint(&self) -> u64 {
        self.constructor() as u64
    }

    /// The value of a [`NodeKind::Number`] node. [`Node::set_number`] with this number must lead
    /// back to an equal node. The default is `None`.
    fn number(&self) -> Option<i128> {
        None
    }

    /// Sets the value of a [`NodeKind::Number`] node, clamped to the range of its type. Returns
    /// whether it could. The default cannot.
    fn set_number(&mut self, number: i128) -> bool {
        let _ = number;
        false
    }

    /// Appends the bytes of a [`NodeKind::Text`] node. The default appends nothing.
    fn text(&self, into: &mut Vec<u8>) {
        let _ = into;
    }

    /// How many bytes a [`NodeKind::Text`] node has, about. The default is 0.
    fn text_length(&self) -> usize {
        0
    }

    /// Whether a [`NodeKind::Text`] node has a language, which most changes of its bytes leave. Its
    /// random mutants stay in it. The default is `false`.
    fn has_language(&self) -> bool {
        false
    }

    /// Whether an edit may give a [`NodeKind::Text`] node these bytes. The default is `true`.
    fn accepts_text(&self, text: &[u8]) -> bool {
        let _ = text;
        true
    }

    /// Gives a [`NodeKind::Text`] node other bytes. A type that does not have all texts takes a
    /// similar one. The default changes nothing.
    fn set_text(&mut self, text: &[u8]) {
        let _ = text;
    }

    /// The full name of the node's type, for messages.
    fn type_name(&self) -> &'static str {
        self.own_name()
    }
}

/// Operations on a whole node: the same for every type, and implemented here for all of them.
pub trait Whole: Any {
    /// The node as a trait object.
    fn as_node_mut(&mut self) -> &mut dyn Node;
    /// The full name of the type that implements [`Node`].
    fn own_name(&self) -> &'static str;
    /// All kinds of mutants in one call.
    fn census(&self) -> Census;
    /// The outline in one call.
    fn outline(&self) -> Outline;
    /// A copy of the subterm at this node, see [`Mutate::copy`].
    fn copy_node(&self) -> Option<Box<dyn Node>>;
    /// A freshly generated value of the node's type, see [`Mutate::generate`].
    fn generate_node(&self, generator: &mut Generator) -> Box<dyn Node>;
    /// The smallest value of the node's type, see [`Mutate::smallest`].
    fn smallest_node(&self) -> Box<dyn Node>;
    /// Puts `other` in the place of this node if it has the same type, and returns the old node.
    /// Otherwise returns `other`, unchanged, as an error.
    fn replace_node(&mut self, other: Box<dyn Node>) -> Result<Box<dyn Node>, Box<dyn Node>>;
    /// Becomes a freshly generated value; the old one is kept in the undo stack.
    fn replace_by_fresh(&mut self, context: &mut Context);
    /// Keeps a copy of this node in the undo stack, see [`Mutate::copy`]; returns whether it could.
    fn keep_node(&self, undo: &mut UndoStack) -> bool;
    /// Replaces this node by the value on top of the undo stack, which [`Whole::keep_node`] or
    /// [`Whole::replace_by_fresh`] pushed there.
    ///
    /// # Panics
    /// If there is none.
    fn put_back_node(&mut self, undo: &mut UndoStack);
    /// Exchanges two subterms if they have one type; returns whether it did.
    fn swap_node(&mut self, other: &mut dyn Node) -> bool;
}

impl<T: Mutate + Node> Whole for T {
    fn as_node_mut(&mut self) -> &mut dyn Node {
        self
    }
    fn own_name(&self) -> &'static str {
        std::any::type_name::<T>()
    }
    fn census(&self) -> Census {
        Census {
            mutants: self.mutants(),
            fresh_subtrees: self.fresh_subtrees(),
            paired_mutants: self.paired_mutants(),
        }
    }
    fn outline(&self) -> Outline {
        Outline {
            ty: TypeId::of::<T>(),
            kind: self.kind(),
            constructor: self.constructor(),
            children: self.children(),
            key_count: self.key_count(),
            number: self.number().and_then(|number| i64::try_from(number).ok()),
            text_length: self.text_length(),
        }
    }
    fn copy_node(&self) -> Option<Box<dyn Node>> {
        Some(Box::new(T::copy(self)?))
    }
    fn generate_node(&self, generator: &mut Generator) -> Box<dyn Node> {
        Box::new(T::generate(generator))
    }
    fn smallest_node(&self) -> Box<dyn Node> {
        Box::new(T::smallest())
    }
    fn replace_node(&mut self, mut other: Box<dyn Node>) -> Result<Box<dyn Node>, Box<dyn Node>> {
        if self.swap_node(&mut *other) { Ok(other) } else { Err(other) }
    }
    fn replace_by_fresh(&mut self, context: &mut Context) {
        let fresh = T::generate(context.generator());
        context.undo.push(std::mem::replace(self, fresh));
    }
    fn keep_node(&self, undo: &mut UndoStack) -> bool {
        let copy = T::copy(self);
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
}

/// A value whose [`Mutate`] is written by hand, as the engine sees it.
#[derive(RefCast)]
#[repr(transparent)]
pub struct Opaque<T>(pub(super) T);

impl<T> Opaque<T> {
    pub(super) fn of(value: &T) -> &Opaque<T> {
        Opaque::ref_cast(value)
    }
    pub(super) fn of_mut(value: &mut T) -> &mut Opaque<T> {
        Opaque::ref_cast_mut(value)
    }
}

impl<T: Mutate> Mutate for Opaque<T> {
    fn smallest() -> Self {
        Opaque(T::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        Opaque(T::generate(generator))
    }
    fn copy(this: &Self) -> Option<Self> {
        T::copy(&this.0).map(Opaque)
    }
    own_node!();
}

impl<T: Mutate> Node for Opaque<T> {
    fn form(&self) -> Form {
        T::form(&self.0)
    }
    fn type_name(&self) -> &'static str {
        std::any::type_name::<T>()
    }
}

impl dyn Node {
    /// Whether the node is a `T`.
    pub fn is<T: 'static>(&self) -> bool {
        self.downcast_ref::<T>().is_some()
    }

    /// The node as a `T`, if that is its type.
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        let any: &dyn Any = self;
        any.downcast_ref::<T>().or_else(|| any.downcast_ref().map(|Opaque(value)| value))
    }

    /// The node as a mutable `T`, if that is its type.
    pub fn downcast_mut<T: 'static>(&mut self) -> Option<&mut T> {
        let is_opaque = (self as &dyn Any).is::<Opaque<T>>();
        let any: &mut dyn Any = self;
        if is_opaque { any.downcast_mut().map(|Opaque(value)| value) } else { any.downcast_mut() }
    }
}

/// Unboxes a value that is a node of its own type.
///
/// # Errors
/// Returns the node if it has another type.
pub fn unboxed<T: Node>(node: Box<dyn Node>) -> Result<T, Box<dyn Node>> {
    if !(&*node as &dyn Any).is::<T>() {
        return Err(node);
    }
    let any: Box<dyn Any> = node;
    match any.downcast() {
        Ok(value) => Ok(*value),
        Err(_) => unreachable!("the type was just looked at"),
    }
}

/// Panics for a `child` whose index is too large.
///
/// # Panics
/// Always.
#[cold]
pub fn no_child(index: usize) -> ! {
    panic!("there is no child {index}: an index must be below `children()`")
}

/// The functions of [`Mutate`] for a type that implements [`Node`] and is its own node.
#[doc(hidden)]
#[macro_export]
macro_rules! __own_node {
    () => {
        fn form(this: &Self) -> $crate::text::Form {
            $crate::internal::macros::Node::form(this)
        }
        fn node(this: &Self) -> &dyn $crate::internal::macros::Node {
            this
        }
        fn node_mut(this: &mut Self) -> &mut dyn $crate::internal::macros::Node {
            this
        }
        fn from_node(
            node: $crate::internal::macros::Box<dyn $crate::internal::macros::Node>,
        ) -> ::core::result::Result<
            Self,
            $crate::internal::macros::Box<dyn $crate::internal::macros::Node>,
        > {
            $crate::internal::macros::unboxed(node)
        }
    };
}

/// A wrapper node that delegates functions of [`Node`] to the value it contains.
pub(crate) trait Content {
    /// The content, if it is present and can be seen.
    fn content(&self) -> Option<&dyn Node>;
    /// The content, if it is present and may be changed.
    fn content_mut(&mut self) -> Option<&mut dyn Node>;
}

/// Implements the named functions of [`Node`] by those of the [`Content`]. Without content, they
/// are the defaults.
macro_rules! forward_node {
    ($($name:ident)*) => { $($crate::value::node::forward_node!(@$name);)* };
    (@kind) => {
        fn kind(&self) -> $crate::value::node::NodeKind {
            self.content().map_or($crate::value::node::NodeKind::Other, |node| node.kind())
        }
    };
    (@constructor) => {
        fn constructor(&self) -> usize {
            self.content().map_or(0, |node| node.constructor())
        }
    };
    (@children) => {
        fn children(&self) -> usize {
            self.content().map_or(0, |node| node.children())
        }
        fn child(&self, index: usize) -> &dyn $crate::value::node::Node {
            match self.content() {
                Some(node) => node.child(index),
                None => $crate::value::node::no_child(index),
            }
        }
        fn child_mut(&mut self, index: usize) -> &mut dyn $crate::value::node::Node {
            match self.content_mut() {
                Some(node) => node.child_mut(index),
                None => $crate::value::node::no_child(index),
            }
        }
        fn all_children<'v>(&'v self, into: &mut Vec<&'v dyn $crate::value::node::Node>) {
            self.content().into_iter().for_each(|node| node.all_children(into));
        }
    };
    (@keys) => {
        fn key_count(&self) -> usize {
            self.content().map_or(0, |node| node.key_count())
        }
        fn key_at(&self, index: usize) -> &dyn $crate::value::node::Node {
            match self.content() {
                Some(node) => node.key_at(index),
                None => $crate::value::node::no_child(index),
            }
        }
        fn all_keys<'v>(&'v self, into: &mut Vec<&'v dyn $crate::value::node::Node>) {
            self.content().into_iter().for_each(|node| node.all_keys(into));
        }
    };
    (@edit_keys) => {
        fn edit_keys(&mut self, change: &mut dyn FnMut(&mut dyn $crate::value::node::Node)) {
            self.content_mut().into_iter().for_each(|node| node.edit_keys(change));
        }
    };
    (@fresh_subtrees) => {
        fn fresh_subtrees(&self) -> u64 {
            self.content().map_or(0, |node| node.fresh_subtrees())
        }
    };
    (@paired_mutants) => {
        fn paired_mutants(&self) -> $crate::value::node::Mutants {
            self.content().map_or(Default::default(), |node| node.paired_mutants())
        }
    };
    (@form) => {
        fn form(&self) -> $crate::value::text::Form {
            self.content().map_or($crate::value::text::Form::Opaque, |node| node.form())
        }
    };
    (@fingerprint) => {
        fn fingerprint(&self) -> u64 {
            self.content().map_or(0, |node| node.fingerprint())
        }
    };
    (@number) => {
        fn number(&self) -> Option<i128> {
            self.content().and_then(|node| node.number())
        }
    };
    (@text) => {
        fn text(&self, into: &mut Vec<u8>) {
            self.content().into_iter().for_each(|node| node.text(into));
        }
        fn text_length(&self) -> usize {
            self.content().map_or(0, |node| node.text_length())
        }
    };
    (@set_text) => {
        fn set_text(&mut self, text: &[u8]) {
            self.content_mut().into_iter().for_each(|node| node.set_text(text));
        }
    };
    (@set_number) => {
        fn set_number(&mut self, number: i128) -> bool {
            self.content_mut().is_some_and(|node| node.set_number(number))
        }
    };
}

pub use __own_node as own_node;
pub(crate) use forward_node;
