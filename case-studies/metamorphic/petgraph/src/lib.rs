//! What the graphs of petgraph must equal: whatever structure holds a graph, it has the same nodes
//! and edges after the same changes, and algorithms for the same question give the same answer, on
//! directed and undirected graphs with parallel edges and loops.

pub mod recent;

/// Graphs with named nodes and edges that have lengths.
#[mutagen_core::metamorphic]
pub mod graphs {
    use crate::recent;
    use petgraph::EdgeType;
    use petgraph::algo;
    use petgraph::data::Element;
    use petgraph::graph::{DiGraph, Graph, NodeIndex, UnGraph};
    use petgraph::graphmap::{DiGraphMap, UnGraphMap};
    use petgraph::matrix_graph::{DiMatrix, UnMatrix};
    use petgraph::stable_graph::StableGraph;
    use petgraph::visit::{Bfs, Dfs, EdgeRef, IntoEdgeReferences, IntoNodeReferences, NodeRef};
    use petgraph::{Incoming, Outgoing};
    use std::collections::{BTreeMap, BTreeSet};

    type Directed = DiGraph<u8, u8>;
    type Undirected = UnGraph<u8, u8>;

    // Inputs: any few edges, rings and paths with chords, and graphs with all edges.

    #[input(weight = 2)]
    fn few_edges(#[mutate(range = 0..=7)] nodes: u8, edges: Vec<(u8, u8, u8)>) -> Directed {
        let mut graph = Directed::new();
        let nodes: Vec<NodeIndex> = (0..nodes).map(|name| graph.add_node(name)).collect();
        for (a, b, length) in edges {
            if !nodes.is_empty() {
                let end = |n: u8| nodes[usize::from(n) % nodes.len()];
                graph.add_edge(end(a), end(b), length % 16);
            }
        }
        graph
    }

    #[input]
    fn ring(#[mutate(range = 1..=8)] nodes: u8, chords: Vec<(u8, u8, u8)>) -> Directed {
        let mut graph = Directed::new();
        let nodes: Vec<NodeIndex> = (0..nodes).map(|name| graph.add_node(name)).collect();
        for (n, node) in nodes.iter().enumerate() {
            graph.add_edge(*node, nodes[(n + 1) % nodes.len()], n as u8);
        }
        for (a, b, length) in chords {
            let end = |n: u8| nodes[usize::from(n) % nodes.len()];
            graph.add_edge(end(a), end(b), length % 16);
        }
        graph
    }

    #[input]
    fn all_edges(#[mutate(range = 0..=5)] nodes: u8, loops: bool) -> Directed {
        let mut graph = Directed::new();
        let nodes: Vec<NodeIndex> = (0..nodes).map(|name| graph.add_node(name)).collect();
        for a in &nodes {
            for b in nodes.iter().filter(|b| loops || a != *b) {
                graph.add_edge(*a, *b, graph[*a] * 3 ^ graph[*b]);
            }
        }
        graph
    }

    #[input]
    fn without_direction(graph: Directed) -> Undirected {
        graph.into_edge_type()
    }

    #[admit]
    fn fits(graph: &Directed) -> bool {
        graph.node_count() <= 12 && graph.edge_count() <= 40
    }

    #[admit]
    fn undirected_fits(graph: &Undirected) -> bool {
        graph.node_count() <= 12 && graph.edge_count() <= 40
    }

    /// The names of the nodes, and the edges with the names of their ends, in order.
    type Content = (Vec<u8>, Vec<(u8, u8, u8)>);

    /// What a graph holds. The ends of an edge without direction are in order.
    fn content<Ty: EdgeType>(graph: &Graph<u8, u8, Ty>) -> Content {
        let names = graph.node_weights_names();
        let edges = graph.edge_references();
        let edges = edges.map(|edge| (graph[edge.source()], graph[edge.target()], *edge.weight()));
        sorted(names, edges.collect(), graph.is_directed())
    }

    /// Nodes and edges in order.
    fn sorted(mut names: Vec<u8>, edges: Vec<(u8, u8, u8)>, directed: bool) -> Content {
        names.sort_unstable();
        let ordered = |(a, b, length): (u8, u8, u8)| {
            if directed { (a, b, length) } else { (a.min(b), a.max(b), length) }
        };
        let mut edges: Vec<(u8, u8, u8)> = edges.into_iter().map(ordered).collect();
        edges.sort_unstable();
        (names, edges)
    }

