//! What an engine is asked and what it says: values, calls, and outcomes, and when two engines
//! agree.

use std::collections::BTreeMap;

/// Whether an engine accepts a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It accepts the module.
    Valid,
    /// Its parser or its validator refuses the module.
    Invalid,
    /// It refuses the module for a limit of its own, so nothing is known of the validity.
    Limited,
    /// It panicked with this message, which is always wrong.
    Panicked(String),
}

/// A value. Floating-point numbers are their bits.
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
    /// A reference to a function.
    Func(Reference),
    /// A reference to something of the embedder.
    Extern(Reference),
}

/// What is known of a reference. Only null can be an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// It is null.
    Null,
    /// It is anything else.
    Some,
}

/// A call of an exported function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call<'a> {
    /// The name under which the function is exported.
    pub name: &'a str,
    /// The arguments. If their number or types are wrong, the call is refused.
    pub args: &'a [Value],
}

/// What came of instantiating a module, or of a call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Outcome {
    /// The module is not valid; or there is no such function, or its parameters have other types.
    #[default]
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

/// What came of a module and of the calls of its functions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Run {
    /// What came of the module: [`Outcome::Returned`] without values if it is valid, has been
    /// instantiated, and its start function has returned.
    pub instance: Outcome,
    /// What came of each call, in order. They end with the first that panicked or was exhausted,
    /// since the state after it is not defined. There are none without an instance.
    pub calls: Vec<Outcome>,
    /// The state after the last call, if it was asked for and is defined.
    pub state: Option<State>,
}

/// The state of an instance, as far as its exports show it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct State {
    /// The size of the exported memory in pages of 64 KiB; 0 if there is none.
    pub pages: u32,
    /// The bytes of the exported memory without the zeros at its end.
    pub memory: Vec<u8>,
    /// The values of the exported globals, by the names of their exports.
    pub globals: BTreeMap<String, Value>,
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

impl Run {
    /// The instance is there: makes the calls in turn, up to the first that is exhausted. Returns
    /// whether none was, so that there is a state after the last.
    pub fn make_calls(
        &mut self,
        calls: &[Call<'_>],
        mut called: impl FnMut(&Call<'_>) -> Outcome,
    ) -> bool {
        self.instance = Outcome::Returned(Vec::new());
        for call in calls {
            let outcome = called(call);
            let is_last = outcome == Outcome::Exhausted;
            self.calls.push(outcome);
            if is_last {
                return false;
            }
        }
        true
    }

    /// The engine panicked during what has no outcome yet.
    pub fn panicked(&mut self, message: String) {
        let panicked = Outcome::Panicked(message);
        match self.instance {
            Outcome::Returned(_) => self.calls.push(panicked),
            _ => self.instance = panicked,
        }
    }

    /// Whether two engines agree on all outcomes, and on the state if both have looked at it.
    /// Nothing after an exhausted call is compared.
    pub fn agrees(&self, other: &Run) -> bool {
        let is_over = |outcome: &Outcome| *outcome == Outcome::Exhausted;
        if !self.instance.agrees(&other.instance) {
            return false;
        }
        if is_over(&self.instance) || is_over(&other.instance) {
            return true;
        }
        for (left, right) in self.calls.iter().zip(&other.calls) {
            if !left.agrees(right) {
                return false;
            }
            if is_over(left) || is_over(right) {
                return true;
            }
        }
        let states = self.state.as_ref().zip(other.state.as_ref());
        self.calls.len() == other.calls.len()
            && states.is_none_or(|(left, right)| left.agrees(right))
    }
}

impl State {
    /// Takes the bytes of the exported memory.
    pub fn set_memory(&mut self, memory: &[u8]) {
        self.pages = u32::try_from(memory.len() >> 16).unwrap_or(u32::MAX);
        self.memory = memory[..length_without_zeros(memory)].to_vec();
    }

    /// Whether two engines agree on the state.
    pub fn agrees(&self, other: &State) -> bool {
        self.pages == other.pages
            && self.memory == other.memory
            && self.globals.len() == other.globals.len()
            && self
                .globals
                .iter()
                .zip(&other.globals)
                .all(|((left, a), (right, b))| left == right && a.agrees(*b))
    }
}

/// The length without the zeros at the end. Most of a memory is zero, so whole blocks are compared
/// at once.
fn length_without_zeros(memory: &[u8]) -> usize {
    const ZEROS: [u8; 4096] = [0; 4096];
    let mut rest = memory;
    while let Some((before, block)) = rest.split_last_chunk() {
        if *block != ZEROS {
            break;
        }
        rest = before;
    }
    rest.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)
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
        assert!(!Value::Func(Reference::Null).agrees(Value::Extern(Reference::Null)));
        assert!(!Value::Func(Reference::Null).agrees(Value::Func(Reference::Some)));
    }

