//! Corresponding places in the two sides of a [`Twin`](crate::Twin), for edits made on both sides.
//! Also aligns sides that no longer correspond.

use super::editing::Editing;
use super::{Site, Sites, draw};
use crate::value::generate::Generator;
use crate::value::node::NodeKind;

/// A node, and the root of the side of the twin that contains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Within {
    pub(super) at: usize,
    pub(super) side: usize,
}

impl Editing<'_> {
    /// Copies one side of a twin over the other. Parts that the property ignores drift apart edit
    /// by edit. Without this, few places correspond after a while, and no edit makes the sides
    /// agree where they must.
    pub(super) fn align(&mut self) -> bool {
        let all = self.editor.sites.all();
        let twins = || (0..all.len()).filter(|at| all[*at].is(NodeKind::Twin));
        let Some(left) = draw(twins, self.generator).map(|at| at + 1) else { return false };
        let right = left + all[left].size() as usize;
        let (from, to) = if self.generator.one_in(2) { (left, right) } else { (right, left) };
        self.editor.copy(self.root, from, to)
    }
}

/// The node and the node at the same place in the other side of the innermost twin around it, left
/// and right. `None` if no twin contains the node, or if the other side has another shape there.
pub(super) fn corresponding(sites: &Sites, index: usize) -> Option<[Within; 2]> {
    let all = sites.all();
    // The root of the other side, and the corresponding node so far.
    let mut twin: Option<[usize; 2]> = None;
    let mut other: Option<usize> = None;
    let mut at = 0;
    while at != index {
        let parent = at;
        let place;
        (at, place) = child_around(all, parent, index);
        if all[parent].is(NodeKind::Twin) {
            let left = parent + 1;
            let right = left + all[left].size() as usize;
            twin = Some([left, right]);
            other = Some(if at == left { right } else { left });
        } else {
            // In the other side, skip the same number of siblings.
            let from = other.filter(|&other| same(&all[parent], &all[other]));
            other = from.and_then(|other| nth_child(all, other, place));
        }
    }
    let ([left, right], other) = (twin?, other?);
    if !same(&all[index], &all[other]) {
        return None;
    }
    let (one, two) = (index.min(other), index.max(other));
    Some([Within { at: one, side: left }, Within { at: two, side: right }])
}

/// A node near the one at `index`: below an ancestor at most [`LEVELS`] above it. The node is in
/// the same side of the innermost twin, or, where the other side corresponds, equally often in the
/// other side.
pub(super) fn near(sites: &Sites, index: usize, generator: &mut Generator) -> usize {
    let all = sites.all();
    let both = corresponding(sites, index).filter(|_| generator.one_in(2));
    let at = both.map_or(index, |[left, right]| left.at + right.at - index);
    let mut line = Vec::new();
    sites.line(at, &mut line);
    let twin = line.iter().rposition(|at| all[*at].is(NodeKind::Twin));
    let highest = twin.map_or(0, |twin| twin + 1).min(line.len() - 1);
    let up = generator.below(LEVELS + 1) as usize;
    let scope = line[(line.len() - 1).saturating_sub(up).max(highest)];
    scope + generator.below(all[scope].size()) as usize
}

/// The most levels up to the common ancestor of two nodes that are near each other.
const LEVELS: u32 = 2;

fn same(one: &Site, other: &Site) -> bool {
    (one.ty(), one.constructor(), one.arity()) == (other.ty(), other.constructor(), other.arity())
}

/// The child of `parent` whose subtree contains the node at `index`, and its child number.
fn child_around(all: &[Site], parent: usize, index: usize) -> (usize, usize) {
    let (mut child, mut place) = (parent + 1, 0);
    while child + all[child].size() as usize <= index {
        child += all[child].size() as usize;
        place += 1;
    }
    (child, place)
}

