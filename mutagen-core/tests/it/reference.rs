//! The mutants of derived types against a second implementation that shares nothing with the engine:
//! it works on plain trees over a hand-written description of the types, makes every mutant by the
//! paper's definition (section III-A) as a whole new tree, and writes it as text. The engine's batch
//! of the same value must give exactly these texts, in order, each once.

use mutagen_core::internal::search::batch::{Batch, apply};
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::seed;
use mutagen_core::internal::value::walk::structural_hash;
use mutagen_core::text::{parse, print};
use mutagen_core::{Generator, Mutate};
use rand::RngExt;

#[derive(Mutate)]
enum Tree {
    E,
    T(Box<Tree>, i32, Box<Tree>),
}

#[derive(Mutate)]
enum Statement {
    Loop { body: Vec<Statement>, until: Box<Expression> },
    Pair(Box<Statement>, Box<Statement>, Expression),
    Return(Expression),
}

#[derive(Mutate)]
enum Expression {
    Block(Box<Statement>),
    Literal(bool),
    Call(Box<Expression>, Option<Box<Expression>>),
    Not { of: Box<Expression> },
}

#[derive(Mutate)]
struct Grid<T> {
    rows: Vec<Vec<T>>,
    corner: (T, T, bool),
    spare: Result<T, Vec<bool>>,
}

#[derive(Mutate)]
enum Registers {
    Three(i32, i32, i32),
    Two(i32, i32),
    Jump { to: i32, unless: bool },
    Halt,
}

/// A type, as the reference knows it.
#[derive(Clone, PartialEq, Debug)]
enum Ty {
    Number,
    Sequence(Box<Ty>),
    /// A type of the table, by name.
    Named(&'static str),
    Sum(Vec<Constructor>),
}

#[derive(Clone, PartialEq, Debug)]
struct Constructor {
    name: &'static str,
    names: &'static [&'static str],
    fields: Vec<Ty>,
}

/// A value, as the reference knows it.
#[derive(Clone, PartialEq, Debug)]
enum Term {
    Number(i32),
    Sequence(Ty, Vec<Term>),
    Node(Ty, usize, Vec<Term>),
}

fn constructor(name: &'static str, fields: &[Ty]) -> Constructor {
    Constructor { name, names: &[], fields: fields.to_vec() }
}

