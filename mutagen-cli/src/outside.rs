//! A property outside a campaign: what is needed to run given tests of it. The files of its
//! processes are in a folder that is removed at the end.

use crate::args::TestLimits;
use crate::campaigns::{Program, RunFolder};
use crate::error::CliError;
use crate::instrument::Built;
use crate::select::Candidate;
use crate::supervise::{SupervisedCampaign, limit_default};
use std::path::Path;
use tempfile::TempDir;

/// A property with its folder for files.
pub struct Outside {
    /// What to run.
    pub campaign: SupervisedCampaign,
    /// Removed when this is dropped.
    _folder: TempDir,
}

impl Outside {
    /// The property of a build.
    ///
    /// # Errors
    /// When the folder cannot be made, or the executable cannot be linked.
    pub fn of(
        built: &Built,
        candidate: &Candidate,
        limits: &TestLimits,
    ) -> Result<Outside, CliError> {
        Outside::with_program(&built.target_folder, candidate, &candidate.executable, limits)
    }

    /// The property in another executable, as that of a kept run.
    ///
    /// # Errors
    /// As [`Outside::of`].
    pub fn with_program(
        target_folder: &Path,
        candidate: &Candidate,
        executable: &Path,
        limits: &TestLimits,
    ) -> Result<Outside, CliError> {
        let (files, folder) = RunFolder::temporary(target_folder)?;
        let program = Program::link(executable, &files.program())?;
        let Candidate { path, folder: package, .. } = candidate;
        let campaign = SupervisedCampaign {
            instrumented: candidate.instrumented.clone(),
            stack_bytes: (limits.stack as usize) << 20,
            memory_bytes: limits.max_memory.unwrap_or_else(limit_default),
            core_files: limits.core,
            ..SupervisedCampaign::bare(
                program,
                files,
                path.clone(),
                package.clone(),
                limits.timeout,
            )
        };
        Ok(Outside { campaign, _folder: folder })
    }
}
