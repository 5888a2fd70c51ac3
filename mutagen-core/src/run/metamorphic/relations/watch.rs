//! Watches the evaluation of terms, for whoever must know what ends the process.

/// Watches the work. An operation may end the process.
pub trait Watch {
    /// Whether there is time for more. It is asked between two terms and between two samples.
    fn goes_on(&self) -> bool;

    /// The operation at this place of the table is called now, or else an input.
    fn calls(&self, operation: Option<u16>);

    /// Whether terms do not have this operation.
    fn leaves_out(&self, operation: u16) -> bool;
}
