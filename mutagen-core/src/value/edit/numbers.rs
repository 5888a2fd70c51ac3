//! Edits of a number: another value for it alone, for all that are equal to it in a scope, or a distance
//! that all numbers of a scope are moved by.

use super::twins::Within;
use super::{Editor, draw};
use crate::value::generate::Generator;
use crate::value::node::Node;
use std::any::TypeId;

/// A number that takes the place of one that is `old`.
pub(super) fn number(
    editor: &mut Editor,
    root: &mut dyn Node,
    within: Within,
    old: i128,
    generator: &mut Generator,
) -> bool {
    let at = within.at;
    if editor.sites.all()[at].ty == TypeId::of::<u8>()
        && let Some(bytes) = generator.bytes_of_operand()
    {
        return spell(editor, root, within, &bytes);
    }
    match generator.below(5) {
        kind @ 0..=2 => {
            let Some(new) = fresh(editor, root, within, old, kind, generator) else { return false };
            editor.set_number(root, at, new)
        }
        3 => {
            let kind = generator.below(3);
            let Some(new) = fresh(editor, root, within, old, kind, generator) else { return false };
            let scope = scope(editor, within, generator);
            editor.rename_number(root, scope, at, new)
        }
        _ => {
            let scope = scope(editor, within, generator);
            let by = distance(generator);
            editor.translate(root, scope, by)
        }
    }
}

/// Writes bytes over those that begin here, as far as there are some: text is compared several bytes at
/// a time, and only all of them together lead on.
fn spell(
    editor: &mut Editor,
    root: &mut dyn Node,
    Within { at, side }: Within,
    bytes: &[u8],
) -> bool {
    let all = &editor.sites.all()[..editor.sites.subtree(side).end];
    let room = all[at..].iter().take_while(|site| site.ty == TypeId::of::<u8>()).count();
    let mut changed = false;
    for (offset, &byte) in bytes.iter().enumerate().take(room) {
        changed |= editor.set_number(root, at + offset, i128::from(byte));
    }
    changed
}

/// A new number: a generated one, a neighbour of the old one, or one near others of the test.
fn fresh(
    editor: &Editor,
    root: &dyn Node,
    Within { at, side }: Within,
    old: i128,
    kind: u32,
    generator: &mut Generator,
) -> Option<i128> {
    match kind {
        0 => match generator.operand_or_byte() {
            Some(operand) => Some(i128::from(operand)),
            None => editor.sites.node(root, at).generate_node(generator).number(),
        },
        1 => {
            let step = 1 + i128::from(generator.below(2));
            Some(if generator.one_in(2) {
                old.saturating_add(step)
            } else {
                old.saturating_sub(step)
            })
        }
        _ => {
            let all = editor.sites.all();
            let numbers =
                || editor.sites.subtree(side).filter(|index| all[*index].number.is_some());
            let mut one = || draw(numbers, generator).and_then(|index| all[index].number);
            let (first, second) = (i128::from(one()?), i128::from(one()?));
            Some(match generator.below(4) {
                0 => first,
                1 => first + 1,
                2 => first - 1,
                _ => (first + second).div_euclid(2),
            })
        }
    }
}

/// How far numbers are moved: half of the time by one or two, else up to the size of a test.
pub(super) fn distance(generator: &mut Generator) -> i128 {
    let most = if generator.one_in(2) { 2 } else { generator.range().max(2) };
    let by = i128::from(1 + generator.below(most));
    if generator.one_in(2) { by } else { -by }
}

/// An ancestor of a node, from its side's root down, drawn at random: what changes together lies below it.
pub(super) fn scope(
    editor: &mut Editor,
    Within { at, side }: Within,
    generator: &mut Generator,
) -> usize {
    let Editor { sites, scratch, .. } = editor;
    let line = &mut scratch.line;
    sites.line(at, line);
    let first = line.iter().position(|ancestor| *ancestor == side).unwrap_or(0);
    let ancestors = (line.len() - first).saturating_sub(1).max(1);
    line[first + generator.below(ancestors as u32) as usize]
}
