//! priority-queue 2.7.0: queues by priority, as a list of pairs.

use mutagen_core::{Mutate, property};
use priority_queue::{DoublePriorityQueue, PriorityQueue};
use std::collections::BTreeMap;

/// An operation on items from 0 to 15.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Change {
    /// `push`
    Push(#[mutate(range = 0..=15)] u8, u8),
    /// `push_increase`
    Increase(#[mutate(range = 0..=15)] u8, u8),
    /// `push_decrease`
    Decrease(#[mutate(range = 0..=15)] u8, u8),
    /// `change_priority`
    Change(#[mutate(range = 0..=15)] u8, u8),
    /// `remove`
    Remove(#[mutate(range = 0..=15)] u8),
    /// `pop`, `pop_max`
    PopMax,
    /// `pop_min`
    PopMin,
    /// `retain`
    Retain(#[mutate(range = 2..=5)] u8),
}

/// What has a priority goes in its order.
#[property]
#[ignore = "not run yet"]
pub fn queues_are_sorted_lists(changes: &[Change]) {
    let mut queue = PriorityQueue::new();
    let mut both = DoublePriorityQueue::new();
    let mut model = BTreeMap::new();
    for change in changes {
        match *change {
            Change::Push(item, priority) => {
                let old = model.insert(item, priority);
                assert_eq!(queue.push(item, priority), old);
                assert_eq!(both.push(item, priority), old);
            }
            Change::Increase(item, priority) => {
                queue.push_increase(item, priority);
                both.push_increase(item, priority);
                let entry = model.entry(item).or_insert(priority);
                *entry = priority.max(*entry);
            }
            Change::Decrease(item, priority) => {
                queue.push_decrease(item, priority);
                both.push_decrease(item, priority);
                let entry = model.entry(item).or_insert(priority);
                *entry = priority.min(*entry);
            }
            Change::Change(item, priority) => {
                let old = model.get_mut(&item).map(|old| std::mem::replace(old, priority));
                assert_eq!(queue.change_priority(&item, priority), old);
                assert_eq!(both.change_priority(&item, priority), old);
            }
            Change::Remove(item) => {
                let old = model.remove_entry(&item);
                assert_eq!(queue.remove(&item), old);
                assert_eq!(both.remove(&item), old);
            }
            Change::PopMax => {
                let popped = queue.pop();
                assert_eq!(popped.map(|(_, priority)| priority), model.values().max().copied());
                if let Some((item, priority)) = popped {
                    assert_eq!(both.peek_max().map(|(_, priority)| *priority), Some(priority));
                    both.remove(&item);
                    model.remove(&item);
                }
            }
            Change::PopMin => {
                let popped = both.pop_min();
                assert_eq!(popped.map(|(_, priority)| priority), model.values().min().copied());
                if let Some((item, _)) = popped {
                    queue.remove(&item);
                    model.remove(&item);
                }
            }
            Change::Retain(by) => {
                queue.retain(|item, _| item % by != 0);
                both.retain(|item, _| item % by != 0);
                model.retain(|item, _| item % by != 0);
            }
        }
        assert_eq!(queue.peek().map(|(_, priority)| *priority), model.values().max().copied());
        assert_eq!(both.peek_max().map(|(_, priority)| *priority), model.values().max().copied());
        assert_eq!(both.peek_min().map(|(_, priority)| *priority), model.values().min().copied());
        assert_eq!((queue.len(), both.len()), (model.len(), model.len()));
    }
    let mut sorted: Vec<u8> = model.values().copied().collect();
    sorted.sort_unstable();
    assert!(both.into_sorted_iter().map(|(_, priority)| priority).eq(sorted.iter().copied()));
    assert!(queue.into_sorted_iter().map(|(_, priority)| priority).eq(sorted.into_iter().rev()));
}
