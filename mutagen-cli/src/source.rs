//! Where a test of a run comes from: its worker, if there are several, and its address.

use mutagen_core::internal::search::address::{Address, NoAddress};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The worker and the address of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The number of the worker, from 1; `None` if the campaign has only one.
    pub worker: Option<u32>,
    /// How the worker made the test.
    pub address: Address,
}

impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(worker) = self.worker {
            write!(f, "worker {worker} ")?;
        }
        self.address.fmt(f)
    }
}

impl FromStr for Source {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Source, NoAddress> {
        let of_worker = |text: &str| {
            let (worker, address) = text.trim().strip_prefix("worker ")?.split_once(' ')?;
            let worker = worker.parse().ok().filter(|worker| *worker > 0)?;
            Some(Source { worker: Some(worker), address: address.parse().ok()? })
        };
        match of_worker(text) {
            Some(source) => Ok(source),
            None => Ok(Source { worker: None, address: text.parse()? }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read() {
        let address = Address::Mutant { parent: 3, position: 1, mutant: 4 };
        for (worker, text) in [(None, "mutant 3 1 4"), (Some(12), "worker 12 mutant 3 1 4")] {
            let source = Source { worker, address };
            assert_eq!((source.to_string().as_str(), text.parse()), (text, Ok(source)));
        }
        for wrong in ["", "worker", "worker 2", "worker 0 again 1", "worker x again 1"] {
            assert!(wrong.parse::<Source>().is_err(), "{wrong}");
        }
    }
}
