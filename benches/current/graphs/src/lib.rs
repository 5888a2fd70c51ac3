//! Properties of petgraph, which has graphs and algorithms on them.

pub mod drawn;
pub mod flow;
pub mod matching;
pub mod paths;
pub mod removed;
pub mod structure;
