//! FuzzChick's derived mutators, on nodes: one step down from the root, chosen anew at each node
//! among what the type's constructors offer, until something is changed.

use mutagen_core::Generator;
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::node::{Node, NodeKind};
use mutagen_core::internal::value::seed::{self, Random};
use mutagen_core::internal::value::walk::structural_hash;
use mutagen_core::text::Form;
use std::any::{Any, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// Values generated to find out which constructors a type has.
const SAMPLES: u64 = 200;

/// Values generated to get one with a certain constructor.
const TRIES: usize = 100;

/// Changes values at random.
pub(super) struct Mutator {
    /// The size of what is made anew.
    size: u32,
    /// The constructors of each type, with the types of their fields: as far as generated values
    /// have shown them.
    types: BTreeMap<TypeId, Vec<(usize, Vec<TypeId>)>>,
    /// Which types of sequences can be of other lengths.
    lists: BTreeMap<TypeId, bool>,
}

/// What can be done at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Give the node this constructor of its type.
    Convert(usize),
    /// Change the field at this index.
    Into(usize),
    /// Put the field at this index, which has the node's own type, in the node's place.
    Hoist(usize),
}

impl Mutator {
    /// One that makes anew what has this size.
    pub(super) fn new(size: u32) -> Mutator {
        Mutator { size, types: BTreeMap::new(), lists: BTreeMap::new() }
    }

    /// Changes a value.
    pub(super) fn mutate(&mut self, value: &mut dyn Node, random: Random) {
        let mut generator = Generator::new(random, self.size).filled();
        self.change(value, &mut generator);
    }

    fn change(&mut self, node: &mut dyn Node, generator: &mut Generator) {
        if node.kind() == NodeKind::Number {
            return change_number(node, generator);
        }
        if length(node) > 0 && self.is_list(node) {
            return self.change_list(node, generator);
        }
        let steps = self.steps(node);
        match draw(&steps, generator) {
            None => refresh(node, generator),
            Some(Step::Into(index)) => self.change(node.child_mut(index), generator),
            Some(Step::Hoist(index)) => {
                if let Some(child) = node.child(index).copy_node() {
                    let _ = node.replace_node(child);
                }
            }
            Some(Step::Convert(to)) => convert(node, to, generator),
        }
    }

    /// Everything that can be done at a node: each with the same chance.
    fn steps(&mut self, node: &dyn Node) -> Vec<Step> {
        let own = type_of(node);
        let fields = fields(node);
        let constructor = node.constructor();
        let mut steps = Vec::new();
        for (other, others) in self.constructors(node) {
            let fits = is_part(&fields, others) || is_part(others, &fields);
            if *other != constructor && fits {
                steps.push(Step::Convert(*other));
            }
        }
        for (index, field) in fields.iter().enumerate() {
            // The two runs of a property are fields of their own beside its other arguments.
            let runs = if node.child(index).kind() == NodeKind::Twin { 2 } else { 1 };
            steps.extend(std::iter::repeat_n(Step::Into(index), runs));
            if *field == own {
                steps.push(Step::Hoist(index));
            }
        }
        steps
    }

    fn constructors(&mut self, node: &dyn Node) -> &[(usize, Vec<TypeId>)] {
        let most = u64::from(self.size);
        self.types.entry(type_of(node)).or_insert_with(|| {
            let mut known: BTreeMap<usize, Vec<TypeId>> = BTreeMap::new();
            // A sequence has no other constructor, and nothing else is told apart by children.
            if matches!(node.form(), Form::Constructor(_)) {
                for number in 0..SAMPLES {
                    let size = (number % 4).min(most) as u32;
                    let mut generator = Generator::new(seed::random(number), size);
                    let fresh = node.generate_node(&mut generator);
                    known.entry(fresh.constructor()).or_insert_with(|| fields(&*fresh));
                }
            }
            known.into_iter().collect()
        })
    }

    /// Of a list of n elements: the first is changed or dropped, or n times as likely as either the
    /// same is done with the rest. Maps and sets are lists of their entries, as they are in
    /// Haskell.
    fn change_list(&mut self, node: &mut dyn Node, generator: &mut Generator) {
        let length = length(node);
        for at in 0..length {
            let left = u32::try_from(length - at).unwrap_or(u32::MAX - 2);
            match generator.below(left + 2) {
                0 => return self.change_element(node, at, generator),
                1 => {
                    // The first mutants of a sequence, a map or a set drop one element each.
                    let mut context = Context::new(0, self.size);
                    return node.mutate(at as u64, &mut context);
                }
                _ => {}
            }
        }
        // At the end of the list stands an empty one, which is replaced by a fresh one.
        let mut fresh = node.generate_node(generator);
        if node.key_count() > 0 {
            (0..fresh.key_count()).for_each(|_| self.add_entry(node, generator));
        } else {
            (0..fresh.children()).for_each(|at| self.append(node, fresh.child_mut(at)));
        }
    }

