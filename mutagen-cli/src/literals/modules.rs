//! Follows the modules of a crate from its first file to all others, as the compiler does, except
//! that conditional modules are all taken.

use super::Unread;
use super::attributes::is_test_only;
use super::module_file::ModuleFile;
use super::set::LiteralSet;
use super::visit::LiteralVisitor;
use crate::instrument::CrateSource;
use std::collections::{BTreeSet, VecDeque};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes: larger ones are tables that a program has written.
const LARGEST: u64 = 32 << 20;

/// The modules of all crates.
#[derive(Debug, Default)]
pub(super) struct Modules {
    /// The files that were read.
    known: BTreeSet<PathBuf>,
    pub(super) unread: Vec<Unread>,
}

impl Modules {
    /// Collects the literals of a crate.
    pub(super) fn collect(&mut self, source: &CrateSource, set: &mut LiteralSet) {
        let root = ModuleFile {
            files: vec![source.root.clone()],
            folder: source.root.parent().map(Path::to_owned).unwrap_or_default(),
            path: Vec::new(),
            in_tests: false,
            may_be_missing: false,
        };
        let mut open = VecDeque::from([root]);
        while let Some(module) = open.pop_front() {
            let Some((path, file)) = self.read(&module) else { continue };
            let is_mod_rs = path.file_name().is_some_and(|name| name == "mod.rs");
            let beside = path.parent().map(Path::to_owned).unwrap_or_default();
            let folder = if is_mod_rs { beside.clone() } else { module.folder };
            let in_tests = module.in_tests || is_test_only(&file.attrs);
            let mut visitor =
                LiteralVisitor::new(set, &source.krate, module.path, in_tests, folder, beside);
            visitor.file(&file);
            open.extend(visitor.modules);
        }
    }

    /// Reads and parses the file of a module, unless it was read before.
    fn read(&mut self, module: &ModuleFile) -> Option<(PathBuf, syn::File)> {
        let found = module.files.iter().find(|file| file.is_file());
        let path = match (found, module.files.first()) {
            (Some(path), _) => path,
            (None, Some(path)) if !module.may_be_missing => path,
            _ => return None,
        };
        if !self.known.insert(path.clone()) {
            return None;
        }
        match parse(path) {
            Ok(file) => Some((path.clone(), file)),
            Err(why) => {
                self.unread.push(Unread { file: path.clone(), why });
                None
            }
        }
    }
}

fn parse(path: &Path) -> Result<syn::File, String> {
    let length = path.metadata().map_err(|error| error.to_string())?.len();
    if length > LARGEST {
        return Err(format!("larger than {} MiB", LARGEST >> 20));
    }
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => "not valid UTF-8".to_owned(),
        _ => error.to_string(),
    })?;
    syn::parse_file(&text).map_err(|error| {
        let line = error.span().start().line;
        format!("line {line}: {error}")
    })
}
