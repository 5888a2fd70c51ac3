//! The tasks: which mutant breaks which property.

use crate::mutant::Mutant;
use crate::registry::Property;

/// A mutant and a property that it breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The mutant.
    pub mutant: Mutant,
    /// The property.
    pub property: Property,
}

macro_rules! tasks {
    ($($mutant:ident: $($property:ident)*;)*) => {
        &[$($(Task { mutant: Mutant::$mutant, property: Property::$property },)*)*]
    };
}

/// All tasks.
pub const TASKS: &[Task] = tasks! {
    Insert1: InsertPost InsertModel DeleteInsert InsertInsert InsertUnion UnionDeleteInsert;
    Insert2: InsertPost InsertModel DeleteInsert InsertInsert InsertUnion UnionDeleteInsert InsertDelete;
    Insert3: InsertPost InsertModel InsertDelete InsertInsert InsertUnion UnionDeleteInsert;
    Delete4: DeleteModel DeletePost DeleteDelete DeleteInsert DeleteUnion InsertDelete UnionDeleteInsert;
    Delete5: DeleteModel DeletePost DeleteDelete DeleteInsert DeleteUnion UnionDeleteInsert;
    Union6: UnionValid UnionPost UnionModel DeleteUnion InsertUnion UnionDeleteInsert UnionUnionAssoc UnionUnionIdem;
    Union7: UnionValid UnionPost UnionModel DeleteUnion InsertUnion UnionDeleteInsert UnionUnionAssoc;
    Union8: UnionPost UnionModel DeleteUnion InsertUnion UnionDeleteInsert UnionUnionAssoc;
};
