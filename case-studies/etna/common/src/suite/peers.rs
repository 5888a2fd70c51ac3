//! The tests of other tools' generators of search trees, each behind its feature.

/// Defines the tests for a type of trees that has `to_list`. Use it in a test file of a crate with
/// the features and dependencies of the tools' names. The tests check that the tools make trees of
/// different sizes: some empty, some with one node, some with more.
#[macro_export]
macro_rules! peers_make_trees_of_different_sizes {
    ($tree:ty) => {
        /// The number of trees to make.
        const TREES: u64 = 2_000;

        fn vary(trees: impl Iterator<Item = $tree>) -> bool {
            let mut seen = [false; 3];
            trees.for_each(|tree| seen[tree.to_list().len().min(2)] = true);
            seen == [true; 3]
        }

        #[cfg(any(feature = "arbitrary", feature = "bolero"))]
        fn random_bytes(seed: u64) -> Vec<u8> {
            use rand_xoshiro::rand_core::{Rng, SeedableRng};
            let mut bytes = vec![0; 256];
            rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed).fill_bytes(&mut bytes);
            bytes
        }

        #[cfg(feature = "arbitrary")]
        #[test]
        fn arbitrary_makes_trees_of_different_sizes() {
            use arbitrary::{Arbitrary, Unstructured};
            let tree = |seed| <$tree>::arbitrary(&mut Unstructured::new(&random_bytes(seed))).ok();
            assert!(vary((0..TREES).filter_map(tree)));
        }

        #[cfg(feature = "bolero")]
        #[test]
        fn bolero_makes_trees_of_different_sizes() {
            use bolero_generator::TypeGenerator;
            use bolero_generator::driver::{ByteSliceDriver, Options};
            let tree = |seed| {
                let bytes = random_bytes(seed);
                <$tree>::generate(&mut ByteSliceDriver::new(&bytes, &Options::default()))
            };
            assert!(vary((0..TREES).filter_map(tree)));
        }

        /// The size of the trees is unbounded: some do not fit into the stack of an ordinary test,
        /// and some take minutes.
        #[cfg(feature = "crabcheck")]
        #[test]
        fn crabcheck_makes_trees_of_different_sizes_on_a_large_stack() {
            use crabcheck::{Arbitrary, Gen, Source};
            let work = || {
                let generator = <$tree>::arbitrary();
                vary((0..TREES / 20).map(|seed| generator.generate(&mut Source::new(seed, 20))))
            };
            let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work);
            assert!(thread.is_ok_and(|thread| thread.join().is_ok_and(|vary| vary)));
        }

        #[cfg(feature = "mutatis")]
        #[test]
        fn mutatis_mutates_a_tree_to_different_sizes() {
            let mut session = mutatis::Session::new().seed(1);
            let mut tree = <$tree>::E;
            assert!(vary((0..TREES).map(|_| {
                session.mutate(&mut tree).unwrap_or_else(|error| panic!("{error}"));
                tree.clone()
            })));
        }

        #[cfg(feature = "proptest")]
        #[test]
        fn proptest_makes_trees_of_different_sizes() {
            use proptest::prelude::any;
            use proptest::strategy::{Strategy, ValueTree};
            let mut runner = proptest::test_runner::TestRunner::deterministic();
            assert!(vary((0..TREES).map(|_| match any::<$tree>().new_tree(&mut runner) {
                Ok(tree) => tree.current(),
                Err(reason) => panic!("{reason}"),
            })));
        }

        #[cfg(feature = "quickcheck")]
        #[test]
        fn quickcheck_makes_trees_of_different_sizes() {
            use quickcheck::{Arbitrary, Gen};
            let tree = |seed| <$tree>::arbitrary(&mut Gen::from_size_and_seed(20, seed));
            assert!(vary((0..TREES).map(tree)));
        }
    };
}
