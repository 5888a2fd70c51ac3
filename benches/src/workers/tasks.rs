//! The tasks of the measurement. The slow ones are those with the largest median time of mutagen
//! in `docs/results/etna` and `docs/results/ifc/register`, ten of each workload.

use super::rows::Part;
use benches::study::plan::task::Task;

/// A planted bug and the property that finds it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SlowTask {
    /// The name of the workload.
    pub(super) workload: &'static str,
    /// The planted bug; empty for the correct program.
    pub(super) mutant: &'static str,
    /// The property, as the study names it.
    pub(super) property: &'static str,
}

impl SlowTask {
    /// The package of the workload.
    pub(super) fn package(&self) -> &'static str {
        match self.workload {
            "RBT" => "etna-rbt",
            "FSUB" => "etna-fsub",
            _ => "ifc-register",
        }
    }

    /// The environment variable that chooses the planted bug.
    pub(super) fn variable(&self) -> &'static str {
        match self.workload {
            "RBT" | "FSUB" => "ETNA_MUTANT",
            _ => ifc_rules::bug::VARIABLE,
        }
    }

    /// The function of the property.
    pub(super) fn function(&self) -> String {
        Task::new(self.mutant, self.property).function()
    }
}

/// One trial: a campaign of a task with so many workers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) part: Part,
    pub(super) task: &'static SlowTask,
    pub(super) workers: u32,
    /// The number of the trial, from 0, which is also the seed.
    pub(super) trial: u64,
}

const fn task(workload: &'static str, mutant: &'static str, property: &'static str) -> SlowTask {
    SlowTask { workload, mutant, property }
}

/// Correct programs, for the number of tests a second.
pub(super) static SPEED: [SlowTask; 3] = [
    task("RBT", "", "DeleteValid"),
    task("FSUB", "", "MultiPreserve"),
    task("REGISTER", "", "prop_ssni"),
];

/// The ten slowest tasks of each workload.
pub(super) static SLOW: [SlowTask; 30] = [
    task("RBT", "swap_bc", "DeletePost"),
    task("RBT", "miscolor_join_1", "DeleteValid"),
    task("RBT", "swap_bc", "DeleteDelete"),
    task("RBT", "swap_bc", "DeleteValid"),
    task("RBT", "swap_bc", "DeleteModel"),
    task("RBT", "swap_bc", "InsertPost"),
    task("RBT", "no_balance_insert_1", "InsertDelete"),
    task("RBT", "miscolor_balRight", "DeleteDelete"),
    task("RBT", "no_balance_insert_1", "DeleteInsert"),
    task("RBT", "miscolor_balLeft", "DeleteDelete"),
    task("FSUB", "subst_tabs_no_shift", "MultiPreserve"),
    task("FSUB", "subst_tabs_no_shift", "SinglePreserve"),
    task("FSUB", "shift_typ_tabs_no_incr", "SinglePreserve"),
    task("FSUB", "shift_typ_tabs_no_incr", "MultiPreserve"),
    task("FSUB", "tsubst_all_no_tshift", "MultiPreserve"),
    task("FSUB", "subst_typ_tabs_no_shift", "SinglePreserve"),
    task("FSUB", "subst_typ_tabs_no_shift", "MultiPreserve"),
    task("FSUB", "shift_abs_no_incr", "SinglePreserve"),
    task("FSUB", "tsubst_all_no_tshift", "SinglePreserve"),
    task("FSUB", "shift_abs_no_incr", "MultiPreserve"),
    task("REGISTER", "9", "prop_ssni"),
    task("REGISTER", "7", "prop_ssni"),
    task("REGISTER", "3", "prop_ssni"),
    task("REGISTER", "11", "prop_ssni"),
    task("REGISTER", "6", "prop_ssni"),
    task("REGISTER", "5", "prop_ssni"),
    task("REGISTER", "4", "prop_ssni"),
    task("REGISTER", "8", "prop_ssni"),
    task("REGISTER", "31", "prop_ssni"),
    task("REGISTER", "10", "prop_ssni"),
];

/// The tasks of the curve: slow ones, whose time is long enough to be divided by 64.
pub(super) static CURVE: [SlowTask; 5] = [
    task("RBT", "swap_bc", "DeletePost"),
    task("RBT", "miscolor_join_1", "DeleteValid"),
    task("FSUB", "subst_tabs_no_shift", "MultiPreserve"),
    task("REGISTER", "7", "prop_ssni"),
    task("REGISTER", "3", "prop_ssni"),
];

/// The numbers of workers of the curve.
pub(super) const CURVE_WORKERS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
