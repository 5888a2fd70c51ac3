//! Which functions are called, and with which arguments.

use std::str::FromStr;
use wasm_face::outcome::Reference;
use wasm_face::{Call, Value};
use wasm_syntax::{ExportDesc, FuncType, ImportDesc, Module, RefType, ValType};

/// A call, with its name and arguments.
pub type Owned = (String, Vec<Value>);

/// The calls, as engines take them.
pub fn borrowed(calls: &[Owned]) -> Vec<Call<'_>> {
    calls.iter().map(|(name, args)| Call { name, args }).collect()
}

/// Each exported function, with zeros.
pub fn of_exports(module: &Module) -> Vec<Owned> {
    let zeros = |ty: &FuncType| ty.params.iter().map(|ty| zero(*ty)).collect();
    let functions = functions(module);
    functions.into_iter().map(|(name, ty)| (name.to_owned(), zeros(ty))).collect()
}

/// The call of one exported function. Arguments beyond its parameters are of type i32.
///
/// # Errors
/// When there is no such function, or an argument is not of its type.
pub fn given(module: &Module, name: &str, arguments: &[String]) -> Result<Owned, String> {
    let functions = functions(module);
    let Some((_, ty)) = functions.iter().find(|(known, _)| *known == name) else {
        let names: Vec<String> = functions.iter().map(|(name, _)| format!("`{name}`")).collect();
        return Err(format!("no exported function `{name}`; there is {}", names.join(", ")));
    };
    let types = ty.params.iter().copied().chain(std::iter::repeat(ValType::I32));
    let values = arguments.iter().zip(types).map(|(text, ty)| value(text, ty));
    Ok((name.to_owned(), values.collect::<Result<Vec<Value>, String>>()?))
}

/// The exported functions that have a type.
fn functions(module: &Module) -> Vec<(&str, &FuncType)> {
    let imported = module.imports.iter().filter_map(|import| match import.desc {
        ImportDesc::Func(ty) => Some(ty),
        _ => None,
    });
    let types: Vec<u32> = imported.chain(module.funcs.iter().map(|func| func.ty)).collect();
    let exports = module.exports.iter().filter_map(|export| {
        let ExportDesc::Func(index) = export.desc else { return None };
        let ty = *types.get(index as usize)?;
        Some((export.name.as_str(), module.types.get(ty as usize)?))
    });
    exports.collect()
}

fn zero(ty: ValType) -> Value {
    match ty {
        ValType::I32 => Value::I32(0),
        ValType::I64 => Value::I64(0),
        ValType::F32 => Value::F32(0),
        ValType::F64 => Value::F64(0),
        ValType::Ref(RefType::Func) => Value::Func(Reference::Null),
        ValType::Ref(RefType::Extern) => Value::Extern(Reference::Null),
    }
}

/// Numbers are decimal; a hexadecimal one is the bits, also of a float. A reference is `null`.
fn value(text: &str, ty: ValType) -> Result<Value, String> {
    let bits = text.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16).ok());
    let found = match (ty, bits) {
        (ValType::I32, Some(bits)) => narrow(bits).map(|bits| Value::I32(bits.cast_signed())),
        (ValType::I64, Some(bits)) => bits.map(|bits| Value::I64(bits.cast_signed())),
        (ValType::F32, Some(bits)) => narrow(bits).map(Value::F32),
        (ValType::F64, Some(bits)) => bits.map(Value::F64),
        (ValType::I32, None) => parsed(text).map(Value::I32),
        (ValType::I64, None) => parsed(text).map(Value::I64),
        (ValType::F32, None) => parsed(text).map(|value: f32| Value::F32(value.to_bits())),
        (ValType::F64, None) => parsed(text).map(|value: f64| Value::F64(value.to_bits())),
        (ValType::Ref(_), _) => (text == "null").then(|| zero(ty)),
    };
    let name = format!("{ty:?}").to_lowercase();
    found.ok_or_else(|| format!("`{text}` is no {name}; give a number, or its bits as `0x…`"))
}

fn narrow(bits: Option<u64>) -> Option<u32> {
    bits.and_then(|bits| u32::try_from(bits).ok())
}

fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}
