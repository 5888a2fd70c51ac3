//! What an engine says of a module and of a call, and when two engines agree.

use wasm_planted_exec as exec;

/// Whether an engine accepts a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It accepts the module.
    Valid,
    /// Its parser or its validator refuses the module.
    Invalid,
    /// It panicked with this message, which is always wrong.
    Panicked(String),
}

/// A value of WebAssembly 1.0. Floating-point numbers are their bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// An integer of 32 bits.
    I32(i32),
    /// An integer of 64 bits.
    I64(i64),
    /// The bits of a floating-point number of 32 bits.
    F32(u32),
    /// The bits of a floating-point number of 64 bits.
    F64(u64),
}

/// What came of instantiating a module, or of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The module is not valid; or there is no such function, or its parameters have other types.
    Invalid,
    /// It returned these values.
    Returned(Vec<Value>),
    /// It trapped.
    Trapped,
    /// The engine panicked with this message, which is always wrong.
    Panicked(String),
    /// It reached a limit of the engine, so nothing is known of it.
    Exhausted,
}

impl Value {
    /// Whether two engines may give these values for one result: they are equal bit by bit, or
    /// both are NaNs.
    pub fn agrees(self, other: Value) -> bool {
        match (self, other) {
            (Value::F32(left), Value::F32(right)) => {
                left == right || [left, right].iter().all(|bits| f32::from_bits(*bits).is_nan())
            }
            (Value::F64(left), Value::F64(right)) => {
                left == right || [left, right].iter().all(|bits| f64::from_bits(*bits).is_nan())
            }
            _ => self == other,
        }
    }
}

impl Outcome {
    /// Whether two engines agree. A panic agrees with nothing, what is exhausted with all else.
    pub fn agrees(&self, other: &Outcome) -> bool {
        match (self, other) {
            (Outcome::Panicked(_), _) | (_, Outcome::Panicked(_)) => false,
            (Outcome::Exhausted, _) | (_, Outcome::Exhausted) => true,
            (Outcome::Returned(left), Outcome::Returned(right)) => {
                left.len() == right.len()
                    && left.iter().zip(right).all(|(left, right)| left.agrees(*right))
            }
            _ => self == other,
        }
    }
}

impl From<Value> for exec::Value {
    fn from(value: Value) -> exec::Value {
        match value {
            Value::I32(value) => exec::Value::I32(value),
            Value::I64(value) => exec::Value::I64(value),
            Value::F32(bits) => exec::Value::F32(f32::from_bits(bits)),
            Value::F64(bits) => exec::Value::F64(f64::from_bits(bits)),
        }
    }
}

impl From<&exec::Value> for Value {
    fn from(value: &exec::Value) -> Value {
        match value {
            exec::Value::I32(value) => Value::I32(*value),
            exec::Value::I64(value) => Value::I64(*value),
            exec::Value::F32(value) => Value::F32(value.to_bits()),
            exec::Value::F64(value) => Value::F64(value.to_bits()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_agree_bit_by_bit_and_any_nan_with_any_nan() {
        let (quiet, other) = (0x7fc0_0000, 0xffc0_0001);
        assert!(Value::F32(quiet).agrees(Value::F32(other)));
        assert!(Value::F64(f64::NAN.to_bits()).agrees(Value::F64((-f64::NAN).to_bits())));
        assert!(!Value::F32(quiet).agrees(Value::F32(0)));
        assert!(!Value::F32(0).agrees(Value::F32(1 << 31)), "the zeros have two signs");
        assert!(!Value::I32(0).agrees(Value::F32(0)));
        assert!(Value::I64(-1).agrees(Value::I64(-1)));
    }

    #[test]
    fn a_panic_agrees_with_nothing_and_exhaustion_with_all_else() {
        let returned = Outcome::Returned(vec![Value::I32(1)]);
        let panicked = Outcome::Panicked("bug".to_owned());
        for outcome in [&returned, &Outcome::Invalid, &Outcome::Trapped, &Outcome::Exhausted] {
            assert!(Outcome::Exhausted.agrees(outcome) && outcome.agrees(&Outcome::Exhausted));
            assert!(!panicked.agrees(outcome) && !outcome.agrees(&panicked));
            assert!(outcome.agrees(outcome));
        }
        assert!(!panicked.agrees(&panicked));
        assert!(!returned.agrees(&Outcome::Trapped) && !returned.agrees(&Outcome::Invalid));
        assert!(!Outcome::Invalid.agrees(&Outcome::Trapped));
        assert!(!returned.agrees(&Outcome::Returned(vec![])));
    }
}
