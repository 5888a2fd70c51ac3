//! Finds the counters: the functions that instrumented code calls when it is loaded, and the list
//! of modules that called. Each module (the executable or a shared library) calls once for its
//! counters and once for its table of addresses. Link-time optimisation may repeat a call with the
//! same arguments.

// The compiler calls these functions with C's calling convention and plain pointers.
#![allow(unsafe_code)]

#[cfg(feature = "backend-libafl")]
use super::libafl::{self, __sanitizer_cov_8bit_counters_init};
use std::hint::black_box;
use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The counters of one module: one byte per edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counters {
    start: *mut u8,
    len: usize,
}

// SAFETY: the memory lives as long as the process (modules with counters are never unloaded). It is
// plain bytes that any thread running instrumented code writes to. A reader on another thread gets
// some recent count, as the module's documentation promises.
unsafe impl Send for Counters {}
// SAFETY: as above.
unsafe impl Sync for Counters {}

impl Counters {
    /// The number of counters.
    pub(super) fn len(self) -> usize {
        self.len
    }

    /// The first counter.
    pub(super) fn start(self) -> *mut u8 {
        self.start
    }

    /// The range from the first counter to one past the last.
    #[cfg(feature = "backend-libafl")]
    fn range(self) -> Range<*mut u8> {
        self.start..self.start.wrapping_add(self.len)
    }

    /// The count of the edge at this place of the module.
    ///
    /// # Panics
    /// When there is no such counter.
    pub(super) fn get(self, at: usize) -> u8 {
        assert!(at < self.len, "counter {at} of {}", self.len);
        // SAFETY: `at` is inside, and the memory is readable for as long as the process lives.
        unsafe { ptr::read_volatile(self.start.add(at)) }
    }

    /// Copies all counts into `counts`.
    ///
    /// # Panics
    /// When the length of `counts` is not the number of counters.
    pub(super) fn copy_to(self, counts: &mut [u8]) {
        assert_eq!(counts.len(), self.len, "room for each count");
        // SAFETY: these are `len` readable bytes that nothing has a mutable reference to.
        unsafe { ptr::copy_nonoverlapping(self.start, counts.as_mut_ptr(), self.len) }
    }

    /// Sets the counters to `counts`.
    ///
    /// # Panics
    /// When the length of `counts` is not the number of counters.
    pub(super) fn put(self, counts: &[u8]) {
        assert_eq!(counts.len(), self.len, "a count for each counter");
        // SAFETY: these are `len` writable bytes that nothing has a reference to.
        unsafe { ptr::copy_nonoverlapping(counts.as_ptr(), self.start, self.len) }
    }

    /// All counters except the first `count`, to test a pass at an odd address.
    #[cfg(test)]
    pub(super) fn without_first(self, count: usize) -> Counters {
        assert!(count <= self.len);
        Counters { start: self.start.wrapping_add(count), len: self.len - count }
    }

    /// The counters in this range.
    ///
    /// # Panics
    /// When the range is not inside the counters.
    #[inline]
    pub(super) fn within(self, range: &Range<usize>) -> Counters {
        assert!(range.start <= range.end && range.end <= self.len);
        Counters { start: self.start.wrapping_add(range.start), len: range.len() }
    }

    /// Zeroes all counters.
    pub(super) fn zero(self) {
        // SAFETY: these are `len` writable bytes that nothing has a reference to.
        unsafe { ptr::write_bytes(self.start, 0, self.len) }
    }
}

/// A module with counters. If the compiler emitted a table, the module also has the address of the
/// code of each counter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Module {
    pub(super) counters: Counters,
    addresses: Option<*const [usize; 2]>,
}

// SAFETY: the table is constant memory of a module that is never unloaded.
unsafe impl Send for Module {}
// SAFETY: as above.
unsafe impl Sync for Module {}

impl Module {
    /// The address of the code of the edge at this place of the module.
    pub(super) fn address(&self, at: usize) -> Option<usize> {
        self.entry(at).map(|[address, _flags]| address)
    }

    /// Whether the edge at this place is the entry of a function.
    pub(super) fn is_entry(&self, at: usize) -> bool {
        self.entry(at).is_some_and(|[_address, flags]| flags & 1 != 0)
    }

