//! Functions that old releases do not have or that have another signature there. With a release
//! that is built without the feature `recent` or `newest`, each is replaced by what it must equal,
//! so that nothing is compared.

use petgraph::EdgeType;
use petgraph::algo::dijkstra;
use petgraph::graph::{EdgeReference, Graph, NodeIndex};
use std::collections::BTreeMap;

/// A graph whose nodes have names and whose edges have lengths.
pub type Named<Ty> = Graph<u8, u8, Ty>;

/// The length of an edge.
pub fn length(edge: EdgeReference<'_, u8>) -> u32 {
    u32::from(*edge.weight())
}

/// The distances of the nodes that can be reached from one, by their names.
pub fn distances<Ty: EdgeType>(graph: &Named<Ty>, from: NodeIndex) -> BTreeMap<u8, u32> {
    dijkstra(graph, from, None, length).into_iter().map(|(to, d)| (graph[to], d)).collect()
}

/// The distances between all nodes that can reach each other, by one of several algorithms.
pub fn all_distances<Ty: EdgeType>(graph: &Named<Ty>, which: u8) -> BTreeMap<(u8, u8), u32> {
    if let Some(distances) = by_name::all_distances(graph, which) {
        return distances;
    }
    let of = |from| distances(graph, from).into_iter().map(move |(to, d)| ((graph[from], to), d));
    graph.node_indices().flat_map(of).collect()
}

/// The distances from one node, by one of several algorithms.
pub fn distances_by<Ty: EdgeType>(
    graph: &Named<Ty>,
    from: NodeIndex,
    which: u8,
) -> BTreeMap<u8, u32> {
    by_name::distances(graph, from, which).unwrap_or_else(|| distances(graph, from))
}

/// The paths from one node to another without a node twice, by the names of their nodes.
pub fn simple_paths<Ty: EdgeType>(
    graph: &Named<Ty>,
    from: NodeIndex,
    to: NodeIndex,
) -> Vec<Vec<u8>> {
    #[cfg(feature = "newest")]
    let paths = petgraph::algo::all_simple_paths::<Vec<NodeIndex>, _, std::hash::RandomState>(
        graph, from, to, 0, None,
    );
    #[cfg(not(feature = "newest"))]
    let paths = petgraph::algo::all_simple_paths::<Vec<NodeIndex>, _>(graph, from, to, 0, None);
    paths.map(|path| path.into_iter().map(|node| graph[node]).collect()).collect()
}

#[cfg(feature = "recent")]
mod by_name {
    use super::*;
    use petgraph::algo::{bellman_ford, floyd_warshall, k_shortest_path};

    pub fn all_distances<Ty: EdgeType>(
        graph: &Named<Ty>,
        which: u8,
    ) -> Option<BTreeMap<(u8, u8), u32>> {
        let distances = match which {
            #[cfg(feature = "newest")]
            1 => petgraph::algo::johnson(graph, |edge| super::length(edge) as i64)
                .ok()?
                .into_iter()
                .map(|(pair, d)| (pair, d as u32))
                .collect(),
            _ => floyd_warshall(graph, super::length).ok()?,
        };
        let is_reached = |(pair, d): ((NodeIndex, NodeIndex), u32)| {
            (d != u32::MAX).then_some(((graph[pair.0], graph[pair.1]), d))
        };
        Some(distances.into_iter().filter_map(is_reached).collect())
    }

    pub fn distances<Ty: EdgeType>(
        graph: &Named<Ty>,
        from: NodeIndex,
        which: u8,
    ) -> Option<BTreeMap<u8, u32>> {
        match which {
            0 => {
                let graph = graph.map(|_, name| *name, |_, length| f64::from(*length));
                let paths = bellman_ford(&graph, from).ok()?;
                let reached = graph.node_indices().zip(paths.distances);
                let reached = reached.filter(|(_, distance)| distance.is_finite());
                Some(reached.map(|(node, distance)| (graph[node], distance as u32)).collect())
            }
            #[cfg(feature = "newest")]
            1 => {
                let paths = petgraph::algo::spfa(graph, from, super::length).ok()?;
                let reached = graph.node_indices().zip(paths.distances);
                let reached = reached.filter(|(_, distance)| *distance != u32::MAX);
                Some(reached.map(|(node, distance)| (graph[node], distance)).collect())
            }
            _ => {
                let found = k_shortest_path(graph, from, None, 1, super::length);
                Some(found.into_iter().map(|(node, distance)| (graph[node], distance)).collect())
            }
        }
    }
}

#[cfg(not(feature = "recent"))]
mod by_name {
    use super::*;

    pub fn all_distances<Ty: EdgeType>(_: &Named<Ty>, _: u8) -> Option<BTreeMap<(u8, u8), u32>> {
        None
    }

    pub fn distances<Ty: EdgeType>(
        _: &Named<Ty>,
        _: NodeIndex,
        _: u8,
    ) -> Option<BTreeMap<u8, u32>> {
        None
    }
}

/// The length of a shortest set of edges that connects what the graph connects, by Prim's algorithm
/// for a connected graph; `None` where there is no such function.
pub fn spanning_length<Ty: EdgeType>(graph: &Named<Ty>) -> Option<u32> {
    #[cfg(feature = "newest")]
    {
        use petgraph::data::Element;
        let edges = petgraph::algo::min_spanning_tree_prim(graph);
        let lengths = edges.map(|element| match element {
            Element::Edge { weight, .. } => u32::from(weight),
            Element::Node { .. } => 0,
        });
        Some(lengths.sum())
    }
    #[cfg(not(feature = "newest"))]
    {
        let _ = graph;
        None
    }
}

/// The number of edges that alone connect their ends; `None` where there is no such function.
pub fn bridges<Ty: EdgeType>(graph: &Named<Ty>) -> Option<usize> {
    #[cfg(feature = "newest")]
    {
        Some(petgraph::algo::bridges(graph).count())
    }
    #[cfg(not(feature = "newest"))]
    {
        let _ = graph;
        None
    }
}

/// The number of edges of a largest matching; `None` where there is no such function.
pub fn matched<Ty: EdgeType>(graph: &Named<Ty>) -> Option<usize> {
    #[cfg(feature = "recent")]
    {
        Some(petgraph::algo::maximum_matching(graph).edges().count())
    }
    #[cfg(not(feature = "recent"))]
    {
        let _ = graph;
        None
    }
}