fn named(name: &'static str, names: &'static [&'static str], fields: &[Ty]) -> Constructor {
    Constructor { name, names, fields: fields.to_vec() }
}

fn sequence(of: Ty) -> Ty {
    Ty::Sequence(Box::new(of))
}

fn boolean() -> Ty {
    Ty::Sum(vec![constructor("false", &[]), constructor("true", &[])])
}

fn option(of: Ty) -> Ty {
    Ty::Sum(vec![constructor("None", &[]), constructor("Some", &[of])])
}

fn grid(of: &Ty) -> Ty {
    let corner = Ty::Sum(vec![constructor("", &[of.clone(), of.clone(), boolean()])]);
    let spare = vec![
        constructor("Ok", std::slice::from_ref(of)),
        constructor("Err", &[sequence(boolean())]),
    ];
    let rows = sequence(sequence(of.clone()));
    let fields = [rows, corner, Ty::Sum(spare)];
    Ty::Sum(vec![named("Grid", &["rows", "corner", "spare"], &fields)])
}

/// The constructors of a sum.
fn constructors(ty: &Ty) -> Vec<Constructor> {
    let (tree, statement, expression) =
        (Ty::Named("Tree"), Ty::Named("Statement"), Ty::Named("Expression"));
    match ty {
        Ty::Sum(constructors) => constructors.clone(),
        Ty::Named("Tree") => {
            vec![constructor("E", &[]), constructor("T", &[tree.clone(), Ty::Number, tree])]
        }
        Ty::Named("Statement") => vec![
            named("Loop", &["body", "until"], &[sequence(statement.clone()), expression.clone()]),
            constructor("Pair", &[statement.clone(), statement, expression.clone()]),
            constructor("Return", &[expression]),
        ],
        Ty::Named("Expression") => vec![
            constructor("Block", &[statement]),
            constructor("Literal", &[boolean()]),
            constructor("Call", &[expression.clone(), option(expression.clone())]),
            named("Not", &["of"], &[expression]),
        ],
        Ty::Named("Registers") => vec![
            constructor("Three", &[Ty::Number, Ty::Number, Ty::Number]),
            constructor("Two", &[Ty::Number, Ty::Number]),
            named("Jump", &["to", "unless"], &[Ty::Number, boolean()]),
            constructor("Halt", &[]),
        ],
        other => panic!("{other:?} is no sum"),
    }
}

/// The smallest value with at most `depth` levels, if there is one, by trying everything.
fn smallest_within(ty: &Ty, depth: usize) -> Option<Term> {
    match ty {
        Ty::Number => Some(Term::Number(0)),
        Ty::Sequence(_) => Some(Term::Sequence(ty.clone(), vec![])),
        _ if depth == 0 => None,
        _ => {
            let all = constructors(ty).into_iter().enumerate().filter_map(|(at, constructor)| {
                let fields = constructor.fields.iter().map(|f| smallest_within(f, depth - 1));
                Some(Term::Node(ty.clone(), at, fields.collect::<Option<_>>()?))
            });
            // `min_by_key` keeps the first of equals: the one declared first.
            all.min_by_key(size)
        }
    }
}

fn smallest(ty: &Ty) -> Term {
    smallest_within(ty, 5).expect("every type here has a value of five levels")
}

fn children(term: &Term) -> &[Term] {
    match term {
        Term::Number(_) => &[],
        Term::Sequence(_, all) | Term::Node(_, _, all) => all,
    }
}

fn size(term: &Term) -> usize {
    1 + children(term).iter().map(size).sum::<usize>()
}

fn type_of(term: &Term) -> Ty {
    match term {
        Term::Number(_) => Ty::Number,
        Term::Sequence(ty, _) | Term::Node(ty, _, _) => ty.clone(),
    }
}

/// mut_r and mut_s of the paper at one node, and the documented list for sequences.
fn at_root(term: &Term) -> Vec<Term> {
    match term {
        Term::Number(_) => vec![],
        Term::Node(ty, own, fields) => {
            let mut all: Vec<Term> =
                fields.iter().filter(|field| type_of(field) == *ty).cloned().collect();
            for (at, constructor) in constructors(ty).iter().enumerate() {
                // Every way to fill the fields; each entry remembers which old field it took.
                let mut ways: Vec<Vec<(Option<usize>, Term)>> = vec![vec![]];
                for wanted in &constructor.fields {
                    let fitting: Vec<(Option<usize>, Term)> = fields
                        .iter()
                        .enumerate()
                        .filter(|(_, field)| type_of(field) == *wanted)
                        .map(|(index, field)| (Some(index), field.clone()))
                        .collect();
                    let choices =
                        if fitting.is_empty() { vec![(None, smallest(wanted))] } else { fitting };
                    ways = ways
                        .iter()
                        .flat_map(|way| {
                            choices.iter().map(|choice| {
                                let mut longer = way.clone();
                                longer.push(choice.clone());
                                longer
                            })
                        })
                        .collect();
                }
                for way in ways {
                    let stays = way.iter().enumerate().all(|(i, (from, _))| *from == Some(i));
                    if at != *own || !stays {
                        let values = way.into_iter().map(|(_, term)| term).collect();
                        all.push(Term::Node(ty.clone(), at, values));
                    }
                }
            }
            all
        }
        Term::Sequence(ty @ Ty::Sequence(of), old) => {
            let mut all = Vec::new();
            let mut add = |new: Vec<Term>| all.push(Term::Sequence(ty.clone(), new));
            let n = old.len();
            (0..n).for_each(|i| add([&old[..i], &old[i + 1..]].concat()));
            (0..n).for_each(|i| add([&old[..=i], &old[i..]].concat()));
            (0..n.saturating_sub(1)).for_each(|i| add(old[..i].to_vec()));
            (0..n.saturating_sub(1)).for_each(|i| {
                let mut new = old.clone();
                new.swap(i, i + 1);
                add(new);
            });
            (0..=n).for_each(|i| add([&old[..i], &[smallest(of)], &old[i..]].concat()));
            all
        }
        Term::Sequence(other, _) => panic!("{other:?} is no sequence"),
    }
}

fn replace(term: &Term, path: &[usize], with: &Term) -> Term {
    let Some((first, rest)) = path.split_first() else { return with.clone() };
    let mut copy = term.clone();
    if let Term::Sequence(_, all) | Term::Node(_, _, all) = &mut copy {
        all[*first] = replace(&all[*first], rest, with);
    }
    copy
}

/// All pure mutants with their positions, in level order.
fn mutants(root: &Term) -> Vec<(u64, Term)> {
    let mut level: Vec<(Vec<usize>, &Term)> = vec![(vec![], root)];
    let (mut all, mut position) = (Vec::new(), 0);
    while !level.is_empty() {
        let mut next = Vec::new();
        for (path, node) in level {
            all.extend(at_root(node).iter().map(|new| (position, replace(root, &path, new))));
            position += 1;
            for (index, child) in children(node).iter().enumerate() {
                next.push(([path.as_slice(), &[index]].concat(), child));
            }
        }
        level = next;
    }
    all
}

fn text(term: &Term) -> String {
    let join = |all: &[Term]| all.iter().map(text).collect::<Vec<_>>().join(", ");
    match term {
        Term::Number(number) => number.to_string(),
        Term::Sequence(_, all) => format!("[{}]", join(all)),
        Term::Node(ty, at, fields) => {
            let Constructor { name, names, .. } = &constructors(ty)[*at];
            if !names.is_empty() {
                let named: Vec<String> =
                    names.iter().zip(fields).map(|(n, f)| format!("{n}: {}", text(f))).collect();
                format!("{name} {{ {} }}", named.join(", "))
            } else if fields.is_empty() && !name.is_empty() {
                (*name).to_owned()
            } else {
                format!("{name}({})", join(fields))
            }
        }
    }
}

/// A random value of at most `depth` levels.
fn random(ty: &Ty, depth: usize, source: &mut seed::Random) -> Term {
    match ty {
        Ty::Number => Term::Number(source.random_range(-9..10)),
        Ty::Sequence(of) => {
            let length = if depth == 0 { 0 } else { source.random_range(0..4) };
            let all = (0..length).map(|_| random(of, depth - 1, source)).collect();
            Term::Sequence(ty.clone(), all)
        }
        _ if depth == 0 => smallest(ty),
        _ => {
            let constructors = constructors(ty);
            let at = source.random_range(0..constructors.len());
            let fields = &constructors[at].fields;
            let values = fields.iter().map(|f| random(f, depth - 1, source)).collect();
            Term::Node(ty.clone(), at, values)
        }
    }
}

/// Compares engine and reference on many random values of a type.
fn agrees<T: Mutate + Node>(ty: &Ty) {
    let mut served_in_all = 0;
    for number in 0..60 {
        let term = random(ty, 1 + number as usize % 4, &mut seed::random(number));
        let expected: Vec<(u64, String)> =
            mutants(&term).iter().map(|(position, mutant)| (*position, text(mutant))).collect();
        let original = text(&term);
        let value = parse::<T>(&original).expect("the reference writes as the engine does").value;
        let hash = structural_hash(&value);
        let mut context = Context::new(0, 10);
        // R = 0: random mutants, of which the reference knows nothing, are left out.
        let mut batch = Batch::new(Box::new(value), 0, 0);
        let mut served = Vec::new();
        while let Some((position, mutant)) = batch.serve(&mut context) {
            let made = print(batch.value());
            let made_hash = structural_hash(batch.value());
            served.push((position, made.clone()));
            batch.restore(&mut context);
            assert_eq!(structural_hash(batch.value()), hash, "{original} after {made}");
            assert_eq!(print(batch.value()), original, "after {made}");
            // The address alone, on an equal value, gives the same mutant; and its text leads back.
            if served.len() % 7 == 0 {
                let mut again = parse::<T>(&original).unwrap().value;
                assert!(apply(&mut again, 0, position, mutant, &mut Context::new(0, 10)));
                assert_eq!(print(&again), made);
                let read = parse::<T>(&made).unwrap().value;
                assert_eq!(structural_hash(&read), made_hash);
            }
        }
        assert_eq!(served, expected, "of {original}");
        served_in_all += served.len();
    }
    assert!(served_in_all > 300, "only {served_in_all} mutants: this says little");
}

#[test]
fn trees_have_the_mutants_of_the_definition() {
    agrees::<Tree>(&Ty::Named("Tree"));
}

#[test]
fn mutually_recursive_types_have_the_mutants_of_the_definition() {
    agrees::<Statement>(&Ty::Named("Statement"));
    agrees::<Expression>(&Ty::Named("Expression"));
}

#[test]
fn nested_generics_and_containers_of_containers_have_the_mutants_of_the_definition() {
    agrees::<Grid<bool>>(&grid(&boolean()));
    agrees::<Grid<Option<Tree>>>(&grid(&option(Ty::Named("Tree"))));
    agrees::<Grid<Grid<bool>>>(&grid(&grid(&boolean())));
}

#[test]
fn fields_of_one_type_are_rearranged_in_every_combination() {
    agrees::<Registers>(&Ty::Named("Registers"));
    agrees::<Vec<Registers>>(&sequence(Ty::Named("Registers")));
}

#[test]
fn random_mutants_are_undone_and_made_again_from_their_address() {
    for number in 0..40 {
        let value = Grid::<(i8, char)>::generate(&mut Generator::new(seed::random(number), 6));
        let original = print(&value);
        let mut context = Context::new(number, 10);
        let mut batch = Batch::new(Box::new(value), 7, 5);
        while let Some((position, mutant)) = batch.serve(&mut context) {
            let made = print(batch.value());
            batch.restore(&mut context);
            assert_eq!(print(batch.value()), original);
            let mut again = parse::<Grid<(i8, char)>>(&original).unwrap().value;
            apply(&mut again, 7, position, mutant, &mut Context::new(number, 10));
            assert_eq!(print(&again), made, "mutant {mutant} at {position} of {original}");
        }
    }
}
