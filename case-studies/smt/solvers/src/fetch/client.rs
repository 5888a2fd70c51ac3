//! Runs the client of a registry, and reads from its error stream why it failed.

use super::Clients;
use crate::SolverError;
use std::path::Path;
use std::process::{Command, Stdio};

/// Whom a client works for.
pub(super) struct Place<'p> {
    /// The solver.
    pub(super) name: &'p str,
    /// The cache.
    pub(super) cache: &'p Path,
    /// The programs.
    pub(super) clients: &'p Clients,
}

impl Place<'_> {
    /// Runs a client, named `client` in messages, to its end. A failure is what `known` makes of
    /// its error stream, or one with the last line of it.
    ///
    /// # Errors
    /// When it cannot be started, or fails.
    pub(super) fn run(
        &self,
        client: &str,
        command: &mut Command,
        known: impl FnOnce(&str) -> Option<SolverError>,
    ) -> Result<(), SolverError> {
        let name = self.name.to_owned();
        let output = match command.stdin(Stdio::null()).output() {
            Ok(output) => output,
            Err(error) => {
                let client = command.get_program().to_string_lossy().into_owned();
                return Err(SolverError::Client { name, client, error });
            }
        };
        if output.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        if text.contains("No space left on device") || text.contains("Errno 28") {
            return Err(SolverError::Full { name, path: self.cache.to_owned() });
        }
        if let Some(error) = known(&text) {
            return Err(error);
        }
        let line = text.lines().rev().find(|line| !line.trim().is_empty());
        let said = line.map_or_else(|| output.status.to_string(), |line| line.trim().to_owned());
        Err(SolverError::Fetch { name, client: client.to_owned(), said })
    }
}
