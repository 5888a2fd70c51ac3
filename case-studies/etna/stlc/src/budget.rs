//! What one test may build. Reduction of a small term can make an enormous one, above all when a
//! mutant has spoilt its type, and a test must end in about a millisecond all the same.

/// Constructors, of terms and of the types in them, that the reduction in one test may build.
pub const CONSTRUCTORS: usize = 20_000;

/// The constructors that may still be built.
#[derive(Debug)]
pub struct Budget {
    left: usize,
}

/// The budget does not allow for the result: there is none.
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
