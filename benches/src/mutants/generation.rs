//! Generation alone, compared with bolero-generator and quickcheck on the same type: nodes made and
//! dropped per microsecond, at equal mean sizes.

use crate::red_black::Tree;
use crate::report::{Bound, Report};
use crate::rounds::{Pairs, timed};
use bolero_generator::TypeGenerator;
use bolero_generator::driver::{Options, Rng};
use mutagen_core::internal::value::seed;
use mutagen_core::{Generator, Mutate};
use quickcheck::{Arbitrary, Gen};
use rand_xoshiro_0_7::{Xoroshiro128PlusPlus, rand_core::SeedableRng};
use std::error::Error;
use std::hint::black_box;

/// Depths of the peers' trees. Each of them halves the chance of a level, so that the mean number
/// of inner nodes is half the depth.
const DEPTHS: [usize; 4] = [2, 4, 8, 12];

/// The largest allowed difference between the mean sizes.
const ALIKE: f64 = 0.1;

/// Makes this many values of a depth, and shows each.
type Generate = fn(usize, u64, &mut dyn FnMut(&Tree));

/// The number of values for a mean size.
const SAMPLE: u64 = 20_000;

pub(crate) fn compare(report: &mut Report, rounds: usize) -> Result<(), Box<dyn Error>> {
    for depth in DEPTHS {
        let size = size_like(depth);
        let ours = mean(|each| mutagen(size, SAMPLE, each));
        let peers: [(&str, Generate); 2] =
            [("bolero-generator", bolero), ("quickcheck", quickcheck)];
        for (name, generate) in peers {
            let peer = |values, each: &mut dyn FnMut(&Tree)| generate(depth, values, each);
            let theirs = mean(|each| peer(SAMPLE, each));
            if (ours / theirs - 1.0).abs() > ALIKE {
                return Err(format!("mean sizes differ: {ours:.1} and {theirs:.1} nodes").into());
            }
            let pairs = Pairs::measure(
                rounds,
                || Ok(rate(|values, each| mutagen(size, values, each), ours)),
                || Ok(rate(peer, theirs)),
            )?;
            let what = format!("generating trees of {ours:.1} nodes / {name}, of {theirs:.1}");
            report.ratio(&what, &pairs, "nodes/µs", Bound::AtLeast(0.95));
        }
    }
    Ok(())
}

/// Nodes made and dropped per microsecond, of values that have `mean` nodes on average.
fn rate(generate: impl Fn(u64, &mut dyn FnMut(&Tree)), mean: f64) -> f64 {
    const NODES: f64 = 300_000.0;
    let values = (NODES / mean) as u64;
    let mut nodes = 0;
    generate(values, &mut |tree| nodes += tree.nodes());
    let ((), time) = timed(|| {
        generate(values, &mut |tree| {
            black_box(tree);
        });
    });
    nodes as f64 / time * 1000.0
}

fn mean(generate: impl Fn(&mut dyn FnMut(&Tree))) -> f64 {
    let mut nodes = 0;
    generate(&mut |tree| nodes += tree.nodes());
    nodes as f64 / SAMPLE as f64
}

/// mutagen's size whose values are as large on average as those of the peers at this depth.
fn size_like(depth: usize) -> u32 {
    let wanted = 1.0 + 5.0 * depth as f64 / 2.0;
    let (mut low, mut high) = (1, 1_u32 << 20);
    while low < high {
        let middle = low.midpoint(high);
        if mean(|each| mutagen(middle, SAMPLE, each)) < wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

fn mutagen(size: u32, values: u64, each: &mut dyn FnMut(&Tree)) {
    let mut generator = Generator::new(seed::random(1), size);
    for _ in 0..values {
        each(&<Tree as Mutate>::generate(&mut generator));
    }
}

fn bolero(depth: usize, values: u64, each: &mut dyn FnMut(&Tree)) {
    let options = Options::default().with_max_depth(depth).with_max_len(usize::MAX);
    let mut random = Xoroshiro128PlusPlus::seed_from_u64(1);
    for _ in 0..values {
        if let Some(tree) = <Tree as TypeGenerator>::generate(&mut Rng::new(&mut random, &options))
        {
            each(&tree);
        }
    }
}

fn quickcheck(depth: usize, values: u64, each: &mut dyn FnMut(&Tree)) {
    let mut random = Gen::from_size_and_seed(depth, 1);
    for _ in 0..values {
        each(&Tree::arbitrary(&mut random));
    }
}
