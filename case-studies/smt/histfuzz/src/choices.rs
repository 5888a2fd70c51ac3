//! The choices of Algorithm 1 as a value: numbers, each taken modulo what it chooses from. So a
//! formula that failed, or was new, can be varied choice by choice, and every variant is legal.

use crate::blocks::Blocks;
use mutagen_core::Mutate;
use rand::{Rng, RngExt};

/// One past the largest number that is drawn: large against every pool.
const NUMBERS: u32 = 1 << 20;

/// Skeletons in one formula, as the published tool draws their number.
const SIZES: [usize; 7] = [1, 2, 3, 3, 4, 4, 5];

/// All choices for one formula.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Mutate)]
pub struct Choices {
    /// The pool: the theory.
    #[mutate(range = 0..=NUMBERS - 1)]
    pub pool: u32,
    /// Whether rules choose atoms.
    pub guided: bool,
    /// One skeleton each; none counts as the first one, unfilled.
    #[mutate(max_len = 10)]
    pub assertions: Vec<Filling>,
    /// The variable translocations, made in turn.
    #[mutate(max_len = 10)]
    pub translocations: Vec<Translocation>,
    /// The levels of incremental mode, round by round; without any, there is one `check-sat`.
    #[mutate(max_len = 10)]
    pub levels: Vec<Level>,
    /// The tactics of z3 that solve the formula, chained; without any, the default mode does.
    #[mutate(max_len = 3)]
    pub tactics: Vec<u8>,
    /// Options of the solver under test.
    #[mutate(max_len = 2)]
    pub options: Vec<u8>,
}

/// A skeleton with its atoms and bound variables.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Mutate)]
pub struct Filling {
    /// The skeleton.
    #[mutate(range = 0..=NUMBERS - 1)]
    pub skeleton: u32,
    /// The atoms, in the order of the holes. If they are too few, the others follow from them.
    pub fills: Vec<Number>,
    /// What the quantifiers bind, from the outermost to the innermost; as for `fills`.
    pub bound: Vec<Bound>,
}

/// A number to choose by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Mutate)]
pub struct Number(#[mutate(range = 0..=NUMBERS - 1)] pub u32);

/// A bound variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Mutate)]
pub struct Bound {
    /// The variable, among those of the atoms in its scope.
    #[mutate(range = 0..=NUMBERS - 1)]
    pub variable: u32,
    /// Whether it gets another name, so that it is bound and unused.
    pub unused: bool,
}

/// An occurrence of a variable becomes another variable of its sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Mutate)]
pub struct Translocation {
    /// The assertion.
    #[mutate(range = 0..=NUMBERS - 1)]
    pub assertion: u32,
    /// The occurrence of a variable in it.
    #[mutate(range = 0..=NUMBERS - 1)]
    pub occurrence: u32,
    /// The variable, among those of the sort.
    #[mutate(range = 0..=NUMBERS - 1)]
    pub to: u32,
}

/// A round of incremental mode: `push`, assertions, `check-sat`, `pop`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Mutate)]
pub struct Level {
    /// The number of assertions, and of levels pushed.
    #[mutate(range = 1..=3)]
    pub push: u8,
    /// Levels popped afterwards: 1 up to the depth.
    pub pop: u8,
}

/// What is drawn, beside the formula itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modes {
    /// Whether rules choose atoms: not for HistFuzz_r and HistFuzz_n.
    pub guided: bool,
    /// Whether half of the formulas are incremental.
    pub incremental: bool,
    /// Whether half of the formulas get one to three tactics of z3.
    pub tactics: bool,
    /// Whether the solver gets up to two options.
    pub options: bool,
}

/// Skeletons are drawn without replacement; when fewer than five are left, the rest is one formula
/// and all come back, with another pool.
#[derive(Debug, Clone, Default)]
pub struct Deck {
    pool: u32,
    left: Vec<u32>,
}

