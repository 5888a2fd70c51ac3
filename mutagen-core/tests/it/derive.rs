//! `#[derive(Mutate)]` on the shapes of types that real crates have: all kinds of fields, generics,
//! recursion that is direct, mutual, and through containers.

use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::node::{self, FRESH_SUBTREE};
use mutagen_core::internal::value::seed;
use mutagen_core::{Generator, Mutate};
use std::fmt::Debug;

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Unit;

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Pair(u8, u8);

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Named {
    r#type: u16,
    name: String,
    flags: [bool; 3],
    of: Option<Pair>,
}

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Generic<T, const N: usize>
where
    T: Clone,
{
    all: [T; N],
    more: Vec<T>,
}

/// The type on which five of seven derives of other tools fail.
#[derive(Debug, Clone, PartialEq, Mutate)]
enum Tree {
    E,
    T(Box<Tree>, i32, Box<Tree>),
}

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Rose<T> {
    value: T,
    children: Vec<Rose<T>>,
}

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Statement {
    Loop { body: Vec<Statement>, until: Box<Expression> },
    Return(Expression),
}

/// The first constructor of each type leads to the other type: only `Literal` ends.
#[derive(Debug, Clone, PartialEq, Mutate)]
enum Expression {
    Block(Box<Statement>),
    Literal(i8),
    Call(Result<Box<Expression>, (bool, char)>, Option<Box<Expression>>),
}

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Wide {
    End,
    A(Box<Wide>, Box<Wide>, Box<Wide>),
    B(Vec<Wide>),
    C([Box<Wide>; 2]),
    D(Option<Box<Wide>>, Vec<Vec<Wide>>),
    F { left: Box<Wide>, right: Box<Wide> },
}

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Never {}

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Half {
    Impossible(Never),
    Possible,
}

fn generator(seed_word: u64, size: u32) -> Generator {
    Generator::new(seed::random(seed_word), size)
}

/// Serves all mutants of some values of a type and checks that each is undone.
fn serves_and_undoes<T: Mutate + node::Node + PartialEq + Debug + Clone>() {
    for number in 0..40 {
        let value = T::generate(&mut generator(number, 8));
        assert_eq!(Mutate::copy(&value).as_ref(), Some(&value));
        let mut context = Context::new(number, 8);
        let mut batch = Batch::new(Box::new(value.clone()), number, 3);
        let mut addresses = Vec::new();
        while let Some(address) = batch.serve(&mut context) {
            addresses.push(address);
            batch.restore(&mut context);
            assert_eq!(batch.value().downcast_ref::<T>(), Some(&value), "after {address:?}");
        }
        // Served in order and without a gap: no position, no mutant twice or passed over.
        for pair in addresses.windows(2) {
            let ((position, mutant), (next_position, next)) = (pair[0], pair[1]);
            assert!(
                (next_position == position && next == mutant + 1)
                    || (next_position > position && next == 0),
                "{pair:?}"
            );
        }
    }
}

#[test]
fn mutants_of_every_shape_are_served_in_order_and_undone() {
    serves_and_undoes::<Unit>();
    serves_and_undoes::<Pair>();
    serves_and_undoes::<Named>();
    serves_and_undoes::<Generic<Option<u8>, 2>>();
    serves_and_undoes::<Tree>();
    serves_and_undoes::<Rose<(bool, String)>>();
    serves_and_undoes::<Statement>();
    serves_and_undoes::<Expression>();
    serves_and_undoes::<Wide>();
    serves_and_undoes::<Half>();
    serves_and_undoes::<(Box<Tree>,)>();
    serves_and_undoes::<(Tree, Vec<Expression>, Result<u8, u8>)>();
}

