//! The budget that limits the work of one test. Reduction of a small term can make an enormous one,
//! subtyping with bounds that contain variables need not terminate, and a mutant can make the
//! checker loop. A test must nevertheless end within about 1 ms.

/// The number of constructors, of terms and of types, that reduction and the check after it may
/// build together. The precondition may build the same number again. A step of subtyping counts as
/// one constructor.
pub const CONSTRUCTORS: usize = 20_000;

/// The number of constructors that may still be built.
#[derive(Debug)]
pub struct Budget {
    left: usize,
}

/// The budget or the fuel is exhausted, so there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

/// The result of an operation that costs budget and may therefore have no result.
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
