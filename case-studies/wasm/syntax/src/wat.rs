//! The text format of a module, for people. If a module cannot be printed completely, the text ends
//! with a remark.

use crate::encode::encode;
use crate::module::Module;
use std::fmt::Write;

/// The module as text. An invalid module is printed as far as possible, with a comment that says
/// why the text stops.
pub fn wat(module: &Module) -> String {
    let mut bytes = Vec::new();
    encode(module, &mut bytes);
    wat_of_bytes(&bytes)
}

/// [`wat`] for a module that is already encoded.
pub fn wat_of_bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut out = wasmprinter::PrintFmtWrite(&mut text);
    if let Err(error) = wasmprinter::Config::new().print(bytes, &mut out) {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, ";; the rest cannot be printed: {error:#}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::Instr;
    use crate::types::FuncType;

    #[test]
    fn a_valid_module_is_printed_whole() {
        let ty = FuncType { params: vec![], results: vec![] };
        let text = wat(&Module::of_function(ty, vec![Instr::Nop]));
        assert!(
            text.contains("(func") && text.contains("nop") && !text.contains("cannot"),
            "{text}"
        );
    }

    #[test]
    fn an_invalid_module_is_printed_as_far_as_possible() {
        let ty = FuncType { params: vec![], results: vec![] };
        let mut module = Module::of_function(ty, vec![Instr::I32Const(7), Instr::Br(9)]);
        module.funcs[0].ty = 3;
        let text = wat(&module);
        assert!(text.contains("(module"), "{text}");
        assert!(text.contains("cannot be printed") || text.contains("i32.const 7"), "{text}");
    }
}
