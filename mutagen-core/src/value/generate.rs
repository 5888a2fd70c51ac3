//! Random values of bounded size: a generator of random numbers with a budget of structure.
//!
//! A recursive type spends a budget of recursive constructors. At the outermost node of such a type
//! the budget is the generator's size. A node with budget 0 takes a constructor that does not
//! recur. Any other node takes any constructor, and shares out the rest of its budget among its
//! recursive fields at random. So a value has at most `size` recursive constructors below each
//! outermost node, however many constructors the type has and however many fields they have: no
//! type can explode. Numbers do not shrink with depth: they lie within ±[`Generator::range`]
//! everywhere.

use crate::value::literals::{Literal, Literals, Near};
use crate::value::mutate::Mutate;
use crate::value::node_pool::NodePool;
use crate::value::number_weights::{Change, NumberWeights};
use crate::value::operands::{Comparison, Operands, signed};
use crate::value::seed::{self, Random};
use crate::value::types::{Choice, Plan, VariantPlan};
use rand::{Rng, RngExt};
use std::rc::Rc;

/// A source of random values of bounded size: the argument of [`Mutate::generate`](trait@Mutate).
///
/// ```
/// use mutagen_core::{Generator, Mutate};
///
/// #[derive(Debug)]
/// struct Even(u32);
///
/// impl Mutate for Even {
///     fn smallest() -> Self {
///         Even(0)
///     }
///     fn generate(generator: &mut Generator) -> Self {
///         let size = generator.size();
///         Even(2 * generator.number(0, size))
///     }
/// }
/// let Even(number) = Even::generate(&mut Generator::seeded(7, 50));
/// assert!(number <= 100 && number % 2 == 0);
/// ```
pub struct Generator {
    random: Random,
    range: u32,
    /// The size of the whole test.
    whole: u32,
    size: u32,
    /// Whether `size` is a share of a recursive type's budget, which its fields share further, or
    /// the size of the whole test.
    sharing: bool,
    /// The number of recursive constructors around the current node, and its limit.
    depth: u32,
    depth_limit: u32,
    /// Whether every sequence has its maximal length.
    filled: bool,
    proportions: NumberWeights,
    operands: Operands,
    /// The literals of the code under test, and those that the campaign has reached.
    literals: Option<&'static Literals>,
    near: Option<Rc<Near>>,
    /// Old values whose memory generation uses again.
    pub(crate) pool: NodePool,
}

/// The default limit for the nesting of recursive constructors. Rust's derived `Drop` and `Debug`
/// recurse once per level and overflow a stack of 2 MiB at 30 000 levels or more.
pub const DEPTH_LIMIT: u32 = 10_000;

impl Generator {
    /// A generator for values of this size.
    pub fn new(random: Random, size: u32) -> Generator {
        Generator {
            random,
            range: size,
            whole: size,
            size,
            sharing: false,
            depth: 0,
            depth_limit: DEPTH_LIMIT,
            filled: false,
            proportions: NumberWeights::default(),
            operands: Operands::default(),
            literals: None,
            near: None,
            pool: NodePool::default(),
        }
    }

    /// A generator for values of this size; the same seed gives the same values.
    ///
    /// ```
    /// use mutagen_core::{Generator, Mutate};
    ///
    /// let list = |seed| Vec::<u8>::generate(&mut Generator::seeded(seed, 20));
    /// assert_eq!(list(3), list(3));
    /// assert!(list(3).len() <= 20);
    /// ```
    pub fn seeded(seed: u64, size: u32) -> Generator {
        Generator::new(seed::random(seed), size)
    }

    /// Gives every sequence, map and set `size` elements instead of a random number up to it, as
    /// QuickChick's generators do. Equal keys still count as one.
    #[doc(hidden)]
    pub fn filled(mut self) -> Generator {
        self.filled = true;
        self
    }

    /// Bounds the magnitude of numbers by this instead of the size.
    pub(crate) fn ranged(mut self, range: u32) -> Generator {
        self.range = range;
        self
    }

    /// Sets the proportions of the kinds of number mutants.
    pub fn proportions(mut self, proportions: NumberWeights) -> Generator {
        self.proportions = proportions;
        self
    }

    /// Draws the kind of a random mutant of an integer.
    pub(crate) fn change_of_integer(&mut self) -> Change {
        self.change(&self.proportions.integers.of_integers())
    }

    /// Draws the kind of a random mutant of a float.
    pub(crate) fn change_of_float(&mut self) -> Change {
        self.change(&self.proportions.floats.of_floats())
    }