    fn append(&self, node: &mut dyn Node, element: &mut dyn Node) {
        // The last mutant of a sequence has one element more at its end.
        let end = node.children();
        let inserted = node.mutants().pure.saturating_sub(1);
        node.mutate(inserted, &mut Context::new(0, self.size));
        if node.children() > end {
            node.child_mut(end).swap_node(element);
        }
    }

    /// Adds a fresh key, which was not there, and a fresh value. If all keys are there nothing
    /// changes.
    fn add_entry(&self, node: &mut dyn Node, generator: &mut Generator) {
        let key = |node: &dyn Node, at| structural_hash(node.key_at(at));
        let before: BTreeSet<u64> = (0..node.key_count()).map(|at| key(node, at)).collect();
        // The first random mutant of a map or a set.
        let fresh = node.mutants().pure;
        let mut context = Context::new(u64::from(generator.below(u32::MAX)), self.size);
        node.mutate(fresh, &mut context);
        if node.key_count() <= before.len() {
            return node.restore(fresh, &mut context);
        }
        let added = (0..node.children()).find(|&at| !before.contains(&key(node, at)));
        if let Some(at) = added {
            refresh(node.child_mut(at), generator);
        }
    }

    /// Whether a node is a list, a map or a set; an array is none, its elements are fields.
    fn is_list(&mut self, node: &dyn Node) -> bool {
        match node.form() {
            Form::Map | Form::Set => true,
            Form::Sequence => *self.lists.entry(type_of(node)).or_insert_with(|| {
                let smallest = node.generate_node(&mut Generator::new(seed::random(0), 0));
                smallest.children() == 0
            }),
            Form::Atom(_) | Form::Constructor(_) | Form::Opaque => false,
        }
    }

    /// Changes an element: of an entry of a map the key or the value.
    fn change_element(&mut self, node: &mut dyn Node, at: usize, generator: &mut Generator) {
        let has_key = node.key_count() > 0;
        let changes_key = has_key && (node.children() == 0 || generator.one_in(2));
        if !changes_key {
            return self.change(node.child_mut(at), generator);
        }
        let mut next = 0;
        node.edit_keys(&mut |key| {
            if next == at {
                self.change(key, generator);
            }
            next += 1;
        });
    }
}

fn type_of(node: &dyn Node) -> TypeId {
    (node as &dyn Any).type_id()
}

/// The number of a list's elements.
fn length(node: &dyn Node) -> usize {
    node.children().max(node.key_count())
}

fn fields(node: &dyn Node) -> Vec<TypeId> {
    (0..node.children()).map(|index| type_of(node.child(index))).collect()
}

/// Whether one sequence is part of another, in its order.
fn is_part(part: &[TypeId], whole: &[TypeId]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|ty| whole.any(|other| other == ty))
}

fn draw(steps: &[Step], generator: &mut Generator) -> Option<Step> {
    let count = u32::try_from(steps.len()).ok().filter(|count| *count > 0)?;
    steps.get(generator.below(count) as usize).copied()
}

/// Zero becomes a fresh number; any other becomes zero or a fresh one.
fn change_number(node: &mut dyn Node, generator: &mut Generator) {
    let zero = node.number().is_none_or(|number| number == 0);
    if zero || generator.one_in(2) || !node.set_number(0) {
        refresh(node, generator);
    }
}

fn refresh(node: &mut dyn Node, generator: &mut Generator) {
    let fresh = node.generate_node(generator);
    let _ = node.replace_node(fresh);
}