    /// The names of the nodes of a graph.
    trait Names {
        /// In the order of their indices.
        fn node_weights_names(&self) -> Vec<u8>;
    }

    impl<Ty: EdgeType> Names for Graph<u8, u8, Ty> {
        fn node_weights_names(&self) -> Vec<u8> {
            self.node_indices().map(|node| self[node]).collect()
        }
    }

    /// A graph of this content. The names are unique.
    fn graph_of<Ty: EdgeType>(content: Content) -> Graph<u8, u8, Ty> {
        let mut graph = Graph::with_capacity(0, 0);
        let of = content.0.into_iter().map(|name| (name, graph.add_node(name)));
        let of: BTreeMap<u8, NodeIndex> = of.collect();
        for (a, b, length) in content.1 {
            graph.add_edge(of[&a], of[&b], length);
        }
        graph
    }

    /// Whether no two edges have the same ends.
    fn is_simple<Ty: EdgeType>(graph: &Graph<u8, u8, Ty>) -> bool {
        content(graph).1.windows(2).all(|pair| (pair[0].0, pair[0].1) != (pair[1].0, pair[1].1))
    }

    /// The node with this number, modulo their count.
    fn node<Ty: EdgeType>(graph: &Graph<u8, u8, Ty>, n: u8) -> NodeIndex {
        NodeIndex::new(usize::from(n) % graph.node_count().max(1))
    }

    #[equal]
    fn same_content(a: &Directed, b: &Directed) -> bool {
        content(a) == content(b)
    }

    #[equal]
    fn same_undirected_content(a: &Undirected, b: &Undirected) -> bool {
        content(a) == content(b)
    }

    // Changes.

    #[operation]
    fn with_node(graph: &Directed) -> Directed {
        let mut graph = graph.clone();
        graph.add_node(free_name(&content(&graph)));
        graph
    }

    #[implements(with_node)]
    fn built_with_one_more(graph: &Directed) -> Directed {
        let mut content = content(graph);
        content.0.push(free_name(&content));
        graph_of(content)
    }

    /// A name that no node has.
    fn free_name(content: &Content) -> u8 {
        content.0.last().map_or(0, |name| name + 1)
    }

    #[operation(requires = graph.node_count() > 0)]
    fn with_edge(graph: &Directed, a: u8, b: u8, #[mutate(range = 0..=15)] length: u8) -> Directed {
        let (a, b, mut graph) = (node(graph, a), node(graph, b), graph.clone());
        graph.add_edge(a, b, length);
        graph
    }

    #[implements(with_edge)]
    fn with_the_reversed_edge(graph: &Directed, a: u8, b: u8, length: u8) -> Directed {
        reversed(&with_edge(&reversed(graph), b, a, length))
    }

    #[implements(with_edge, when = !graph.contains_edge(node(graph, a), node(graph, b)))]
    fn with_an_updated_edge(graph: &Directed, a: u8, b: u8, length: u8) -> Directed {
        let (a, b, mut graph) = (node(graph, a), node(graph, b), graph.clone());
        graph.update_edge(a, b, length);
        graph
    }

    #[operation(requires = graph.node_count() > 0)]
    fn without_node(graph: &Directed, n: u8) -> Directed {
        let mut graph = graph.clone();
        graph.remove_node(node(&graph, n));
        graph
    }

    #[implements(without_node)]
    fn filtered(graph: &Directed, n: u8) -> Directed {
        let gone = node(graph, n);
        graph.filter_map(|node, name| (node != gone).then_some(*name), |_, length| Some(*length))
    }

    #[implements(without_node)]
    fn retained(graph: &Directed, n: u8) -> Directed {
        let (gone, mut graph) = (node(graph, n), graph.clone());
        let gone = graph[gone];
        graph.retain_nodes(|graph, node| graph[node] != gone);
        graph
    }

    #[implements(without_node)]
    fn without_node_of_a_stable_graph(graph: &Directed, n: u8) -> Directed {
        let mut stable = StableGraph::<u8, u8>::from(graph.clone());
        stable.remove_node(node(graph, n));
        stable.into()
    }

