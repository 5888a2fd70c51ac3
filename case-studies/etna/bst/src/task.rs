//! The tasks: which mutant breaks which property.

use crate::mutant::Mutant;
use crate::registry::Property;

/// A mutant and a property that it breaks.
pub type Task = etna_common::Task<Mutant, Property>;

/// All tasks.
pub const TASKS: &[Task] = etna_common::tasks! {
    Insert1: InsertPost InsertModel DeleteInsert InsertInsert InsertUnion UnionDeleteInsert;
    Insert2: InsertPost InsertModel DeleteInsert InsertInsert InsertUnion UnionDeleteInsert
        InsertDelete;
    Insert3: InsertPost InsertModel InsertDelete InsertInsert InsertUnion UnionDeleteInsert;
    Delete4: DeleteModel DeletePost DeleteDelete DeleteInsert DeleteUnion InsertDelete
        UnionDeleteInsert;
    Delete5: DeleteModel DeletePost DeleteDelete DeleteInsert DeleteUnion UnionDeleteInsert;
    Union6: UnionValid UnionPost UnionModel DeleteUnion InsertUnion UnionDeleteInsert
        UnionUnionAssoc UnionUnionIdem;
    Union7: UnionValid UnionPost UnionModel DeleteUnion InsertUnion UnionDeleteInsert
        UnionUnionAssoc;
    Union8: UnionPost UnionModel DeleteUnion InsertUnion UnionDeleteInsert UnionUnionAssoc;
};