    fn change(&mut self, kinds: &[(u32, Change)]) -> Change {
        let mut drawn = self.below(kinds.iter().map(|(share, _)| share).sum());
        for (share, change) in kinds {
            match drawn.checked_sub(*share) {
                Some(less) => drawn = less,
                None => return *change,
            }
        }
        Change::Fresh
    }

    /// Makes the generator also draw numbers from these operands.
    pub(crate) fn set_operands(&mut self, operands: &Operands) {
        if !(self.operands.is_empty() && operands.is_empty()) {
            self.operands = operands.clone();
        }
    }

    /// With probability 1/8 a number that the parent of this test compared, or a neighbour of it.
    /// Such a number is likely to decide a branch.
    fn operand(&mut self) -> Option<i64> {
        if self.operands.is_empty() || !self.one_in(8) {
            return None;
        }
        let at = self.below(self.operands.as_slice().len() as u32) as usize;
        let Comparison::Numbers(one, other, bytes) = self.operands.as_slice()[at] else {
            return None;
        };
        let operand = signed(if self.one_in(2) { one } else { other }, bytes);
        Some(match self.below(4) {
            0 => operand.wrapping_sub(1),
            1 => operand.wrapping_add(1),
            _ => operand,
        })
    }

    /// Makes the generator also draw from these literals.
    pub(crate) fn set_literals(&mut self, literals: Option<&'static Literals>) {
        self.literals = literals;
    }

    /// Makes the generator draw mostly from these literals.
    pub(crate) fn set_near(&mut self, near: Option<&Rc<Near>>) {
        if self.near.is_some() || near.is_some() {
            self.near = near.cloned();
        }
    }

    /// Whether the code under test has texts.
    pub(crate) fn has_words(&self) -> bool {
        self.literals.is_some_and(|literals| !literals.texts().is_empty())
    }