fn nth_child(all: &[Site], parent: usize, place: usize) -> Option<usize> {
    if place >= all[parent].arity() as usize {
        return None;
    }
    Some((0..place).fold(parent + 1, |at, _| at + all[at].size() as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutate;
    use crate::Twin;
    use crate::value::edit::{Editor, NoDonors, StackShape, stack};
    use crate::value::generate::Generator;
    use crate::value::operands::Operands;
    use crate::value::{seed, text, walk};

    const HABIT: StackShape = StackShape { another: 65, alone: 0, solved: 0 };

    type Value = (bool, Twin<Vec<(u8, Option<bool>)>>);

    fn value(text: &str) -> (Value, Sites) {
        let value: Value = text::parse(text).unwrap_or_else(|error| panic!("{error}")).value;
        let sites = Sites::of(&value);
        (value, sites)
    }

    #[test]
    fn a_place_corresponds_to_the_same_place_of_the_other_side_where_it_has_that_shape() {
        let (value, sites) = value(
            "(true, Twin { left: [(1, None), (2, Some(true))], right: [(3, None), (4, None)] })",
        );
        let text = |at: usize| text::print(sites.node(&value, at));
        let found: Vec<(String, String)> = (0..sites.all().len())
            .filter_map(|at| {
                let [left, right] = corresponding(&sites, at)?;
                assert!(at == left.at || at == right.at);
                assert_eq!([left.side, right.side].map(text), [3, 11].map(text));
                Some((text(left.at), text(right.at)))
            })
            .collect();
        let from_left = [
            ("[(1, None), (2, Some(true))]", "[(3, None), (4, None)]"),
            ("(1, None)", "(3, None)"),
            ("1", "3"),
            ("None", "None"),
            ("(2, Some(true))", "(4, None)"),
            ("2", "4"),
        ];
        let expected = from_left.map(|(left, right)| (left.to_owned(), right.to_owned()));
        // Once from the left side and once from the right.
        assert_eq!(found, [expected.clone(), expected].concat());
        assert!(sites.have_twin() && !Sites::of(&(1_u8, true)).have_twin());
    }

    #[test]
    #[cfg_attr(miri, ignore = "thousands of edits: too slow for Miri")]
    fn a_place_is_near_another_below_a_node_that_is_at_most_two_levels_up_in_either_side() {
        let (value, sites) = value(
            "(true, Twin { left: [(1, Some(true)), (2, None)], \
             right: [(3, Some(true)), (4, None)] })",
        );
        let text = |at: usize| text::print(sites.node(&value, at));
        let drawn = |of: &str| {
            let index = (0..sites.all().len()).find(|at| text(*at) == of).unwrap();
            let mut generator = Generator::new(seed::random(7), 6);
            let mut times = std::collections::BTreeMap::<String, u32>::new();
            for _ in 0..3000 {
                *times.entry(text(near(&sites, index, &mut generator))).or_default() += 1;
            }
            times
        };
        let number = drawn("2");
        let all = ["2", "4", "(2, None)", "(4, None)", "1", "3", "(1, Some(true))"];
        for place in all {
            assert!(number.contains_key(place), "{place} among {number:?}");
        }
        assert!(number["2"] > 500 && number["4"] > 500 && number["1"] < 200, "{number:?}");
        assert!(!number.keys().any(|text| text.contains("Twin")));
        let deep = drawn("Some(true)");
        assert!(deep.contains_key("3") && deep.contains_key("4"), "{deep:?}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "thousands of edits: too slow for Miri")]
    fn the_edit_after_a_change_of_both_sides_is_often_near_it() {
        let pairs = |numbers: [u8; 12]| numbers.map(|n| (n, Some(true))).to_vec();
        let old = pairs(std::array::from_fn(|n| n as u8));
        let mut value = (true, Twin { left: old.clone(), right: old.clone() });
        let mut editor = Editor::new(1, 8);
        let (mut near, mut far) = (0, 0);
        for number in 0..40_000 {
            let generator = Generator::new(seed::random(number), 6);
            editor.begin(&value);
            stack(
                &mut editor,
                &mut value,
                &NoDonors,
                [number, 1],
                HABIT,
                &Operands::NONE,
                generator,
            );
            let Twin { left, right } = &value.1;
            if left.len() == old.len() && right.len() == old.len() {
                let places = |differ: &dyn Fn(usize) -> bool| -> Vec<usize> {
                    (0..old.len()).filter(|at| differ(*at)).collect()
                };
                let apart = places(&|at| left[at] != right[at]);
                let both = places(&|at| left[at] != old[at] && right[at] != old[at]);
                if apart.len() == 1 && both.len() == 1 {
                    near += u32::from(apart == both);
                    far += u32::from(apart != both);
                }
            }
            editor.undo(&mut value);
        }
        // One of twelve places is near.
        assert!(3 * near > far, "{near} near and {far} far");
    }

    #[test]
    #[cfg_attr(miri, ignore = "thousands of edits: too slow for Miri")]
    fn sides_that_have_drifted_apart_are_made_alike_again_and_that_is_undone() {
        let count = |habit| {
            let (mut value, _) =
                value("(true, Twin { left: [(1, None)], right: [(3, None), (4, Some(false))] })");
            let hash = walk::structural_hash(&value);
            let mut editor = Editor::new(1, 8);
            let mut alike = 0;
            for number in 0..400 {
                let generator = Generator::new(seed::random(number), 6);
                editor.begin(&value);
                stack(
                    &mut editor,
                    &mut value,
                    &NoDonors,
                    [number, 1],
                    habit,
                    &Operands::NONE,
                    generator,
                );
                assert_eq!(*editor.sites(), Sites::of(&value));
                alike += usize::from(value.1.agrees());
                editor.undo(&mut value);
                assert_eq!(walk::structural_hash(&value), hash);
            }
            alike
        };
        let (with, without) = (count(HABIT), count(StackShape { alone: 100, ..HABIT }));
        assert!(with > 80 && with > 3 * without, "{with} and {without}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "thousands of edits: too slow for Miri")]
    fn many_stacks_of_several_edits_leave_alike_what_is() {
        let (mut value, _) =
            value("(true, Twin { left: [(1, None), (2, None)], right: [(1, None), (2, None)] })");
        let hash = walk::structural_hash(&value);
        let mut editor = Editor::new(1, 8);
        let mut changed: Vec<bool> = Vec::new();
        for number in 0..2000 {
            let generator = Generator::new(seed::random(number), 6);
            editor.begin(&value);
            let edits = stack(
                &mut editor,
                &mut value,
                &NoDonors,
                [number, 1],
                HABIT,
                &Operands::NONE,
                generator,
            );
            if edits >= 4 && walk::structural_hash(&value) != hash {
                changed.push(value.1.agrees());
            }
            editor.undo(&mut value);
            assert_eq!(walk::structural_hash(&value), hash);
        }
        let share = changed.iter().filter(|alike| **alike).count() * 100 / changed.len();
        assert!((45..70).contains(&share), "{share} % of the stacks");
    }

    #[test]
    #[cfg_attr(miri, ignore = "thousands of edits: too slow for Miri")]
    fn as_many_stacks_as_the_habit_says_are_one_edit_of_one_side_and_without_a_twin_none_is() {
        let made = |alone: u32| {
            let (mut value, _) = value(
                "(true, Twin { left: [(1, None), (2, None)], right: [(1, None), (2, None)] })",
            );
            let mut editor = Editor::new(1, 8);
            let (mut alone_made, mut alike) = (0, 0);
            for number in 0..2000 {
                let generator = Generator::new(seed::random(number), 6);
                editor.begin(&value);
                let habit = StackShape { alone, ..HABIT };
                let edits = stack(
                    &mut editor,
                    &mut value,
                    &NoDonors,
                    [number, 1],
                    habit,
                    &Operands::NONE,
                    generator,
                );
                let side = [&value.1.left, &value.1.right].map(text::print);
                let old = "[(1, None), (2, None)]";
                alone_made +=
                    u32::from(edits == 1 && side.iter().filter(|text| *text == old).count() == 1);
                alike += u32::from(side[0] == side[1] && side[0] != old);
                editor.undo(&mut value);
            }
            (alone_made, alike)
        };
        let [all, some, none] = [100, 25, 0].map(made);
        // The rest are edits of the twin itself, or of all equal parts in the whole value.
        assert!(all.0 > 3 * none.0 && 2 * all.1 < none.1, "{all:?} and {none:?}");
        let quarter = none.0 + (all.0 - none.0) / 4;
        assert!(some.0.abs_diff(quarter) < quarter / 4, "{some:?} between {none:?} and {all:?}");
        let plain = |alone| {
            let mut value = vec![(1_u8, Some(true)), (2, None)];
            let mut editor = Editor::new(1, 8);
            let texts = (0..200).map(|number| {
                let generator = Generator::new(seed::random(number), 6);
                editor.begin(&value);
                let habit = StackShape { alone, ..HABIT };
                stack(
                    &mut editor,
                    &mut value,
                    &NoDonors,
                    [number, 1],
                    habit,
                    &Operands::NONE,
                    generator,
                );
                let made = text::print(&value);
                editor.undo(&mut value);
                made
            });
            texts.collect::<Vec<String>>()
        };
        assert_eq!(plain(100), plain(0));
    }

    #[test]
    #[cfg_attr(miri, ignore = "thousands of edits: too slow for Miri")]
    fn some_edits_of_a_twin_leave_its_sides_alike_and_all_are_undone() {
        let mut editor = Editor::new(1, 8);
        let (mut alike, mut apart) = (0, 0);
        for number in 0..400 {
            let mut generator = Generator::new(seed::random(number), 6);
            let mut value = Value::generate(&mut generator);
            let hash = walk::structural_hash(&value);
            editor.begin(&value);
            stack(
                &mut editor,
                &mut value,
                &NoDonors,
                [number, 1],
                HABIT,
                &Operands::NONE,
                generator,
            );
            assert_eq!(*editor.sites(), Sites::of(&value));
            if walk::structural_hash(&value) != hash {
                let equal = value.1.agrees();
                alike += usize::from(equal);
                apart += usize::from(!equal);
            }
            editor.undo(&mut value);
            assert_eq!(walk::structural_hash(&value), hash);
        }
        assert!(alike > 60 && apart > 60, "{alike} alike, {apart} apart");
    }
}
