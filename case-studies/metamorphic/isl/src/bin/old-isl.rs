//! Builds isl of 2018, whose bugs are known, from the source distribution of islpy, outside of the
//! tree: in `ISL_CACHE`, or in `mutagen-isl` in the user's cache folder. Each basic block counts,
//! so that a campaign is guided by the code of isl. The library is there as a whole or not at all.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The release.
const NAME: &str = "isl-2018.1";

/// The source distribution with its SHA-256, as pip takes it. pip looks at the hash before it runs
/// anything of the distribution.
const REQUIREMENT: &str = "islpy==2018.1 \
     --hash=sha256:da49759d3a0266f1ea0b50fd631ef9c27b5db5fe32ac056f20dc7f9f916f96d2\n";

/// Turns the calls that gcc writes at each basic block into counters.
const SHIM: &str = include_str!("../../shim.c");

/// The options of the compiler. isl's own small integers are used, so that GMP is not needed.
const OPTIONS: [&str; 11] = [
    "-O2",
    "-g0",
    "-w",
    "-std=gnu99",
    "-fPIC",
    "-fsanitize-coverage=trace-pc",
    "-DUSE_IMATH_FOR_MP=1",
    "-Iisl-supplementary",
    "-Iisl/include",
    "-Iisl",
    "-Iisl/imath",
];

/// The files of the integers.
const IMATH: [&str; 3] = ["isl/imath/imath.c", "isl/imath/imrat.c", "isl/imath/gmp_compat.c"];

/// What the names of files have that are for other integers.
const OTHER_INTEGERS: [&str; 3] = ["gmp", "sioimath", "mp_get"];

