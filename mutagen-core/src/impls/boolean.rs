//! `bool`: two constructors without fields, each the other's only mutant.

use crate::context::Context;
use crate::generate::Generator;
use crate::mutate::{Kind, Mutants, Mutate};

impl Mutate for bool {
    fn smallest() -> Self {
        false
    }
    fn generate(generator: &mut Generator) -> Self {
        generator.one_in(2)
    }
    fn copy(&self) -> Option<Self> {
        Some(*self)
    }
    fn kind(&self) -> Kind {
        Kind::Nullary
    }
    fn constructor(&self) -> usize {
        usize::from(*self)
    }
    fn mutants(&self) -> Mutants {
        Mutants { pure: 1, random: 0 }
    }
    fn mutate(&mut self, _: u64, _: &mut Context) {
        *self = !*self;
    }
    fn restore(&mut self, _: u64, _: &mut Context) {
        *self = !*self;
    }
}
