//! Failing values to shrink, of a challenge and a kind.

use super::campaigns::Campaigns;
use super::challenges::{Challenge, Random};
use super::rows::Kind;
use mutagen_core::Outcome;
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::shrink::Rank;
use mutagen_core::internal::value::Node;
use rand::SeedableRng;
use std::error::Error;

/// The sizes of values that are drawn at random, small and large.
const SIZES: [usize; 2] = [12, 80];

/// The start with this seed; `None` if a campaign does not find any.
///
/// # Errors
/// When none can be drawn, or a campaign cannot be run.
pub(super) fn start(
    challenge: &Challenge,
    property: &Property,
    kind: Kind,
    seed: u64,
    campaigns: Option<&Campaigns>,
) -> Result<Option<Box<dyn Node>>, Box<dyn Error>> {
    match (kind, campaigns) {
        (Kind::Campaign | Kind::CampaignLarge, Some(campaigns)) => {
            campaigns.find(challenge, seed, kind.least())
        }
        _ => draw(challenge, property, seed, kind.least()).map(Some),
    }
}

/// Draws values until one fails.
fn draw(
    challenge: &Challenge,
    property: &Property,
    seed: u64,
    least: u64,
) -> Result<Box<dyn Node>, Box<dyn Error>> {
    let mut executor = Executor::new(property);
    let mut random = Random::seed_from_u64(seed);
    for _ in 0..10_000_000 {
        let value = (challenge.draw)(&mut random, SIZES[usize::from(least > 0)]);
        let is_large = Rank::of(&*value).nodes >= least;
        if is_large && matches!(executor.run(&*value), Outcome::Failed(_)) {
            return Ok(value);
        }
    }
    Err(format!("{}: no start for seed {seed}", challenge.name).into())
}
