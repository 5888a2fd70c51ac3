//! What the adapters of wain have in common, as a macro: wain as released and wain with planted
//! bugs are the same code in two crates, which have no type in common.

/// Makes the functions that call wain and look at it, for its crate of this name.
///
/// The module that calls it has a function `outcome_of(&TrapReason) -> Outcome`, which says what a
/// trap is.
#[macro_export]
macro_rules! wain_instance {
    ($exec:ident) => {
        fn called(
            runtime: &mut $exec::Runtime<'_, '_, NoImports>,
            call: &$crate::Call<'_>,
        ) -> $crate::Outcome {
            let args: Option<Vec<$exec::Value>> = call.args.iter().map(|arg| given(*arg)).collect();
            match args.map(|args| runtime.invoke(call.name, &args)) {
                None => $crate::Outcome::Invalid,
                Some(Ok(result)) => $crate::Outcome::Returned(result.iter().map(taken).collect()),
                Some(Err(trap)) => outcome_of(&trap.reason),
            }
        }

        /// wain gives the memory also when it is not exported.
        fn state_of(runtime: &$exec::Runtime<'_, '_, NoImports>) -> $crate::State {
            let exports = &runtime.module().exports;
            let is_memory = |export: &wain_ast::Export<'_>| {
                matches!(export.kind, wain_ast::ExportKind::Memory(_))
            };
            let mut state = $crate::State::default();
            if exports.iter().any(is_memory) {
                state.set_memory(runtime.memory().data());
            }
            let globals = exports.iter().filter_map(|export| {
                let value = runtime.get_global(&export.name.0)?;
                Some((export.name.0.to_string(), taken(&value)))
            });
            state.globals = globals.collect();
            state
        }

        /// wain has no references.
        fn given(value: $crate::Value) -> Option<$exec::Value> {
            Some(match value {
                $crate::Value::I32(value) => $exec::Value::I32(value),
                $crate::Value::I64(value) => $exec::Value::I64(value),
                $crate::Value::F32(bits) => $exec::Value::F32(f32::from_bits(bits)),
                $crate::Value::F64(bits) => $exec::Value::F64(f64::from_bits(bits)),
                $crate::Value::Func(_) | $crate::Value::Extern(_) => return None,
            })
        }

        fn taken(value: &$exec::Value) -> $crate::Value {
            match value {
                $exec::Value::I32(value) => $crate::Value::I32(*value),
                $exec::Value::I64(value) => $crate::Value::I64(*value),
                $exec::Value::F32(value) => $crate::Value::F32(value.to_bits()),
                $exec::Value::F64(value) => $crate::Value::F64(value.to_bits()),
            }
        }

        /// The host: it has nothing to import.
        struct NoImports;

        impl $exec::Importer for NoImports {
            fn validate(
                &self,
                _: &str,
                _: &[wain_ast::ValType],
                _: Option<wain_ast::ValType>,
            ) -> Option<$exec::ImportInvalidError> {
                Some($exec::ImportInvalidError::NotFound)
            }

            fn call(
                &mut self,
                name: &str,
                _: &mut $exec::Stack,
                _: &mut $exec::Memory,
            ) -> Result<(), $exec::ImportInvokeError> {
                Err($exec::ImportInvokeError::Fatal {
                    message: format!("there is no function {name}"),
                })
            }
        }
    };
}