    fn entry(&self, at: usize) -> Option<[usize; 2]> {
        let table = self.addresses.filter(|_| at < self.counters.len)?;
        // SAFETY: a table is kept only if it has as many entries as there are counters.
        Some(unsafe { *table.add(at) })
    }
}

/// The modules that reported themselves.
pub(super) struct Registry {
    modules: Mutex<Vec<Module>>,
    /// Grows with each module, so that a reader can tell with one load whether its copy is current.
    reports: AtomicUsize,
    /// The number of counters taken over from `libafl_targets`.
    #[cfg(feature = "backend-libafl")]
    taken: AtomicUsize,
}

/// The modules of this process.
static REGISTRY: Registry = Registry::new();

impl Registry {
    /// A registry that nothing has reported to.
    pub(super) const fn new() -> Registry {
        Registry {
            modules: Mutex::new(Vec::new()),
            reports: AtomicUsize::new(0),
            #[cfg(feature = "backend-libafl")]
            taken: AtomicUsize::new(0),
        }
    }

    /// The registry of this process.
    pub(super) fn of_process() -> &'static Registry {
        // A linker links a member of an archive only if something refers to it, and the
        // instrumented crate that refers to it may come later on the command line. This reference
        // always exists.
        black_box(__sanitizer_cov_8bit_counters_init as unsafe extern "C" fn(_, _));
        black_box(__sanitizer_cov_pcs_init as unsafe extern "C" fn(_, _));
        super::comparisons::link();
        &REGISTRY
    }

    /// The number of reports so far.
    #[inline]
    pub(super) fn reports(&self) -> usize {
        #[cfg(feature = "backend-libafl")]
        if ptr::eq(self, &REGISTRY) && libafl::counters() != self.taken.load(Ordering::Acquire) {
            self.take_ranges();
        }
        self.reports.load(Ordering::Acquire)
    }

    /// Adds the counters that were reported to `libafl_targets` and are not known here.
    #[cfg(feature = "backend-libafl")]
    #[cold]
    fn take_ranges(&self) {
        for range in libafl::ranges() {
            let known: Vec<_> = self.modules().iter().map(|m| m.counters.range()).collect();
            for new in libafl::uncovered(&range, &known) {
                // SAFETY: a part of the range that a module reported to `libafl_targets`, under the
                // same promises as for a report to this registry.
                unsafe { self.add_counters(new.start, new.end) };
            }
        }
        self.taken.store(libafl::counters(), Ordering::Release);
    }

    /// The modules in the order in which they reported.
    pub(super) fn modules(&self) -> Vec<Module> {
        self.lock().clone()
    }

    /// Adds a module's counters. An empty range or a repeated report changes nothing.
    ///
    /// # Safety
    /// From `start` to `stop` must be writable bytes that live as long as the process and that no
    /// reference points into.
    pub(super) unsafe fn add_counters(&self, start: *mut u8, stop: *mut u8) {
        let len = stop.addr().saturating_sub(start.addr());
        let mut modules = self.lock();
        if start.is_null() || len == 0 || modules.iter().any(|m| m.counters.start == start) {
            return;
        }
        modules.push(Module { counters: Counters { start, len }, addresses: None });
        self.reports.fetch_add(1, Ordering::Release);
    }

    /// Gives a table of addresses to the module that reported its counters last and has no table
    /// yet. A table of a different length belongs to no known module and is ignored.
    ///
    /// # Safety
    /// From `start` to `stop` must be pairs of an address and flags that never change while the
    /// process lives.
    pub(super) unsafe fn add_addresses(&self, start: *const [usize; 2], stop: *const [usize; 2]) {
        let len = stop.addr().saturating_sub(start.addr()) / size_of::<[usize; 2]>();
        let mut modules = self.lock();
        if modules.iter().any(|module| module.addresses == Some(start)) {
            return;
        }
        let mut latest = modules.iter_mut().rev();
        if let Some(module) = latest.find(|m| m.addresses.is_none() && m.counters.len == len) {
            module.addresses = Some(start);
            self.reports.fetch_add(1, Ordering::Release);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Module>> {
        // A panic while the lock is held cannot leave this list of plain values half written.
        self.modules.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Receives the counters of a module. Each instrumented module calls this when it is loaded.
///
/// # Safety
/// From `start` to `stop` must be the module's counters. Only code of the compiler calls this.
#[cfg(not(feature = "backend-libafl"))]
#[cfg_attr(not(fuzzing), unsafe(no_mangle))]
pub unsafe extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
    // SAFETY: the compiler's counters are writable, static, and named by no Rust variable.
    unsafe { REGISTRY.add_counters(start, stop) }
}

/// Receives the address and the flags of each edge of a module. Each instrumented module calls this
/// when it is loaded.
///
/// # Safety
/// From `start` to `stop` must be the module's table. Only code of the compiler calls this.
#[cfg_attr(not(fuzzing), unsafe(no_mangle))]
pub unsafe extern "C" fn __sanitizer_cov_pcs_init(start: *const usize, stop: *const usize) {
    // The module has just reported its counters, and no module loaded since can have touched them.
    #[cfg(feature = "backend-libafl")]
    REGISTRY.reports();
    // SAFETY: the compiler's table is constant and made of such pairs.
    unsafe { REGISTRY.add_addresses(start.cast(), stop.cast()) }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A registry of made-up counters and addresses, in memory that is never freed.
    pub(in super::super) fn made_up(counts: &[u8], addresses: &[usize]) -> &'static Registry {
        let registry = Box::leak(Box::new(Registry::new()));
        report(registry, counts, addresses);
        registry
    }

    /// Adds another module and returns its first counter, for the test to write to.
    pub(in super::super) fn report(
        registry: &Registry,
        counts: &[u8],
        addresses: &[usize],
    ) -> *mut u8 {
        let bytes = Vec::leak(counts.to_vec()).as_mut_ptr_range();
        let pairs: Vec<[usize; 2]> = addresses.iter().map(|&address| [address, 1]).collect();
        let pairs = Vec::leak(pairs).as_ptr_range();
        // SAFETY: the memory was leaked for this.
        unsafe {
            registry.add_counters(bytes.start, bytes.end);
            registry.add_addresses(pairs.start, pairs.end);
        }
        bytes.start
    }

    #[test]
    fn the_same_report_twice_is_one_module() {
        let registry = made_up(&[0; 5], &[10, 20, 30, 40, 50]);
        let module = registry.modules()[0];
        let start = module.counters.start;
        let table = module.addresses.expect("as long as the counters");
        let before = registry.reports();
        // SAFETY: the same memory as before.
        unsafe {
            registry.add_counters(start, start.add(5));
            registry.add_addresses(table, table.add(5));
        }
        assert_eq!((registry.modules().len(), registry.reports()), (1, before));
        assert_eq!(registry.modules()[0].address(4), Some(50));
        assert_eq!(registry.modules()[0].address(5), None);
    }

    #[test]
    fn modules_keep_the_order_in_which_they_reported_and_their_own_addresses() {
        let registry = made_up(&[0; 2], &[1, 2]);
        report(registry, &[0; 3], &[]);
        report(registry, &[0; 2], &[7, 8]);
        let modules = registry.modules();
        let lens: Vec<usize> = modules.iter().map(|m| m.counters.len()).collect();
        assert_eq!(lens, [2, 3, 2]);
        let second: Vec<Option<usize>> = modules.iter().map(|m| m.address(1)).collect();
        assert_eq!(second, [Some(2), None, Some(8)]);
    }

    #[test]
    fn an_empty_report_and_a_table_of_another_length_are_left_alone() {
        let registry = made_up(&[], &[]);
        assert!(registry.modules().is_empty());
        report(registry, &[0; 4], &[1, 2, 3]);
        assert_eq!(registry.modules()[0].address(0), None);
    }

    #[test]
    fn what_the_compiler_calls_reaches_the_registry_of_the_process() {
        // The range is empty, because the other tests of this process must not see counters.
        let nothing = ptr::null_mut();
        // SAFETY: an empty range.
        unsafe { __sanitizer_cov_8bit_counters_init(nothing, nothing) };
        assert!(Registry::of_process().modules().is_empty());
    }
}