    fn returned(value: i32) -> Outcome {
        Outcome::Returned(vec![Value::I32(value)])
    }

    #[test]
    fn a_panic_agrees_with_nothing_and_exhaustion_with_all_else() {
        let returned = returned(1);
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

    fn run(calls: &[Outcome], memory: &[u8]) -> Run {
        let mut state = State::default();
        state.set_memory(memory);
        Run { instance: Outcome::Returned(vec![]), calls: calls.to_vec(), state: Some(state) }
    }

    #[test]
    fn runs_agree_up_to_the_first_exhausted_call() {
        let (one, two) = (returned(1), returned(2));
        let both = run(&[one.clone(), two.clone()], &[]);
        assert!(both.agrees(&both));
        assert!(!both.agrees(&run(&[one.clone(), one.clone()], &[])));
        assert!(!both.agrees(&run(std::slice::from_ref(&one), &[])), "a call is missing");
        assert!(both.agrees(&run(&[one.clone(), Outcome::Exhausted], &[1])));
        assert!(both.agrees(&run(&[Outcome::Exhausted, one.clone()], &[])));
        assert!(!both.agrees(&run(&[two, Outcome::Exhausted], &[])));
        let trapped = Run { instance: Outcome::Trapped, ..Run::default() };
        assert!(!both.agrees(&trapped));
        assert!(both.agrees(&Run { instance: Outcome::Exhausted, ..Run::default() }));
    }

    #[test]
    fn calls_are_made_up_to_the_first_that_is_exhausted() {
        let call = |name| Call { name, args: &[] };
        let made = |names: &[&'static str]| {
            let mut run = Run::default();
            let calls: Vec<Call<'_>> = names.iter().map(|name| call(name)).collect();
            let is_whole = run.make_calls(&calls, |call| match call.name {
                "loop" => Outcome::Exhausted,
                _ => Outcome::Trapped,
            });
            assert_eq!(run.instance, Outcome::Returned(vec![]));
            (run.calls, is_whole)
        };
        assert_eq!(made(&["f", "f"]), (vec![Outcome::Trapped; 2], true));
        let (calls, is_whole) = made(&["f", "loop", "f"]);
        assert_eq!(calls, [Outcome::Trapped, Outcome::Exhausted]);
        assert!(!is_whole);
    }

    #[test]
    fn the_zeros_at_the_end_of_a_memory_are_left_out() {
        let of_memory = |memory: &[u8]| {
            let mut state = State::default();
            state.set_memory(memory);
            state
        };
        let mut memory = vec![0; 70_000];
        assert_eq!(of_memory(&memory).memory, []);
        for last in [0, 1, 4095, 4096, 60_000, 65_903, 65_904, 69_999] {
            memory[last] = 7;
            assert_eq!(of_memory(&memory).memory.len(), last + 1);
        }
    }

    #[test]
    fn states_agree_on_size_bytes_and_globals() {
        let left = run(&[], &[1, 0, 0]);
        assert_eq!(left.state.as_ref().unwrap().memory, [1]);
        assert!(left.agrees(&run(&[], &[1])));
        assert!(!left.agrees(&run(&[], &[1, 2])));
        assert!(!run(&[], &[0; 1 << 16]).agrees(&run(&[], &[])), "the size differs");
        assert!(left.agrees(&Run { state: None, ..left.clone() }), "one has not looked");
        let with = |value| {
            let mut run = left.clone();
            run.state.as_mut().unwrap().globals.insert("g".to_owned(), value);
            run
        };
        assert!(!left.agrees(&with(Value::I32(0))));
        assert!(!with(Value::I32(1)).agrees(&with(Value::I32(0))));
        assert!(with(Value::F32(0x7fc0_0000)).agrees(&with(Value::F32(0x7fc0_0001))));
    }
}
