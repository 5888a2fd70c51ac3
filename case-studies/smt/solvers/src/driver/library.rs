//! z3 in this process, by the library of its wheel: text in, text out. A crash of z3 ends the
//! process; under mutagen the worker dies, and the supervisor reads which test it was.
#![allow(unsafe_code, reason = "functions of a C library")]

use super::{Driver, Reply, Settings};
use crate::SolverError;
use crate::cache::Solver;
use crate::catalogue::{Code, Entry, Runs};
use crate::process::{Ended, Way};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::NonNull;
use std::time::Duration;

type Context = *mut c_void;

/// z3's library. Its limits are z3's own: [`Settings::steps`], not those of time.
#[derive(Debug)]
pub struct Library {
    entry: Entry,
    functions: Functions,
    /// The context and the options that it was made with.
    context: Option<(NonNull<c_void>, Vec<String>)>,
}

// SAFETY: a context may be used by any thread, by one at a time, and nothing here is shared.
unsafe impl Send for Library {}

#[derive(Debug)]
struct Functions {
    mk_config: unsafe extern "C" fn() -> *mut c_void,
    del_config: unsafe extern "C" fn(*mut c_void),
    mk_context: unsafe extern "C" fn(*mut c_void) -> Context,
    del_context: unsafe extern "C" fn(Context),
    param_set: unsafe extern "C" fn(*const c_char, *const c_char),
    param_reset: unsafe extern "C" fn(),
    set_error_handler: unsafe extern "C" fn(Context, unsafe extern "C" fn(Context, c_int)),
    eval: unsafe extern "C" fn(Context, *const c_char) -> *const c_char,
    /// Last, so that the functions are gone before it.
    _library: libloading::Library,
}

/// z3 calls it at each error, which its output tells as well. Its own one ends the process.
unsafe extern "C" fn ignore(_: Context, _: c_int) {}

impl Library {
    /// Loads the library of a z3. Several releases in one process are one too many: their symbols
    /// are kept apart, but not what they do at its end.
    ///
    /// # Errors
    /// When the solver is not z3, or its library cannot be loaded.
    pub fn load(solver: &Solver) -> Result<Library, SolverError> {
        let entry = solver.entry.clone();
        if entry.runs != Runs::Z3 {
            return Err(SolverError::Way {
                name: entry.name,
                way: "a library in this process".to_owned(),
                others: "z3".to_owned(),
            });
        }
        let path = solver.folder.join("z3/lib/libz3.so");
        // SAFETY: the library of z3 may be loaded by any program.
        let loaded = unsafe { Functions::load(&path) };
        match loaded {
            Ok(functions) => Ok(Library { entry, functions, context: None }),
            Err(error) => Err(SolverError::Start { name: entry.name, why: error.to_string() }),
        }
    }

    /// The output of a script, as z3 writes it, in a state without any earlier script.
    ///
    /// # Errors
    /// When z3 makes no context, or a text has a NUL.
    pub fn eval(&mut self, script: &str, options: &[String]) -> Result<Vec<u8>, SolverError> {
        let wrong =
            |why: &str| SolverError::Start { name: self.entry.name.clone(), why: why.to_owned() };
        let text = |text: &str| CString::new(text).map_err(|_| wrong("a text has a NUL"));
        let script = text(script)?;
        let context = match &self.context {
            Some((context, with)) if with == options => {
                // SAFETY: the context is alive, and the text ends with a NUL.
                unsafe { (self.functions.eval)(context.as_ptr(), c"(reset)".as_ptr()) };
                *context
            }
            _ => {
                let mut pairs = Vec::new();
                for option in options {
                    let (name, value) = option.split_once('=').unwrap_or((option, "true"));
                    pairs.push((text(name)?, text(value)?));
                }
                let context = self.functions.context(&pairs).ok_or_else(|| wrong("no context"))?;
                self.drop_context();
                self.context = Some((context, options.to_owned()));
                context
            }
        };
        // SAFETY: the context is alive, the script ends with a NUL, and the answer is copied before
        // the context is used again.
        let answer = unsafe {
            let answer = (self.functions.eval)(context.as_ptr(), script.as_ptr());
            if answer.is_null() { Vec::new() } else { CStr::from_ptr(answer).to_bytes().to_vec() }
        };
        Ok(answer)
    }

    fn drop_context(&mut self) {
        if let Some((context, _)) = self.context.take() {
            // SAFETY: it is alive, and nobody else has it.
            unsafe { (self.functions.del_context)(context.as_ptr()) };
        }
    }
}

impl Functions {
    /// # Safety
    /// The library must be z3's.
    unsafe fn load(path: &std::path::Path) -> Result<Functions, libloading::Error> {
        // SAFETY: the functions have these types in z3's `z3_api.h`, for all releases.
        unsafe {
            let library = libloading::Library::new(path)?;
            Ok(Functions {
                mk_config: *library.get(b"Z3_mk_config\0")?,
                del_config: *library.get(b"Z3_del_config\0")?,
                mk_context: *library.get(b"Z3_mk_context\0")?,
                del_context: *library.get(b"Z3_del_context\0")?,
                param_set: *library.get(b"Z3_global_param_set\0")?,
                param_reset: *library.get(b"Z3_global_param_reset_all\0")?,
                set_error_handler: *library.get(b"Z3_set_error_handler\0")?,
                eval: *library.get(b"Z3_eval_smtlib2_string\0")?,
                _library: library,
            })
        }
    }

    /// A new context under these parameters, which hold for the whole library.
    fn context(&self, parameters: &[(CString, CString)]) -> Option<NonNull<c_void>> {
        // SAFETY: all texts end with a NUL, and the configuration is used before it is deleted.
        unsafe {
            (self.param_reset)();
            for (name, value) in parameters {
                (self.param_set)(name.as_ptr(), value.as_ptr());
            }
            let config = (self.mk_config)();
            let context = (self.mk_context)(config);
            (self.del_config)(config);
            let context = NonNull::new(context)?;
            (self.set_error_handler)(context.as_ptr(), ignore);
            Some(context)
        }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        self.drop_context();
    }
}

impl Driver for Library {
    fn name(&self) -> &str {
        &self.entry.name
    }

    fn code(&self) -> Code {
        self.entry.code
    }

    fn ask(&mut self, script: &str, settings: &Settings) -> Result<Reply, SolverError> {
        let options = settings.arguments(Runs::Z3);
        let before = thread_time();
        let output = self.eval(script, &options)?;
        let cpu = thread_time().saturating_sub(before);
        let (errors, resident) = (Vec::new(), 0);
        let ended = Ended { way: Way::Exit(0), output, errors, cpu, resident };
        let shown = format!("{} {} (in this process)", self.entry.name, options.join(" "));
        Ok(Reply::of(&ended, script, settings, shown))
    }
}

/// CPU time of this thread.
fn thread_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).unwrap_or_default()
}
