//! petgraph 0.8.3: flows are as large as the smallest cut.

use crate::drawn::Drawn;
use mutagen_core::{Outcome, assume, property};
use petgraph::algo::{dinics, ford_fulkerson};
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

/// Two algorithms find flows that are as large as the smallest cut, and flows that keep the rules.
#[property]
pub fn flows_are_as_large_as_the_smallest_cut(drawn: &Drawn) -> Outcome {
    assume!(drawn.nodes > 1);
    let graph = drawn.directed_positive().map(|_, ()| (), |_, &weight| weight.unsigned_abs());
    let last = drawn.nodes as usize - 1;
    let (source, sink) = (NodeIndex::new(0), NodeIndex::new(last));
    let cut = (0..1u32 << drawn.nodes)
        .filter(|set| set & 1 == 1 && set >> last & 1 == 0)
        .map(|set| {
            let crosses = |from: usize, to: usize| set >> from & 1 == 1 && set >> to & 1 == 0;
            graph
                .edge_references()
                .filter(|edge| crosses(edge.source().index(), edge.target().index()))
                .map(|edge| *edge.weight())
                .sum::<u32>()
        })
        .min()
        .expect("a cut");
    for (name, (size, flows)) in [
        ("dinics", dinics(&graph, source, sink)),
        ("ford_fulkerson", ford_fulkerson(&graph, source, sink)),
    ] {
        assert_eq!(size, cut, "{name}: {flows:?}");
        let mut balance = vec![0i64; drawn.nodes as usize];
        for edge in graph.edge_references() {
            let flow = flows[edge.id().index()];
            assert!(flow <= *edge.weight(), "{name}: {flows:?}");
            balance[edge.source().index()] -= i64::from(flow);
            balance[edge.target().index()] += i64::from(flow);
        }
        assert_eq!(balance[last], i64::from(size), "{name}: {flows:?}");
        assert!(balance[1..last].iter().all(|&node| node == 0), "{name}: {flows:?}");
    }
    Outcome::Passed
}