impl Deck {
    /// The choices for the next formula, as Algorithm 1 makes them.
    pub fn draw(&mut self, blocks: &Blocks, modes: Modes, random: &mut impl Rng) -> Choices {
        if self.left.is_empty() {
            self.left = (0..blocks.skeletons.len() as u32).collect();
            self.pool = random.random_range(0..NUMBERS);
        }
        let incremental = modes.incremental && random.random();
        let mut count = SIZES[random.random_range(0..SIZES.len())];
        if incremental {
            count = (count * random.random_range(2..=3)).min(10);
        }
        if self.left.len() <= 5 {
            count = self.left.len();
        }
        let mut assertions = Vec::new();
        for _ in 0..count.min(self.left.len()) {
            let at = random.random_range(0..self.left.len());
            let skeleton = self.left.swap_remove(at);
            assertions.push(Filling::draw(blocks, skeleton, random));
        }
        let translocations = random.random_range(1..=10);
        let translocations = (0..translocations).map(|_| Translocation::draw(random)).collect();
        let levels = if incremental { 10 } else { 0 };
        let levels = (0..levels)
            .map(|_| Level { push: random.random_range(1..=3), pop: random.random() })
            .collect();
        let mut bytes = |wanted: bool, least: usize, most: usize| -> Vec<u8> {
            let count = if wanted { random.random_range(least..=most) } else { 0 };
            (0..count).map(|_| random.random()).collect()
        };
        let options = bytes(modes.options, 0, 2);
        let with_tactics = modes.tactics && bytes(true, 1, 1)[0] % 2 == 0;
        let tactics = bytes(with_tactics, 1, 3);
        let (pool, guided) = (self.pool, modes.guided);
        Choices { pool, guided, assertions, translocations, levels, tactics, options }
    }
}

impl Filling {
    /// A skeleton with atoms and bound variables drawn for all of it.
    pub fn draw(blocks: &Blocks, skeleton: u32, random: &mut impl Rng) -> Filling {
        let tree = &blocks.skeletons[skeleton as usize % blocks.skeletons.len()];
        let fills = (0..tree.holes()).map(|_| Number(number(random))).collect();
        let bound = (0..tree.bound())
            .map(|_| Bound { variable: number(random), unused: random.random() })
            .collect();
        Filling { skeleton, fills, bound }
    }
}

impl Translocation {
    /// One drawn at random.
    pub fn draw(random: &mut impl Rng) -> Translocation {
        let [assertion, occurrence, to] = std::array::from_fn(|_| number(random));
        Translocation { assertion, occurrence, to }
    }
}

/// A number to choose by, drawn at random.
pub(crate) fn number(random: &mut impl Rng) -> u32 {
    random.random_range(0..NUMBERS)
}

/// The formulas of one skeleton with a single hole for each abstract form, of each pool, and
/// so on: every small formula once before any is drawn at random. The first atom of a form stands
/// for it.
pub fn small(blocks: &Blocks) -> impl Iterator<Item = Choices> {
    let pools = 0..blocks.pools.len();
    pools.flat_map(move |pool| {
        let atoms = &blocks.pools[pool];
        let place = |at: &u32| atoms.atoms.binary_search(at).unwrap_or_default() as u32;
        let firsts: Vec<u32> = atoms.by_form.values().map(|all| place(&all[0])).collect();
        let single = blocks.skeletons.iter().zip(0..).filter(|(tree, _)| tree.holes() == 1);
        single.flat_map(move |(tree, skeleton)| {
            let bound: Vec<Bound> =
                (0..tree.bound() as u32).map(|n| Bound { variable: n, unused: false }).collect();
            let firsts = firsts.clone().into_iter();
            firsts.map(move |fill| Choices {
                pool: pool as u32,
                guided: false,
                assertions: vec![Filling {
                    skeleton,
                    fills: vec![Number(fill)],
                    bound: bound.clone(),
                }],
                translocations: Vec::new(),
                levels: Vec::new(),
                tactics: Vec::new(),
                options: Vec::new(),
            })
        })
    })
}