    #[implements(without_node, when = is_simple(graph))]
    fn without_node_of_a_map(graph: &Directed, n: u8) -> Directed {
        let mut map = DiGraphMap::<u8, u8>::new();
        for name in graph.node_weights_names() {
            map.add_node(name);
        }
        for (a, b, length) in content(graph).1 {
            map.add_edge(a, b, length);
        }
        map.remove_node(graph[node(graph, n)]);
        let edges = map.all_edges().map(|(a, b, length)| (a, b, *length)).collect();
        graph_of(sorted(map.nodes().collect(), edges, true))
    }

    #[implements(without_node, when = is_simple(graph))]
    fn without_node_of_a_matrix(graph: &Directed, n: u8) -> Directed {
        let mut matrix = DiMatrix::<u8, u8>::with_capacity(0);
        let names = graph.node_weights_names();
        let nodes: Vec<_> = names.into_iter().map(|name| matrix.add_node(name)).collect();
        for edge in graph.edge_references() {
            let (a, b) = (nodes[edge.source().index()], nodes[edge.target().index()]);
            matrix.add_edge(a, b, *edge.weight());
        }
        matrix.remove_node(nodes[node(graph, n).index()]);
        let names = matrix.node_references().map(|node| *node.weight()).collect();
        let name = |node| *matrix.node_weight(node);
        let edges = matrix.edge_references();
        let edges = edges.map(|(a, b, length)| (name(a), name(b), *length)).collect();
        graph_of(sorted(names, edges, true))
    }

    #[operation]
    fn reversed(graph: &Directed) -> Directed {
        let mut graph = graph.clone();
        graph.reverse();
        graph
    }

    #[implements(reversed)]
    fn built_the_other_way(graph: &Directed) -> Directed {
        let (names, edges) = content(graph);
        graph_of((names, edges.into_iter().map(|(a, b, length)| (b, a, length)).collect()))
    }

    #[operation]
    fn same(graph: &Directed) -> Directed {
        graph.clone()
    }

    #[implements(same)]
    fn reversed_twice(graph: &Directed) -> Directed {
        reversed(&reversed(graph))
    }

    #[implements(same)]
    fn with_and_without_a_node(graph: &Directed) -> Directed {
        let with = with_node(graph);
        without_node(&with, graph.node_count() as u8)
    }

    #[implements(same)]
    fn stable_and_back(graph: &Directed) -> Directed {
        StableGraph::from(graph.clone()).into()
    }

    #[implements(same)]
    fn built_again(graph: &Directed) -> Directed {
        graph_of(content(graph))
    }

    #[operation(requires = graph.edge_count() > 0)]
    fn without_edge(graph: &Directed, n: u8) -> Directed {
        let mut graph = graph.clone();
        let edge = graph.edge_indices().nth(usize::from(n) % graph.edge_count());
        edge.and_then(|edge| graph.remove_edge(edge));
        graph
    }

    #[implements(without_edge)]
    fn without_edge_of_a_stable_graph(graph: &Directed, n: u8) -> Directed {
        let mut stable = StableGraph::<u8, u8>::from(graph.clone());
        let edge = graph.edge_indices().nth(usize::from(n) % graph.edge_count());
        edge.and_then(|edge| stable.remove_edge(edge));
        stable.into()
    }

    #[implements(without_edge)]
    fn retain_the_other_edges(graph: &Directed, n: u8) -> Directed {
        let gone = graph.edge_indices().nth(usize::from(n) % graph.edge_count());
        graph.filter_map(
            |_, name| Some(*name),
            |edge, length| (Some(edge) != gone).then_some(*length),
        )
    }

    #[operation(requires = graph.node_count() > 0)]
    fn undirected_without_node(graph: &Undirected, n: u8) -> Undirected {
        let mut graph = graph.clone();
        graph.remove_node(node(&graph, n));
        graph
    }

    #[implements(undirected_without_node)]
    fn undirected_filtered(graph: &Undirected, n: u8) -> Undirected {
        let gone = node(graph, n);
        graph.filter_map(|node, name| (node != gone).then_some(*name), |_, length| Some(*length))
    }

    #[implements(undirected_without_node)]
    fn without_direction_after_removing(graph: &Undirected, n: u8) -> Undirected {
        without_node(&graph.clone().into_edge_type(), n).into_edge_type()
    }

