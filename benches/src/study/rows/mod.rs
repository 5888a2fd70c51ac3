//! What a study keeps: a row for each trial, and the setup that the rows were measured with.
//!
//! Both are files in the folder of results. This module uses no other module of the study.

pub mod counted;
pub mod lines;
pub mod machine;
pub mod row;
pub mod setup;
