//! Generates tests as MF++ does (section III of its paper, and the configuration of its published
//! tool): a chain of operations in which the first argument is always the running result and the
//! others are inputs, each operation expanded at random down to a fixed depth. For measurements.

use crate::run::metamorphic::left_out;
use crate::run::metamorphic::specification::{Parameter, Part, Specification, Subject};
use crate::value::generate::Generator;
use crate::value::node::Node;

/// The operations of a test (n of the paper).
const OPERATIONS: u32 = 5;

/// The inputs of each sort (m of the paper).
const INPUTS: usize = 3;

/// The depth below which all calls are bases (D of the paper).
const DEPTH: u32 = 4;

/// Makes a test into one of MF++: its inputs and its term are replaced.
pub(crate) fn reshape(
    specification: &'static Specification,
    test: &mut dyn Node,
    generator: &mut Generator,
) {
    Maker { specification, generator }.reshape(test);
}

struct Maker<'g> {
    specification: &'static Specification,
    generator: &'g mut Generator,
}

impl Maker<'_> {
    fn reshape(&mut self, test: &mut dyn Node) {
        let variables = test.child_mut(0);
        // The first tests have size 0, at which there is no sequence with an input.
        let size = self.generator.size().max(INPUTS as u32);
        let mut generator = Generator::seeded(self.generator.below(u32::MAX).into(), size);
        for sort in 0..variables.children() {
            let all = variables.child_mut(sort);
            // The length is random each time.
            for _ in 0..100 {
                if all.children() >= INPUTS {
                    break;
                }
                let mut more = all.generate_node(&mut generator);
                if all.children() + more.children() <= INPUTS && !all.append(&mut *more) {
                    break;
                }
            }
        }
        let subject = self.subject();
        put(test.child_mut(1), subject);
    }

    /// The last operation of the chain, or a law, each with the same probability.
    fn subject(&mut self) -> Box<dyn Node> {
        let specification = self.specification;
        let mut all = Vec::new();
        for (at, subject) in specification.subjects.iter().enumerate() {
            match *subject {
                Subject::Sort(sort) => {
                    let outputs = specification.sorts[usize::from(sort)].outputs.len();
                    all.extend((0..outputs).map(|output| (at, Some((sort, output)))));
                }
                Subject::Law(law) if left_out::is_law_left_out(specification, law) => {}
                Subject::Law(_) => all.push((at, None)),
            }
        }
        let (at, last) = all[self.generator.below(all.len() as u32) as usize];
        let mut subject = (specification.subject)(at);
        match (last, specification.subjects[at]) {
            (Some((sort, output)), _) => {
                let term = self.call(sort, output, OPERATIONS);
                put(subject.child_mut(0), term);
            }
            (None, Subject::Law(law)) => self.fill(law, &mut *subject, OPERATIONS),
            (None, Subject::Sort(_)) => {}
        }
        subject
    }

    /// A term of a sort with this many operations, fewer where no operation gives the sort.
    fn term(&mut self, sort: u16, operations: u32) -> Box<dyn Node> {
        let outputs = self.specification.sorts[usize::from(sort)].outputs.len() as u32;
        match operations.min(outputs) {
            0 => self.input(sort),
            _ => {
                let output = self.generator.below(outputs) as usize;
                self.call(sort, output, operations)
            }
        }
    }

    /// The term that is this output of its sort.
    fn call(&mut self, sort: u16, output: usize, operations: u32) -> Box<dyn Node> {
        let sort = &self.specification.sorts[usize::from(sort)];
        let own = usize::from(sort.has_inputs) + usize::from(sort.has_variables);
        let mut term = (sort.term)(own + output);
        self.fill(sort.outputs[output].operation, &mut *term, operations);
        term
    }

    /// Sets the expansion and the arguments of a call.
    fn fill(&mut self, operation: u16, call: &mut dyn Node, operations: u32) {
        put(call.child_mut(0), self.expansion(operation, 0));
        let parameters = self.specification.operation(operation).parameters;
        let mut is_first = true;
        for (at, parameter) in parameters.iter().enumerate() {
            let argument = match parameter.part {
                Part::Sort(sort) if std::mem::take(&mut is_first) => {
                    self.term(sort, operations - 1)
                }
                _ => self.other(parameter, call.child(at + 1)),
            };
            put(call.child_mut(at + 1), argument);
        }
    }

    /// An argument that is not the running result.
    fn other(&mut self, parameter: &Parameter, now: &dyn Node) -> Box<dyn Node> {
        match parameter.part {
            Part::Sort(sort) => self.input(sort),
            _ => now.generate_node(self.generator),
        }
    }

    /// A variable of a sort, or an input where there are none.
    fn input(&mut self, sort: u16) -> Box<dyn Node> {
        let sort = &self.specification.sorts[usize::from(sort)];
        let mut term = (sort.term)(usize::from(sort.has_variables));
        if sort.has_variables {
            let variable = self.generator.below(INPUTS as u32);
            term.child_mut(0).set_number(i128::from(variable));
        } else if sort.has_inputs {
            let input = term.child(0).generate_node(self.generator);
            put(term.child_mut(0), input);
        }
        term
    }

    /// An implementation of an operation, the base included, each with the same probability.
    fn expansion(&mut self, operation: u16, depth: u32) -> Box<dyn Node> {
        let specification = self.specification;
        let of = specification.operation(operation);
        let own = usize::from(!of.is_law);
        let compared = |at: &usize| {
            !left_out::is_implementation_left_out(specification, operation, *at as u16)
        };
        let others: Vec<usize> = (0..of.implementations.len()).filter(compared).collect();
        let drawn = self.generator.below((own + others.len()).max(1) as u32) as usize;
        let Some(at) = drawn.checked_sub(own).filter(|_| of.is_law || depth < DEPTH) else {
            return (of.expansion)(0);
        };
        let implementation = of.implementation(others[at] as u16);
        let mut expansion = (of.expansion)(own + others[at]);
        for (at, operand) in implementation.operands.iter().enumerate() {
            let operand = self.other(operand, expansion.child(at));
            put(expansion.child_mut(at), operand);
        }
        for (at, site) in implementation.sites.iter().enumerate() {
            let site = self.expansion(*site, depth + 1);
            put(expansion.child_mut(implementation.operands.len() + at), site);
        }
        expansion
    }
}

/// Replaces a part of a test.
fn put(part: &mut dyn Node, other: Box<dyn Node>) {
    let replaced = part.replace_node(other);
    debug_assert!(replaced.is_ok(), "the part has another type");
}