    #[implements(undirected_without_node, when = is_simple(graph))]
    fn undirected_without_node_of_a_map(graph: &Undirected, n: u8) -> Undirected {
        let mut map = UnGraphMap::<u8, u8>::new();
        for name in graph.node_weights_names() {
            map.add_node(name);
        }
        for (a, b, length) in content(graph).1 {
            map.add_edge(a, b, length);
        }
        map.remove_node(graph[node(graph, n)]);
        let edges = map.all_edges().map(|(a, b, length)| (a, b, *length)).collect();
        graph_of(sorted(map.nodes().collect(), edges, false))
    }

    #[implements(undirected_without_node, when = is_simple(graph))]
    fn undirected_without_node_of_a_matrix(graph: &Undirected, n: u8) -> Undirected {
        let mut matrix = UnMatrix::<u8, u8>::with_capacity(0);
        let names = graph.node_weights_names();
        let nodes: Vec<_> = names.into_iter().map(|name| matrix.add_node(name)).collect();
        for edge in graph.edge_references() {
            let (a, b) = (nodes[edge.source().index()], nodes[edge.target().index()]);
            matrix.add_edge(a, b, *edge.weight());
        }
        matrix.remove_node(nodes[node(graph, n).index()]);
        let names = matrix.node_references().map(|node| *node.weight()).collect();
        let name = |node| *matrix.node_weight(node);
        let edges = matrix.edge_references();
        let edges = edges.map(|(a, b, length)| (name(a), name(b), *length)).collect();
        graph_of(sorted(names, edges, false))
    }

    // Neighbours.

    #[operation(requires = graph.node_count() > 0)]
    fn successors(graph: &Directed, n: u8) -> Vec<u8> {
        let mut names: Vec<u8> =
            graph.neighbors(node(graph, n)).map(|other| graph[other]).collect();
        names.sort_unstable();
        names
    }

    #[implements(successors)]
    fn predecessors_when_reversed(graph: &Directed, n: u8) -> Vec<u8> {
        let back = reversed(graph);
        let found = back.node_indices().find(|other| back[*other] == graph[node(graph, n)]);
        let found = found.expect("it has the same nodes");
        let others = back.neighbors_directed(found, Incoming);
        let mut names: Vec<u8> = others.map(|other| back[other]).collect();
        names.sort_unstable();
        names
    }

    #[implements(successors)]
    fn ends_of_its_edges(graph: &Directed, n: u8) -> Vec<u8> {
        let edges = graph.edges_directed(node(graph, n), Outgoing);
        let mut names: Vec<u8> = edges.map(|edge| graph[edge.target()]).collect();
        names.sort_unstable();
        names
    }

    #[implements(successors)]
    fn ends_of_all_edges_from_it(graph: &Directed, n: u8) -> Vec<u8> {
        let name = graph[node(graph, n)];
        content(graph).1.into_iter().filter(|(a, ..)| *a == name).map(|(_, b, _)| b).collect()
    }

    #[operation(requires = graph.node_count() > 0)]
    fn has_edge(graph: &Directed, a: u8, b: u8) -> bool {
        graph.contains_edge(node(graph, a), node(graph, b))
    }

    #[implements(has_edge)]
    fn is_among_the_successors(graph: &Directed, a: u8, b: u8) -> bool {
        successors(graph, a).contains(&graph[node(graph, b)])
    }

    // Reaching.

    #[operation(requires = graph.node_count() > 0)]
    fn reached(graph: &Directed, from: u8) -> BTreeSet<u8> {
        let (mut search, mut names) = (Dfs::new(graph, node(graph, from)), BTreeSet::new());
        while let Some(node) = search.next(graph) {
            names.insert(graph[node]);
        }
        names
    }

    #[implements(reached)]
    fn reached_breadth_first(graph: &Directed, from: u8) -> BTreeSet<u8> {
        let (mut search, mut names) = (Bfs::new(graph, node(graph, from)), BTreeSet::new());
        while let Some(node) = search.next(graph) {
            names.insert(graph[node]);
        }
        names
    }

    #[implements(reached)]
    fn those_with_a_path(graph: &Directed, from: u8) -> BTreeSet<u8> {
        let from = node(graph, from);
        let has_path = |to: &NodeIndex| algo::has_path_connecting(graph, from, *to, None);
        graph.node_indices().filter(has_path).map(|to| graph[to]).collect()
    }

    #[implements(reached)]
    fn those_with_a_distance(graph: &Directed, from: u8) -> BTreeSet<u8> {
        distances(graph, from).into_keys().collect()
    }

