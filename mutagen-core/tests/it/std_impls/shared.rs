//! Tests values that other owners can see or change: shared pointers, and cells.

use crate::laws::{obeys, see};
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::types::plan_of;
use mutagen_core::text::{parse, print};
use mutagen_core::{Generator, Mutate, Outcome};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};

/// Serves every mutant of a value and checks that `others` sees no change.
fn leaves_alone<T: Mutate + Node, R: PartialEq + std::fmt::Debug>(
    value: T,
    others: impl Fn() -> R,
) {
    let seen = others();
    let text = print(&value);
    let mut context = Context::new(3, 6);
    let mut batch = Batch::new(Box::new(value), 0, 3);
    let mut served = 0;
    while batch.serve(&mut context).is_some() {
        served += 1;
        assert_eq!(others(), seen, "written through by a mutant of {text}");
        batch.restore(&mut context);
        assert_eq!(others(), seen, "written through when a mutant of {text} was undone");
        assert_eq!(print(batch.value()), text);
    }
    assert!(served > 0);
}

#[derive(Debug, Clone, PartialEq, Mutate)]
enum List {
    End,
    Item(u8, Rc<List>),
}

#[test]
fn a_pointer_that_somebody_else_holds_is_replaced_and_not_written_through() {
    let kept = Rc::new(vec![1_u8, 2]);
    leaves_alone((Rc::clone(&kept), 3_u8), || kept.to_vec());

    let kept = Arc::new(5_u8);
    leaves_alone(vec![Arc::clone(&kept), Arc::clone(&kept)], || *kept);

    // Deep inside, and where the node is replaced by its own child.
    let tail = Rc::new(List::Item(7, Rc::new(List::End)));
    leaves_alone(List::Item(1, Rc::clone(&tail)), || (*tail).clone());

    // A weak pointer never sees a change: its target is unchanged or gone.
    let mut value = Rc::new(5_u8);
    let weak: Weak<u8> = Rc::downgrade(&value);
    Mutate::node_mut(&mut value).mutate(0, &mut Context::new(3, 6));
    assert_ne!(*value, 5);
    assert_eq!(weak.upgrade(), None);
}

#[test]
fn what_nobody_else_holds_is_changed_in_place() {
    let mut value = Rc::new(5_u8);
    let place: *const u8 = &*value;
    let mut context = Context::new(3, 6);
    Mutate::node_mut(&mut value).mutate(0, &mut context);
    assert_ne!(*value, 5);
    assert_eq!(&*value as *const u8, place);
}

#[test]
fn a_copy_shares_nothing() {
    let shared = Rc::new(RefCell::new(1_u8));
    let value = (Rc::clone(&shared), shared);
    let copy = Mutate::copy(&value).unwrap();
    assert!(!Rc::ptr_eq(&copy.0, &value.0) && !Rc::ptr_eq(&copy.0, &copy.1));
    *copy.0.borrow_mut() = 9;
    assert_eq!((*value.0.borrow(), *copy.1.borrow()), (1, 1));
}

/// A content that cannot be copied.
#[derive(Debug, PartialEq, Mutate)]
enum Stuck {
    No(Opaque),
    Next(Arc<Stuck>, u8),
}

#[derive(Debug, PartialEq)]
struct Opaque(u8);

impl Mutate for Opaque {
    fn smallest() -> Self {
        Opaque(0)
    }
    fn generate(generator: &mut Generator) -> Self {
        Opaque(generator.number(1, 9) as u8)
    }
}

#[test]
fn a_shared_content_that_cannot_be_copied_is_replaced_whole() {
    let kept = Rc::new(Opaque(3));
    let mut context = Context::new(3, 6);
    let mut batch = Batch::new(Box::new((Rc::clone(&kept), 1_u8)), 0, 4);
    let mut replaced = 0;
    while batch.serve(&mut context).is_some() {
        let (now, _) = batch.value().downcast_ref::<(Rc<Opaque>, u8)>().unwrap();
        replaced += usize::from(!Rc::ptr_eq(now, &kept));
        assert_eq!(*kept, Opaque(3));
        batch.restore(&mut context);
        let (now, _) = batch.value().downcast_ref::<(Rc<Opaque>, u8)>().unwrap();
        assert!(Rc::ptr_eq(now, &kept));
    }
    assert_eq!(replaced, 4);

    // The node is the pointer, so there is no child to hoist. The smallest value replaces it.
    let kept = Arc::new(Stuck::Next(Arc::new(Stuck::No(Opaque(2))), 4));
    let mut batch = Batch::new(Box::new(Stuck::Next(Arc::clone(&kept), 5)), 0, 4);
    assert_eq!(batch.serve(&mut context), Some((0, 0)));
    assert_eq!(batch.value().downcast_ref(), Some(&Stuck::No(Opaque(0))));
    batch.restore(&mut context);
    while batch.serve(&mut context).is_some() {
        batch.restore(&mut context);
    }
    assert_eq!(batch.value().downcast_ref(), Some(&Stuck::Next(Arc::clone(&kept), 5)));
    assert_eq!(*kept, Stuck::Next(Arc::new(Stuck::No(Opaque(2))), 4));
}

