//! Serves every mutant of a value in place and undoes it, compared with cloning the value for each
//! mutant and making the same mutant in the clone. Measures the memory of a batch as well.

use crate::allocations::{Allocations, count};
use crate::report::{Bound, Report};
use crate::rounds::{Pairs, timed};
use mutagen_core::Mutate;
use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::search::campaign::Options;
use mutagen_core::internal::search::queue::Queue;
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::cursor::Cursor;
use mutagen_core::internal::value::node::{FRESH_SUBTREE, Node};
use mutagen_core::internal::value::walk;
use std::error::Error;
use std::hint::black_box;

/// The smallest number of mutants in one round.
const MUTANTS: u64 = 5000;

/// Measures both variants on one value, where serving must be faster by `bound`, and the memory of
/// a batch.
pub(crate) fn compare<T: Mutate + Node + Clone>(
    report: &mut Report,
    name: &str,
    value: &T,
    rounds: usize,
    bound: Bound,
) -> Result<(), Box<dyn Error>> {
    let mut context = context();
    let mutants = serve_all(&mut batch(value), &mut context);
    let passes = MUTANTS.div_ceil(mutants);
    let made = (passes * mutants) as f64;
    let pairs = Pairs::measure(
        rounds,
        || {
            let mut context = self::context();
            let time = timed(|| (0..passes).for_each(|_| clone_all(value, &mut context))).1;
            Ok(time / made)
        },
        || {
            let mut batches: Vec<Batch> = (0..passes).map(|_| batch(value)).collect();
            let serve = |batch| serve_all(batch, &mut context);
            let time = timed(|| batches.iter_mut().map(serve).sum::<u64>()).1;
            Ok(time / made)
        },
    )?;
    report.ratio(&format!("{name}, cloning / serving in place"), &pairs, "ns a mutant", bound);
    let cloned = count(|| clone_all(value, &mut self::context())).1;
    let mut one = batch(value);
    let served = count(|| serve_all(&mut one, &mut context)).1;
    let each = |allocations: Allocations| allocations.bytes as f64 / mutants as f64;
    let bytes = Pairs { first: vec![each(cloned)], second: vec![each(served)] };
    report.ratio(&format!("{name}, the same in memory"), &bytes, "bytes a mutant", Bound::None);
    held(report, name, value, &mut context);
    Ok(())
}

/// The peak memory of a queued batch beyond its value, while its mutants are served.
fn held<T: Mutate + Node + Clone>(
    report: &mut Report,
    name: &str,
    value: &T,
    context: &mut Context,
) {
    const BATCHES: u64 = 64;
    let own = count(|| Box::new(value.clone())).1.kept;
    let (mut batch, Allocations { kept: mut now, .. }) = count(|| batch(value));
    let mut most = now;
    loop {
        let (served, serving) = count(|| batch.serve(context).is_some());
        // Serving other batches first measures the batch while it waits in the queue.
        let ((), undoing) = count(|| {
            batch.restore(context);
            batch.rest();
        });
        now += serving.kept + undoing.kept;
        most = most.max(now);
        if !served {
            break;
        }
    }
    let queued = count(|| {
        let mut queue = Queue::default();
        (0..BATCHES).for_each(|number| queue.push(Batch::new(Box::new(()), number, 1), 1));
        queue
    });
    let entry = queued.1.kept / BATCHES as i64;
    let bound = 512 + 16 * walk::depth(value, usize::MAX);
    let what = format!("{name}, a queued batch beyond its value");
    report.figure(&what, (most - own + entry) as f64, "bytes", Bound::AtMost(bound as f64));
}

fn context() -> Context {
    Context::new(1, Options::default().max_size)
}

/// The batch of a value as the campaign makes it.
fn batch<T: Mutate + Node + Clone>(value: &T) -> Batch {
    let options = Options::default();
    Batch::new(Box::new(value.clone()), 0, options.samples).regrow(options.fresh_subtrees)
}

/// Serves all mutants and undoes each; returns their number.
fn serve_all(batch: &mut Batch, context: &mut Context) -> u64 {
    let mut served = 0;
    while batch.serve(context).is_some() {
        black_box(batch.value());
        batch.restore(context);
        served += 1;
    }
    served
}

/// Clones the value for each mutant, makes the mutant in the clone and drops it.
fn clone_all<T: Mutate + Node + Clone>(value: &T, context: &mut Context) {
    let options = Options::default();
    let mut cursor = Cursor::root();
    loop {
        let node = cursor.node(value);
        let mutants = node.mutants().count(options.samples);
        let fresh_subtrees =
            if options.fresh_subtrees { node.fresh_subtrees() * options.samples } else { 0 };
        for mutant in (0..mutants).chain(FRESH_SUBTREE..FRESH_SUBTREE + fresh_subtrees) {
            let mut clone = value.clone();
            context.set_address(0, cursor.position(), mutant);
            cursor.node_mut(&mut clone as &mut dyn Node).mutate(mutant, context);
            black_box(&clone);
        }
        if !cursor.advance(value) {
            break;
        }
    }
    // Drops the subtrees that the mutants took out of the clones, once at the end, because nothing
    // is put back.
    context.undo.clear();
}