    #[operation]
    fn strong_components(graph: &Directed) -> BTreeSet<BTreeSet<u8>> {
        let components = algo::tarjan_scc(graph).into_iter();
        components.map(|nodes| nodes.into_iter().map(|node| graph[node]).collect()).collect()
    }

    #[implements(strong_components)]
    fn by_kosaraju(graph: &Directed) -> BTreeSet<BTreeSet<u8>> {
        let components = algo::kosaraju_scc(graph).into_iter();
        components.map(|nodes| nodes.into_iter().map(|node| graph[node]).collect()).collect()
    }

    #[implements(strong_components)]
    fn reached_from_each_other(graph: &Directed) -> BTreeSet<BTreeSet<u8>> {
        let back = reversed(graph);
        let place = |name: u8| back.node_indices().find(|node| back[*node] == name);
        let component = |node: NodeIndex| -> BTreeSet<u8> {
            let there = reached(graph, node.index() as u8);
            let back = place(graph[node]).map(|node| reached(&back, node.index() as u8));
            there.intersection(&back.unwrap_or_default()).copied().collect()
        };
        graph.node_indices().map(component).collect()
    }

    #[implements(strong_components)]
    fn nodes_of_the_condensation(graph: &Directed) -> BTreeSet<BTreeSet<u8>> {
        let condensed = algo::condensation(graph.clone(), true);
        let names = condensed.node_indices().map(|node| condensed[node].iter().copied().collect());
        names.collect()
    }

    #[operation]
    fn has_cycle(graph: &Directed) -> bool {
        algo::is_cyclic_directed(graph)
    }

    #[implements(has_cycle)]
    fn has_no_order(graph: &Directed) -> bool {
        algo::toposort(graph, None).is_err()
    }

    #[implements(has_cycle)]
    fn has_a_component_or_a_loop(graph: &Directed) -> bool {
        strong_components(graph).iter().any(|component| component.len() > 1)
            || content(graph).1.iter().any(|(a, b, _)| a == b)
    }

    #[law]
    fn each_edge_goes_forward_in_the_order(graph: &Directed) -> bool {
        let Ok(order) = algo::toposort(graph, None) else { return true };
        let place = |node| order.iter().position(|other| *other == node);
        order.len() == graph.node_count()
            && graph.edge_references().all(|edge| place(edge.source()) < place(edge.target()))
    }

    #[operation]
    fn components(graph: &Undirected) -> usize {
        algo::connected_components(graph)
    }

    #[implements(components)]
    fn strong_components_both_ways(graph: &Undirected) -> usize {
        let (names, edges) = content(graph);
        let back = edges.iter().map(|(a, b, length)| (*b, *a, *length));
        let both: Directed = graph_of((names, edges.iter().copied().chain(back).collect()));
        strong_components(&both).len()
    }

    #[implements(components)]
    fn components_of_any_direction(graph: &Undirected) -> usize {
        let directed: Directed = graph.clone().into_edge_type();
        algo::connected_components(&directed)
    }

    #[operation]
    fn has_undirected_cycle(graph: &Undirected) -> bool {
        algo::is_cyclic_undirected(graph)
    }

    #[implements(has_undirected_cycle)]
    fn has_more_edges_than_a_forest(graph: &Undirected) -> bool {
        graph.edge_count() + components(graph) > graph.node_count()
    }

    #[operation]
    fn spanning_length(graph: &Undirected) -> u32 {
        let lengths = algo::min_spanning_tree(graph).map(|element| match element {
            Element::Edge { weight, .. } => u32::from(weight),
            Element::Node { .. } => 0,
        });
        lengths.sum()
    }

    #[implements(spanning_length, when = algo::connected_components(graph) == 1)]
    fn spanning_length_by_prim(graph: &Undirected) -> u32 {
        recent::spanning_length(graph).unwrap_or_else(|| spanning_length(graph))
    }

    #[implements(spanning_length)]
    fn spanning_length_edge_by_edge(graph: &Undirected) -> u32 {
        let (names, mut edges) = content(graph);
        edges.sort_unstable_by_key(|(.., length)| *length);
        let (mut kept, mut sum) = (Vec::new(), 0);
        for edge in edges {
            let before: Undirected = graph_of((names.clone(), kept.clone()));
            kept.push(edge);
            let after: Undirected = graph_of((names.clone(), kept.clone()));
            if components(&after) < components(&before) {
                sum += u32::from(edge.2);
            } else {
                kept.pop();
            }
        }
        sum
    }

