//! `Vec`: mutated as described in `by_shape::sequence`.

use crate::impls::by_shape::matched::matched;
use crate::impls::by_shape::sequence::sequence_of;
use crate::value::Mutate;

sequence_of!([T: Mutate] Vec<T>, T, push, pop, Vec::remove);

matched!(bytes Vec<u8>);

#[cfg(test)]
mod tests {
    use crate::value::context::Context;
    use crate::value::node::Node;

    fn mutants(value: &[u8]) -> Vec<Vec<u8>> {
        let mut context = Context::new(0, 10);
        let mut sequence = value.to_vec();
        (0..Node::mutants(&sequence).pure)
            .map(|mutant| {
                Node::mutate(&mut sequence, mutant, &mut context);
                let copy = sequence.clone();
                Node::restore(&mut sequence, mutant, &mut context);
                assert_eq!(sequence, value, "mutant {mutant} was not undone");
                copy
            })
            .collect()
    }

    #[test]
    fn the_mutants_of_three_elements_are_those_of_the_documented_list() {
        let expected: &[&[u8]] = &[
            &[2, 3],
            &[1, 3],
            &[1, 2],
            &[1, 1, 2, 3],
            &[1, 2, 2, 3],
            &[1, 2, 3, 3],
            &[],
            &[1],
            &[2, 1, 3],
            &[1, 3, 2],
            &[0, 1, 2, 3],
            &[1, 0, 2, 3],
            &[1, 2, 0, 3],
            &[1, 2, 3, 0],
        ];
        assert_eq!(mutants(&[1, 2, 3]), expected);
    }

    #[test]
    fn an_empty_sequence_can_only_get_the_smallest_element() {
        assert_eq!(mutants(&[]), [vec![0]]);
    }

    #[test]
    fn one_element_is_dropped_doubled_or_joined_by_another() {
        assert_eq!(mutants(&[7]), [vec![], vec![7, 7], vec![0, 7], vec![7, 0]]);
    }
}
