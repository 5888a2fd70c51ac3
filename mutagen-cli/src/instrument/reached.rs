//! Runs an executable of a suite, and reads which lines it has reached. The functions that it is
//! linked with (see `stub`) write the address of each edge with its flag at the end of the process,
//! and its debug information says where that is. The rule is that of the coverage runtime: an edge
//! without a line has that of the next instructions.

use addr2line::Context;
use addr2line::gimli::{Dwarf, EndianSlice, RunTimeEndian, SectionId};
use mutagen_core::internal::run::protocol::{Lines, file_below};
use object::{Object, ObjectSection, ObjectSymbol};
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// The variable with the folder into which a process writes its edges.
const FOLDER: &str = "MUTAGEN_REACHED";

/// The function whose address tells where the executable was loaded.
const LANDMARK: &str = "__sanitizer_cov_pcs_init";

/// The bytes of the path of an executable, filled up with zeros.
const PATH: usize = 4096;

/// How far to look ahead for an instruction that has a line.
const REACH: u64 = 24;

/// Lines with counters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// Those that were reached.
    pub hit: Lines,
    /// All of them.
    pub all: Lines,
}

impl Reached {
    /// Adds lines of other processes.
    pub fn add(&mut self, other: Reached) {
        let both = [(&mut self.hit, other.hit), (&mut self.all, other.all)];
        for (known, more) in both {
            for (file, lines) in more {
                known.entry(file).or_default().extend(lines);
            }
        }
    }
}

/// Runs a command, and returns how it ended and which lines of files below `sources` its processes
/// have reached. `scratch` is a folder for files of its own.
///
/// # Errors
/// When it cannot be started, or a file cannot be written or read.
pub(super) fn run(
    command: &mut Command,
    sources: &Path,
    scratch: &Path,
) -> io::Result<(ExitStatus, Reached)> {
    let folder = tempfile::tempdir_in(scratch)?;
    let status = command.env(FOLDER, folder.path()).status()?;
    let mut reached = Reached::default();
    for entry in fs::read_dir(folder.path())? {
        if let Some(of_process) = read(&fs::read(entry?.path())?, sources) {
            reached.add(of_process);
        }
    }
    Ok((status, reached))
}

/// The lines that a process has reached. `None` if it has no debug information.
fn read(written: &[u8], sources: &Path) -> Option<Reached> {
    let (path, rest) = written.split_at_checked(PATH)?;
    let path = path.split(|&byte| byte == 0).next()?;
    let executable = PathBuf::from(OsStr::from_bytes(path));
    let mut words = rest.chunks_exact(size_of::<u64>()).filter_map(|bytes| {
        let bytes: [u8; 8] = bytes.try_into().ok()?;
        Some(u64::from_ne_bytes(bytes))
    });
    let landmark = words.next()?;
    let words: Vec<u64> = words.collect();
    let bytes = fs::read(executable).ok()?;
    let file = object::File::parse(&*bytes).ok()?;
    let linked = file.symbols().find(|symbol| symbol.name() == Ok(LANDMARK))?.address();
    let base = landmark.wrapping_sub(linked);
    let context = context(&file)?;
    let mut reached = Reached::default();
    for edge in words.chunks_exact(2) {
        let places = places(&context, edge[0].wrapping_sub(base));
        let below = places.into_iter().filter_map(|(file, line)| {
            let name = file_below(sources, &file)?;
            Some((name, line))
        });
        for (name, line) in below {
            if edge[1] != 0 {
                reached.hit.entry(name.clone()).or_default().insert(line);
            }
            reached.all.entry(name).or_default().insert(line);
        }
    }
    Some(reached)
}

type Bytes<'b> = EndianSlice<'b, RunTimeEndian>;

fn context<'b>(file: &object::File<'b>) -> Option<Context<Bytes<'b>>> {
    let endian = if file.is_little_endian() { RunTimeEndian::Little } else { RunTimeEndian::Big };
    let section = |id: SectionId| -> Result<Bytes<'b>, addr2line::gimli::Error> {
        let section = file.section_by_name(id.name());
        let bytes = section.and_then(|section| section.data().ok()).unwrap_or_default();
        Ok(EndianSlice::new(bytes, endian))
    };
    Context::from_dwarf(Dwarf::load(section).ok()?).ok()
}

/// The places of the functions at an address, the innermost inlined one first.
fn places(context: &Context<Bytes<'_>>, address: u64) -> Vec<(String, u32)> {
    let at = |address: u64| {
        let mut places = Vec::new();
        let Ok(mut frames) = context.find_frames(address).skip_all_loads() else { return places };
        let mut is_innermost = true;
        while let Ok(Some(frame)) = frames.next() {
            let location = frame.location.as_ref();
            let line = location.and_then(|it| it.line).filter(|&line| line > 0);
            if is_innermost && line.is_none() {
                return Vec::new();
            }
            is_innermost = false;
            if let Some((file, line)) = location.and_then(|it| it.file).zip(line) {
                places.push((file.to_owned(), line));
            }
        }
        places
    };
    let ahead = (0..=REACH).step_by(4).map(|offset| at(address + offset));
    ahead.into_iter().find(|places| !places.is_empty()).unwrap_or_default()
}
