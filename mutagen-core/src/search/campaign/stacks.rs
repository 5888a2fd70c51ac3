//! Makes the edits of edited tests: in a running campaign, and again from an address. Both use the
//! same random numbers, so that the results are equal.

use super::Options;
use super::reached::Reached;
use crate::value::edit::{Donors, Editor, Stack, StackShape, solve};
use crate::value::generate::Generator;
use crate::value::literals::Literals;
use crate::value::node::Node;
use crate::value::operands::Operands;
use crate::value::seed::{self, Purpose};

/// The shape of a stack of edits.
const STACK_SHAPE: StackShape = StackShape { another: 65, alone: 0, solved: 0 };

/// The editor of edited tests, and what its random numbers derive from.
pub(super) struct Stacks {
    pub(super) editor: Editor,
    seed: u64,
    size: u32,
    literals: Option<&'static Literals>,
}

/// What distinguishes a stack in its campaign: words of an edited test's address.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name {
    pub(super) parent: u64,
    pub(super) number: u64,
    pub(super) retained: u64,
    /// How likely an edit uses a comparison, in %.
    pub(super) solved: u8,
}

impl Stacks {
    pub(super) fn new(seed: u64, options: &Options) -> Stacks {
        Stacks { editor: options.editor(seed), seed, size: options.max_size, literals: None }
    }

    /// Makes edits also draw from these literals.
    pub(super) fn set_literals(&mut self, literals: Option<&'static Literals>) {
        self.literals = literals;
        self.editor.set_literals(literals);
    }

    /// A generator for edits.
    fn generator(&self, purpose: Purpose, words: [u64; 3]) -> Generator {
        let random = seed::random(seed::derive(self.seed, purpose, words));
        let mut generator = Generator::new(random, self.size);
        generator.set_literals(self.literals);
        generator
    }

    /// The stack of this name in its parent, which the editor has begun.
    pub(super) fn stack(&mut self, name: Name, operands: &Operands, reached: &Reached) -> Stack {
        let Name { parent, number, retained, solved } = name;
        let near = reached.by(retained);
        let mut generator = self.generator(Purpose::Edit, [parent, number, 0]);
        generator.set_near(near.as_ref());
        self.editor.set_near(near.as_ref());
        generator.set_operands(operands);
        self.editor.set_operands(operands);
        // A key that differs from the addresses of mutants, which begin with the number of a
        // retained test.
        let shape = StackShape { solved: u32::from(solved), ..STACK_SHAPE };
        Stack::new(&self.editor, [!number, parent], shape, operands, generator)
    }

    /// Makes the first edits of a stack again in its parent. `None` if the stack has fewer.
    pub(super) fn remake(
        &mut self,
        value: &mut dyn Node,
        name: Name,
        edits: u8,
        donors: &dyn Donors,
        operands: &Operands,
        reached: &Reached,
    ) -> Option<()> {
        self.editor.begin(value);
        let mut stack = self.stack(name, operands, reached);
        for _ in 0..edits {
            if stack.has_ended() {
                return None;
            }
            stack.grow(&mut self.editor, value, donors);
            stack.top(&mut self.editor, value, donors);
        }
        Some(())
    }

    /// Makes the edit that a comparison of a recorded test suggests, in that test, whose nodes the
    /// editor knows. `None` if the test has no such comparison.
    pub(super) fn solve(
        &mut self,
        value: &mut dyn Node,
        [parent, number]: [u64; 2],
        operands: &Operands,
        reached: &Reached,
    ) -> Option<()> {
        let comparison = operands.as_slice().get(usize::try_from(number).ok()?)?;
        let mut generator = self.generator(Purpose::Solve, [parent, number, 0]);
        generator.set_near(reached.by(parent.saturating_add(1)).as_ref());
        solve(&mut self.editor, value, comparison, &mut generator);
        Some(())
    }
}
