//! Edits of numbers: a new value for one number, one new value for all equal numbers in a scope, or
//! a shift of all numbers in a scope.

use super::draw;
use super::editing::Editing;
use super::twins::Within;
use super::type_tags::tag_of;
use crate::value::generate::Generator;
use std::any::TypeId;

impl Editing<'_> {
    /// Makes an edit of the number at `within`, whose value is `old`.
    pub(super) fn number(&mut self, within: Within, old: i128) -> bool {
        let at = within.at;
        if self.editor.sites.all()[at].ty() == tag_of(TypeId::of::<u8>())
            && let Some(bytes) = self.generator.bytes_of_operand()
        {
            return self.spell(within, &bytes);
        }
        match self.generator.below(5) {
            kind @ 0..=2 => self
                .fresh(within, old, kind)
                .is_some_and(|new| self.editor.set_number(self.root, at, new)),
            3 => {
                let kind = self.generator.below(3);
                let Some(new) = self.fresh(within, old, kind) else { return false };
                let scope = self.scope(within);
                self.editor.rename_number(self.root, scope, at, new)
            }
            _ => {
                let scope = self.scope(within);
                let by = distance(self.generator);
                self.editor.translate(self.root, scope, by)
            }
        }
    }

    /// Writes bytes over the ones that begin here, as far as there is room. Code often compares
    /// text several bytes at a time, so only all of them together reach the branch.
    fn spell(&mut self, Within { at, side }: Within, bytes: &[u8]) -> bool {
        let (sites, byte) = (&self.editor.sites, tag_of(TypeId::of::<u8>()));
        let all = &sites.all()[..sites.subtree(side).end];
        let room = all[at..].iter().take_while(|site| site.ty() == byte).count();
        let mut changed = false;
        for (offset, &byte) in bytes.iter().enumerate().take(room) {
            changed |= self.editor.set_number(self.root, at + offset, i128::from(byte));
        }
        changed
    }

    /// A new number: a generated one, a neighbour of the old one, or one near other numbers of the
    /// test.
    fn fresh(&mut self, Within { at, side }: Within, old: i128, kind: u32) -> Option<i128> {
        let (sites, generator) = (&self.editor.sites, &mut *self.generator);
        Some(match kind {
            0 => match generator.operand_or_byte() {
                Some(operand) => i128::from(operand),
                None => sites.node(self.root, at).generate_node(generator).number()?,
            },
            1 => {
                let step = 1 + i128::from(generator.below(2));
                old.saturating_add(if generator.one_in(2) { step } else { -step })
            }
            _ => {
                let all = sites.all();
                let numbers = || sites.subtree(side).filter(|index| all[*index].number().is_some());
                let mut one = || draw(numbers, generator).and_then(|index| all[index].number());
                let (first, second) = (i128::from(one()?), i128::from(one()?));
                match generator.below(4) {
                    0 => first,
                    1 => first + 1,
                    2 => first - 1,
                    _ => (first + second).div_euclid(2),
                }
            }
        })
    }

    /// A random ancestor of a node, from the root of its side down: the scope of a joint change.
    pub(super) fn scope(&mut self, Within { at, side }: Within) -> usize {
        let line = &mut self.editor.scratch.line;
        self.editor.sites.line(at, line);
        let first = line.iter().position(|ancestor| *ancestor == side).unwrap_or(0);
        let ancestors = (line.len() - first).saturating_sub(1).max(1);
        line[first + self.generator.below(ancestors as u32) as usize]
    }
}

/// A distance for shifting numbers: half of the time 1 or 2, otherwise up to the size of a test.
pub(super) fn distance(generator: &mut Generator) -> i128 {
    let most = if generator.one_in(2) { 2 } else { generator.range().max(2) };
    let by = i128::from(1 + generator.below(most));
    if generator.one_in(2) { by } else { -by }
}
