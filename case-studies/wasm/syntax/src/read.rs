//! Reads a module in the binary format, so that any file can be judged and kept. `wasmparser`
//! decodes and checks the order and number of things; this module refuses what [`Module`] cannot
//! say. Custom sections are dropped, and numbers and flags get their shortest form.

mod code;
mod section;

use crate::instruction::{BulkOp, Instr};
use crate::module::{Func, Module};
use derive_more::{Display, Error};
use wasm_face::Features;
use wasmparser::{Encoding, Parser, Payload};

/// Why bytes are no [`Module`].
#[derive(Debug, Clone, PartialEq, Eq, Display, Error)]
pub enum ReadError {
    /// The bytes are no module in the binary format.
    #[display("offset {offset:#x}: {problem}; give a whole module in the binary format")]
    Malformed {
        /// Where in the bytes.
        offset: u64,
        /// What is wrong, or what was expected.
        problem: String,
    },
    /// The module uses something that [`Module`] cannot say.
    #[display(
        "offset {offset:#x}: {construct} cannot be read; give a module of WebAssembly 2.0 without \
         vectors"
    )]
    Unsupported {
        /// Where in the bytes.
        offset: u64,
        /// What is used.
        construct: String,
    },
}

impl ReadError {
    fn malformed(offset: u64, problem: impl Into<String>) -> ReadError {
        ReadError::Malformed { offset, problem: problem.into() }
    }

    fn unsupported(offset: u64, construct: impl Into<String>) -> ReadError {
        ReadError::Unsupported { offset, construct: construct.into() }
    }
}

impl From<wasmparser::Error> for ReadError {
    fn from(error: wasmparser::Error) -> ReadError {
        ReadError::malformed(error.offset(), error.message())
    }
}

/// The module that these bytes are, whether or not it is valid.
///
/// # Errors
/// When the bytes are no module in the binary format, or one that [`Module`] cannot say: a module
/// with vectors, threads, exceptions, 64-bit addresses, or other things beyond
/// [`Features`].
pub fn read(bytes: &[u8]) -> Result<Module, ReadError> {
    let mut reader = Reader { bytes, module: Module::EMPTY, bodies: 0, counts_data: false };
    let mut parser = Parser::new(0);
    parser.set_features(Features::all().into());
    for payload in parser.parse_all(bytes) {
        reader.payload(payload?)?;
    }
    Ok(reader.module)
}

/// A module of which some sections are read.
struct Reader<'a> {
    bytes: &'a [u8],
    module: Module,
    /// The number of functions whose code is read.
    bodies: usize,
    /// Whether there is a data count section.
    counts_data: bool,
}

impl Reader<'_> {
    fn payload(&mut self, payload: Payload<'_>) -> Result<(), ReadError> {
        match payload {
            Payload::Version { encoding: Encoding::Module, .. }
            | Payload::CodeSectionStart { .. }
            | Payload::CustomSection(_)
            | Payload::End(_) => {}
            Payload::Version { range, .. } => {
                return Err(ReadError::unsupported(range.start, "a component"));
            }
            Payload::TypeSection(section) => self.module.types = section::types(section)?,
            Payload::ImportSection(section) => self.module.imports = section::imports(section)?,
            Payload::FunctionSection(section) => {
                for ty in section {
                    self.module.funcs.push(Func { ty: ty?, locals: vec![], body: vec![] });
                }
            }
            Payload::TableSection(section) => self.module.tables = section::tables(section)?,
            Payload::MemorySection(section) => self.module.memories = section::memories(section)?,
            Payload::GlobalSection(section) => {
                self.module.globals = section::globals(self.bytes, section)?;
            }
            Payload::ExportSection(section) => self.module.exports = section::exports(section)?,
            Payload::StartSection { func, .. } => self.module.start = Some(func),
            Payload::ElementSection(section) => {
                self.module.elems = section::elems(self.bytes, section)?;
            }
            Payload::DataCountSection { .. } => self.counts_data = true,
            Payload::CodeSectionEntry(body) => {
                let offset = body.range().start;
                let (locals, body) = code::function(self.bytes, &body)?;
                if !self.counts_data && names_data(&body) {
                    let problem = "the code names a data segment, but there is no data count \
                                   section";
                    return Err(ReadError::malformed(offset, problem));
                }
                // The parser has checked that there are as many bodies as functions.
                let func = &mut self.module.funcs[self.bodies];
                (func.locals, func.body) = (locals, body);
                self.bodies += 1;
            }
            Payload::DataSection(section) => {
                self.module.datas = section::datas(self.bytes, section)?;
            }
            Payload::TagSection(section) => {
                let offset = section.range().start;
                return Err(ReadError::unsupported(offset, "a section of exception tags"));
            }
            Payload::UnknownSection { id, range, .. } => {
                let problem = format!("there is no section with the number {id}");
                return Err(ReadError::malformed(range.start, problem));
            }
            other => {
                let offset = other.as_section().map_or(0, |(_, range)| range.start);
                return Err(ReadError::unsupported(offset, "a part of a component"));
            }
        }
        Ok(())
    }
}

/// Whether an instruction names a data segment.
fn names_data(body: &[Instr]) -> bool {
    body.iter().any(|instr| match instr {
        Instr::Bulk(BulkOp::MemoryInit(_) | BulkOp::DataDrop(_)) => true,
        Instr::Block(_, body) | Instr::Loop(_, body) => names_data(body),
        Instr::If(_, then, otherwise) => names_data(then) || names_data(otherwise),
        _ => false,
    })
}
