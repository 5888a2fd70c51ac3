//! Snapshots of the macros' compile errors: each `ui/*.rs` must fail with its `ui/*.stderr`. To
//! accept a changed message, run with `TRYBUILD=overwrite` and read the difference.

#[test]
fn every_wrong_use_of_the_macros_gets_an_error_that_says_what_to_do() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
