//! The reference: the validator of `wasmparser`, told to know exactly the features that the engine
//! claims.
//!
//! That alone is not enough: `wasmparser` decodes with the formats of later versions and only then
//! checks which features are enabled, so a few modules get the verdict of a later version. They
//! need a feature that the engine does not claim ([`Module::needs`]). Ask the reference about the
//! others only.
//!
//! [`Module::needs`]: wasm_syntax::Module::needs

use std::cell::RefCell;
use wasm_syntax::Features;
use wasmparser::{
    FuncValidatorAllocations, Parser, Payload, Result, ValidPayload, Validator, WasmFeatures,
};

thread_local! {
    static ALLOCATIONS: RefCell<FuncValidatorAllocations> = RefCell::default();
}

/// Whether these bytes are a valid module for an engine that claims these features.
pub fn accepts(bytes: &[u8], claims: Features) -> bool {
    validate(bytes, claims).is_ok()
}

/// Why these bytes are no valid module for an engine that claims these features; `None` if they
/// are one.
pub fn explain(bytes: &[u8], claims: Features) -> Option<String> {
    validate(bytes, claims).err().map(|error| error.to_string())
}

fn validate(bytes: &[u8], claims: Features) -> Result<()> {
    let features = WasmFeatures::from(claims);
    ALLOCATIONS.with_borrow_mut(|allocations| {
        let mut validator = Validator::new_with_features(features);
        let mut parser = Parser::new(0);
        parser.set_features(features);
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
                reader.set_features(features);
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
