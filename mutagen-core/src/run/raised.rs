//! Notices panics where the process begins to unwind, for panics that the hook is not told of:
//! those after the property has replaced the panic hook. On Linux, the executable calls the
//! unwinder through an entry of a table that the dynamic linker has filled in. That entry is
//! changed to call a function here first. Where there is no such entry, nothing is changed.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

/// A function that begins to unwind.
type Raise = extern "C-unwind" fn(*mut c_void) -> c_int;

/// Who is told.
type Listener = fn();

static REAL: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
static LISTENER: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

extern "C-unwind" fn raise(exception: *mut c_void) -> c_int {
    // SAFETY: both pointers were made from functions of these types before this function was put
    // into the table, and never change.
    let (real, listener) = unsafe {
        let real = REAL.load(Ordering::Acquire);
        let listener = LISTENER.load(Ordering::Acquire);
        (
            std::mem::transmute::<*mut c_void, Raise>(real),
            std::mem::transmute::<*mut c_void, Listener>(listener),
        )
    };
    listener();
    real(exception)
}

/// Calls the listener at each panic of this executable from now on, before destructors run. Returns
/// whether that is possible. The listener must not panic. Call it once.
pub(crate) fn listen(listener: Listener) -> bool {
    let Some(entry) = table::entry() else { return false };
    LISTENER.store(listener as *mut c_void, Ordering::Release);
    REAL.store(entry.at.load(Ordering::Relaxed), Ordering::Release);
    table::change(&entry, raise as *mut c_void)
}

/// An entry of the table of addresses.
struct Entry {
    at: &'static AtomicPtr<c_void>,
    /// Whether its page was made read only after the dynamic linker has filled it in.
    is_read_only: bool,
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
mod table {
    use super::*;

    pub(super) fn entry() -> Option<Entry> {
        None
    }

    pub(super) fn change(_: &Entry, _: *mut c_void) -> bool {
        false
    }
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod table {
    use super::*;
    use std::ffi::CStr;

    const NAME: &CStr = c"_Unwind_RaiseException";

    /// Tags of the dynamic section.
    const PLT_SIZE: i64 = 2;
    const STRINGS: i64 = 5;
    const SYMBOLS: i64 = 6;
    const RELOCATIONS: i64 = 7;
    const RELOCATIONS_SIZE: i64 = 8;
    const PLT: i64 = 23;

    #[repr(C)]
    struct Dynamic {
        tag: i64,
        value: u64,
    }

    #[repr(C)]
    struct Relocation {
        offset: u64,
        info: u64,
        addend: i64,
    }

    /// The entry of the executable's table that holds the address of the unwinder.
    pub(super) fn entry() -> Option<Entry> {
        // SAFETY: the name ends with 0.
        let unwinder = unsafe { libc::dlsym(libc::RTLD_DEFAULT, NAME.as_ptr()) };
        let mut search = Search { unwinder, entry: None };
        if !unwinder.is_null() {
            // SAFETY: the function gets a pointer to `search` while it lives.
            unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut search).cast()) };
        }
        search.entry
    }

    struct Search {
        unwinder: *mut c_void,
        entry: Option<Entry>,
    }

    /// Looks at the first object, which is the executable.
    unsafe extern "C" fn look(info: *mut libc::dl_phdr_info, _: usize, data: *mut c_void) -> c_int {
        // SAFETY: the dynamic linker passes a valid structure, and `entry` passes a `Search`. There
        // are as many headers as it says, and one says where the dynamic section is.
        unsafe {
            let (info, search) = (&*info, &mut *data.cast::<Search>());
            let headers = std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into());
            let base = info.dlpi_addr;
            let of_type = |wanted: u32| headers.iter().find(|header| header.p_type == wanted);
            let dynamic = of_type(libc::PT_DYNAMIC);
            let found = dynamic.and_then(|it| find(base, base + it.p_vaddr, search.unwinder));
            search.entry = found.map(|entry| {
                let is_in = |it: &libc::Elf64_Phdr| {
                    let start = base + it.p_vaddr;
                    (start..start + it.p_memsz).contains(&(entry as u64))
                };
                Entry {
                    at: AtomicPtr::from_ptr(entry),
                    is_read_only: of_type(libc::PT_GNU_RELRO).is_some_and(is_in),
                }
            });
        }
        1
    }

    /// Finds the entry in an object that is loaded at `base` and has its dynamic section there.
    unsafe fn find(base: u64, dynamic: u64, unwinder: *mut c_void) -> Option<*mut *mut c_void> {
        let value = |wanted: i64| {
            let mut at = dynamic as *const Dynamic;
            // SAFETY: the section ends with a tag of 0.
            unsafe {
                while (*at).tag != 0 {
                    if (*at).tag == wanted {
                        return Some((*at).value);
                    }
                    at = at.add(1);
                }
            }
            None
        };
        // Some dynamic linkers leave addresses as they are in the file.
        let address = |tag: i64| value(tag).map(|at| if at < base { at + base } else { at });
        let (strings, symbols) = (address(STRINGS)?, address(SYMBOLS)?);
        for (table, size) in [(RELOCATIONS, RELOCATIONS_SIZE), (PLT, PLT_SIZE)] {
            let (Some(table), Some(size)) = (address(table), value(size)) else { continue };
            let count = size as usize / size_of::<Relocation>();
            for at in 0..count {
                // SAFETY: the table has this many relocations, and each one names a symbol, which
                // has a name among the strings.
                unsafe {
                    let relocation = &*(table as *const Relocation).add(at);
                    let symbol =
                        (symbols as *const libc::Elf64_Sym).add((relocation.info >> 32) as usize);
                    if relocation.info >> 32 == 0 || relocation.addend != 0 {
                        continue;
                    }
                    let name = CStr::from_ptr((strings + u64::from((*symbol).st_name)) as *const _);
                    let entry = (base + relocation.offset) as *mut *mut c_void;
                    // An entry that is filled in at its first use has another address.
                    if name == NAME && entry.is_aligned() && *entry == unwinder {
                        return Some(entry);
                    }
                }
            }
        }
        None
    }

    /// Changes an entry.
    pub(super) fn change(entry: &Entry, to: *mut c_void) -> bool {
        // SAFETY: the call has no conditions.
        let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let page = (entry.at.as_ptr() as usize & !(size - 1)) as *mut c_void;
        let protect = |access| {
            // SAFETY: the page holds the table of the executable. Nobody writes to it.
            !entry.is_read_only || unsafe { libc::mprotect(page, size, access) } == 0
        };
        if !protect(libc::PROT_READ | libc::PROT_WRITE) {
            return false;
        }
        entry.at.store(to, Ordering::Release);
        protect(libc::PROT_READ)
    }
}

#[cfg(all(test, target_os = "linux", target_pointer_width = "64"))]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::panic::{catch_unwind, resume_unwind};

    thread_local! {
        static HEARD: Cell<u32> = const { Cell::new(0) };
    }

    #[test]
    fn each_panic_is_heard_also_one_that_no_hook_is_told_of_and_is_caught_as_before() {
        assert!(listen(|| HEARD.set(HEARD.get() + 1)));
        for number in 1..=3 {
            let caught = catch_unwind(|| resume_unwind(Box::new(number)));
            assert_eq!(caught.unwrap_err().downcast_ref(), Some(&number));
            assert_eq!(HEARD.get(), number);
        }
        let caught = catch_unwind(|| std::panic::panic_any("said"));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"said"));
        assert_eq!(HEARD.get(), 4);
    }
}
