//! The file type of [`five_bytes`](crate::five_bytes) behind a cache that is keyed by the input, as
//! servers have it. The bug is the same; the code that looks at the bytes runs only once for each
//! input.

use crate::five_bytes::is_archive;
use mutagen_core::{Outcome, check};
use std::cell::RefCell;
use std::collections::HashMap;

/// The most answers that are remembered.
const CAPACITY: usize = 50_000;

thread_local! {
    static ANSWERS: RefCell<HashMap<Vec<u8>, bool>> = RefCell::new(HashMap::new());
}

/// Whether the bytes are an archive.
pub fn is_archive_remembered(bytes: &[u8]) -> bool {
    ANSWERS.with_borrow_mut(|answers| {
        if let Some(answer) = answers.get(bytes) {
            return *answer;
        }
        if answers.len() >= CAPACITY {
            answers.clear();
        }
        let answer = is_archive(bytes);
        answers.insert(bytes.to_vec(), answer);
        answer
    })
}

/// No input is an archive.
pub fn property(bytes: &[u8]) -> Outcome {
    check!(!is_archive_remembered(bytes))
}
