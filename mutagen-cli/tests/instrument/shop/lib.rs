//! A shop that the tests of the build plan build with instrumentation.

/// The sum of all prices.
pub fn total(prices: &[i64]) -> i64 {
    prices.iter().fold(0, |sum, &price| money::add(sum, price))
}

/// The number of prices, by a macro that runs in the compiler.
pub const THREE: i64 = macros::three!();

#[cfg(test)]
mod tests {
    use super::*;
    use mutagen_core::internal::search::campaign::{Campaign, Options};
    use mutagen_core::internal::search::interface::Search;
    use mutagen_core::internal::coverage::{
        Coverage, Depth, Hits, Novelty, SeenCoverage, Tier, Verdict,
    };
    use mutagen_core::internal::run::execute::Executor;
    use mutagen_core::internal::run::property::Property;
    use mutagen_core::{Generator, IntoOutcome, Mutate, Outcome, property};
    use std::collections::{BTreeSet, HashMap};
    use std::hint::black_box;

    #[derive(Debug, Clone, Mutate)]
    enum Goods {
        Nothing,
        Box(Box<Goods>, i64),
        Both(Vec<Goods>),
    }

    #[property]
    fn sums_are_not_negative(a: &u8, b: &u8) -> bool {
        total(&[i64::from(*a), i64::from(*b)]) >= 0
    }

    #[property]
    #[ignore = "there are negative prices"]
    fn that_fails(prices: &Vec<i64>) -> bool {
        total(prices) >= 0
    }

    #[inline(never)]
    fn conjunction(a: u8, b: u8, c: u8) -> u32 {
        if a > 3 && b < 7 && c == 9 { black_box(1) } else { 0 }
    }

    #[inline(never)]
    fn constants(choice: u8) -> u32 {
        match choice {
            0 => 17,
            1 => 4,
            2 => 99,
            3 => 256,
            4 => 5,
            _ => 1000,
        }
    }

    #[inline(never)]
    fn increment(x: i64, y: i64) -> i64 {
        if x == 77 { y.wrapping_add(1) } else { y }
    }

    #[inline(never)]
    fn ready_made(a: bool, b: bool, c: bool) -> u32 {
        if a && b && c { black_box(1) } else { 0 }
    }

    #[inline(never)]
    fn either(choice: bool) -> u32 {
        if choice { 3 } else { 7 }
    }

    /// The number of different sets of edges that the runs hit in a function.
    fn distinct<T: Copy, R>(function: &str, inputs: &[T], run: impl Fn(T) -> R) -> usize {
        let mut coverage = Coverage::acquire();
        let mut hits = Vec::new();
        let mut sets = BTreeSet::new();
        for &input in inputs {
            coverage.clear();
            black_box(run(black_box(input)));
            coverage.hits(&mut hits);
            let is_there = |&&(edge, _): &&(u32, u8)| {
                let location = coverage.locate(edge).expect("a place for every edge");
                location.frames.iter().any(|frame| frame.function.ends_with(function))
            };
            sets.insert(hits.iter().filter(is_there).map(|&(edge, _)| edge).collect::<Vec<u32>>());
        }
        sets.len()
    }

    /// The numbers of different sets of edges on the paths through functions: a conjunction of
    /// comparisons and one of precomputed values with 4 paths each, a match of constants with 6, a
    /// conditional addition, and a choice between two constants.
    fn ways() -> [usize; 5] {
        assert!(Coverage::acquire().edges() > 20);
        let and = [(0, 0, 0), (4, 9, 0), (4, 1, 0), (4, 1, 9)];
        let and = distinct("::conjunction", &and, |(a, b, c)| conjunction(a, b, c));
        let ready =
            [(false, true, true), (true, false, true), (true, true, false), (true, true, true)];
        let ready = distinct("::ready_made", &ready, |(a, b, c)| ready_made(a, b, c));
        let cases = distinct("::constants", &[0, 1, 2, 3, 4, 5], constants);
        let sums = distinct("::increment", &[(76, 5), (77, 5)], |(x, y)| increment(x, y));
        let choice = distinct("::either", &[true, false], either);
        [and, ready, cases, sums, choice]
    }

    #[test]
    fn each_branch_is_an_edge() {
        let [and, _, cases, sums, _] = ways();
        assert_eq!((and, cases, sums), (4, 6, 2));
    }

    #[test]
    fn each_choice_is_an_edge() {
        assert_eq!(ways(), [4, 4, 6, 2, 2]);
    }

