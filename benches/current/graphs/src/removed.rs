//! petgraph 0.8.3: a stable graph from which nodes and edges were removed is the graph of the rest.

use crate::drawn::Drawn;
use mutagen_core::{Mutate, Outcome, assume, property};
use petgraph::algo::{
    bellman_ford, dijkstra, dinics, ford_fulkerson, is_cyclic_undirected, k_shortest_path,
    kosaraju_scc, maximum_matching, min_spanning_tree, spfa, tarjan_scc,
};
use petgraph::stable_graph::{EdgeIndex, NodeIndex, StableDiGraph, StableUnGraph};
use petgraph::visit::{EdgeRef, IntoEdgeReferences};
use petgraph::{Directed, Graph, Undirected};
use std::collections::BTreeMap;

/// A graph, and what is removed from it.
#[derive(Debug, Clone, Mutate)]
pub struct Removed {
    drawn: Drawn,
    #[mutate(max_len = 4)]
    nodes: Vec<u8>,
    #[mutate(max_len = 4)]
    edges: Vec<u8>,
}

impl Removed {
    fn stable(&self) -> StableDiGraph<(), i32> {
        let mut graph: StableDiGraph<(), i32> = self.drawn.directed_positive().into();
        for &edge in &self.edges {
            graph.remove_edge(EdgeIndex::new(edge.into()));
        }
        for &node in &self.nodes {
            graph.remove_node(NodeIndex::new(node.into()));
        }
        graph
    }
}

/// The graph of the rest, and where its nodes were.
fn rest(stable: &StableDiGraph<(), i32>) -> (Graph<(), i32>, BTreeMap<NodeIndex, NodeIndex>) {
    let mut graph = Graph::new();
    let places: BTreeMap<_, _> =
        stable.node_indices().map(|node| (node, graph.add_node(()))).collect();
    for edge in stable.edge_references() {
        graph.add_edge(places[&edge.source()], places[&edge.target()], *edge.weight());
    }
    (graph, places)
}

/// Components and distances are those of the graph of the rest.
#[property]
pub fn components_and_distances_are_those_of_the_rest(removed: &Removed) -> Outcome {
    let stable = removed.stable();
    let (graph, places) = rest(&stable);
    assume!(graph.node_count() > 0);
    assert_eq!(tarjan_scc(&stable).len(), tarjan_scc(&graph).len(), "tarjan_scc");
    assert_eq!(kosaraju_scc(&stable).len(), kosaraju_scc(&graph).len(), "kosaraju_scc");
    let start = stable.node_indices().next().expect("a node");
    let near = dijkstra(&stable, start, None, |edge| *edge.weight());
    let there = dijkstra(&graph, places[&start], None, |edge| *edge.weight());
    let moved: BTreeMap<_, _> = near.into_iter().map(|(node, far)| (places[&node], far)).collect();
    assert_eq!(moved, there.into_iter().collect(), "dijkstra");
    Outcome::Passed
}

/// Walks are those of the graph of the rest.
#[property]
#[ignore = "finds a defect"]
pub fn shortest_walks_are_those_of_the_rest(removed: &Removed) -> Outcome {
    let stable = removed.stable();
    let (graph, places) = rest(&stable);
    assume!(graph.node_count() > 0);
    let start = stable.node_indices().next().expect("a node");
    let near = k_shortest_path(&stable, start, None, 1, |edge| *edge.weight());
    let there = k_shortest_path(&graph, places[&start], None, 1, |edge| *edge.weight());
    let moved: BTreeMap<_, _> = near.into_iter().map(|(node, far)| (places[&node], far)).collect();
    assert_eq!(moved, there.into_iter().collect(), "k_shortest_path");
    Outcome::Passed
}

