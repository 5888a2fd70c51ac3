//! petgraph 0.8.3: cycles, components, bridges, trees and dominators agree with their definitions.

use crate::drawn::Drawn;
use mutagen_core::property;
use petgraph::Directed;
use petgraph::algo::{
    articulation_points::articulation_points,
    bridges::bridges,
    connected_components,
    dominators::simple_fast,
    greedy_feedback_arc_set, has_path_connecting, is_bipartite_undirected, is_cyclic_directed,
    is_cyclic_undirected, kosaraju_scc, min_spanning_tree, min_spanning_tree_prim, tarjan_scc,
    toposort,
    tred::{dag_to_toposorted_adjacency_list, dag_transitive_reduction_closure},
};
use petgraph::data::FromElements;
use petgraph::graph::{EdgeIndex, Graph, NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;
use std::collections::BTreeSet;

/// Cycles, orders and components of a graph with directions agree.
#[property]
pub fn cycles_and_components_agree(drawn: &Drawn) {
    let graph = drawn.directed();
    let reaches: Vec<Vec<bool>> = graph
        .node_indices()
        .map(|a| graph.node_indices().map(|b| has_path_connecting(&graph, a, b, None)).collect())
        .collect();
    let cyclic =
        graph.edge_references().any(|edge| reaches[edge.target().index()][edge.source().index()]);
    assert_eq!(is_cyclic_directed(&graph), cyclic);
    assert_eq!(toposort(&graph, None).is_err(), cyclic);
    let sets = |components: Vec<Vec<NodeIndex>>| {
        components
            .into_iter()
            .map(|nodes| nodes.into_iter().collect::<BTreeSet<_>>())
            .collect::<BTreeSet<_>>()
    };
    let components = sets(tarjan_scc(&graph));
    assert_eq!(components, sets(kosaraju_scc(&graph)));
    for component in &components {
        for a in graph.node_indices() {
            for b in component {
                let same = reaches[a.index()][b.index()] && reaches[b.index()][a.index()];
                assert_eq!(component.contains(&a), same, "{component:?} {a:?}");
            }
        }
    }
    let arcs: Vec<EdgeIndex> = greedy_feedback_arc_set(&graph).map(|edge| edge.id()).collect();
    let mut rest = graph.clone();
    rest.retain_edges(|_, edge| !arcs.contains(&edge));
    assert!(!is_cyclic_directed(&rest), "greedy_feedback_arc_set: {arcs:?}");
}

/// Without an edge or node, a simple graph falls apart where it is a bridge or an articulation
/// point.
#[property]
pub fn bridges_and_articulation_points_hold_a_graph_together(drawn: &Drawn) {
    let mut graph = drawn.undirected();
    let mut seen = BTreeSet::new();
    graph.retain_edges(|graph, edge| {
        let (from, to) = graph.edge_endpoints(edge).expect("an edge");
        from != to && seen.insert((from.min(to), from.max(to)))
    });
    let count = connected_components(&graph);
    let given: BTreeSet<_> = bridges(&graph).map(|edge| edge.id()).collect();
    for edge in graph.edge_indices() {
        let mut rest = graph.clone();
        rest.retain_edges(|_, other| other != edge);
        assert_eq!(given.contains(&edge), connected_components(&rest) > count, "{edge:?}");
    }
    let given: BTreeSet<_> = articulation_points(&graph).into_iter().collect();
    for node in graph.node_indices() {
        let mut rest = graph.clone();
        rest.retain_nodes(|_, other| other != node);
        assert_eq!(given.contains(&node), connected_components(&rest) > count, "{node:?}");
    }
}

/// A graph without directions has a cycle if it has more edges than its trees, and two algorithms
/// find trees of the same weight.
#[property]
pub fn spanning_trees_are_the_lightest(drawn: &Drawn) {
    let graph = drawn.undirected();
    let count = connected_components(&graph);
    let cyclic = graph.edge_count() + count > graph.node_count();
    assert_eq!(is_cyclic_undirected(&graph), cyclic);
    let tree: UnGraph<(), i32> = Graph::from_elements(min_spanning_tree(&graph));
    assert_eq!(tree.edge_count() + count, graph.node_count());
    assert_eq!(connected_components(&tree), count);
    if count == 1 {
        let other: UnGraph<(), i32> = Graph::from_elements(min_spanning_tree_prim(&graph));
        assert_eq!(other.edge_count() + 1, graph.node_count());
        let weight = |tree: &UnGraph<(), i32>| tree.edge_weights().sum::<i32>();
        assert_eq!(weight(&tree), weight(&other));
    }
}

/// A graph has two colours or a cycle of odd length.
#[property]
pub fn two_colours_are_enough_or_not(drawn: &Drawn) {
    let graph = drawn.undirected();
    let start = NodeIndex::new(0);
    let reached: Vec<bool> =
        graph.node_indices().map(|node| has_path_connecting(&graph, start, node, None)).collect();
    let enough = (0..1u32 << drawn.nodes).any(|colours| {
        graph.edge_references().all(|edge| {
            let (from, to) = (edge.source().index(), edge.target().index());
            !reached[from] || colours >> from & 1 != colours >> to & 1
        })
    });
    assert_eq!(is_bipartite_undirected(&graph, start), enough);
}

/// A node dominates another if there is no way around it.
#[property]
pub fn dominators_cannot_be_avoided(drawn: &Drawn) {
    let graph = drawn.directed();
    let root = NodeIndex::new(0);
    let dominators = simple_fast(&graph, root);
    for node in graph.node_indices() {
        let Some(given) = dominators.dominators(node) else {
            assert!(!has_path_connecting(&graph, root, node, None), "{node:?}");
            continue;
        };
        let given: BTreeSet<_> = given.collect();
        for other in graph.node_indices() {
            let mut rest = graph.clone();
            rest.retain_edges(|graph, edge| {
                let (from, to) = graph.edge_endpoints(edge).expect("an edge");
                from != other && to != other
            });
            let avoided =
                other != root && other != node && has_path_connecting(&rest, root, node, None);
            let reached = has_path_connecting(&graph, root, other, None);
            assert_eq!(given.contains(&other), reached && !avoided, "{node:?} {other:?}");
        }
    }
}

/// The reduction of a graph without cycles reaches what it reaches, and no edge of it can go.
#[property]
pub fn reductions_reach_the_same(drawn: &Drawn) {
    let mut graph: Graph<(), (), Directed> = drawn.directed().map(|_, ()| (), |_, _| ());
    graph.retain_edges(|graph, edge| {
        let (from, to) = graph.edge_endpoints(edge).expect("an edge");
        from < to
    });
    let order = toposort(&graph, None).expect("no cycle");
    let (list, places) = dag_to_toposorted_adjacency_list::<_, u32>(&graph, &order);
    let (reduction, closure) = dag_transitive_reduction_closure(&list);
    for from in graph.node_indices() {
        for to in graph.node_indices() {
            let (a, b) = (places[from.index()], places[to.index()]);
            let reaches = has_path_connecting(&graph, from, to, None);
            assert_eq!(has_path_connecting(&reduction, a, b, None), reaches, "{from:?} {to:?}");
            assert_eq!(closure.contains_edge(a, b), reaches && a != b, "{from:?} {to:?}");
        }
    }
}