    /// A property with a precondition, a table, and its own panic.
    fn packs(goods: &Goods, labels: &Vec<u8>) -> Outcome {
        if labels.len() > 6 {
            return Outcome::Discarded;
        }
        let counts: HashMap<u8, usize> =
            labels.iter().map(|&label| (label, labels.len())).collect();
        let weight = |goods: &Goods| match goods {
            Goods::Nothing => 0,
            Goods::Box(inside, own) if matches!(**inside, Goods::Nothing) => *own,
            Goods::Box(_, own) => money::add(*own, 1),
            Goods::Both(all) => all.len() as i64,
        };
        assert!(weight(goods) != 3, "heavy");
        (counts.len() <= labels.len()).into_outcome()
    }

    #[test]
    fn no_logged_edge_is_the_engines() {
        let property = Property::new::<(Goods, Vec<u8>)>(
            "packs",
            &["goods", "labels"],
            |(goods, labels), window| {
                window.open();
                packs(goods, labels)
            },
            |(goods, labels)| vec![goods, labels],
        );
        property.prepare().unwrap();
        let mut executor = Executor::new(&property);
        let mut campaign = Campaign::new(&property, 1, Options::default());
        let mut logged = BTreeSet::new();
        for _ in 0..30_000 {
            let mut test = campaign.next_test();
            test.wants.depth = Depth::EdgesOnly;
            test.wants.hits = Hits::Counts;
            let verdict = match executor.test(&test) {
                Outcome::Passed => Verdict::Passed,
                Outcome::Discarded => Verdict::Discarded,
                Outcome::Failed(_) => Verdict::Failed,
            };
            let observation = executor.observation();
            logged.extend(observation.counts.iter().map(|&(edge, _)| edge));
            logged.extend(&observation.novelty.edges);
            campaign.observe(verdict, observation);
        }
        let whose = logged.iter().map(|&edge| {
            let location = executor.coverage().locate(edge).expect("a place for every edge");
            println!("{edge}: {location}");
            location.frame().function.clone()
        });
        let whose: BTreeSet<String> = whose.collect();
        assert_eq!(whose.iter().find(|name| is_not_the_shops(name)), None);
        assert!(whose.iter().any(|name| name.starts_with("shop::tests::packs")), "{whose:?}");
        assert!(executor.coverage().ignored() > 0);
        let statistics = campaign.statistics();
        assert!(statistics.passed > 0 && statistics.discarded > 0 && statistics.failed > 0);
        println!("{} logged, {} ignored", logged.len(), executor.coverage().ignored());
    }

    fn is_not_the_shops(function: &str) -> bool {
        ["mutagen_core", "hashbrown", "rand"].iter().any(|krate| function.contains(krate))
    }

    #[test]
    fn generators_are_never_new() {
        let mut coverage = Coverage::acquire();
        let (mut log, mut novelty) = (SeenCoverage::new(), Novelty::default());
        let mut whose = BTreeSet::new();
        for number in 0..200 {
            coverage.clear();
            let random = mutagen_core::internal::value::seed::random(number);
            let goods = Goods::generate(&mut Generator::new(random, 6));
            let copy = black_box(&goods).clone();
            let mut table = HashMap::new();
            for n in 0..number {
                table.insert(n, money::add(n as i64, 1));
            }
            black_box((copy, table.get(&3)));
            coverage.judge(&mut log, Depth::EdgesOnly, &mut novelty);
            log.enter(&novelty);
            for &edge in &novelty.edges {
                let location = coverage.locate(edge).expect("a place for every edge");
                println!("{edge}: {location}");
                whose.insert(location.frame().function.clone());
            }
        }
        assert_eq!(whose.iter().find(|name| is_not_the_shops(name)), None);
        assert!(
            whose.iter().any(|name| name.contains("tests::Goods as core::clone::Clone")),
            "{whose:?}"
        );
        assert!(coverage.ignored() > 10, "{} of {}", coverage.ignored(), coverage.edges());
        println!(
            "{} counted, {} ignored, {} edges",
            log.len(),
            coverage.ignored(),
            coverage.edges()
        );
    }

    static LABELS: sancov::Counters<8> = sancov::Counters::new();

