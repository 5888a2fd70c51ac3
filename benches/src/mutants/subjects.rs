//! The values whose mutants are served.

use mutagen_core::Mutate;
use wasm_syntax::{
    BlockType, Func, Instr, IntBinOp, IntRelOp, LoadOp, MemArg, StoreOp, ValType, Width,
};

/// A binary tree.
#[derive(Debug, Clone, Mutate)]
pub(crate) enum Tree {
    E,
    T(Box<Tree>, i32, Box<Tree>),
}

impl Tree {
    /// A balanced tree of this many constructors `T`, numbered in order. It has a node for each of
    /// them, for each number and for each empty tree: `3 * inner + 1`.
    pub(crate) fn balanced(inner: i32) -> Tree {
        fn between(low: i32, high: i32) -> Tree {
            if low >= high {
                return Tree::E;
            }
            let middle = low + (high - low) / 2;
            Tree::T(Box::new(between(low, middle)), middle, Box::new(between(middle + 1, high)))
        }
        between(0, inner)
    }
}

/// A thousand integers.
pub(crate) fn integers() -> Vec<i32> {
    (0..1000).collect()
}

/// A function of sixty instructions: a loop with a branch in it, loads, stores and arithmetic.
pub(crate) fn function() -> Func {
    let memory = |offset| MemArg { align: 2, offset };
    let step = |local: u32| {
        vec![
            Instr::LocalGet(local),
            Instr::Load(LoadOp::I32, memory(4 * local)),
            Instr::I32Const(local as i32),
            Instr::IntBin(Width::W32, IntBinOp::Add),
            Instr::LocalTee(local),
            Instr::Drop,
        ]
    };
    let store = vec![
        Instr::LocalGet(0),
        Instr::LocalGet(1),
        Instr::Store(StoreOp::I32, memory(0)),
        Instr::Nop,
    ];
    let inner = [
        (0..6).flat_map(step).collect(),
        vec![
            Instr::LocalGet(2),
            Instr::IntTest(Width::W32),
            Instr::If(BlockType::Empty, store.clone(), store),
            Instr::LocalGet(1),
            Instr::LocalGet(2),
            Instr::IntRel(Width::W32, IntRelOp::LtU),
            Instr::BrIf(1),
            Instr::Br(0),
        ],
    ];
    let body = vec![
        Instr::I32Const(7),
        Instr::LocalSet(0),
        Instr::Block(BlockType::Empty, vec![Instr::Loop(BlockType::Empty, inner.concat())]),
        Instr::GlobalGet(0),
        Instr::GlobalSet(1),
        Instr::LocalGet(0),
        Instr::Return,
    ];
    Func { ty: 0, locals: vec![ValType::I32; 3], body }
}

/// A record of records: sixty nodes.
#[derive(Debug, Clone, Mutate)]
pub(crate) struct Scene {
    floor: Room,
    walls: Room,
    roof: Room,
    garden: Room,
    cellar: Room,
    camera: Camera,
}

#[derive(Debug, Clone, Mutate)]
struct Room {
    name: String,
    low: Point,
    high: Point,
}

#[derive(Debug, Clone, Mutate)]
struct Camera {
    from: Point,
    to: Point,
}

#[derive(Debug, Clone, Mutate)]
struct Point {
    x: i32,
    y: i32,
    z: i32,
}

impl Scene {
    /// A scene of named rooms.
    pub(crate) fn new() -> Scene {
        let point = |at| Point { x: at, y: at + 1, z: at + 2 };
        let room = |name: &str| {
            let length = name.len() as i32;
            Room { name: name.to_owned(), low: point(length), high: point(2 * length) }
        };
        Scene {
            floor: room("floor"),
            walls: room("walls"),
            roof: room("roof"),
            garden: room("garden"),
            cellar: room("cellar"),
            camera: Camera { from: point(0), to: point(9) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutagen_core::internal::value::walk;

    #[test]
    fn the_values_have_the_sizes_that_they_are_named_for() {
        assert_eq!(walk::size(&Tree::balanced(2)), 7);
        assert_eq!(walk::size(&Tree::balanced(333)), 1000);
        assert_eq!(walk::depth(&Tree::balanced(333), 100), 10);
        assert_eq!(walk::size(&integers()), 1001);
        assert_eq!(walk::size(&Scene::new()), 60);
        fn instructions(body: &[Instr]) -> usize {
            body.iter()
                .map(|instruction| match instruction {
                    Instr::Block(_, body) | Instr::Loop(_, body) => 1 + instructions(body),
                    Instr::If(_, yes, no) => 1 + instructions(yes) + instructions(no),
                    _ => 1,
                })
                .sum()
        }
        assert_eq!(instructions(&function().body), 60);
    }
}
