//! A file type that five constant bytes announce, compared one after the other. The bug: any input
//! that begins with the five bytes is a failure.

use mutagen_core::{Outcome, check};

/// Whether the bytes are an archive.
pub fn is_archive(bytes: &[u8]) -> bool {
    if bytes.len() < 5 {
        return false;
    }
    if bytes[0] != 0xB7 {
        return false;
    }
    if bytes[1] != b'M' {
        return false;
    }
    if bytes[2] != b'g' {
        return false;
    }
    if bytes[3] != 0x1A {
        return false;
    }
    bytes[4] == 0x93
}

/// No input is an archive.
pub fn property(bytes: &[u8]) -> Outcome {
    check!(!is_archive(bytes))
}