#[test]
fn a_borrowed_cow_is_mutated_as_an_owned_copy_and_comes_back() {
    for value in ["", "abc"] {
        let mut context = Context::new(3, 6);
        let mut batch = Batch::new(Box::new(Cow::Borrowed(value)), 0, 3);
        let mut owned = Vec::new();
        let mut as_string = Vec::new();
        while batch.serve(&mut context).is_some() {
            let Some(Cow::<str>::Owned(text)) = batch.value().downcast_ref() else { panic!() };
            owned.push(text.clone());
            batch.restore(&mut context);
            let restored = batch.value().downcast_ref();
            assert!(matches!(restored, Some(Cow::<str>::Borrowed(old)) if *old == value));
        }
        let mut batch = Batch::new(Box::new(value.to_owned()), 0, 3);
        while batch.serve(&mut context).is_some() {
            as_string.push(batch.value().downcast_ref::<String>().unwrap().clone());
            batch.restore(&mut context);
        }
        assert_eq!(owned, as_string);
    }
}

#[derive(Debug, Clone, Mutate)]
enum Deep {
    End,
    More(Box<Deep>, Option<Box<(u8, [Vec<Holder>; 1])>>),
}

#[derive(Debug, Clone, Mutate)]
struct Holder {
    cell: RefCell<u8>,
}

#[test]
fn a_type_knows_whether_there_is_a_cell_anywhere_in_it() {
    assert!(plan_of::<Cell<u8>>().interior);
    assert!(plan_of::<(u8, AtomicU8)>().interior);
    assert!(plan_of::<Vec<Rc<Mutex<u8>>>>().interior);
    assert!(plan_of::<Option<OnceCell<u8>>>().interior);
    assert!(plan_of::<Deep>().interior);
    assert!(plan_of::<std::collections::BTreeMap<u8, Cell<u8>>>().interior);
    assert!(!plan_of::<(u8, Vec<Rc<String>>, List)>().interior);
    obeys::<Deep>();
}

#[test]
fn what_a_property_changes_in_a_cell_is_not_in_the_next_mutant() {
    type Arguments = (Cell<u8>, Rc<RefCell<Vec<u8>>>, AtomicU8);
    fn call(
        arguments: &Arguments,
        window: &mut mutagen_core::internal::coverage::Window<'_>,
    ) -> Outcome {
        window.open();
        let (cell, list, atomic) = arguments;
        assert!(cell.get() != 99 && !list.borrow().contains(&99));
        cell.set(99);
        list.borrow_mut().push(99);
        // The list stays mutably borrowed forever, as by a leaked guard.
        std::mem::forget(list.borrow_mut());
        atomic.store(99, Ordering::SeqCst);
        Outcome::Passed
    }
    let property = Property::new::<Arguments>("", &[], call, |_| Vec::new());
    let mut executor = Executor::new(&property);
    let value: Arguments = (Cell::new(1), Rc::new(RefCell::new(vec![2])), AtomicU8::new(3));
    let seen = see(&value);
    let mut context = Context::new(3, 6);
    let mut batch = Batch::new(Box::new(value), 0, 2);
    let mut run = 0;
    while batch.serve(&mut context).is_some() {
        let text = print(batch.value());
        if !text.contains("99") {
            assert_eq!(executor.run(batch.value()), Outcome::Passed);
            run += 1;
        }
        assert_eq!(print(batch.value()), text);
        batch.restore(&mut context);
        assert_eq!(see(batch.value()), seen);
    }
    assert!(run >= 8, "{run}");
}

#[test]
fn a_number_in_a_cell_is_a_number_to_the_search() {
    let mut cell = Cell::new(5_i32);
    assert_eq!(Node::number(&cell), Some(5));
    assert!(Node::set_number(&mut cell, -7));
    assert_eq!(cell.get(), -7);
    assert_eq!(print(&Mutex::new(vec![1_u8])), "[1]");
    assert_eq!(print(&OnceCell::from(1_u8)), "Some(1)");
    assert!(parse::<OnceCell<u8>>("None").unwrap().value.get().is_none());
}