    /// A text of the code under test.
    pub(crate) fn word(&mut self) -> Option<&'static [u8]> {
        let literals = self.literals?;
        let index = self.literal(literals.texts(), |near| &near.texts)?;
        literals.bytes(index)
    }

    /// With probability 1/`n`, a text of the code under test.
    #[inline]
    pub(crate) fn word_in(&mut self, n: u32) -> Option<&'static [u8]> {
        if self.literals.is_none() || !self.one_in(n) { None } else { self.word() }
    }

    /// With probability 1/`n`, an integer of the code under test.
    #[inline]
    pub(crate) fn integer_in(&mut self, n: u32) -> Option<i128> {
        let literals = self.literals?;
        match literals.get(self.literal_in(n, literals.integers(), |near| &near.integers)?) {
            Some(Literal::Integer(number)) => Some(*number),
            _ => None,
        }
    }

    /// With probability 1/`n`, a float of the code under test.
    pub(crate) fn float_in(&mut self, n: u32) -> Option<f64> {
        let literals = self.literals?;
        match literals.get(self.literal_in(n, literals.numbers(), |near| &near.numbers)?) {
            Some(Literal::Float(number)) => Some(*number),
            Some(Literal::Integer(number)) => Some(*number as f64),
            _ => None,
        }
    }

    /// With probability 1/`n`, a character of the code under test.
    pub(crate) fn char_in(&mut self, n: u32) -> Option<char> {
        let literals = self.literals?;
        match literals.get(self.literal_in(n, literals.chars(), |near| &near.chars)?) {
            Some(Literal::Char(character)) => Some(*character),
            _ => None,
        }
    }

    fn literal_in(
        &mut self,
        n: u32,
        all: &[usize],
        kind: fn(&Near) -> &Vec<usize>,
    ) -> Option<usize> {
        if all.is_empty() || !self.one_in(n) { None } else { self.literal(all, kind) }
    }

    /// A random literal of a kind, of those reached so far in 7 of 8 cases. The patterns of a
    /// `match` together are as likely as a single literal.
    fn literal(&mut self, all: &[usize], kind: fn(&Near) -> &Vec<usize>) -> Option<usize> {
        const TRIES: u32 = 8;
        let literals = self.literals?;
        let near = self.near.clone();
        let near = near.as_deref().map(kind).filter(|near| !near.is_empty());
        let all = match near {
            Some(near) if !self.one_in(8) => near,
            _ => all,
        };
        let count = u32::try_from(all.len()).ok().filter(|count| *count > 0)?;
        for _ in 0..TRIES {
            let index = all[self.below(count) as usize];
            let group = literals.groups_of(index).first();
            let like = group.map_or(1, |group| literals.groups()[*group].len() as u32);
            if self.one_in(like) {
                return Some(index);
            }
        }
        Some(all[self.below(count) as usize])
    }

    /// [`Generator::operand`] for a type of `bits` bits. A wider operand gives a part of itself,
    /// because the code often compares several bytes of a text at a time.
    pub(crate) fn part_of_operand(&mut self, bits: u32) -> Option<i64> {
        let operand = self.operand()?;
        if bits >= 64 || operand >> (bits - 1) == operand >> 63 || operand >> bits == 0 {
            return Some(operand);
        }
        // The number of parts without leading zeros.
        let parts = (64 - operand.leading_zeros()).div_ceil(bits);
        let part = operand >> (self.below(parts) * bits);
        Some(part & ((1 << bits) - 1))
    }

    /// Limits the nesting of recursive constructors, instead of [`DEPTH_LIMIT`].
    pub fn depth_limit(mut self, levels: u32) -> Generator {
        self.depth_limit = levels;
        self
    }

    /// Restarts with other random numbers, at the original size of the generator.
    pub fn reseed(&mut self, random: Random) {
        self.random = random;
        self.size = self.whole;
        self.sharing = false;
        self.depth = 0;
    }

    /// Continues at another size, and returns a copy of the random state at this point.
    #[inline]
    pub(crate) fn go_on(&mut self, size: u32) -> Random {
        self.range = size;
        self.whole = size;
        self.size = size;
        self.sharing = false;
        self.depth = 0;
        self.random.clone()
    }

    /// The remaining budget of structure here: the maximal length of a sequence.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Bounds the next value to `size` recursive constructors; numbers keep their range.
    pub(crate) fn set_budget(&mut self, size: u32) {
        self.size = size;
        self.sharing = true;
    }

    /// The bound on the magnitude of numbers: the size of the whole test.
    pub fn range(&self) -> u32 {
        self.range
    }

    /// The underlying generator of random numbers.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// A number from `low` to `high`, both included.
    ///
    /// # Panics
    /// If `low > high`.
    pub fn number(&mut self, low: u32, high: u32) -> u32 {
        self.random.random_range(low..=high)
    }

    /// True with probability 1/`n`.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// A number below `n`, by multiplication. The bias is below 2⁻³² for the small `n` used here.
    #[inline]
    #[doc(hidden)]
    pub fn below(&mut self, n: u32) -> u32 {
        scaled(self.random.next_u32(), n)
    }

    /// The length of a sequence, uniform in `0..=size`. [`Generator::element`] makes the elements.
    pub fn length(&mut self) -> Elements {
        let size = self.size;
        if self.filled {
            return self.exactly(size as usize);
        }
        let length = self.below(size.saturating_add(1).max(1));
        Elements { left: length, budget: size - length, size, sharing: self.sharing }
    }

    /// Exactly `length` elements. [`Generator::element`] makes them.
    pub fn exactly(&mut self, length: usize) -> Elements {
        let left = u32::try_from(length).unwrap_or(u32::MAX);
        Elements { left, budget: self.size, size: self.size, sharing: self.sharing }
    }

    /// Ends a sequence, also before all its elements were made.
    pub fn end(&mut self, elements: &Elements) {
        self.size = elements.size;
        self.sharing = elements.sharing;
    }

    /// Makes the next element of a sequence with its share of the budget; `None` after the last.
    pub fn element<T: Mutate>(&mut self, elements: &mut Elements) -> Option<T> {
        if elements.left == 0 {
            self.end(elements);
            return None;
        }
        if elements.sharing {
            let share = self.share(elements.budget, elements.left);
            elements.budget -= share;
            self.size = share;
        }
        elements.left -= 1;
        let value = T::generate(self);
        self.sharing = elements.sharing;
        Some(value)
    }

    /// Turns `old` into the next element of a sequence, the same as [`Generator::element`] makes.
    ///
    /// # Panics
    /// If no element is left, in a build with overflow checks.
    pub(crate) fn element_in_place<T: Mutate>(&mut self, elements: &mut Elements, old: &mut T) {
        if elements.sharing {
            let share = self.share(elements.budget, elements.left);
            elements.budget -= share;
            self.size = share;
        }
        elements.left -= 1;
        T::regenerate(old, self);
        self.sharing = elements.sharing;
    }

    /// Chooses the constructor of a node of this type: any constructor if there is budget, else a
    /// terminal one. In a test of size 0 it chooses one without fields, so that the first tests try
    /// the smallest values. The result also has the unused random bits of the draw, because drawing
    /// is most of the cost of a node. Whether a draw happens depends on the type alone, so the
    /// branch is easy to predict.
    #[inline(always)]
    pub(crate) fn choose(&mut self, plan: &Plan) -> (usize, Option<u32>) {
        if plan.single {
            return (0, None);
        }
        if plan.any.total <= 1 {
            return (self.choice(plan).pick(0), None);
        }
        let word = self.random.next_u64();
        let (drawn, rest) = ((word >> 32) as u32, Some(word as u32));
        if self.range == 0 || !plan.plain {
            let choice = self.choice(plan);
            return (choice.pick(scaled(drawn, choice.total)), rest);
        }
        // Read both totals before knowing which one counts: whether a node recurs is unpredictable,
        // so nothing else should wait for that branch.
        let (any, terminal) = (plan.any.total, plan.terminal.total);
        (scaled(drawn, if self.size == 0 { terminal } else { any }) as usize, rest)
    }

    /// The constructors to choose from.
    fn choice<'p>(&self, plan: &'p Plan) -> &'p Choice {
        match (self.range, self.size) {
            (0, _) => &plan.empty,
            (_, 0) => &plan.terminal,
            _ => &plan.any,
        }
    }

    /// [`Generator::choose`] for a type without fields, which needs neither budget nor size.
    #[inline(always)]
    pub(crate) fn choose_constant(&mut self, plan: &Plan) -> usize {
        plan.any.pick(if plan.any.total <= 1 { 0 } else { self.below(plan.any.total) })
    }

    /// A random share of a budget for one of `takers`; about equal on average. The last takes all.
    pub(crate) fn share(&mut self, budget: u32, takers: u32) -> u32 {
        if takers <= 1 || budget == 0 {
            return budget;
        }
        self.below(largest_share(budget, takers) + 1)
    }
}

