//! The planted bug T3: a call with arguments that do not fit its function.

use crate::Value;
use wain_ast::ValType;

/// As many arguments as there are parameters: missing ones are zero, and extra ones are dropped.
pub(crate) fn fit(args: &[Value], params: &[ValType]) -> Vec<Value> {
    let arg = |(at, param): (usize, &ValType)| {
        args.get(at).cloned().unwrap_or(match param {
            ValType::I32 => Value::I32(0),
            ValType::I64 => Value::I64(0),
            ValType::F32 => Value::F32(0.0),
            ValType::F64 => Value::F64(0.0),
        })
    };
    params.iter().enumerate().map(arg).collect()
}
