//! petgraph 0.8.3: algorithms for shortest paths agree with each other.

use crate::drawn::Drawn;
use mutagen_core::{Outcome, assume, check, property};
use petgraph::algo::{
    astar, bellman_ford, bidirectional_dijkstra, dijkstra, find_negative_cycle, floyd_warshall,
    johnson, k_shortest_path, spfa,
};
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

/// The distances, by adding edges until nothing gets nearer; nothing if that does not end.
fn distances(drawn: &Drawn, start: u32) -> Option<Vec<Option<i32>>> {
    let mut near = vec![None; drawn.nodes as usize];
    near[start as usize] = Some(0);
    for round in 0..=drawn.nodes {
        let mut changed = false;
        for (from, to, weight) in drawn.edges() {
            if let Some(start) = near[from as usize] {
                let there = start + weight;
                if near[to as usize].is_none_or(|old| there < old) {
                    near[to as usize] = Some(there);
                    changed = true;
                }
            }
        }
        if !changed {
            return Some(near);
        }
        if round == drawn.nodes {
            return None;
        }
    }
    Some(near)
}

/// The algorithm for all pairs finds a negative cycle if there is one, a loop for example.
#[property]
#[ignore = "finds a defect"]
pub fn floyd_warshall_finds_negative_cycles(drawn: &Drawn) -> Outcome {
    let cyclic = (0..drawn.nodes).any(|start| distances(drawn, start).is_none());
    check!(floyd_warshall(&drawn.directed(), |edge| *edge.weight()).is_err() == cyclic)
}

/// With negative weights, but not on loops, all algorithms find the same distances, or a negative
/// cycle.
#[property]
#[ignore = "finds a defect"]
pub fn distances_agree(drawn: &Drawn) -> Outcome {
    assume!(drawn.edges().all(|(from, to, weight)| from != to || weight >= 0));
    let graph = drawn.directed();
    let float = graph.map(|_, ()| (), |_, weight| f64::from(*weight));
    let start = NodeIndex::new(0);
    let exact = distances(drawn, 0);
    let bellman = bellman_ford(&float, start).ok().map(|paths| paths.distances);
    let as_floats = |near: &Vec<Option<i32>>| {
        near.iter().map(|far| far.map_or(f64::INFINITY, f64::from)).collect::<Vec<f64>>()
    };
    assert_eq!(bellman, exact.as_ref().map(as_floats), "bellman_ford");
    let fast = spfa(&graph, start, |edge| *edge.weight()).ok().map(|paths| paths.distances);
    let as_integers = |near: &Vec<Option<i32>>| {
        near.iter().map(|far| far.unwrap_or(i32::MAX)).collect::<Vec<_>>()
    };
    assert_eq!(fast, exact.as_ref().map(as_integers), "spfa");
    let cycle = find_negative_cycle(&float, start);
    assert_eq!(cycle.is_some(), exact.is_none(), "find_negative_cycle: {cycle:?}");
    let all: Option<Vec<_>> = (0..drawn.nodes).map(|start| distances(drawn, start)).collect();
    let floyd = floyd_warshall(&graph, |edge| *edge.weight()).ok();
    assert_eq!(floyd.is_some(), all.is_some(), "floyd_warshall");
    let johnson = johnson(&graph, |edge| *edge.weight()).ok();
    assert_eq!(johnson.is_some(), all.is_some(), "johnson");
    if let (Some(all), Some(floyd), Some(johnson)) = (all, floyd, johnson) {
        for (from, near) in all.iter().enumerate() {
            for (to, far) in near.iter().enumerate() {
                let pair = (NodeIndex::new(from), NodeIndex::new(to));
                assert_eq!(floyd.get(&pair).copied(), Some(far.unwrap_or(i32::MAX)), "{pair:?}");
                assert_eq!(johnson.get(&pair).copied(), *far, "johnson {pair:?}");
            }
        }
    }
    Outcome::Passed
}

/// The way from a node to itself has no length.
#[property]
#[ignore = "finds a defect"]
pub fn a_node_is_near_itself(drawn: &Drawn) -> Outcome {
    let (graph, start) = (drawn.directed_positive(), NodeIndex::new(0));
    check!(bidirectional_dijkstra(&graph, start, start, |edge| *edge.weight()) == Some(0))
}

/// Without negative weights, the algorithms for one goal find the same distance.
#[property]
pub fn distances_to_a_goal_agree(drawn: &Drawn) -> Outcome {
    assume!(drawn.nodes > 1);
    let graph = drawn.directed_positive();
    let (start, goal) = (NodeIndex::new(0), NodeIndex::new(drawn.nodes as usize - 1));
    let all = dijkstra(&graph, start, None, |edge| *edge.weight());
    let far = all.get(&goal).copied();
    let one = dijkstra(&graph, start, Some(goal), |edge| *edge.weight());
    assert_eq!(one.get(&goal).copied(), far, "dijkstra");
    let both = bidirectional_dijkstra(&graph, start, goal, |edge| *edge.weight());
    assert_eq!(both, far, "bidirectional_dijkstra");
    let path = astar(&graph, start, |node| node == goal, |edge| *edge.weight(), |_| 0);
    assert_eq!(path.map(|(far, _)| far), far, "astar");
    let first = k_shortest_path(&graph, start, None, 1, |edge| *edge.weight());
    assert_eq!(first.get(&goal).copied(), far, "k_shortest_path");
    Outcome::Passed
}

/// The k-th shortest walk is not longer than the k-th of the walks of few edges.
#[property]
pub fn the_next_walk_is_found(drawn: &Drawn) {
    let graph = drawn.directed_positive();
    let (start, goal) = (NodeIndex::new(0), NodeIndex::new(drawn.nodes as usize - 1));
    let cost = |edge: petgraph::graph::EdgeReference<'_, i32>| *edge.weight() + 1;
    // All walks to the goal of at most so many edges, by their lengths.
    let mut walks = Vec::new();
    let mut ends = vec![(start, 0)];
    for _ in 0..5 {
        walks.extend(ends.iter().filter(|(node, _)| *node == goal).map(|(_, far)| *far));
        ends = ends
            .iter()
            .flat_map(|&(node, far)| {
                graph.edges(node).map(move |edge| (edge.target(), far + edge.weight() + 1))
            })
            .take(2000)
            .collect();
    }
    walks.sort_unstable();
    for k in 1..=3 {
        let given = k_shortest_path(&graph, start, Some(goal), k, cost).get(&goal).copied();
        let listed = walks.get(k - 1).copied();
        if let (Some(given), Some(listed)) = (given, listed) {
            assert!(given <= listed, "{k}: {given} {listed}");
        }
        assert!(given.is_some() || listed.is_none(), "{k}: {given:?} {listed:?}");
    }
}