#[test]
fn the_smallest_value_takes_the_constructor_that_ends_soonest() {
    assert_eq!(Tree::smallest(), Tree::E);
    assert_eq!(Statement::smallest(), Statement::Return(Expression::Literal(0)));
    assert_eq!(Expression::smallest(), Expression::Literal(0));
    assert_eq!(Wide::smallest(), Wide::End);
    assert_eq!(Half::smallest(), Half::Possible);
    assert_eq!(
        Named::smallest(),
        Named { r#type: 0, name: String::new(), flags: [false; 3], of: None }
    );
}

#[test]
fn at_size_0_generation_ends_at_once() {
    for number in 0..200 {
        let tree = Tree::generate(&mut generator(number, 0));
        assert_eq!(tree, Tree::E);
        let wide = Wide::generate(&mut generator(number, 0));
        assert_eq!(wide, Wide::End);
        let statement = Statement::generate(&mut generator(number, 0));
        assert!(matches!(statement, Statement::Return(Expression::Literal(0))), "{statement:?}");
    }
}

fn inner_nodes(tree: &Wide) -> usize {
    match tree {
        Wide::End => 0,
        Wide::A(a, b, c) => 1 + inner_nodes(a) + inner_nodes(b) + inner_nodes(c),
        Wide::B(all) => 1 + all.iter().map(inner_nodes).sum::<usize>(),
        Wide::C(all) => 1 + all.iter().map(|one| inner_nodes(one)).sum::<usize>(),
        Wide::D(one, all) => {
            1 + one.iter().map(|one| inner_nodes(one)).sum::<usize>()
                + all.iter().flatten().map(inner_nodes).sum::<usize>()
        }
        Wide::F { left, right } => 1 + inner_nodes(left) + inner_nodes(right),
    }
}

#[test]
fn five_recursive_constructors_and_one_leaf_neither_explode_nor_collapse() {
    let sizes: Vec<usize> =
        (0..2000).map(|n| inner_nodes(&Wide::generate(&mut generator(n, 10)))).collect();
    assert!(sizes.iter().all(|size| *size <= 10), "{:?}", sizes.iter().max());
    assert!(sizes.contains(&0));
    assert!(sizes.iter().filter(|size| **size >= 4).count() > 500, "nearly all collapsed");
}

#[derive(Debug, Clone, Mutate)]
struct Endless(Box<Endless>);

#[test]
fn a_type_without_a_value_is_said_to_be_so_in_words_that_fit() {
    #[derive(Debug, Mutate)]
    enum Never {}
    #[derive(Debug, Mutate)]
    struct Holds(u8, Box<Never>);
    #[derive(Debug, Mutate)]
    #[allow(dead_code)]
    enum Skipped {
        #[mutate(skip)]
        One,
        #[mutate(skip)]
        Two(u8),
    }
    fn said<T>(value: fn() -> T) -> String {
        let payload = std::panic::catch_unwind(value).err().unwrap();
        *payload.downcast::<String>().unwrap()
    }
    let texts =
        [said(Never::smallest), said(Holds::smallest), said(<(u8, Vec<u8>, Holds)>::smallest)];
    for text in texts {
        assert!(text.contains("Never` is an enum without variants"), "{text}");
    }
    let texts = [said(Skipped::smallest), said(<(Skipped,)>::smallest)];
    for text in texts {
        assert!(text.contains("every variant of") && text.contains("Skipped` is marked"), "{text}");
    }
}

#[test]
fn a_type_without_a_finite_value_is_named_with_what_to_do() {
    let result = std::panic::catch_unwind(Endless::smallest);
    let payload = result.expect_err("there is no such value");
    let text = payload.downcast_ref::<String>().expect("the message is a text");
    assert!(text.contains("Endless") && text.contains("no finite value"), "{text}");
    assert!(text.contains("Option"), "{text}");
}

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Eight {
    All(u8, u8, u8, u8, u8, u8, u8, u8),
}

#[test]
fn eight_fields_of_one_type_give_the_changes_of_a_single_field() {
    let value = Eight::All(0, 1, 2, 3, 4, 5, 6, 7);
    let mut context = Context::new(0, 10);
    let mut batch = Batch::new(Box::new(value), 0, 1);
    let mut mutants = Vec::new();
    while let Some((position, _)) = batch.serve(&mut context) {
        if position == 0 {
            let Some(Eight::All(a, b, c, d, e, f, g, h)) = batch.value().downcast_ref() else {
                panic!("another type")
            };
            mutants.push([*a, *b, *c, *d, *e, *f, *g, *h]);
        }
        batch.restore(&mut context);
    }
    let mut expected = Vec::new();
    for field in 0..8_u8 {
        for source in (0..8_u8).filter(|source| *source != field) {
            let mut changed = [0, 1, 2, 3, 4, 5, 6, 7];
            changed[usize::from(field)] = source;
            expected.push(changed);
        }
    }
    assert_eq!(mutants, expected);
}

#[test]
fn nodes_of_recursive_types_are_regrown_when_asked_for_and_undone() {
    let value = Tree::T(Box::new(Tree::E), 5, Box::new(Tree::E));
    let mut context = Context::new(1, 8);
    let served = |samples, regrow, context: &mut Context| {
        let mut batch = Batch::new(Box::new(value.clone()), 0, samples).regrow(regrow);
        let mut served = Vec::new();
        while let Some((position, mutant)) = batch.serve(context) {
            served.push((position, mutant, batch.value().downcast_ref::<Tree>().unwrap().clone()));
            batch.restore(context);
            assert_eq!(batch.value().downcast_ref(), Some(&value));
        }
        served
    };
    let without = served(10, false, &mut context);
    let with = served(10, true, &mut context);
    let regrown: Vec<_> = with.iter().filter(|(_, mutant, _)| *mutant >= FRESH_SUBTREE).collect();
    // Three nodes of the tree's type, ten samples each; the number is no node of it.
    assert_eq!(regrown.len(), 30);
    assert_eq!(with.len(), without.len() + 30);
    let at_root = regrown.iter().filter(|(position, _, _)| *position == 0);
    assert!(at_root.clone().any(|(_, _, tree)| matches!(tree, Tree::T(..))));
    assert!(at_root.clone().any(|(_, _, tree)| *tree == Tree::E));
    // What a sample is does not depend on how many there are.
    let fewer = served(3, true, &mut context);
    let find = |(position, mutant): (u64, u64)| {
        with.iter().find(|(p, m, _)| (*p, *m) == (position, mutant)).map(|(_, _, tree)| tree)
    };
    for (position, mutant, tree) in fewer.iter().filter(|(_, mutant, _)| *mutant >= FRESH_SUBTREE) {
        assert_eq!(find((*position, *mutant)), Some(tree));
    }
}

/// Methods named like functions of the trait, which is in scope here.
#[derive(Debug, Mutate)]
struct Menu {
    dishes: Vec<u8>,
}

impl Menu {
    fn kind(&self) -> &'static str {
        "menu"
    }
    fn children(&self) -> &[u8] {
        &self.dishes
    }
    fn copy(&self) -> usize {
        self.dishes.len()
    }
}

#[test]
fn the_trait_does_not_hide_methods_of_the_same_name_behind_a_pointer() {
    let menu = std::rc::Rc::new(Box::new(Menu { dishes: vec![1, 2] }));
    assert_eq!((menu.kind(), menu.children(), menu.copy()), ("menu", &[1, 2][..], 2));
}
