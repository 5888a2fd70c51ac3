//! Writes to the standard output. A reader that has closed its pipe has seen enough; any other
//! error, such as a full disk, means that the output is lost, and ends the command with an error.

use crate::error::CliError;
use std::io::{self, Write};

/// Writes a text to the standard output and flushes it.
///
/// # Errors
/// When the text cannot be written, unless the reader has closed its pipe.
pub fn write(text: &str) -> Result<(), CliError> {
    write_to(&mut io::stdout().lock(), text).map_err(CliError::Output)
}

fn write_to(stream: &mut impl Write, text: &str) -> io::Result<()> {
    match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that fails.
    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_is_fine_and_a_full_disk_is_an_error() {
        assert!(write_to(&mut Failing(io::ErrorKind::BrokenPipe), "text").is_ok());
        let full = write_to(&mut Failing(io::ErrorKind::StorageFull), "text").unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
    }
}
