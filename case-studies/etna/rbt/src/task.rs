//! The tasks: which mutant breaks which property.

use crate::mutant::Mutant;
use crate::registry::Property;

/// A mutant and a property that it breaks.
pub type Task = etna_common::Task<Mutant, Property>;

/// All tasks.
pub const TASKS: &[Task] = etna_common::tasks! {
    Insert1: InsertPost InsertModel DeleteInsert InsertInsert;
    Insert2: InsertPost InsertModel DeleteInsert InsertInsert InsertDelete;
    Insert3: InsertPost InsertModel InsertDelete InsertInsert;
    Delete4: DeleteModel DeletePost DeleteDelete DeleteInsert InsertDelete;
    Delete5: DeleteModel DeletePost DeleteDelete DeleteInsert;
    MiscolorInsert: InsertValid DeleteInsert;
    MiscolorDelete: DeleteValid;
    MiscolorBalLeft: DeleteValid DeleteDelete;
    MiscolorBalRight: DeleteValid DeleteDelete;
    MiscolorJoin1: DeleteValid;
    MiscolorJoin2: DeleteValid DeleteDelete;
    NoBalanceInsert1: InsertValid DeleteInsert InsertDelete;
    NoBalanceInsert2: InsertValid DeleteInsert InsertDelete;
    SwapCd: InsertValid DeleteValid InsertPost DeletePost InsertModel DeleteModel InsertInsert
        InsertDelete DeleteInsert DeleteDelete;
    SwapBc: InsertValid DeleteValid InsertPost DeletePost InsertModel DeleteModel InsertInsert
        InsertDelete DeleteInsert DeleteDelete;
};
