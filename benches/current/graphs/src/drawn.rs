//! Graphs to test with: few nodes, edges between them, and small weights.

use mutagen_core::Mutate;
use petgraph::graph::{DiGraph, UnGraph};

/// How many nodes a graph can have.
pub const NODES: u32 = 8;

/// A graph.
#[derive(Debug, Clone, Mutate)]
pub struct Drawn {
    /// How many nodes there are, at least.
    #[mutate(range = 1..=8)]
    pub nodes: u32,
    /// The edges.
    #[mutate(max_len = 20)]
    pub edges: Vec<Edge>,
}

/// An edge.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Edge {
    /// Where it starts.
    #[mutate(range = 0..=7)]
    pub from: u32,
    /// Where it ends.
    #[mutate(range = 0..=7)]
    pub to: u32,
    /// Its weight.
    #[mutate(range = -3..=9)]
    pub weight: i32,
}

impl Drawn {
    /// The edges as petgraph takes them, between the nodes that there are.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32, i32)> + '_ {
        self.edges.iter().map(|edge| (edge.from % self.nodes, edge.to % self.nodes, edge.weight))
    }

    /// The edges without negative weights.
    pub fn positive(&self) -> impl Iterator<Item = (u32, u32, i32)> + '_ {
        self.edges().map(|(from, to, weight)| (from, to, weight.abs()))
    }

    /// The graph with directions.
    pub fn directed(&self) -> DiGraph<(), i32> {
        let mut graph = DiGraph::new();
        (0..self.nodes).for_each(|_| {
            graph.add_node(());
        });
        graph.extend_with_edges(self.edges());
        graph
    }

    /// The graph with directions and without negative weights.
    pub fn directed_positive(&self) -> DiGraph<(), i32> {
        self.directed().map(|_, ()| (), |_, weight| weight.abs())
    }

    /// The graph without directions.
    pub fn undirected(&self) -> UnGraph<(), i32> {
        self.directed().into_edge_type()
    }
}
