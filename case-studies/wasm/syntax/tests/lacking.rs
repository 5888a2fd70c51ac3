//! What an engine lacks that claims nothing is not generated. It is a process of its own, because a
//! process works with one set of features.

use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use mutagen_core::{Generator, Mutate};
use wasm_syntax::*;

#[test]
fn hardly_a_mutant_needs_what_the_engine_lacks() {
    features::enable(Features::empty()).expect("nothing has asked for them yet");
    assert_eq!(Instr::smallest(), Instr::Unreachable);
    let offset = ConstExpr::I32(0);
    let mode = ElemMode::Active { table: 0, offset: offset.clone() };
    assert_eq!(Elem::smallest(), Elem { mode, items: ElemItems::Funcs(vec![]) });
    let mode = DataMode::Active { memory: 0, offset };
    assert_eq!(Data::smallest(), Data { mode, init: vec![] });

    let mut all = Features::empty();
    let mut judged = |module: &Module| {
        let needs = module.needs();
        all |= needs;
        usize::from(!needs.is_empty())
    };
    let mut generator = Generator::seeded(1, 4);
    let generated: Vec<Module> = (0..300).map(|_| Module::generate(&mut generator)).collect();
    for module in &generated {
        judged(module);
    }
    let mut context = Context::new(1, 4);
    let (mut mutants, mut of_mutants) = (0, 0);
    let innocent = generated.into_iter().filter(|module| module.needs().is_empty());
    for module in innocent.take(20) {
        let mut batch = Batch::new(Box::new(module), 0, 1);
        while batch.serve(&mut context).is_some() {
            mutants += 1;
            of_mutants += judged(batch.value().downcast_ref::<Module>().expect("it is one"));
            batch.restore(&mut context);
        }
    }
    assert!(20 * of_mutants < mutants, "{of_mutants} of {mutants}");
    // The rest cannot be said of a variant alone.
    let rest = Features::REFERENCE_TYPES | Features::BULK_MEMORY;
    assert!((all - Features::EXTENDED_CONST - rest).is_empty(), "{all:?}");
}