/// Gives a node another constructor: fields of its own where there are such, in order, else fresh
/// ones.
fn convert(node: &mut dyn Node, to: usize, generator: &mut Generator) {
    for _ in 0..TRIES {
        let mut fresh = node.generate_node(generator);
        if fresh.constructor() != to {
            continue;
        }
        let (mut old, mut new) = (0, 0);
        let keeps_all = is_part(&fields(node), &fields(&*fresh));
        while old < node.children() && new < fresh.children() {
            if node.child_mut(old).swap_node(fresh.child_mut(new)) {
                (old, new) = (old + 1, new + 1);
            } else if keeps_all {
                new += 1;
            } else {
                old += 1;
            }
        }
        let _ = node.replace_node(fresh);
        return;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutagen_core::text::{parse, print};
    use mutagen_core::{Mutate, Twin};

    #[derive(Mutate)]
    enum Tree {
        Leaf,
        Node(Box<Tree>, u8, Box<Tree>),
    }

    #[derive(Mutate)]
    enum Operation {
        Nothing,
        One(u8),
        Two(u8, u8),
        Name(bool),
    }

    fn mutants<T: Mutate + Node>(text: &str) -> BTreeSet<String> {
        let mut mutator = Mutator::new(3);
        (0..2000)
            .map(|number| {
                let mut value = parse::<T>(text).unwrap().value;
                mutator.mutate(&mut value, seed::random(number));
                print(&value)
            })
            .collect()
    }

    #[test]
    fn fields_are_kept_added_and_dropped_with_the_constructor() {
        let one = mutants::<Operation>("One(2)");
        assert!(one.contains("Nothing") && one.contains("One(0)") && one.contains("One(3)"));
        assert!(one.iter().any(|text| text.starts_with("Two(2, ")), "{one:?}");
        assert!(!one.iter().any(|text| text.starts_with("Name")), "a number is no truth value");
        let two = mutants::<Operation>("Two(2, 3)");
        assert!(two.contains("One(2)") && two.contains("Two(0, 3)") && two.contains("Two(2, 0)"));
    }

    #[test]
    fn a_node_is_replaced_by_a_child_and_a_leaf_grows() {
        let tree = mutants::<Tree>("Node(Node(Leaf, 1, Leaf), 2, Leaf)");
        assert!(tree.contains("Node(Leaf, 1, Leaf)") && tree.contains("Leaf"), "{tree:?}");
        assert!(tree.contains("Node(Node(Leaf, 1, Leaf), 0, Leaf)"));
        assert!(tree.iter().any(|text| text.ends_with("2, Node(Leaf, 1, Leaf))")), "{tree:?}");
    }

    #[test]
    fn any_element_of_a_list_is_changed_or_dropped_and_it_grows_at_its_end() {
        let list = mutants::<Vec<u8>>("[1, 2]");
        for expected in ["[2]", "[1]", "[0, 2]", "[1, 0]", "[1, 2, 0, 0, 2]", "[1, 2, 3, 0, 2]"] {
            assert!(list.contains(expected), "{expected}: {list:?}");
        }
        assert!(!list.contains("[1, 2, 3]"), "a fresh list has as many elements as the size is");
    }

    #[test]
    fn each_of_two_runs_is_changed_as_often_as_another_argument() {
        let (mut mutator, mut unchanged) = (Mutator::new(3), [0; 3]);
        for number in 0..3000 {
            let mut value = (false, Twin { left: false, right: false });
            mutator.mutate(&mut value, seed::random(number));
            let changed = [value.0, value.1.left, value.1.right];
            for (count, changed) in unchanged.iter_mut().zip(changed) {
                *count += u32::from(!changed);
            }
        }
        // Of those drawn half get the value that they had.
        assert!(unchanged.iter().all(|count| (2400..2600).contains(count)), "{unchanged:?}");
    }

    #[test]
    fn an_array_keeps_its_length() {
        let array = mutants::<[u8; 1]>("[1]");
        assert!(array.contains("[0]") && array.contains("[3]"), "{array:?}");
        let arrays = mutants::<[u8; 3]>("[1, 2, 3]");
        assert!(arrays.contains("[1, 2, 0]") && !arrays.contains("[2, 1, 3]"), "{arrays:?}");
    }

    #[test]
    fn maps_and_sets_are_lists_of_their_entries() {
        let map = mutants::<BTreeMap<u8, u8>>("{1: 2, 3: 3}");
        let dropped = ["{3: 3}", "{1: 2}"];
        let changed = ["{0: 2, 3: 3}", "{1: 0, 3: 3}", "{0: 3, 1: 2}", "{1: 2, 3: 0}"];
        let added = ["{1: 2, 2: 0, 3: 3}", "{0: 3, 1: 2, 2: 1, 3: 3}"];
        for expected in [&dropped[..], &changed, &added].concat() {
            assert!(map.contains(expected), "{expected}: {map:?}");
        }
        let set = mutants::<BTreeSet<u8>>("{1, 3}");
        for expected in ["{3}", "{1}", "{0, 3}", "{0, 1}", "{1, 2, 3}", "{0, 1, 2, 3}"] {
            assert!(set.contains(expected), "{expected}: {set:?}");
        }
        let full = mutants::<BTreeMap<bool, u8>>("{false: 1, true: 2}");
        assert!(full.contains("{false: 1, true: 2}") && !full.contains("{}"), "{full:?}");
    }
}
