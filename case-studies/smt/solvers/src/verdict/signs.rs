//! What solvers print when something is wrong, by code base.

/// An error of the solver's own: a failed assertion, code that should not be reached, a corrupt
/// heap.
pub(super) const CRASH: [&str; 22] = [
    "ASSERTION VIOLATION",
    "UNEXPECTED CODE WAS REACHED",
    "UNREACHABLE CODE WAS REACHED",
    "NOT IMPLEMENTED YET!",
    "Failed to verify:",
    "failed to verify:",
    "unreachable code was reached",
    "Fatal failure within",
    "Internal error detected",
    "Unhandled case encountered",
    "Unreachable code reached",
    "Assertion failure",
    "Assertion `",
    "suffered a segfault",
    "Segmentation fault",
    "terminate called",
    "pure virtual method called",
    "stack smashing detected",
    "double free or corruption",
    "corrupted",
    "Sanitizer:",
    "panicked at",
];

/// A text that looks like a crash, and is the known limit of a build: cvc4 of Debian has no
/// floating-point arithmetic.
pub(super) const NO_CRASH: [&str; 3] =
    ["FloatingPointLiteral", "FpConverter", "FloatingPoint arithmetic is not supported"];

/// The solver's own validation rejects its model.
pub(super) const INVALID_MODEL: [&str; 3] =
    ["invalid model was generated", "ERRORS SATISFYING", "model doesn't satisfy"];

/// The limit of memory.
pub(super) const MEMORY: [&str; 6] = [
    "out of memory",
    "std::bad_alloc",
    "memory allocation of",
    "MemoryError",
    "Cannot allocate memory",
    "failed to map segment",
];

/// The limit of time of the solver itself, or of its count of steps.
pub(super) const TIMEOUT: [&str; 4] = [
    "interrupted by timeout",
    "interrupted by SIGTERM",
    "(error \"timeout\")",
    "max. resource limit exceeded",
];

/// An error that is about a command that only asks: no assertion is dropped.
pub(super) const HARMLESS: [&str; 14] = [
    "model is not available",
    "there is no current model",
    "unsat core is not available",
    "unsat assumptions is not available",
    "proof is not available",
    "cannot get model",
    "cannot get value",
    "model generation is not enabled",
    "unknown parameter",
    "option value cannot be modified",
    "error setting",
    "Cannot get model",
    "Cannot get value",
    "Cannot get unsat core",
];

/// The first of these signs in a text.
pub(super) fn first(signs: &[&str], text: &str) -> Option<usize> {
    signs.iter().filter_map(|sign| text.find(sign)).min()
}
