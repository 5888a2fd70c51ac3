//! The budget that limits what one test may build. Reduction of a small term can make an enormous
//! one, especially when a mutant breaks the types, and a test must nevertheless end within about 1
//! ms.

/// The number of constructors, of terms and of their types, that the reduction in one test may
/// build.
pub const CONSTRUCTORS: usize = 20_000;

/// The number of constructors that may still be built.
#[derive(Debug)]
pub struct Budget {
    left: usize,
}

/// The budget is exhausted, so there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

impl Budget {
    /// The budget of one test.
    pub fn of_a_test() -> Budget {
        Budget { left: CONSTRUCTORS }
    }

    /// Takes this many constructors from the budget.
    ///
    /// # Errors
    /// When fewer are left.
    #[inline]
    pub fn spend(&mut self, constructors: usize) -> Result<(), Exhausted> {
        self.left = self.left.checked_sub(constructors).ok_or(Exhausted)?;
        Ok(())
    }
}
