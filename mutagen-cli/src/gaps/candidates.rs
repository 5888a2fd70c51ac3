//! The tests among which those for gaps are looked for: what a campaign retains, and what earlier
//! campaigns have kept.

use crate::args::Gaps;
use crate::campaigns::Records;
use crate::corpus::{Corpus, Inputs};
use crate::error::CliError;
use crate::instrument::Built;
use crate::literals::collect;
use crate::outside::Outside;
use crate::regressions::Regressions;
use crate::select::Candidate;
use crate::status::Status;
use crate::supervise::{Interrupt, SupervisedCampaign, supervise};
use mutagen_core::internal::run::regressions::Use;
use std::collections::BTreeSet;
use std::fs;

/// Runs the campaign, and returns the texts of the tests that it starts from and of those that it
/// retains, the shortest first.
pub(super) fn retained(
    arguments: &Gaps,
    built: &Built,
    candidate: &Candidate,
    interrupt: &Interrupt,
    seed: u64,
) -> Result<Vec<String>, CliError> {
    let folder = tempfile::tempdir()
        .map_err(|error| CliError::Folder { path: std::env::temp_dir(), error })?;
    let corpus = Corpus::at(folder.path());
    let mut inputs = Inputs::default();
    let regressions = Regressions::of(candidate, Use::Off);
    inputs.add_seeds(&candidate.folder, regressions.file())?;
    if arguments.seed.is_none() {
        inputs.add_corpus(&Corpus::of(&built.target_folder, candidate))?;
    }
    let outside = Outside::of(built, candidate, &arguments.limits)?;
    let campaign = SupervisedCampaign {
        seed,
        literals: collect(&candidate.sources).literals,
        inputs: inputs.texts.clone(),
        corpus: Some(corpus.clone()),
        // A failure is no gap.
        keep_going: true,
        max_tests: arguments.max_tests,
        max_time: Some(arguments.max_time),
        ..outside.campaign
    };
    let mut status = Status::new(arguments.build.quiet, arguments.build.color);
    let summary = supervise(&campaign, Records::in_memory(), interrupt, &mut status)?;
    status.clear();
    if let Some(error) = summary.error {
        return Err(CliError::Worker(error));
    }
    let mut texts: BTreeSet<(usize, String)> = BTreeSet::new();
    let mut add = |text: String| {
        texts.insert((text.len(), text));
    };
    inputs.texts.iter().flatten().cloned().for_each(&mut add);
    for file in corpus.files()? {
        let text = fs::read_to_string(&file)
            .map_err(|error| CliError::CampaignFile { path: file.clone(), error })?;
        add(text);
    }
    Ok(texts.into_iter().map(|(_, text)| text).collect())
}