/// Flows are those of the graph of the rest.
#[property]
#[ignore = "finds a defect"]
pub fn flows_by_dinics_are_those_of_the_rest(removed: &Removed) -> Outcome {
    let stable = removed.stable().map(|_, ()| (), |_, &weight| weight.unsigned_abs());
    let (graph, places) = rest(&removed.stable());
    assume!(graph.node_count() > 1);
    let graph = graph.map(|_, ()| (), |_, &weight| weight.unsigned_abs());
    let mut nodes = places.iter();
    let (source, sink) = (nodes.next().expect("a node"), nodes.next_back().expect("a node"));
    let (flow, _) = dinics(&stable, *source.0, *sink.0);
    assert_eq!(flow, dinics(&graph, *source.1, *sink.1).0);
    Outcome::Passed
}

/// The same for the other algorithm.
#[property]
#[ignore = "finds a defect"]
pub fn flows_by_ford_fulkerson_are_those_of_the_rest(removed: &Removed) -> Outcome {
    let stable = removed.stable().map(|_, ()| (), |_, &weight| weight.unsigned_abs());
    let (graph, places) = rest(&removed.stable());
    assume!(graph.node_count() > 1);
    let graph = graph.map(|_, ()| (), |_, &weight| weight.unsigned_abs());
    let mut nodes = places.iter();
    let (source, sink) = (nodes.next().expect("a node"), nodes.next_back().expect("a node"));
    let (flow, _) = ford_fulkerson(&stable, *source.0, *sink.0);
    assert_eq!(flow, ford_fulkerson(&graph, *source.1, *sink.1).0);
    Outcome::Passed
}

/// A matching has as many edges as that of the graph of the rest.
#[property]
pub fn matchings_are_those_of_the_rest(removed: &Removed) {
    let stable: StableUnGraph<(), i32> = undirected(&removed.stable());
    let (graph, _) = rest(&removed.stable());
    let graph: Graph<(), i32, Undirected> = graph.into_edge_type();
    assert_eq!(maximum_matching(&stable).len(), maximum_matching(&graph).len());
}

/// Trees and cycles are those of the graph of the rest.
#[property]
pub fn trees_are_those_of_the_rest(removed: &Removed) {
    let stable: StableUnGraph<(), i32> = undirected(&removed.stable());
    let (graph, _) = rest(&removed.stable());
    let graph: Graph<(), i32, Undirected> = graph.into_edge_type();
    assert_eq!(is_cyclic_undirected(&stable), is_cyclic_undirected(&graph));
    assert_eq!(min_spanning_tree(&stable).count(), min_spanning_tree(&graph).count());
}

/// The same nodes and edges without directions.
fn undirected(stable: &StableDiGraph<(), i32>) -> StableUnGraph<(), i32> {
    let count = stable.node_indices().last().map_or(0, |last| last.index() + 1);
    let mut graph = StableUnGraph::default();
    (0..count).for_each(|_| {
        graph.add_node(());
    });
    for edge in stable.edge_references() {
        graph.add_edge(edge.source(), edge.target(), *edge.weight());
    }
    graph.retain_nodes(|_, node| stable.contains_node(node));
    graph
}

/// Distances by algorithms for negative weights are those of the graph of the rest.
#[property]
pub fn distances_by_tables_are_those_of_the_rest(removed: &Removed) -> Outcome {
    let stable = removed.stable().map(|_, ()| (), |_, &weight| f64::from(weight));
    let (graph, places) = rest(&removed.stable());
    let graph: Graph<(), f64, Directed> = graph.map(|_, ()| (), |_, &weight| f64::from(weight));
    assume!(graph.node_count() > 0);
    let start = stable.node_indices().next().expect("a node");
    let near = spfa(&stable, start, |edge| *edge.weight()).expect("positive").distances;
    let there = spfa(&graph, places[&start], |edge| *edge.weight()).expect("positive").distances;
    for (node, place) in &places {
        assert_eq!(near[node.index()], there[place.index()], "spfa {node:?}");
    }
    let near = bellman_ford(&graph, places[&start]).expect("positive").distances;
    assert_eq!(near.len(), there.len());
    Outcome::Passed
}
