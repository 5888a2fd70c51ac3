//! Lists the mutants of a value, node by node: the batch of tests that a campaign runs for each
//! test that reached new code. Each random mutant is drawn once. The batch is no part of the stable
//! API.
//!
//! ```text
//! $ cargo run -p mutagen-core --example mutants
//! Node(Empty, 3, Node(Empty, 5, Empty))
//!   Empty
//!   Node(Empty, 5, Empty)
//!   Empty
//!   Node(Empty, 3, Empty)
//!   Node(Node(Empty, 5, Empty), 3, Empty)
//!   Node(Node(Empty, 5, Empty), 3, Node(Empty, 5, Empty))
//!   Node(Node(Empty, 0, Empty), 3, Node(Empty, 5, Empty))
//!   Node(Empty, 51, Node(Empty, 5, Empty))
//!   Node(Empty, 3, Empty)
//!   Node(Empty, 3, Empty)
//!   Node(Empty, 3, Empty)
//!   Node(Empty, 3, Node(Empty, 5, Empty))
//!   Node(Empty, 3, Node(Empty, 5, Empty))
//!   Node(Empty, 3, Node(Empty, 5, Empty))
//!   Node(Empty, 3, Node(Node(Empty, 0, Empty), 5, Empty))
//!   Node(Empty, 3, Node(Empty, 15, Empty))
//!   Node(Empty, 3, Node(Empty, 5, Node(Empty, 0, Empty)))
//! ```

use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use mutagen_core::{Mutate, text};

#[derive(Debug, Mutate)]
enum Tree {
    Empty,
    Node(Box<Tree>, u8, Box<Tree>),
}

fn main() {
    let leaf = |value| Box::new(Tree::Node(Box::new(Tree::Empty), value, Box::new(Tree::Empty)));
    let tree = Tree::Node(Box::new(Tree::Empty), 3, leaf(5));
    println!("{}", text::print(&tree));
    let mut context = Context::new(1, 3);
    let mut batch = Batch::new(Box::new(tree), 0, 1);
    while batch.serve(&mut context).is_some() {
        println!("  {}", text::print(batch.value()));
        batch.restore(&mut context);
    }
}
