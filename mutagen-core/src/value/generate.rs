//! Random values whose size is bounded: the generator of random numbers together with the budget
//! of structure that is left.
//!
//! A recursive type spends a budget of recursive constructors. At the outermost node of such a type
//! the budget is the generator's size; a node with budget 0 takes a constructor that does not
//! recur, any other node one of all, and what is left after it is shared out among its recursive
//! fields at random. So a value has at most `size` recursive constructors below each outermost node,
//! however many of them a type has and however many fields each of them: no type can explode.
//! Numbers do not shrink with depth: they lie within ±[`Generator::range`] everywhere.

use crate::value::mutate::Mutate;
use crate::value::node_pool::NodePool;
use crate::value::number_weights::{Change, NumberWeights};
use crate::value::operands::Operands;
use crate::value::seed::{self, Random};
use crate::value::types::{Choice, Plan, VariantPlan};
use rand::{Rng, RngExt};
use smallvec::SmallVec;

/// A source of random values of bounded size, as [`Mutate::generate`](trait@Mutate) gets one.
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
    size: u32,
    /// Whether `size` is a share of a recursive type's budget, to be shared out further, or the
    /// size of the whole test.
    sharing: bool,
    /// Recursive constructors around what is generated now, and the most there may be.
    depth: u32,
    depth_limit: u32,
    /// Whether sequences are as long as they may be.
    filled: bool,
    proportions: NumberWeights,
    operands: Operands,
    /// Values to generate others in place of.
    pub(crate) pool: NodePool,
}

/// How deep recursive constructors are nested at most, unless said otherwise. Rust's own derived
/// `Drop` and `Debug` recur once a level and overflow a stack of 2 MiB at 30 000 levels or more.
pub const DEPTH_LIMIT: u32 = 10_000;