/// A number below `n` from random bits.
#[inline]
fn scaled(bits: u32, n: u32) -> u32 {
    ((u64::from(bits) * u64::from(n)) >> 32) as u32
}

/// Twice the equal share, but at most the whole budget.
#[inline]
fn largest_share(budget: u32, takers: u32) -> u32 {
    // The division takes longer than all the rest, and most nodes are binary.
    match takers {
        2 => budget.min(u32::MAX / 2),
        _ => budget.min(budget.saturating_mul(2) / takers),
    }
}

/// The remaining elements of a sequence.
pub struct Elements {
    left: u32,
    budget: u32,
    size: u32,
    sharing: bool,
}

impl Elements {
    /// The number of remaining elements.
    pub fn left(&self) -> usize {
        self.left as usize
    }
}

/// The budget of a node while its fields are generated.
pub(crate) struct Budget {
    left: u32,
    takers: u32,
    /// Random bits for the first share.
    bits: Option<u32>,
    /// The generator's state around the node.
    size: u32,
    sharing: bool,
}

impl Budget {
    /// The budget for the fields of a node with this constructor. `bits` are the random bits left
    /// over from choosing the constructor.
    #[inline]
    pub(crate) fn enter(
        generator: &mut Generator,
        variant: &VariantPlan,
        bits: Option<u32>,
    ) -> Budget {
        generator.depth += 1;
        let deep = generator.depth >= generator.depth_limit;
        Budget {
            left: if deep { 0 } else { generator.size.saturating_sub(1) },
            takers: variant.recursive,
            bits,
            size: generator.size,
            sharing: generator.sharing,
        }
    }

    /// Sets the share of the next field.
    #[inline]
    pub(crate) fn share(&mut self, generator: &mut Generator, recursive: bool) {
        generator.sharing = recursive;
        if !recursive {
            generator.size = generator.whole;
            return;
        }
        generator.size = match self.takers {
            0 | 1 => self.left,
            takers => {
                let bits = self.bits.take().unwrap_or_else(|| generator.random.next_u32());
                scaled(bits, largest_share(self.left, takers) + 1)
            }
        };
        self.left -= generator.size;
        self.takers = self.takers.saturating_sub(1);
    }

    /// Ends the node and restores the generator's state.
    #[inline]
    pub(crate) fn leave(self, generator: &mut Generator) {
        generator.depth -= 1;
        generator.size = self.size;
        generator.sharing = self.sharing;
    }
}
