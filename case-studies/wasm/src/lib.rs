//! Case study.
