//! The paper's stub: a module with one type, one memory of one page without a maximum, and one
//! function of that type, which is exported.

use mutagen_core::Mutate;
use wasm_syntax::{Export, ExportDesc, Func, FuncType, Instr, Limits, Module, ValType};

/// The name under which the function is exported.
pub const NAME: &str = "f";

/// The function of the stub. Its type is the only one of the module.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub struct Function {
    /// Types of the local variables after the parameters.
    pub locals: Vec<ValType>,
    /// The instructions before the final `end`.
    pub body: Vec<Instr>,
}

/// The stub with this function.
pub fn stub(ty: &FuncType, function: &Function) -> Module {
    let Function { locals, body } = function.clone();
    Module {
        types: vec![ty.clone()],
        funcs: vec![Func { ty: 0, locals, body }],
        memories: vec![Limits { min: 1, max: None }],
        exports: vec![Export { name: NAME.to_owned(), desc: ExportDesc::Func(0) }],
        ..Module::EMPTY
    }
}
