//! petgraph 0.8.3: matchings, colours and cliques agree with a search of all of them.

use crate::drawn::Drawn;
use mutagen_core::property;
use petgraph::algo::{dsatur_coloring, greedy_matching, maximal_cliques, maximum_matching};
use petgraph::graph::UnGraph;
use petgraph::visit::{EdgeRef, NodeIndexable};
use std::collections::BTreeSet;

/// The size of the largest matching of some edges.
fn largest(edges: &[(usize, usize)], used: u32) -> usize {
    let Some((&(from, to), rest)) = edges.split_first() else { return 0 };
    let without = largest(rest, used);
    let both = 1 << from | 1 << to;
    if from == to || used & both != 0 {
        return without;
    }
    without.max(1 + largest(rest, used | both))
}

fn edges(graph: &UnGraph<(), i32>) -> Vec<(usize, usize)> {
    let pairs = graph.edge_references().map(|edge| {
        let (from, to) = (edge.source().index(), edge.target().index());
        (from.min(to), from.max(to))
    });
    pairs.collect::<BTreeSet<_>>().into_iter().collect()
}

/// A maximum matching is as large as any, a greedy one is a matching.
#[property]
pub fn matchings_are_the_largest(drawn: &Drawn) {
    let graph = drawn.undirected();
    let edges = edges(&graph);
    for (matching, is_largest) in
        [(greedy_matching(&graph), false), (maximum_matching(&graph), true)]
    {
        let mut used = BTreeSet::new();
        for (from, to) in matching.edges() {
            let pair = (from.index().min(to.index()), from.index().max(to.index()));
            assert!(edges.contains(&pair), "{pair:?}");
            assert!(used.insert(from) && used.insert(to), "{pair:?}");
        }
        assert_eq!(used.len(), matching.edges().count() * 2);
        assert_eq!(matching.len(), matching.edges().count());
        if is_largest {
            assert_eq!(matching.len(), largest(&edges, 0));
        }
    }
}

/// No two neighbours have the same colour.
#[property]
pub fn neighbours_have_different_colours(drawn: &Drawn) {
    let mut graph = drawn.undirected();
    graph.retain_edges(|graph, edge| {
        let (from, to) = graph.edge_endpoints(edge).expect("an edge");
        from != to
    });
    let (colours, count) = dsatur_coloring(&graph);
    for (from, to) in edges(&graph) {
        let (from, to) = (graph.from_index(from), graph.from_index(to));
        assert_ne!(colours[&from], colours[&to], "{from:?} {to:?}");
    }
    let used: BTreeSet<_> = colours.values().collect();
    assert_eq!(used.len(), count);
}

/// The maximal cliques are those of a search of all sets of nodes.
#[property]
pub fn cliques_are_the_maximal_ones(drawn: &Drawn) {
    let mut graph = drawn.undirected();
    graph.retain_edges(|graph, edge| {
        let (from, to) = graph.edge_endpoints(edge).expect("an edge");
        from != to
    });
    let edges = edges(&graph);
    let joined = |a: usize, b: usize| edges.contains(&(a.min(b), a.max(b)));
    let nodes = graph.node_count();
    let is_clique =
        |set: u32| (0..nodes).all(|a| (0..a).all(|b| set >> a & set >> b & 1 == 0 || joined(a, b)));
    let all: BTreeSet<u32> = (1..1u32 << nodes)
        .filter(|&set| is_clique(set))
        .filter(|&set| (0..nodes).all(|more| set >> more & 1 == 1 || !is_clique(set | 1 << more)))
        .collect();
    let given = maximal_cliques(&graph);
    let sets: BTreeSet<u32> =
        given.iter().map(|clique| clique.iter().map(|node| 1 << node.index()).sum()).collect();
    assert_eq!(sets, all);
    assert_eq!(given.len(), all.len());
}
