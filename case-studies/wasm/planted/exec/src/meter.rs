//! The limits of the interpreter, which wain does not have: steps, depth, and sizes. The entries
//! of `bugs.toml` call these functions. A limit that is reached ends the execution with a reason
//! of its own, `Exhausted`, which is no trap.

use crate::trap::{Result, Trap, TrapReason};
use wain_ast::{Limits, Module, ValType};

/// The most calls and blocks inside each other. wain's interpreter calls itself for each, and the
/// stack of a thread has 2 MiB, which unoptimised code fills first.
pub const DEPTH: u32 = 500;

/// The most pages of 64 KiB that a memory may start with.
pub const PAGES: u32 = 1024;

/// The most entries that a table may start with.
pub const ENTRIES: u32 = 1 << 20;

/// The steps for one more page of memory: one for each 64 bytes, as wasmi counts fuel.
const STEPS_PER_PAGE: u64 = 1024;

/// The locals that are made in the time of one step.
const LOCALS_PER_STEP: u64 = 16;

/// The most pages of a memory that has no maximum.
const MOST_PAGES: u32 = 65535;

/// What an instance may still do.
#[derive(Debug, Clone)]
pub struct Meter {
    steps: u64,
    depth: u32,
}

impl Meter {
    /// The limits of an instance that may execute this many instructions, in all calls together.
    pub fn new(steps: u64) -> Meter {
        Meter { steps, depth: 0 }
    }

    /// An instruction is executed.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<()> {
        self.charge(1)
    }

    /// A block is entered.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            exhausted()
        } else {
            Ok(())
        }
    }

    /// A function is called that has these locals.
    #[inline]
    pub(crate) fn call(&mut self, locals: &[ValType]) -> Result<()> {
        self.charge(locals.len() as u64 / LOCALS_PER_STEP)?;
        self.enter()
    }

    /// A block or a call ends.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// A call comes from outside. The one before may have ended anywhere.
    pub(crate) fn restart(&mut self) {
        self.depth = 0;
    }

    /// An instance is made of this module.
    pub(crate) fn allocate(&self, module: &Module<'_>) -> Result<()> {
        let least = |limit: &Limits| match limit {
            Limits::Range(least, _) | Limits::From(least) => *least,
        };
        let pages = module.memories.iter().map(|memory| least(&memory.ty.limit));
        let entries = module.tables.iter().map(|table| least(&table.ty.limit));
        if pages.max() > Some(PAGES) || entries.max() > Some(ENTRIES) {
            return exhausted();
        }
        Ok(())
    }

    /// The memory is to grow from `size` by `more` pages. Growth that is refused is free.
    pub(crate) fn grow(&mut self, module: &Module<'_>, size: u32, more: u32) -> Result<()> {
        let most = match module.memories.first().map(|memory| &memory.ty.limit) {
            Some(Limits::Range(_, most)) => *most,
            _ => MOST_PAGES,
        };
        match size.checked_add(more) {
            Some(pages) if pages <= most => self.charge(u64::from(more) * STEPS_PER_PAGE),
            _ => Ok(()),
        }
    }

    #[inline]
    fn charge(&mut self, steps: u64) -> Result<()> {
        match self.steps.checked_sub(steps) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => exhausted(),
        }
    }
}

/// The end of an execution that reached a limit. No place in the module is to blame.
#[cold]
fn exhausted<T>() -> Result<T> {
    Err(Trap::new(TrapReason::Exhausted, 0))
}
