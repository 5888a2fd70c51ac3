//! Compares two runs with a `Twin`: the time that a wrong guess takes must not depend on the
//! secret. The comparison stops at the first wrong byte, so it leaks how many bytes are right.
//!
//! ```text
//! $ cargo run -p mutagen-core --example twin
//! [1, 2, 3] and [1, 2, 3], [1, 0, 0]: Passed
//! [1, 2, 3] and [9, 2, 3], [1, 2, 3]: Discarded
//! [1, 2, 3] and [9, 2, 3], [1, 0, 0]: Failed("check failed: runs.left.1 == runs.right.1")
//! ```

use mutagen_core::{Outcome, Twin, assume, check, property};

/// Whether the guess is right, and how many bytes were looked at.
fn compare(secret: &[u8], guess: &[u8]) -> (bool, usize) {
    let right = secret.iter().zip(guess).take_while(|(secret, guess)| secret == guess).count();
    (right == secret.len() && right == guess.len(), right)
}

#[property]
fn a_wrong_guess_takes_as_long(secrets: &Twin<Vec<u8>>, guess: &[u8]) -> Outcome {
    let runs = secrets.each(|secret| compare(secret, guess));
    assume!(runs.both(|(right, _)| !right));
    check!(runs.left.1 == runs.right.1)
}

fn main() {
    let alike = Twin::alike(vec![1, 2, 3]);
    let apart = Twin { left: vec![1, 2, 3], right: vec![9, 2, 3] };
    for (secrets, guess) in [(&alike, [1, 0, 0]), (&apart, [1, 2, 3]), (&apart, [1, 0, 0])] {
        let outcome = a_wrong_guess_takes_as_long(secrets, &guess);
        println!("{:?} and {:?}, {guess:?}: {outcome:?}", secrets.left, secrets.right);
    }
}
