//! Edits of numbers: a new value for one number, one new value for all equal numbers in a scope, a
//! shift of all numbers in a scope, or the random mutant of the number's type.

use super::draw;
use super::editing::Editing;
use super::twins::Within;
use crate::value::generate::Generator;

/// Of 16 edits of a number, 9 give it a new value, 3 rename it in a scope, 3 move all numbers of a
/// scope, and 1 is the random mutant of its type: any bits, a boundary of the type, a flipped bit.
const FRESH: u32 = 9;
const RENAMED: u32 = FRESH + 3;
const MOVED: u32 = RENAMED + 3;
const SHARES: u32 = MOVED + 1;

impl Editing<'_> {
    /// Makes an edit of the number at `within`, whose value is `old`. The address seeds the random
    /// mutant of the number's type.
    pub(super) fn number(&mut self, within: Within, old: i128, address: [u64; 3]) -> bool {
        let at = within.at;
        match self.generator.below(SHARES) {
            drawn @ 0..FRESH => self
                .fresh(within, old, drawn % 3)
                .is_some_and(|new| self.editor.set_number(self.root, at, new)),
            FRESH..RENAMED => {
                let kind = self.generator.below(3);
                let Some(new) = self.fresh(within, old, kind) else { return false };
                let scope = self.scope(within);
                self.editor.rename_number(self.root, scope, at, new)
            }
            RENAMED..MOVED => {
                let scope = self.scope(within);
                let by = distance(self.generator);
                self.editor.translate(self.root, scope, by)
            }
            _ => {
                let mutants = self.editor.sites.node(self.root, at).mutants();
                if mutants.random == 0 {
                    return false;
                }
                self.editor.mutate(self.root, at, mutants.pure, address);
                true
            }
        }
    }

    /// A new number: a generated one, a neighbour of the old one, one near other numbers of the
    /// test, or the length of a part of the test.
    fn fresh(&mut self, Within { at, side }: Within, old: i128, kind: u32) -> Option<i128> {
        let (sites, generator) = (&self.editor.sites, &mut *self.generator);
        Some(match kind {
            0 => match generator.integer_in(8) {
                Some(literal) => literal,
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
                match generator.below(5) {
                    // How long a part of the test is: what a field of a format often says.
                    0 => length(sites, side, generator)?,
                    4 => first,
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

/// The length of a text, or how many children a node has, somewhere in the test; or a neighbour.
fn length(sites: &super::Sites, side: usize, generator: &mut Generator) -> Option<i128> {
    let all = sites.all();
    let long = || {
        sites.subtree(side).filter(|at| all[*at].text_length().is_some() || all[*at].arity() > 1)
    };
    let site = all[draw(long, generator)?];
    let length = site.text_length().unwrap_or(site.arity() as usize);
    Some(length as i128 + i128::from(generator.below(3)) - 1)
}

/// A distance for shifting numbers: half of the time 1 or 2, otherwise up to the size of a test.
pub(super) fn distance(generator: &mut Generator) -> i128 {
    let most = if generator.one_in(2) { 2 } else { generator.range().max(2) };
    let by = i128::from(1 + generator.below(most));
    if generator.one_in(2) { by } else { -by }
}
