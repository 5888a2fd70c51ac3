//! What the adapters of all releases of wasmi have in common, as a macro: the releases have the
//! same interface but for a few names, and no type in common.

/// Makes a struct an adapter of a release of wasmi.
///
/// ```text
/// wasmi_adapter!(Wasmi040, &ENGINES[3]);
/// ```
///
/// The module that calls it has these items, in which the releases differ:
///
/// - `wasmi`: the crate, by this name.
/// - `Val`, `F32`, `F64`: its values, and its floating-point numbers.
/// - `fn configure(&mut wasmi::Config)`: turns off what is beyond [`Features`] and only some
///   releases know; compiles modules at once if there is a choice.
/// - `fn refuel(&mut wasmi::Store<wasmi::StoreLimits>, u64)`: gives the store this fuel.
/// - `fn start(&mut wasmi::Store<wasmi::StoreLimits>, &wasmi::Module) -> Result<wasmi::Instance,
///   wasmi::Error>`: instantiates without imports and calls the start function.
/// - `fn outcome_of(&wasmi::Error) -> Outcome`: what an error of instantiating or of a call is.
///
/// The second argument is the [`About`] of the release.
///
/// [`About`]: wasm_face::About
/// [`Features`]: wasm_face::Features
#[macro_export]
macro_rules! wasmi_adapter {
    ($(#[$doc:meta])* $name:ident, $about:expr) => {
        $(#[$doc])*
        pub struct $name;

        impl ::wasm_face::Engine for $name {
            fn about(&self) -> &'static ::wasm_face::About {
                $about
            }

            fn validate(&self, bytes: &[u8]) -> ::wasm_face::Verdict {
                ::wasm_face::engine::verdict(|| compiled(bytes).is_ok())
            }

            fn explain(&self, bytes: &[u8]) -> Option<String> {
                compiled(bytes).err()
            }

            fn run(
                &self,
                bytes: &[u8],
                calls: &[::wasm_face::Call<'_>],
                fuel: u64,
                looks: bool,
            ) -> ::wasm_face::Run {
                ::wasm_face::engine::run_caught(|run| {
                    if let Ok(module) = compiled(bytes) {
                        interpret($about, &module, calls, fuel, looks, run);
                    }
                })
            }
        }

        /// The module, or why wasmi refuses it. An engine keeps the code of all modules that it has
        /// compiled, so each module has its own.
        fn compiled(bytes: &[u8]) -> Result<wasmi::Module, String> {
            // Some releases would take anything else for a module in the text format.
            if !bytes.starts_with(b"\0asm") {
                return Err("no module in the binary format".to_owned());
            }
            let mut config = wasmi::Config::default();
            config
                .wasm_mutable_global(true)
                .wasm_sign_extension(true)
                .wasm_saturating_float_to_int(true)
                .wasm_multi_value(true)
                .wasm_bulk_memory(true)
                .wasm_reference_types(true)
                .wasm_extended_const(true)
                .wasm_tail_call(false)
                .floats(true)
                .consume_fuel(true);
            configure(&mut config);
            let engine = wasmi::Engine::new(&config);
            wasmi::Module::new(&engine, bytes).map_err(|error| error.to_string())
        }

        $crate::wasmi_instance!();
    };
}

/// Makes the functions that run a module of a release of wasmi. The module that calls it has the
/// items of [`wasmi_adapter`](crate::wasmi_adapter), but for `configure`.
#[macro_export]
macro_rules! wasmi_instance {
    () => {
        fn interpret(
            about: &::wasm_face::About,
            module: &wasmi::Module,
            calls: &[::wasm_face::Call<'_>],
            fuel: u64,
            looks: bool,
            run: &mut ::wasm_face::Run,
        ) {
            let limits = wasmi::StoreLimitsBuilder::new()
                .memory_size((about.limits.pages as usize) << 16)
                .table_elements(about.limits.entries as _)
                .trap_on_grow_failure(true)
                .build();
            let mut store = wasmi::Store::new(module.engine(), limits);
            store.limiter(|limits| limits);
            refuel(&mut store, fuel);
            let instance = match start(&mut store, module) {
                Ok(instance) => instance,
                Err(error) => {
                    run.instance = outcome_of(&error);
                    return;
                }
            };
            if run.make_calls(calls, |call| called(&mut store, instance, call)) && looks {
                run.state = Some(state_of(&store, instance));
            }
        }

        fn called(
            store: &mut wasmi::Store<wasmi::StoreLimits>,
            instance: wasmi::Instance,
            call: &::wasm_face::Call<'_>,
        ) -> ::wasm_face::Outcome {
            let Some(function) = instance.get_func(&*store, call.name) else {
                return ::wasm_face::Outcome::Invalid;
            };
            let args: Option<Vec<Val>> = call.args.iter().map(|arg| given(*arg)).collect();
            let Some(args) = args else {
                return ::wasm_face::Outcome::Invalid;
            };
            let ty = function.ty(&*store);
            #[allow(deprecated, reason = "the old name is the one that all releases have")]
            let mut results: Vec<Val> = ty.results().iter().map(|ty| Val::default(*ty)).collect();
            match function.call(&mut *store, &args, &mut results) {
                Ok(()) => ::wasm_face::Outcome::Returned(results.iter().map(taken).collect()),
                Err(error) => outcome_of(&error),
            }
        }

        fn state_of(
            store: &wasmi::Store<wasmi::StoreLimits>,
            instance: wasmi::Instance,
        ) -> ::wasm_face::State {
            let mut state = ::wasm_face::State::default();
            for export in instance.exports(store) {
                let name = export.name();
                match export.into_extern() {
                    wasmi::Extern::Memory(memory) => {
                        state.set_memory(memory.data(store));
                    }
                    wasmi::Extern::Global(global) => {
                        state.globals.insert(name.to_owned(), taken(&global.get(store)));
                    }
                    _ => {}
                }
            }
            state
        }

        /// Only null references can be given.
        fn given(value: ::wasm_face::Value) -> Option<Val> {
            use ::wasm_face::{Value, outcome::Reference};
            Some(match value {
                Value::I32(value) => Val::I32(value),
                Value::I64(value) => Val::I64(value),
                Value::F32(bits) => Val::F32(F32::from_bits(bits)),
                Value::F64(bits) => Val::F64(F64::from_bits(bits)),
                Value::Func(Reference::Null) => Val::FuncRef(Default::default()),
                Value::Extern(Reference::Null) => Val::ExternRef(Default::default()),
                Value::Func(Reference::Some) | Value::Extern(Reference::Some) => return None,
            })
        }

        fn taken(value: &Val) -> ::wasm_face::Value {
            use ::wasm_face::{Value, outcome::Reference};
            let known = |is_null| if is_null { Reference::Null } else { Reference::Some };
            match value {
                Val::I32(value) => Value::I32(*value),
                Val::I64(value) => Value::I64(*value),
                Val::F32(value) => Value::F32(value.to_bits()),
                Val::F64(value) => Value::F64(value.to_bits()),
                Val::FuncRef(function) => Value::Func(known(function.is_null())),
                Val::ExternRef(of_embedder) => Value::Extern(known(of_embedder.is_null())),
                #[allow(unreachable_patterns, reason = "releases without vectors have no more")]
                _ => panic!("no feature of the study has vectors"),
            }
        }
    };
}

/// Makes `refuel`, `start` and `outcome_of` of [`wasmi_adapter`](crate::wasmi_adapter) for the
/// releases from 0.32 to 0.40, which first make an instance and then start it. The module that
/// calls it has the crate by the name `wasmi`.
#[macro_export]
macro_rules! wasmi_started_afterwards {
    () => {
        fn refuel(store: &mut wasmi::Store<wasmi::StoreLimits>, fuel: u64) {
            store.set_fuel(fuel).expect("fuel is consumed");
        }

        fn start(
            store: &mut wasmi::Store<wasmi::StoreLimits>,
            module: &wasmi::Module,
        ) -> Result<wasmi::Instance, wasmi::Error> {
            wasmi::Linker::new(module.engine()).instantiate(&mut *store, module)?.start(store)
        }

        fn outcome_of(error: &wasmi::Error) -> ::wasm_face::Outcome {
            use wasmi::core::TrapCode;
            use wasmi::errors::{ErrorKind, MemoryError, TableError};
            match error.kind() {
                ErrorKind::TrapCode(
                    TrapCode::OutOfFuel
                    | TrapCode::StackOverflow
                    | TrapCode::GrowthOperationLimited,
                )
                // Only a memory or table that starts too large, since there is no growing from
                // outside.
                | ErrorKind::Memory(
                    MemoryError::OutOfBoundsAllocation | MemoryError::OutOfBoundsGrowth,
                )
                | ErrorKind::Table(TableError::GrowOutOfBounds { .. }) => {
                    ::wasm_face::Outcome::Exhausted
                }
                ErrorKind::Func(_) => ::wasm_face::Outcome::Invalid,
                _ => ::wasm_face::Outcome::Trapped,
            }
        }
    };
}

/// Makes `refuel`, `start` and `outcome_of` of [`wasmi_adapter`](crate::wasmi_adapter) for the
/// releases from 0.49 on, which start an instance when they make it. The arguments are the codes of
/// traps at a limit that only some of these releases have. The module that calls it has the crate
/// by the name `wasmi`.
#[macro_export]
macro_rules! wasmi_started_at_once {
    ($($limit:ident),*) => {
        fn refuel(store: &mut wasmi::Store<wasmi::StoreLimits>, fuel: u64) {
            store.set_fuel(fuel).expect("fuel is consumed");
        }

        fn start(
            store: &mut wasmi::Store<wasmi::StoreLimits>,
            module: &wasmi::Module,
        ) -> Result<wasmi::Instance, wasmi::Error> {
            wasmi::Linker::new(module.engine()).instantiate_and_start(store, module)
        }

        fn outcome_of(error: &wasmi::Error) -> ::wasm_face::Outcome {
            use wasmi::TrapCode;
            use wasmi::errors::{ErrorKind, InstantiationError};
            match (error.as_trap_code(), error.kind()) {
                (
                    Some(
                        TrapCode::OutOfFuel
                        | TrapCode::StackOverflow
                        | TrapCode::GrowthOperationLimited
                        $(| TrapCode::$limit)*,
                    ),
                    _,
                )
                | (
                    _,
                    ErrorKind::Instantiation(
                        InstantiationError::FailedToInstantiateMemory(_)
                        | InstantiationError::FailedToInstantiateTable(_),
                    ),
                ) => ::wasm_face::Outcome::Exhausted,
                (_, ErrorKind::Func(_)) => ::wasm_face::Outcome::Invalid,
                _ => ::wasm_face::Outcome::Trapped,
            }
        }
    };
}

/// Makes the adapter of a release of wasmi in a crate of its own, whose version is that of the
/// release. The module that calls it has the items of [`wasmi_adapter`](crate::wasmi_adapter).
#[macro_export]
macro_rules! wasmi_release {
    () => {
        static ABOUT: ::wasm_face::About = ::wasm_face::About {
            name: "wasmi",
            release: concat!("wasmi ", env!("CARGO_PKG_VERSION")),
            claims: ::wasm_face::Features::all(),
            validator: ::wasm_face::Validator::Wasmparser,
            limits: ::wasm_face::Limits { counts: true, pages: 1024, entries: 1 << 20 },
        };

        $crate::wasmi_adapter!(
            /// The adapter.
            Release,
            &ABOUT
        );
    };
}