    #[operation]
    fn bridges(graph: &Undirected) -> usize {
        let all = algo::connected_components(graph);
        let is_bridge = |edge| {
            let mut without = graph.clone();
            without.remove_edge(edge);
            algo::connected_components(&without) > all
        };
        graph.edge_indices().filter(|edge| is_bridge(*edge)).count()
    }

    #[implements(bridges, when = is_simple(graph))]
    fn bridges_by_name(graph: &Undirected) -> usize {
        recent::bridges(graph).unwrap_or_else(|| bridges(graph))
    }

    #[operation(requires = graph.node_count() > 0)]
    fn has_two_colours(graph: &Undirected, from: u8) -> bool {
        algo::is_bipartite_undirected(graph, node(graph, from))
    }

    #[implements(has_two_colours)]
    fn no_edge_within_a_colour(graph: &Undirected, from: u8) -> bool {
        let steps = graph.map(|_, name| *name, |_, _| 1);
        let colours = recent::distances(&steps, node(graph, from));
        let of = |name| colours.get(&name).map(|distance| distance % 2);
        content(graph).1.into_iter().all(|(a, b, _)| of(a).is_none() || of(a) != of(b))
    }

    #[law]
    fn a_largest_matching_leaves_no_edge_free(graph: &Undirected) -> bool {
        let loops = content(graph).1.iter().filter(|(a, b, _)| a == b).count();
        let most = graph.node_count() / 2;
        recent::matched(graph)
            .is_none_or(|matched| matched <= most && (matched > 0 || graph.edge_count() == loops))
    }

    // Distances.

    #[operation(requires = graph.node_count() > 0)]
    fn distances(graph: &Directed, from: u8) -> BTreeMap<u8, u32> {
        recent::distances(graph, node(graph, from))
    }

    #[implements(distances)]
    fn distances_by_another_algorithm(
        graph: &Directed,
        from: u8,
        #[mutate(range = 0..=2)] which: u8,
    ) -> BTreeMap<u8, u32> {
        recent::distances_by(graph, node(graph, from), which)
    }

    #[implements(distances)]
    fn distances_by_search_to_each(graph: &Directed, from: u8) -> BTreeMap<u8, u32> {
        let from = node(graph, from);
        let to = |to: NodeIndex| {
            let found = algo::astar(graph, from, |node| node == to, recent::length, |_| 0);
            found.map(|(distance, _)| (graph[to], distance))
        };
        graph.node_indices().filter_map(to).collect()
    }

    #[implements(distances)]
    fn distances_over_the_shortest_edges(graph: &Directed, from: u8) -> BTreeMap<u8, u32> {
        let mut map = DiGraphMap::<u8, u8>::new();
        map.add_node(graph[node(graph, from)]);
        for (a, b, length) in content(graph).1.into_iter().rev() {
            map.add_edge(a, b, length);
        }
        let from = graph[node(graph, from)];
        algo::dijkstra(&map, from, None, |edge| u32::from(*edge.2)).into_iter().collect()
    }

    #[implements(distances)]
    fn shortest_of_the_simple_paths(graph: &Directed, from: u8) -> BTreeMap<u8, u32> {
        if graph.edge_count() > 12 {
            return distances(graph, from);
        }
        let from = node(graph, from);
        let mut found = BTreeMap::from([(graph[from], 0)]);
        for to in graph.node_indices().filter(|to| *to != from) {
            for path in recent::simple_paths(graph, from, to) {
                let steps = path.windows(2).map(|pair| shortest_edge(graph, pair[0], pair[1]));
                let length: u32 = steps.sum();
                let shortest = found.entry(graph[to]).or_insert(length);
                *shortest = length.min(*shortest);
            }
        }
        found
    }

    /// The length of the shortest edge between two nodes by name.
    fn shortest_edge(graph: &Directed, from: u8, to: u8) -> u32 {
        let edges = content(graph).1.into_iter().filter(|(a, b, _)| (*a, *b) == (from, to));
        edges.map(|(.., length)| u32::from(length)).min().unwrap_or(u32::MAX / 64)
    }

