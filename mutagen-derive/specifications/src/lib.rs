//! Nothing: the package has the tests of `#[metamorphic]`. They are a package of their own because
//! specifications have many types, and these tests need no optimisation.
