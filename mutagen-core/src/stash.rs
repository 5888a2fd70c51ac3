//! Where the parts of a node wait while its mutant is tested: one stack per type, whose memory is
//! kept, so that serving a mutant in the steady state allocates nothing for what it takes out.

use std::any::{Any, TypeId};

/// Stacks of values, one per type. What is pushed last of a type is popped first.
#[derive(Default)]
pub struct Stash {
    stacks: Vec<(TypeId, Box<dyn Any>)>,
    words: Vec<u64>,
}

impl Stash {
    /// Keeps a value.
    pub fn push<T: 'static>(&mut self, value: T) {
        self.stack::<T>().push(Some(value));
    }

    /// Gives back the value of this type kept last.
    ///
    /// # Panics
    /// When there is none: `restore` was called without its `mutate`.
    pub fn pop<T: 'static>(&mut self) -> T {
        self.stack::<T>().pop().flatten().unwrap_or_else(|| unbalanced::<T>())
    }

    /// Keeps a plain word, such as a constructor index.
    pub fn push_word(&mut self, word: u64) {
        self.words.push(word);
    }

    /// Gives back the word kept last.
    ///
    /// # Panics
    /// When there is none.
    pub fn pop_word(&mut self) -> u64 {
        self.words.pop().unwrap_or_else(|| unbalanced::<u64>())
    }

    /// Forgets everything: for mutants that are kept and not undone.
    pub fn clear(&mut self) {
        self.stacks.clear();
        self.words.clear();
    }

    /// The stack of one type, with the holes that moved values left.
    pub(crate) fn stack<T: 'static>(&mut self) -> &mut Vec<Option<T>> {
        let id = TypeId::of::<T>();
        let at = match self.stacks.iter().position(|(other, _)| *other == id) {
            Some(at) => at,
            None => {
                self.stacks.push((id, Box::new(Vec::<Option<T>>::new())));
                self.stacks.len() - 1
            }
        };
        match self.stacks[at].1.downcast_mut() {
            Some(stack) => stack,
            None => unreachable!("a stack is stored under the id of its element type"),
        }
    }
}

#[cold]
fn unbalanced<T>() -> ! {
    panic!("no {} was kept: `restore` without its `mutate`", std::any::type_name::<T>())
}
