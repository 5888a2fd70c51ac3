//! What can be chosen about a campaign: the default, the paper's algorithm, its two ablations, and
//! generation only.

use crate::coverage::Tier;
use crate::search::queue::Order;
use crate::value::context::Context;
use crate::value::edit::Editor;
use crate::value::number_weights::NumberWeights;

/// The options of a campaign. The default is the paper's algorithm, with random edits and drift beside it,
/// nodes grown anew, and both sides of twins changed alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// In which order batches are served.
    pub order: Order,
    /// When the logs are reset.
    pub reset: Reset,
    /// Samples of each random mutant at the start (the paper's R); a reset doubles it.
    pub samples: u64,
    /// Tests in a row without a new edge after which a reset is due, at the start; a reset doubles
    /// it.
    pub threshold: u64,
    /// Whether tests that found new edges are mutated; without, every test is generated.
    pub feedback: bool,
    /// Whether coverage decides which tests are mutated. Otherwise a test that passed is mutated when
    /// no batch waits: the same search without coverage, under plain `cargo test` and to compare with.
    pub coverage: bool,
    /// Whether nodes of recursive types are also replaced by freshly generated small values; the
    /// paper does not.
    pub regrow: bool,
    /// Whether the paper's algorithm has a head start: there are no edits and no regrown nodes, and only
    /// new edges are looked for, until for the first time `threshold` tests in a row found none. While
    /// small tests still find edges, their mutants are worth more than edits, and cost less.
    pub head_start: bool,
    /// Whether both sides of a [`Twin`](crate::Twin) are also mutated in the same place; the paper
    /// does not.
    pub twins: bool,
    /// Whether random edits also make both sides of a [`Twin`](crate::Twin) alike again, before others
    /// change them.
    pub align: bool,
    /// Whether half of the stacks of random edits change both sides of a [`Twin`](crate::Twin) alike
    /// wherever these correspond, and a quarter do and then have one edit as in any other value, mostly near
    /// the last one of both, and a quarter of the steps of drift are nothing but one edit as in any other
    /// value; otherwise half of the edits of any stack change both sides.
    pub together: bool,
    /// Whether half of the random edits are those of drift: made
    /// one on top of the other, as long as the test passes, hits most of what it hit at first and costs not
    /// much more.
    pub drift: bool,
    /// How many of a hundred tests are random edits of tests that passed, as soon as there are such.
    /// Without any, only new edges are looked for.
    pub edits: u32,
    /// The least telling novelty for which a passed test is kept to be edited.
    pub tier: Tier,
    /// Whether tests are told apart by their rarest edge when one is chosen to be edited or has to go, and
    /// those that hit an edge at less cost than any before have a place of their own, and are not thinned;
    /// without effect where only new edges are looked for.
    pub rarity: bool,
    /// Whether only some of the tests that are new in nothing but the set of their edges are kept, where
    /// many edited tests are new in any way.
    pub thin: bool,
    /// How many tests are kept to be edited.
    pub corpus: usize,
    /// Deeper tests are not mutated further: every mutation could deepen them again.
    pub max_depth: usize,
    /// The largest size of a generated test, and the size of random mutants.
    pub max_size: u32,
    /// Whether a reset leaves the sizes of generated tests as they are, which the published tool does;
    /// otherwise they start at 0 again.
    pub keep_size: bool,
    /// How often the random mutants of numbers are of which kind.
    pub proportions: NumberWeights,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            order: Order::default(),
            reset: Reset::default(),
            samples: 1,
            threshold: 1000,
            feedback: true,
            coverage: true,
            regrow: true,
            head_start: true,
            twins: true,
            align: true,
            together: true,
            drift: true,
            edits: 70,
            tier: Tier::BucketedSet,
            rarity: true,
            thin: true,
            corpus: 20_000,
            max_depth: 10_000,
            max_size: 10,
            keep_size: false,
            proportions: NumberWeights::default(),
        }
    }
}

impl Options {
    /// The paper's algorithm.
    pub fn paper() -> Options {
        Options { regrow: false, twins: false, edits: 0, tier: Tier::Edge, ..Options::default() }
    }

    /// Whether a test that is kept for this tier is edited, if it can be copied.
    pub(super) fn edits_tests(&self, passed: bool, tier: Tier) -> bool {
        passed && self.edits > 0 && tier <= self.tier
    }

    /// The paper's ablation "no reset": R stays what it is.
    pub fn without_reset(samples: u64) -> Options {
        Options { reset: Reset::Never, samples, ..Options::paper() }
    }

    /// A context in which the addresses of a campaign with this seed stand for its mutants.
    pub fn context(&self, seed: u64) -> Context {
        Context::new(seed, self.max_size).proportions(self.proportions)
    }

    /// The same for its edits.
    pub(super) fn editor(&self, seed: u64) -> Editor {
        Editor::new(seed, self.max_size)
            .proportions(self.proportions)
            .align(self.align)
            .together(self.together)
    }

    /// Plain random testing: nothing is enqueued.
    pub fn generation_only() -> Options {
        Options { feedback: false, ..Options::default() }
    }
}

/// When the logs of seen edges are cleared, R and the threshold doubled (algorithm 5 of the paper).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reset {
    /// When enough tests in a row were boring and no batch waits: what the published tool does.
    #[default]
    WhenIdle,
    /// As soon as enough tests in a row were boring; waiting batches stay: the paper's text.
    Literal,
    /// As soon as enough tests in a row were boring; waiting batches are dropped.
    WholeCampaign,
    /// Never: one of the paper's ablations.
    Never,
}
