//! Gives edges numbers that are the same in every build of the same code. The place of a counter
//! depends on the linker: one more function, or another folder, moves the counters of the others.
//! The functions of a module are therefore sorted by their names and properties, and their edges
//! are numbered in that order. Inside the module `coverage`, edges are known by their *places*,
//! everywhere else by their *numbers*.

use super::functions::Function;

/// The numbers of the edges of all modules.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// The number of the edge at each place.
    numbers: Vec<u32>,
    /// The place of the edge with each number.
    places: Vec<u32>,
}

impl Numbering {
    /// Numbers the edges of the next module, which has these functions. Indistinguishable functions
    /// stay in the order of their counters.
    pub(super) fn add(&mut self, functions: &[Function]) {
        let first = self.places.len();
        let mut sorted: Vec<&Function> = functions.iter().collect();
        // The path of a file depends on the folder, so it is compared last.
        sorted.sort_by(|a, b| {
            let key = |f: &Function| (f.counters.len(), f.line);
            a.name.cmp(&b.name).then(key(a).cmp(&key(b))).then_with(|| a.file.cmp(&b.file))
        });
        for function in sorted {
            self.places.extend(function.counters.clone().map(|at| (first + at) as u32));
        }
        self.numbers.resize(self.places.len(), 0);
        for (number, &place) in (0..).zip(&self.places).skip(first) {
            self.numbers[place as usize] = number;
        }
    }

    /// The number of the edge at a place.
    #[inline]
    pub(super) fn number(&self, place: u32) -> u32 {
        self.numbers[place as usize]
    }

    /// The place of an edge; `None` if there is no such edge.
    #[inline]
    pub(super) fn place(&self, number: u32) -> Option<u32> {
        self.places.get(number as usize).copied()
    }

    /// Replaces places by numbers, in ascending order.
    pub(super) fn to_numbers(&self, edges: &mut [u32]) {
        for edge in edges.iter_mut() {
            *edge = self.number(*edge);
        }
        // Ascending places become one ascending run per function. This sort merges such runs.
        edges.sort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;

    fn function(name: &str, counters: Range<usize>, line: u32, file: &str) -> Function {
        Function {
            counters,
            name: name.to_owned(),
            file: Some(file.to_owned()),
            line: Some(line),
            is_of_the_engine: false,
        }
    }

    /// Moves functions to other places, in this order, as a linker does.
    fn linked(functions: &[Function], order: &[usize]) -> Vec<Function> {
        let mut start = 0;
        let place = |&at: &usize| {
            let counters = start..start + functions[at].counters.len();
            start = counters.end;
            Function { counters, ..functions[at].clone() }
        };
        order.iter().map(place).collect()
    }

    /// The meaning of each number: a function, and the index of the edge in it.
    fn meaning(functions: &[Function]) -> Vec<(String, usize)> {
        let mut numbering = Numbering::default();
        numbering.add(functions);
        let all = functions.iter().map(|f| f.counters.len()).sum::<usize>() as u32;
        let edge = |number| {
            let place = numbering.place(number).unwrap() as usize;
            assert_eq!(numbering.number(place as u32), number);
            let function = functions.iter().find(|f| f.counters.contains(&place)).unwrap();
            let Function { name, line, file, counters, .. } = function;
            let name = format!("{name} {line:?} {file:?} {}", counters.len());
            (name, place - counters.start)
        };
        assert_eq!(numbering.place(all), None);
        (0..all).map(edge).collect()
    }

    fn shop() -> Vec<Function> {
        vec![
            function("shop::price", 0..3, 10, "a.rs"),
            function("shop::add", 3..4, 70, "a.rs"),
            function("<shop::Cart as core::clone::Clone>::clone", 4..9, 3, "a.rs"),
            function("shop::price", 9..12, 90, "a.rs"),
            function("shop::price", 12..14, 10, "a.rs"),
            function("shop::price", 14..17, 10, "b.rs"),
        ]
    }

    #[test]
    fn numbers_do_not_follow_the_order_of_the_linker() {
        let functions = shop();
        let expected = meaning(&functions);
        assert!(expected.is_sorted_by_key(|(name, _)| name.split(' ').next().unwrap().to_owned()));
        for order in [[5, 4, 3, 2, 1, 0], [2, 0, 5, 1, 4, 3], [1, 3, 5, 0, 2, 4]] {
            assert_eq!(meaning(&linked(&functions, &order)), expected);
        }
    }

    #[test]
    fn another_function_does_not_change_the_order_of_the_others() {
        let expected = meaning(&shop());
        let mut functions = shop();
        functions.insert(2, function("shop::never_called", 0..4, 20, "a.rs"));
        let all = meaning(&linked(&functions, &[3, 1, 2, 6, 0, 5, 4]));
        let others = all.into_iter().filter(|(name, _)| !name.starts_with("shop::never_called"));
        assert_eq!(others.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn modules_are_numbered_one_after_the_other() {
        let mut numbering = Numbering::default();
        numbering.add(&[function("b", 0..2, 1, ""), function("a", 2..3, 1, "")]);
        numbering.add(&[function("b", 0..1, 1, ""), function("a", 1..3, 1, "")]);
        let mut edges = vec![0, 1, 2, 3, 4, 5];
        let numbers: Vec<u32> = edges.iter().map(|&place| numbering.number(place)).collect();
        assert_eq!(numbers, [1, 2, 0, 5, 3, 4]);
        edges.truncate(4);
        numbering.to_numbers(&mut edges);
        assert_eq!(edges, [0, 1, 2, 5]);
    }
}