fn main() -> ExitCode {
    match run() {
        Ok(folder) => {
            println!("{}", folder.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Builds the library, unless it is there. Returns its folder.
fn run() -> Result<PathBuf, String> {
    if env::args_os().len() > 1 {
        return Err("there are no arguments; ISL_CACHE names the folder of the library".to_owned());
    }
    let cache = cache()?;
    let place = cache.join(NAME);
    if place.is_dir() {
        return Ok(place);
    }
    let part = Part(cache.join(format!(".part-{}", std::process::id())));
    let failed = |error: io::Error| {
        format!(
            "{}: {error}; check that the folder is writable and the disk is not full, or name \
             another one in ISL_CACHE",
            cache.display()
        )
    };
    let whole = part.0.join("whole");
    fs::create_dir_all(&whole).map_err(failed)?;
    fs::write(part.0.join("requirements.txt"), REQUIREMENT).map_err(failed)?;
    download(&part.0)?;
    let source = part.0.join("islpy-2018.1");
    let sources = sources(&source).map_err(failed)?;
    fs::write(source.join("shim.c"), SHIM).map_err(failed)?;
    compile(&source, &sources)?;
    let library = whole.join("libisl.a");
    let mut archive = Command::new("ar");
    archive.current_dir(&source).arg("crs").arg(&library).arg("shim.o");
    done("ar", archive.args(sources.iter().map(|name| object(name))))?;
    match fs::rename(&whole, &place) {
        // Another build was faster.
        Err(error) if !place.is_dir() => Err(failed(error)),
        _ => Ok(place),
    }
}

/// The folder that the environment names.
fn cache() -> Result<PathBuf, String> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = named("ISL_CACHE")
        .or_else(|| named("XDG_CACHE_HOME").map(|folder| folder.join("mutagen-isl")))
        .or_else(|| named("HOME").map(|home| home.join(".cache/mutagen-isl")))
        .ok_or("neither HOME nor XDG_CACHE_HOME is set; name a folder in ISL_CACHE")?;
    // The compiler runs in another folder.
    Ok(std::path::absolute(&folder).unwrap_or(folder))
}

/// A folder that is not whole yet. It is removed with the value.
struct Part(PathBuf);

impl Drop for Part {
    fn drop(&mut self) {
        // What cannot be removed has a name that says what it is.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Downloads and unpacks the source distribution.
fn download(to: &Path) -> Result<(), String> {
    let mut pip = Command::new("python3");
    pip.current_dir(to).args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check"]);
    pip.args(["--no-deps", "--no-binary=islpy", "--retries=2", "--require-hashes"]);
    done("pip download", pip.args(["--requirement=requirements.txt", "--dest=."]))?;
    let mut tar = Command::new("tar");
    done("tar", tar.current_dir(to).args(["-xzf", "islpy-2018.1.tar.gz"]))
}

/// The sources of the library: those that no other file includes, without programs and without
/// other integers.
fn sources(folder: &Path) -> io::Result<Vec<String>> {
    let mut files: Vec<(String, String)> = Vec::new();
    for entry in fs::read_dir(folder.join("isl"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".c") || name.ends_with(".h") {
            files.push((name, String::from_utf8_lossy(&fs::read(entry.path())?).into_owned()));
        }
    }
    files.sort_unstable();
    let lines = files.iter().flat_map(|(_, text)| text.lines());
    let included: BTreeSet<&str> = lines.filter_map(included).collect();
    let is_source = |(name, text): &&(String, String)| {
        name.ends_with(".c")
            && !included.contains(name.as_str())
            && !text.contains("int main(")
            && OTHER_INTEGERS.iter().all(|other| !name.contains(other))
    };
    let own = files.iter().filter(is_source).map(|(name, _)| format!("isl/{name}"));
    Ok(own.chain(IMATH.map(str::to_owned)).collect())
}

/// The file that a line includes.
fn included(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix("#include")?.trim();
    name.strip_prefix(['<', '"'])?.strip_suffix(['>', '"'])
}

/// Compiles all sources, and the shim without counters.
fn compile(folder: &Path, sources: &[String]) -> Result<(), String> {
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let command = || {
        let mut command = Command::new(&compiler);
        command.current_dir(folder);
        command
    };
    done("cc", command().args(["-O2", "-fPIC", "-c", "shim.c", "-o", "shim.o"]))?;
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(name) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
            let to = object(name);
            done("cc", command().args(OPTIONS).args(["-c", name, "-o", &to]))?;
        }
        Ok(())
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a worker has no panics"))
    })
}

/// The object file of a source.
fn object(source: &str) -> String {
    format!("{}.o", source.replace('/', "_"))
}

/// Runs a program to its end.
fn done(name: &str, command: &mut Command) -> Result<(), String> {
    let said = match command.stdin(Stdio::null()).output() {
        Err(error) => {
            let program = command.get_program().to_string_lossy().into_owned();
            return Err(format!("`{program}` cannot be started ({error}); install it"));
        }
        Ok(output) if output.status.success() => return Ok(()),
        Ok(output) => last_line(&output),
    };
    Err(match name {
        "pip download" => format!(
            "islpy 2018.1 cannot be had: {said}; check the network and the settings of pip, then \
             run the same command again"
        ),
        _ => format!("`{name}` failed: {said}"),
    })
}

/// The last line that a program printed, or how it ended.
fn last_line(Output { status, stderr, .. }: &Output) -> String {
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().rev().find(|line| !line.trim().is_empty());
    line.map_or_else(|| status.to_string(), |line| line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_no_part_of_another_file_and_no_program_and_has_the_own_integers() {
        let folder = env::temp_dir().join(format!("old-isl-{}", std::process::id()));
        let part = Part(folder);
        let write = |name: &str, text: &str| fs::write(part.0.join("isl").join(name), text);
        fs::create_dir_all(part.0.join("isl")).unwrap();
        write("isl_set.c", "#include <isl_templ.c>\n#include \"isl_set.h\"\n").unwrap();
        write("isl_templ.c", "").unwrap();
        write("isl_set.h", "  #include \"isl_other.c\"\n").unwrap();
        write("isl_other.c", "").unwrap();
        write("isl_cat.c", "int main(int argc, char **argv)\n").unwrap();
        write("isl_val_gmp.c", "").unwrap();
        write("isl_val_imath.c", "").unwrap();
        let sources = sources(&part.0).unwrap();
        assert_eq!(sources[..2], ["isl/isl_set.c", "isl/isl_val_imath.c"]);
        assert_eq!(sources[2..], IMATH);
    }
}