impl Generator {
    /// A generator for values of this size.
    pub fn new(random: Random, size: u32) -> Generator {
        Generator {
            random,
            range: size,
            size,
            sharing: false,
            depth: 0,
            depth_limit: DEPTH_LIMIT,
            filled: false,
            proportions: NumberWeights::default(),
            operands: Operands::default(),
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

    /// Gives every sequence, map and set as many elements as the size is, instead of any number up to it, as
    /// QuickChick's generators do. Equal keys are one all the same.
    #[doc(hidden)]
    pub fn filled(mut self) -> Generator {
        self.filled = true;
        self
    }

    /// Mutates numbers in these proportions, instead of the default ones.
    pub fn proportions(mut self, proportions: NumberWeights) -> Generator {
        self.proportions = proportions;
        self
    }

    /// Of which kind the random mutant of an integer is.
    pub(crate) fn change_of_integer(&mut self) -> Change {
        self.change(&self.proportions.integers.of_integers())
    }

    /// Of which kind the random mutant of a float is.
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

    /// Draws numbers from these, too.
    pub(crate) fn set_operands(&mut self, operands: &Operands) {
        if !(self.operands.is_empty() && operands.is_empty()) {
            self.operands = *operands;
        }
    }

    /// Every fourth time one of the numbers that the parent of this test compared something with, if
    /// there are such: a number that a branch asks for, or one beside it.
    fn operand(&mut self) -> Option<i64> {
        if self.operands.is_empty() || !self.one_in(4) {
            return None;
        }
        let at = self.below(self.operands.as_slice().len() as u32) as usize;
        let operand = self.operands.as_slice()[at];
        Some(match self.below(4) {
            0 => operand.wrapping_sub(1),
            1 => operand.wrapping_add(1),
            _ => operand,
        })
    }

    /// Such a number for a type of unknown width: half of the time a byte of one.
    pub(crate) fn operand_or_byte(&mut self) -> Option<i64> {
        let bytes = !self.operands.is_empty() && self.one_in(2);
        self.part_of_operand(if bytes { 8 } else { 64 })
    }

    /// Every eighth time the bytes of such a number as they are in memory, without the zeros at its end.
    pub(crate) fn bytes_of_operand(&mut self) -> Option<SmallVec<[u8; 8]>> {
        if self.operands.is_empty() || !self.one_in(8) {
            return None;
        }
        let at = self.below(self.operands.as_slice().len() as u32) as usize;
        let bytes = self.operands.as_slice()[at].to_le_bytes();
        let len = bytes.iter().rposition(|&byte| byte != 0).map_or(1, |last| last + 1);
        Some(SmallVec::from_slice(&bytes[..len]))
    }

    /// Such a number for a type of so many bits. Of one that is wider a part is taken: bytes of a text
    /// are often compared several at a time.
    pub(crate) fn part_of_operand(&mut self, bits: u32) -> Option<i64> {
        let operand = self.operand()?;
        if bits >= 64 || operand >> (bits - 1) == operand >> 63 || operand >> bits == 0 {
            return Some(operand);
        }
        // As many parts as it has without the zeros above.
        let parts = (64 - operand.leading_zeros()).div_ceil(bits);
        let part = operand >> (self.below(parts) * bits);
        Some(part & ((1 << bits) - 1))
    }

    /// Nests recursive constructors at most this deep, instead of [`DEPTH_LIMIT`].
    pub fn depth_limit(mut self, levels: u32) -> Generator {
        self.depth_limit = levels;
        self
    }

    /// Starts again with other random numbers, at the size the generator was made with.
    pub fn reseed(&mut self, random: Random) {
        self.random = random;
        self.size = self.range;
        self.sharing = false;
        self.depth = 0;
    }

    /// Goes on at another size with the next random numbers, and says which those are.
    #[inline]
    pub(crate) fn go_on(&mut self, size: u32) -> Random {
        self.range = size;
        self.size = size;
        self.sharing = false;
        self.depth = 0;
        self.random.clone()
    }

    /// The budget of structure that is left here: the most elements a sequence gets.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Bounds what is generated next to this many recursive constructors; numbers keep their range.
    pub(crate) fn set_budget(&mut self, size: u32) {
        self.size = size;
        self.sharing = true;
    }

    /// The bound of the magnitude of numbers: the size of the whole test.
    pub fn range(&self) -> u32 {
        self.range
    }

    /// The random numbers themselves.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// A number from `low` to `high`, both included.
    ///
    /// # Panics
    /// When `low > high`.
    pub fn number(&mut self, low: u32, high: u32) -> u32 {
        self.random.random_range(low..=high)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// A number below `n`, by multiplication: the bias is below 2⁻³² for the small `n` used here.
    #[inline]
    #[doc(hidden)]
    pub fn below(&mut self, n: u32) -> u32 {
        scaled(self.random.next_u32(), n)
    }

    /// The length of a sequence, uniform in `0..=size`, of elements made by
    /// [`Generator::element`].
    pub fn length(&mut self) -> Elements {
        let size = self.size;
        if self.filled {
            return self.exactly(size as usize);
        }
        let length = self.below(size.saturating_add(1).max(1));
        Elements { left: length, budget: size - length, size, sharing: self.sharing }
    }

    /// Exactly `length` elements, made by [`Generator::element`].
    pub fn exactly(&mut self, length: usize) -> Elements {
        let left = u32::try_from(length).unwrap_or(u32::MAX);
        Elements { left, budget: self.size, size: self.size, sharing: self.sharing }
    }

    /// Ends a sequence of which fewer elements were asked for than there are, or just as many.
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

    /// Turns `old` into the next element of a sequence, as [`Generator::element`] makes it.
    ///
    /// # Panics
    /// When there is none left, in a build with checks.
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

    /// The constructor of a node of this type: any with budget, a terminal one without, and in a
    /// test of size 0 one without fields, so that the first tests are about the smallest there are.
    /// With it come the random bits that are left of the draw, if there was one: drawing is most of
    /// what a node costs. Whether there is one depends on the type alone, and so is easy to predict.
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
        // Both are read before it is known which one counts: whether a node recurs cannot be
        // predicted, and so nothing but that shall wait for it.
        let (any, terminal) = (plan.any.total, plan.terminal.total);
        (scaled(drawn, if self.size == 0 { terminal } else { any }) as usize, rest)
    }

    /// The constructors that there are to choose from.
    fn choice<'p>(&self, plan: &'p Plan) -> &'p Choice {
        match (self.range, self.size) {
            (0, _) => &plan.empty,
            (_, 0) => &plan.terminal,
            _ => &plan.any,
        }
    }

    /// [`Generator::choose`] for a type without fields: then there is nothing that a budget or a size
    /// could forbid.
    #[inline(always)]
    pub(crate) fn choose_constant(&mut self, plan: &Plan) -> usize {
        plan.any.pick(if plan.any.total <= 1 { 0 } else { self.below(plan.any.total) })
    }

    /// One share of a budget of which `takers` are to get about the same; the last takes all.
    fn share(&mut self, budget: u32, takers: u32) -> u32 {
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

/// Twice the equal share, and never more than there is.
#[inline]
fn largest_share(budget: u32, takers: u32) -> u32 {
    // The division takes longer than all the rest, and most nodes are binary.
    match takers {
        2 => budget.min(u32::MAX / 2),
        _ => budget.min(budget.saturating_mul(2) / takers),
    }
}

/// The elements of a sequence that are still to be made.
pub struct Elements {
    left: u32,
    budget: u32,
    size: u32,
    sharing: bool,
}

impl Elements {
    /// How many elements are still to be made.
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
    /// The budget for the fields of a node with this constructor; `bits` are those that choosing it
    /// left.
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
            generator.size = generator.range;
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

    /// Ends the node.
    #[inline]
    pub(crate) fn leave(self, generator: &mut Generator) {
        generator.depth -= 1;
        generator.size = self.size;
        generator.sharing = self.sharing;
    }
}
