//! What one test may do. Reduction of a small term can make an enormous one, subtyping with bounds
//! that contain variables need not end, and a mutant can make the checker go in circles: a test
//! must end in about a millisecond all the same.

/// Constructors, of terms and of types, that reduction and the check after it may build together,
/// and the precondition as much once more. A step of subtyping counts as one.
pub const CONSTRUCTORS: usize = 20_000;

/// The constructors that may still be built.
#[derive(Debug)]
pub struct Budget {
    left: usize,
}

/// The budget or the fuel does not suffice: there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

/// What costs something and may therefore have no result.
pub type Bounded<T> = Result<T, Exhausted>;

impl Budget {
    /// A full budget.
    pub fn full() -> Budget {
        Budget { left: CONSTRUCTORS }
    }

    /// Takes this many constructors from the budget.
    ///
    /// # Errors
    /// When fewer are left.
    #[inline]
    pub fn spend(&mut self, constructors: usize) -> Bounded<()> {
        self.left = self.left.checked_sub(constructors).ok_or(Exhausted)?;
        Ok(())
    }
}