    #[test]
    fn points_of_ones_own_are_edges() {
        let mut coverage = Coverage::acquire();
        let compilers = coverage.edges() as u32;
        LABELS.register();
        LABELS.register();
        let (mut log, mut novelty) = (SeenCoverage::new(), Novelty::default());
        let mut judged = |label: usize, times: u32| {
            coverage.clear();
            for _ in 0..times {
                LABELS[label].increment();
            }
            coverage.judge(&mut log, Depth::AllTiers, &mut novelty);
            log.enter(&novelty);
            let own = novelty.edges.iter().filter(|&&edge| edge >= compilers);
            (novelty.tier, own.map(|edge| edge - compilers).collect::<Vec<u32>>())
        };
        assert_eq!(judged(3, 1), (Some(Tier::Edge), vec![3]));
        assert_eq!(judged(7, 1), (Some(Tier::Edge), vec![7]));
        assert_eq!(judged(3, 1), (None, vec![]));
        let (tier, own) = judged(3, 2);
        assert!(tier.is_some() && own.is_empty(), "another count, but no other edge");
        assert_eq!(coverage.edges() as u32, compilers + 8);
    }

    /// The hits that the counters of `money` report, for comparison with those of a callback.
    mod exact {
        use super::*;
        use std::cell::Cell;
        use std::ops::Range;

        include!("inputs.rs");

        /// The edges of the crate `money`. Its counters are contiguous.
        fn of_money(coverage: &Coverage) -> Range<u32> {
            let is_its = |edge: &u32| {
                let location = coverage.locate(*edge).expect("a place for every edge");
                let outermost = location.frames.last().expect("never empty");
                outermost.function.starts_with("money::")
            };
            let its: Vec<u32> = (0..coverage.edges() as u32).filter(is_its).collect();
            let range = its[0]..its[its.len() - 1] + 1;
            assert!(its.iter().copied().eq(range.clone()), "{its:?}");
            range
        }

        #[test]
        fn hits_are_printed() {
            let mut coverage = Coverage::acquire();
            let range = of_money(&coverage);
            println!("edges {}", range.len());
            let mut hit = |input: &[u8]| -> Vec<(u32, u8)> {
                coverage.clear();
                black_box(money::exact::run(black_box(input)));
                let mut hits = Vec::new();
                coverage.hits(&mut hits);
                hits.retain(|(edge, _)| range.contains(edge));
                hits
            };
            for input in inputs() {
                let its = hit(&input);
                assert_eq!(hit(&input), its, "the same input twice");
                let its = its.iter();
                let its = its.map(|(edge, count)| format!("{}:{count}", edge - range.start));
                println!("hits {}", its.collect::<Vec<String>>().join(" "));
            }
        }

        /// A value that runs code of `money` whenever it is made, copied or dropped.
        #[derive(Debug)]
        struct Noisy {
            bytes: Vec<u8>,
            cell: Cell<u8>,
        }

        impl Noisy {
            fn new(bytes: Vec<u8>) -> Noisy {
                black_box(money::exact::run(&[9, 0, 1, 70, 120, 150, 200, 255, 25]));
                Noisy { bytes, cell: Cell::new(0) }
            }
        }

        impl Drop for Noisy {
            fn drop(&mut self) {
                black_box(money::exact::run(&[3, 0, 1, 70, 120, 150, 200, 255, 25]));
            }
        }

        impl Mutate for Noisy {
            fn smallest() -> Noisy {
                Noisy::new(Vec::new())
            }
            fn generate(generator: &mut Generator) -> Noisy {
                Noisy::new(Vec::generate(generator))
            }
            fn copy(this: &Noisy) -> Option<Noisy> {
                Some(Noisy::new(this.bytes.clone()))
            }
            fn has_cell() -> bool {
                true
            }
        }

        fn silent(noisy: &Noisy) -> bool {
            noisy.cell.set(1);
            noisy.bytes.len() < 1000
        }

        #[test]
        fn nothing_leaks_into_a_run() {
            let property = Property::new::<(Noisy, Vec<u8>)>(
                "silent",
                &["noisy", "input"],
                |(noisy, input), window| {
                    window.open();
                    black_box(money::exact::run(black_box(input)));
                    silent(noisy).into_outcome()
                },
                |(noisy, input)| vec![noisy, input],
            );
            property.prepare().unwrap();
            let mut executor = Executor::new(&property);
            let range = of_money(executor.coverage());
            let (mut alone, mut inside) = (Vec::new(), Vec::new());
            for input in inputs() {
                executor.coverage().clear();
                black_box(money::exact::run(black_box(&input)));
                executor.coverage().hits(&mut alone);
                let value = (Noisy::new(vec![1]), input);
                assert!(matches!(executor.run(&value), Outcome::Passed));
                executor.coverage().hits(&mut inside);
                let of_range = |hits: &Vec<(u32, u8)>| -> Vec<(u32, u8)> {
                    hits.iter().copied().filter(|(edge, _)| range.contains(edge)).collect()
                };
                assert_eq!(of_range(&inside), of_range(&alone), "{:?}", value.1);
                black_box(money::exact::run(&[3, 0, 70]));
            }
        }
    }
}