    #[operation]
    fn all_distances(graph: &Directed) -> BTreeMap<(u8, u8), u32> {
        let of = |node: NodeIndex| recent::distances(graph, node).into_iter();
        let with_names = |node: NodeIndex| of(node).map(move |(to, d)| ((graph[node], to), d));
        graph.node_indices().flat_map(with_names).collect()
    }

    #[implements(all_distances)]
    fn all_distances_one_by_one(graph: &Directed) -> BTreeMap<(u8, u8), u32> {
        let from = |node: NodeIndex| distances(graph, node.index() as u8).into_iter();
        let with_names = |node: NodeIndex| from(node).map(move |(to, d)| ((graph[node], to), d));
        graph.node_indices().flat_map(with_names).collect()
    }

    #[implements(all_distances)]
    fn all_distances_at_once(
        graph: &Directed,
        #[mutate(range = 0..=1)] which: u8,
    ) -> BTreeMap<(u8, u8), u32> {
        recent::all_distances(graph, which)
    }

    #[implements(all_distances)]
    fn all_distances_when_reversed(graph: &Directed) -> BTreeMap<(u8, u8), u32> {
        all_distances(&reversed(graph)).into_iter().map(|((a, b), d)| ((b, a), d)).collect()
    }

    #[operation]
    fn all_undirected_distances(graph: &Undirected) -> BTreeMap<(u8, u8), u32> {
        let of = |node: NodeIndex| recent::distances(graph, node).into_iter();
        let with_names = |node: NodeIndex| of(node).map(move |(to, d)| ((graph[node], to), d));
        graph.node_indices().flat_map(with_names).collect()
    }

    #[implements(all_undirected_distances)]
    fn all_undirected_distances_at_once(
        graph: &Undirected,
        #[mutate(range = 0..=1)] which: u8,
    ) -> BTreeMap<(u8, u8), u32> {
        recent::all_distances(graph, which)
    }

    #[implements(all_undirected_distances)]
    fn all_distances_both_ways(graph: &Undirected) -> BTreeMap<(u8, u8), u32> {
        let (names, edges) = content(graph);
        let back = edges.iter().map(|(a, b, length)| (*b, *a, *length));
        let both = graph_of((names, edges.iter().copied().chain(back).collect()));
        all_distances(&both)
    }

    #[implements(all_undirected_distances)]
    fn the_same_from_the_other_end(graph: &Undirected) -> BTreeMap<(u8, u8), u32> {
        all_undirected_distances(graph).into_iter().map(|((a, b), d)| ((b, a), d)).collect()
    }

    // Paths.

    #[operation(requires = graph.node_count() > 0 && graph.edge_count() <= 12)]
    fn simple_paths(graph: &Directed, from: u8, to: u8) -> Vec<Vec<u8>> {
        let (from, to) = (node(graph, from), node(graph, to));
        let mut paths = recent::simple_paths(graph, from, to);
        paths.sort_unstable();
        paths
    }

    #[implements(simple_paths)]
    fn simple_paths_when_reversed(graph: &Directed, from: u8, to: u8) -> Vec<Vec<u8>> {
        let back = reversed(graph);
        let place = |n: u8| {
            let name = graph[node(graph, n)];
            back.node_indices().find(|node| back[*node] == name).map_or(0, |n| n.index())
        };
        let mut paths = simple_paths(&back, place(to) as u8, place(from) as u8);
        paths.iter_mut().for_each(|path| path.reverse());
        paths.sort_unstable();
        paths
    }

    #[law(requires = graph.node_count() > 0 && graph.edge_count() <= 12)]
    fn a_simple_path_has_no_node_twice(graph: &Directed, from: u8, to: u8) -> bool {
        simple_paths(graph, from, to).into_iter().all(|path| {
            let names: BTreeSet<u8> = path.iter().copied().collect();
            names.len() == path.len()
                && path.first() == Some(&graph[node(graph, from)])
                && path.last() == Some(&graph[node(graph, to)])
        })
    }

    #[law(requires = graph.node_count() > 0 && graph.edge_count() <= 12)]
    fn a_path_without_direction_has_no_node_twice(graph: &Undirected, from: u8, to: u8) -> bool {
        let (from, to) = (node(graph, from), node(graph, to));
        let paths = recent::simple_paths(graph, from, to);
        paths.into_iter().all(|path| path.iter().collect::<BTreeSet<_>>().len() == path.len())
    }
}
