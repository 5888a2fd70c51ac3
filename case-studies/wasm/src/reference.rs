//! The reference: the validator of `wasmparser`, restricted to WebAssembly 1.0 and the sign
//! extension operators, which the engine also claims to support.
//!
//! The restriction is incomplete: `wasmparser` decodes with the formats of later versions and only
//! then checks which features are enabled. [`needs_later_version`] recognises the few modules that
//! are accepted only for that reason, so that a difference between versions never counts as a
//! disagreement.

use std::cell::RefCell;
use wasm_syntax::{BlockType, Idx, Instr, Module, ValType};
use wasmparser::{
    FuncValidatorAllocations, Parser, Payload, Result, ValidPayload, Validator, WasmFeatures,
};

/// The features that the engine claims to support: WebAssembly 1.0 with the sign extension
/// operators. Importing and exporting mutable globals is part of 1.0.
pub const FEATURES: WasmFeatures = WasmFeatures::WASM1.union(WasmFeatures::SIGN_EXTENSION);

thread_local! {
    static ALLOCATIONS: RefCell<FuncValidatorAllocations> = RefCell::default();
}

/// Whether this module is valid. `bytes` is its binary form.
pub fn accepts(module: &Module, bytes: &[u8]) -> bool {
    validate(bytes).is_ok() && needs_later_version(module).is_none()
}

/// Why the module is invalid; `None` if it is valid.
pub fn explain(module: &Module, bytes: &[u8]) -> Option<String> {
    match validate(bytes) {
        Err(error) => Some(error.to_string()),
        Ok(()) => needs_later_version(module).map(str::to_owned),
    }
}

fn validate(bytes: &[u8]) -> Result<()> {
    ALLOCATIONS.with_borrow_mut(|allocations| {
        let mut validator = Validator::new_with_features(FEATURES);
        let mut parser = Parser::new(0);
        parser.set_features(FEATURES);
        for payload in parser.parse_all(bytes) {
            let payload = payload?;
            if let Payload::End(_) = payload {
                // Nothing is left to check there; the validator would only return the types.
                break;
            }
            if let ValidPayload::Func(func, body) = validator.payload(&payload)? {
                let mut func = func.into_validator(std::mem::take(allocations));
                let mut reader = body.get_binary_reader();
                func.read_locals(&mut reader)?;
                reader.set_features(FEATURES);
                // Not `FuncValidator::validate`: with debug assertions, which campaigns enable, it
                // reads every instruction three times to check itself.
                while !reader.eof() {
                    let mut visitor = func.visitor(reader.original_position());
                    reader.visit_operator(&mut visitor)??;
                }
                reader.finish_expression(&func.visitor(reader.original_position()))?;
                *allocations = func.into_allocations();
            }
        }
        Ok(())
    })
}

/// The part of an accepted module that is not WebAssembly 1.0, if there is one.
pub fn needs_later_version(module: &Module) -> Option<&'static str> {
    if module.elems.iter().any(|elem| elem.table != 0) {
        return Some(
            "table index 1 or above in an element segment: 1.0 has one table, and later versions \
             read flags there",
        );
    }
    if module.datas.iter().any(|data| data.memory != 0) {
        return Some(
            "memory index 1 or above in a data segment: 1.0 has one memory, and later versions \
             read flags there",
        );
    }
    let mut labels = Vec::new();
    for func in &module.funcs {
        let result = |ty: Idx| module.types.get(ty as usize)?.results.first().copied();
        labels.clear();
        labels.push(result(func.ty));
        if !br_tables_agree(&func.body, &mut labels) {
            return Some(
                "labels of different types in a br_table: 1.0 wants the same type for all \
                 (3.3.5.8), later versions one stack that fits all",
            );
        }
    }
    None
}

/// Whether the labels of every `br_table` have the same type, given these types of labels.
fn br_tables_agree(body: &[Instr], labels: &mut Vec<Option<ValType>>) -> bool {
    body.iter().all(|instr| match instr {
        Instr::BrTable(targets, default) => {
            let label = |index: Idx| {
                let at = labels.len().checked_sub(1 + index as usize)?;
                labels.get(at)
            };
            targets.iter().all(|target| label(*target) == label(*default))
        }
        Instr::Block(ty, body) => block(result_of(ty), &[body], labels),
        Instr::Loop(_, body) => block(None, &[body], labels),
        Instr::If(ty, then, otherwise) => block(result_of(ty), &[then, otherwise], labels),
        _ => true,
    })
}

fn block(label: Option<ValType>, bodies: &[&[Instr]], labels: &mut Vec<Option<ValType>>) -> bool {
    labels.push(label);
    let agree = bodies.iter().all(|body| br_tables_agree(body, labels));
    labels.pop();
    agree
}

fn result_of(ty: &BlockType) -> Option<ValType> {
    match ty {
        BlockType::Empty => None,
        BlockType::Value(ty) => Some(*ty),
    }
}
