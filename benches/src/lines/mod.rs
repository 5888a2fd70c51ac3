//! `lines`: the size of each crate: files, folders, lines, lines of code, and public items.

mod code;
mod public;

use cargo_metadata::MetadataCommand;
use code::Counts;
use std::error::Error;
use std::path::{Path, PathBuf};

/// Arguments of `lines`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The checkout to count. Default: this one
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// The sizes of one folder of sources.
struct Size {
    files: usize,
    folders: usize,
    counts: Counts,
    /// The lines of each file, in ascending order.
    each: Vec<usize>,
}

/// Counts and prints.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = arguments.root.as_deref().unwrap_or(&own);
    let mut command = MetadataCommand::new();
    let metadata = command.manifest_path(root.join("Cargo.toml")).no_deps().exec()?;
    println!(
        "Lines of code have no comments, blank lines, or unit tests. Public items are those with a \
         path\nfrom the root of the crate, without methods; hidden items have their own column.\n"
    );
    println!(
        "| sources | files | folders | lines | code | median / max file | over 100 columns \
         | public | hidden |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut packages = metadata.packages;
    packages.sort_by(|a, b| a.manifest_path.cmp(&b.manifest_path));
    for package in packages {
        let folder = package.manifest_path.parent().ok_or("a manifest has no folder")?;
        for part in ["src", "tests"] {
            let sources = folder.join(part);
            if !sources.as_std_path().is_dir() {
                continue;
            }
            let size = size(sources.as_std_path())?;
            let library = sources.join("lib.rs");
            let public = match library.as_std_path().is_file() {
                true => public::items(library.as_std_path())?,
                false => public::Items::default(),
            };
            println!(
                "| {}/{part} | {} | {} | {} | {} | {} / {} | {} | {} | {} |",
                package.name,
                size.files,
                size.folders,
                size.counts.lines,
                size.counts.code,
                size.each.get(size.each.len() / 2).unwrap_or(&0),
                size.each.last().unwrap_or(&0),
                size.counts.long,
                public.public,
                public.hidden,
            );
        }
    }
    Ok(true)
}

fn size(folder: &Path) -> Result<Size, Box<dyn Error>> {
    let (mut files, mut folders) = (Vec::new(), 0);
    find(folder, &mut files, &mut folders)?;
    let mut counts = Counts::default();
    let (mut each, mut tests) = (Vec::new(), Vec::new());
    let mut counted = Vec::new();
    for path in &files {
        let text = std::fs::read_to_string(path)?;
        let of = code::count(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        tests.extend(of.test_modules.iter().map(|name| code::module_path(path, name)));
        each.push(of.counts.lines);
        counted.push((path, of.counts));
    }
    for (path, mut of) in counted {
        // A unit test in a file of its own is no code.
        if tests.iter().any(|test| path == &test.with_extension("rs") || path.starts_with(test)) {
            of.code = 0;
        }
        counts.add(&of);
    }
    each.sort_unstable();
    Ok(Size { files: files.len(), folders, counts, each })
}

/// Finds all Rust files below a folder, in a fixed order, and counts the folders.
fn find(
    folder: &Path,
    files: &mut Vec<PathBuf>,
    folders: &mut usize,
) -> Result<(), std::io::Error> {
    *folders += 1;
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        entries.push(entry?.path());
    }
    entries.sort();
    for path in entries {
        if path.is_dir() {
            find(&path, files, folders)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
