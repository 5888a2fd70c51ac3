//! Arguments of calls as values that can be mutated.

use mutagen_core::Mutate;
use wasm_face::Value;
use wasm_face::features::{no_floats, no_reference_types};
use wasm_face::outcome::Reference;
use wasm_syntax::{RefType, ValType};

/// An argument of any type, whether or not it fits the function that is called.
#[derive(Debug, Clone, Copy, PartialEq, Mutate)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum Argument {
    I32(i32),
    I64(i64),
    #[mutate(skip = no_floats())]
    F32(f32),
    #[mutate(skip = no_floats())]
    F64(f64),
    /// The null reference of this type. No other reference can be given.
    #[mutate(skip = no_reference_types())]
    Null(RefType),
}

impl From<Argument> for Value {
    fn from(argument: Argument) -> Value {
        match argument {
            Argument::I32(value) => Value::I32(value),
            Argument::I64(value) => Value::I64(value),
            Argument::F32(value) => Value::F32(value.to_bits()),
            Argument::F64(value) => Value::F64(value.to_bits()),
            Argument::Null(ty) => null(ty),
        }
    }
}

/// What an argument is made of whose type is known only in the test.
#[derive(Debug, Clone, Copy, PartialEq, Mutate)]
pub enum Material {
    /// An integer, or the bits of a float; the lower ones if the type is narrower.
    Bits(i64),
    /// A float, or the integer nearest to it.
    Number(f64),
}

impl Material {
    /// The argument of this type.
    pub fn of_type(self, ty: ValType) -> Value {
        match (ty, self) {
            (ValType::I32, Material::Bits(bits)) => Value::I32(bits as i32),
            (ValType::I64, Material::Bits(bits)) => Value::I64(bits),
            (ValType::F32, Material::Bits(bits)) => Value::F32(bits as u32),
            (ValType::F64, Material::Bits(bits)) => Value::F64(bits as u64),
            (ValType::I32, Material::Number(number)) => Value::I32(number as i32),
            (ValType::I64, Material::Number(number)) => Value::I64(number as i64),
            (ValType::F32, Material::Number(number)) => Value::F32((number as f32).to_bits()),
            (ValType::F64, Material::Number(number)) => Value::F64(number.to_bits()),
            (ValType::Ref(ty), _) => null(ty),
        }
    }
}

fn null(ty: RefType) -> Value {
    match ty {
        RefType::Func => Value::Func(Reference::Null),
        RefType::Extern => Value::Extern(Reference::Null),
    }
}

/// A call of one of the functions of a module.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub struct Invocation {
    /// Which function, counted round: there are as many as the module has, imported ones first.
    pub function: u8,
    /// What the arguments are made of. A missing one is zero, and extra ones are dropped.
    pub args: Vec<Material>,
}

impl Invocation {
    /// The arguments for parameters of these types.
    pub fn args_for(&self, params: &[ValType]) -> Vec<Value> {
        let given = self.args.iter().copied().chain(std::iter::repeat(Material::Bits(0)));
        params.iter().zip(given).map(|(ty, material)| material.of_type(*ty)).collect()
    }
}

/// Arguments that show what a function does, whatever the call of a test gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Round {
    /// Small numbers, each another one.
    Small,
    /// Numbers at the ends of the types.
    Extreme,
}

impl Round {
    /// The calls of the first function of a module, which has so many parameters.
    pub fn calls(params: usize) -> Calls {
        let call = |round: Round| Invocation { function: 0, args: round.args(params) };
        Calls([Round::Small, Round::Extreme].map(call).into())
    }

    fn args(self, count: usize) -> Vec<Material> {
        let number = |at: usize| match self {
            Round::Small => at as f64 + 1.0,
            Round::Extreme => [f64::NEG_INFINITY, -1.0, f64::INFINITY, f64::NAN][at % 4],
        };
        (0..count).map(|at| Material::Number(number(at))).collect()
    }
}

/// Calls of functions, in turn.
#[derive(Debug, Clone, PartialEq, Mutate)]
pub struct Calls(#[mutate(max_len = 8)] pub Vec<Invocation>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_fits_every_type() {
        let call =
            Invocation { function: 0, args: vec![Material::Bits(-1), Material::Number(1.6)] };
        use ValType::{F32, F64, I32, I64};
        assert_eq!(call.args_for(&[I32, I32]), [Value::I32(-1), Value::I32(1)]);
        assert_eq!(call.args_for(&[F64, F32]), [Value::F64(u64::MAX), Value::F32(0x3fcc_cccd)]);
        let null = Value::Extern(Reference::Null);
        assert_eq!(
            call.args_for(&[ValType::Ref(RefType::Extern), I64, F64]),
            [null, Value::I64(1), Value::F64(0)]
        );
        assert!(call.args_for(&[]).is_empty());
    }

    #[test]
    fn each_round_has_arguments_of_its_own() {
        use ValType::{F64, I32, I64};
        let Calls(calls) = Round::calls(4);
        let small = [Value::I32(1), Value::I32(2), Value::F64(3f64.to_bits())];
        assert_eq!(calls[0].args_for(&[I32, I32, F64]), small);
        let extreme = [Value::I64(i64::MIN), Value::I64(-1), Value::I32(i32::MAX), Value::I32(0)];
        assert_eq!(calls[1].args_for(&[I64, I64, I32, I32]), extreme);
        assert_eq!(calls.len(), 2);
    }
}
