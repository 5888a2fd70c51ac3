//! The lines of source files that the last run of a test has reached. Each edge is looked up once.

use crate::coverage::{Coverage, Frame};
use crate::run::protocol::{Lines, file_below};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// The lines of the edges in files below a folder.
#[derive(Debug)]
pub(super) struct ReachedLines {
    folder: PathBuf,
    /// Where the edges are that were hit so far; `None` if that is elsewhere.
    known: FxHashMap<u32, Option<(String, u32)>>,
    /// Reused memory for the edges of a run.
    hits: Vec<(u32, u8)>,
}

impl ReachedLines {
    pub(super) fn below(folder: &Path) -> ReachedLines {
        ReachedLines { folder: folder.to_owned(), known: FxHashMap::default(), hits: Vec::new() }
    }

    /// The lines that were reached since the counters were cleared.
    pub(super) fn take(&mut self, coverage: &mut Coverage) -> Lines {
        let ReachedLines { folder, known, hits } = self;
        coverage.hits(hits);
        let mut lines = Lines::new();
        for &(edge, _) in hits.iter() {
            let place = known.entry(edge).or_insert_with(|| {
                let location = coverage.locate(edge)?;
                location.frames.iter().find_map(|frame| place(frame, folder))
            });
            if let Some((file, line)) = place {
                lines.entry(file.clone()).or_default().insert(*line);
            }
        }
        lines
    }
}

/// The place of a frame that is in a file below the folder.
fn place(frame: &Frame, folder: &Path) -> Option<(String, u32)> {
    let line = frame.line.filter(|&line| line > 0)?;
    Some((file_below(folder, frame.file.as_deref()?)?, line))
}
