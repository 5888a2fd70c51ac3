//! What the bitmaps of roaring must equal: the algebra of sets, whether a bitmap holds arrays, bits
//! or runs, and what ranks, ranges, iterators from both ends and the serialised form say of it.
//!
//! Only functions that every release since 0.11 has are used, so that old releases can be tested.

/// Bitmaps of 32 and 64 bits.
#[mutagen_core::metamorphic]
pub mod bitmaps {
    use roaring::{MultiOps, RoaringBitmap, RoaringTreemap};

    // Inputs: a few values, runs that touch the ends of containers, dense blocks with gaps, and the
    // same with runs compressed.

    #[input]
    fn values(values: Vec<(u8, u16)>) -> RoaringBitmap {
        values.into_iter().map(|(block, low)| value(block, low)).collect()
    }

    #[input(weight = 2)]
    fn runs(runs: Vec<(u8, i8, u8, u8)>) -> RoaringBitmap {
        let mut bitmap = RoaringBitmap::new();
        for (block, offset, scale, more) in runs {
            let (start, length) = (near(block, offset), (1_u32 << (scale % 13)) - 1);
            bitmap.insert_range(start..=start + length + u32::from(more));
        }
        bitmap
    }

    #[input]
    fn block(
        block: u8,
        offset: i8,
        #[mutate(range = 0..=13)] scale: u8,
        more: i8,
        #[mutate(range = 1..=9)] step: u8,
    ) -> RoaringBitmap {
        let (start, count) = (near(block, offset), (1_i32 << scale) + i32::from(more));
        (0..count.max(0) as u32).map(|n| start + n * u32::from(step)).collect()
    }

    #[input]
    fn run_and_values(
        block: u8,
        offset: i8,
        #[mutate(range = 0..=64)] length: u8,
        values: Vec<u16>,
    ) -> RoaringBitmap {
        let (start, mut bitmap) = (near(block, offset), RoaringBitmap::new());
        bitmap.extend(values.into_iter().map(|low| value(block, low)));
        bitmap.insert_range(start..start + u32::from(length));
        bitmap
    }

    #[input]
    fn compressed(bitmap: RoaringBitmap) -> RoaringBitmap {
        let mut bitmap = bitmap;
        bitmap.optimize();
        bitmap
    }

    #[input]
    fn of_both_kinds(a: RoaringBitmap, b: RoaringBitmap) -> RoaringBitmap {
        a ^ b
    }

    #[input]
    fn tree(bitmap: RoaringBitmap, #[mutate(range = 0..=3)] high: u8) -> RoaringTreemap {
        bitmap.iter().map(|low| u64::from(high) << 32 | u64::from(low)).collect()
    }

    #[admit]
    fn fits(bitmap: &RoaringBitmap) -> bool {
        bitmap.len() <= 30_000
    }

    #[admit]
    fn tree_fits(tree: &RoaringTreemap) -> bool {
        tree.len() <= 30_000
    }

    #[invariant]
    fn it_is_valid(bitmap: &RoaringBitmap) -> bool {
        let mut bytes = Vec::new();
        bitmap.serialize_into(&mut bytes).is_ok() && bytes.len() == bitmap.serialized_size()
    }

    /// A value near the start of one of four blocks of 2¹⁶.
    fn near(block: u8, offset: i8) -> u32 {
        (u32::from(block % 4) << 16).saturating_add_signed(offset.into())
    }

    /// A value in one of four blocks of 2¹⁶.
    fn value(block: u8, low: u16) -> u32 {
        u32::from(block % 4) << 16 | u32::from(low)
    }

    // Sets.

    #[operation(inner)]
    fn empty() -> RoaringBitmap {
        RoaringBitmap::new()
    }

    #[implements(empty)]
    fn without_itself(#[any] a: &RoaringBitmap) -> RoaringBitmap {
        difference(a, a)
    }

    #[implements(empty)]
    fn one_but_not_the_same(#[any] a: &RoaringBitmap) -> RoaringBitmap {
        symmetric_difference(a, a)
    }

    #[operation(commutative, associative, idempotent, neutral = empty)]
    fn union(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        a | b
    }

    #[implements(union)]
    fn union_in_place(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        let mut union = a.clone();
        union |= b;
        union
    }

    #[implements(union)]
    fn union_by_value(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        a.clone() | b.clone()
    }

    #[implements(union)]
    fn union_of_several(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        [a, b].union()
    }

    #[implements(union)]
    fn disjoint_parts(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        symmetric_difference(a, &difference(b, a))
    }

    #[implements(union)]
    fn extended(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        let mut union = a.clone();
        union.extend(b);
        union
    }

    #[operation(
        commutative,
        associative,
        idempotent,
        absorbing = empty,
        distributes_over = union
    )]
    fn intersection(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        a & b
    }

    #[implements(intersection)]
    fn intersection_in_place(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        let mut intersection = a.clone();
        intersection &= b;
        intersection
    }

    #[implements(intersection)]
    fn without_what_the_other_lacks(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        difference(a, &difference(a, b))
    }

    #[implements(intersection)]
    fn filtered(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        a.iter().filter(|value| b.contains(*value)).collect()
    }

    #[implements(intersection)]
    fn intersection_of_several(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        [a.clone(), b.clone()].intersection()
    }

    #[operation]
    fn difference(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        a - b
    }

    #[implements(difference)]
    fn difference_in_place(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        let mut difference = a.clone();
        difference -= b;
        difference
    }

    #[implements(difference)]
    fn in_one_of_both_and_here(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        intersection(a, &symmetric_difference(a, b))
    }

    #[operation(commutative, associative, neutral = empty)]
    fn symmetric_difference(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        a ^ b
    }

    #[implements(symmetric_difference)]
    fn symmetric_difference_in_place(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        let mut difference = a.clone();
        difference ^= b;
        difference
    }

    #[implements(symmetric_difference)]
    fn either_but_not_both(a: &RoaringBitmap, b: &RoaringBitmap) -> RoaringBitmap {
        difference(&union(a, b), &intersection(a, b))
    }

    // The same set in another form.

    #[operation]
    fn same(a: &RoaringBitmap) -> RoaringBitmap {
        a.clone()
    }

    #[implements(same)]
    fn with_compressed_runs(a: &RoaringBitmap) -> RoaringBitmap {
        let mut compressed = a.clone();
        compressed.optimize();
        compressed
    }

    #[implements(same)]
    fn without_compressed_runs(a: &RoaringBitmap) -> RoaringBitmap {
        let mut plain = a.clone();
        plain.remove_run_compression();
        plain
    }

    #[implements(same)]
    fn serialised_and_back(a: &RoaringBitmap) -> RoaringBitmap {
        let mut bytes = Vec::new();
        a.serialize_into(&mut bytes).expect("memory takes all bytes");
        RoaringBitmap::deserialize_from(&bytes[..]).expect("it was serialised")
    }

    #[implements(same)]
    fn collected_in_order(a: &RoaringBitmap) -> RoaringBitmap {
        RoaringBitmap::from_sorted_iter(a.iter()).expect("it is in order")
    }

    #[implements(same)]
    fn collected_backwards(a: &RoaringBitmap) -> RoaringBitmap {
        a.iter().rev().collect()
    }

    #[implements(same)]
    fn range_by_range(a: &RoaringBitmap) -> RoaringBitmap {
        let (mut ranges, mut again) = (a.iter(), RoaringBitmap::new());
        while let Some(range) = ranges.next_range() {
            again.insert_range(range);
        }
        again
    }

    #[implements(same)]
    fn by_a_tree(a: &RoaringBitmap) -> RoaringBitmap {
        let tree: RoaringTreemap = a.iter().map(u64::from).collect();
        tree.iter().map(|value| value as u32).collect()
    }

    // Values and ranges.

    #[operation]
    fn with(a: &RoaringBitmap, block: u8, low: u16) -> RoaringBitmap {
        let mut with = a.clone();
        with.insert(value(block, low));
        with
    }

    #[implements(with)]
    fn with_a_short_range(a: &RoaringBitmap, block: u8, low: u16) -> RoaringBitmap {
        with_range(a, block, low, 0)
    }

    #[implements(with)]
    fn union_with_one(a: &RoaringBitmap, block: u8, low: u16) -> RoaringBitmap {
        union(a, &RoaringBitmap::from_iter([value(block, low)]))
    }

    #[operation]
    fn without(a: &RoaringBitmap, block: u8, low: u16) -> RoaringBitmap {
        let mut without = a.clone();
        without.remove(value(block, low));
        without
    }

    #[implements(without)]
    fn without_a_short_range(a: &RoaringBitmap, block: u8, low: u16) -> RoaringBitmap {
        without_range(a, block, low, 0)
    }

    #[implements(without)]
    fn both_sides_of_it(a: &RoaringBitmap, block: u8, low: u16) -> RoaringBitmap {
        let value = value(block, low);
        a.range(..value).chain(a.range(value + 1..)).collect()
    }

    #[operation]
    fn with_range(
        a: &RoaringBitmap,
        block: u8,
        low: u16,
        #[mutate(range = 0..=10_000)] length: u16,
    ) -> RoaringBitmap {
        let (mut with, start) = (a.clone(), value(block, low));
        with.insert_range(start..=start + u32::from(length));
        with
    }

    #[implements(with_range)]
    fn union_with_a_range(a: &RoaringBitmap, block: u8, low: u16, length: u16) -> RoaringBitmap {
        union(a, &with_range(&empty(), block, low, length))
    }

    #[implements(with_range)]
    fn with_two_ranges(
        a: &RoaringBitmap,
        block: u8,
        low: u16,
        length: u16,
        #[any] part: u16,
    ) -> RoaringBitmap {
        let (start, part) = (value(block, low), part.min(length));
        let mut with = with_range(a, block, low, part);
        with.insert_range(start + u32::from(part)..=start + u32::from(length));
        with
    }

    #[operation]
    fn without_range(
        a: &RoaringBitmap,
        block: u8,
        low: u16,
        #[mutate(range = 0..=10_000)] length: u16,
    ) -> RoaringBitmap {
        let (mut without, start) = (a.clone(), value(block, low));
        without.remove_range(start..=start + u32::from(length));
        without
    }

    #[implements(without_range)]
    fn difference_with_a_range(
        a: &RoaringBitmap,
        block: u8,
        low: u16,
        length: u16,
    ) -> RoaringBitmap {
        difference(a, &with_range(&empty(), block, low, length))
    }

    #[operation]
    fn within_range(
        a: &RoaringBitmap,
        block: u8,
        low: u16,
        #[mutate(range = 0..=10_000)] length: u16,
    ) -> RoaringBitmap {
        let start = value(block, low);
        a.range(start..=start + u32::from(length)).collect()
    }

    #[implements(within_range)]
    fn intersection_with_a_range(
        a: &RoaringBitmap,
        block: u8,
        low: u16,
        length: u16,
    ) -> RoaringBitmap {
        intersection(a, &with_range(&empty(), block, low, length))
    }

    #[implements(within_range)]
    fn advanced_to_the_range(a: &RoaringBitmap, block: u8, low: u16, length: u16) -> RoaringBitmap {
        let (start, mut values) = (value(block, low), a.iter());
        values.advance_to(start);
        values.advance_back_to(start + u32::from(length));
        values.collect()
    }

    #[operation]
    fn count_within(
        a: &RoaringBitmap,
        block: u8,
        low: u16,
        #[mutate(range = 0..=10_000)] length: u16,
    ) -> u64 {
        let start = value(block, low);
        a.range_cardinality(start..=start + u32::from(length))
    }

    #[implements(count_within)]
    fn length_within(a: &RoaringBitmap, block: u8, low: u16, length: u16) -> u64 {
        within_range(a, block, low, length).len()
    }

    #[implements(count_within)]
    fn difference_of_ranks(a: &RoaringBitmap, block: u8, low: u16, length: u16) -> u64 {
        let start = value(block, low);
        let below = start.checked_sub(1).map_or(0, |before| a.rank(before));
        a.rank(start + u32::from(length)) - below
    }

    #[operation]
    fn holds_range(
        a: &RoaringBitmap,
        block: u8,
        low: u16,
        #[mutate(range = 0..=10_000)] length: u16,
    ) -> bool {
        let start = value(block, low);
        a.contains_range(start..=start + u32::from(length))
    }

    #[implements(holds_range)]
    fn holds_as_many(a: &RoaringBitmap, block: u8, low: u16, length: u16) -> bool {
        count_within(a, block, low, length) == u64::from(length) + 1
    }

    #[operation]
    fn contains(a: &RoaringBitmap, block: u8, low: u16) -> bool {
        a.contains(value(block, low))
    }

    #[implements(contains)]
    fn inserting_changes_nothing(a: &RoaringBitmap, block: u8, low: u16) -> bool {
        !a.clone().insert(value(block, low))
    }

    #[implements(contains)]
    fn removing_changes_it(a: &RoaringBitmap, block: u8, low: u16) -> bool {
        a.clone().remove(value(block, low))
    }

    // Ranks and iterators.

    #[operation]
    fn select(a: &RoaringBitmap, #[mutate(range = 0..=20_000)] n: u16) -> Option<u32> {
        a.select(n.into())
    }

    #[implements(select)]
    fn nth(a: &RoaringBitmap, n: u16) -> Option<u32> {
        a.iter().nth(n.into())
    }

    #[implements(select)]
    fn nth_after_some(a: &RoaringBitmap, n: u16, #[any] before: u16) -> Option<u32> {
        let (before, mut values) = (before.min(n), a.iter());
        for _ in 0..before {
            values.next();
        }
        values.nth(usize::from(n - before))
    }

    #[implements(select, when = u64::from(n) < a.len())]
    fn nth_from_the_end(a: &RoaringBitmap, n: u16) -> Option<u32> {
        a.iter().nth_back(a.len() as usize - 1 - usize::from(n))
    }

    #[implements(select)]
    fn nth_by_value(a: &RoaringBitmap, n: u16) -> Option<u32> {
        a.clone().into_iter().nth(n.into())
    }

    #[implements(select)]
    fn least_without_the_smallest(a: &RoaringBitmap, n: u16) -> Option<u32> {
        let mut rest = a.clone();
        rest.remove_smallest(n.into());
        rest.min()
    }

    #[operation]
    fn rank(a: &RoaringBitmap, block: u8, low: u16) -> u64 {
        a.rank(value(block, low))
    }

    #[implements(rank)]
    fn count_up_to(a: &RoaringBitmap, block: u8, low: u16) -> u64 {
        a.iter().take_while(|other| *other <= value(block, low)).count() as u64
    }

    #[implements(rank)]
    fn cardinality_up_to(a: &RoaringBitmap, block: u8, low: u16) -> u64 {
        a.range_cardinality(..=value(block, low))
    }

    #[operation]
    fn count(a: &RoaringBitmap) -> u64 {
        a.len()
    }

    #[implements(count)]
    fn count_by_iterating(a: &RoaringBitmap) -> u64 {
        a.iter().count() as u64
    }

    #[implements(count)]
    fn count_by_ranges(a: &RoaringBitmap) -> u64 {
        let (mut ranges, mut count) = (a.iter(), 0);
        while let Some(range) = ranges.next_range_back() {
            count += u64::from(range.end() - range.start()) + 1;
        }
        count
    }

    #[implements(count)]
    fn count_of_both_parts(a: &RoaringBitmap, #[any] b: &RoaringBitmap) -> u64 {
        a.intersection_len(b) + a.difference_len(b)
    }

    #[operation(commutative)]
    fn count_of_the_union(a: &RoaringBitmap, b: &RoaringBitmap) -> u64 {
        a.union_len(b)
    }

    #[implements(count_of_the_union)]
    fn length_of_the_union(a: &RoaringBitmap, b: &RoaringBitmap) -> u64 {
        union(a, b).len()
    }

    #[implements(count_of_the_union)]
    fn lengths_of_the_parts(a: &RoaringBitmap, b: &RoaringBitmap) -> u64 {
        a.symmetric_difference_len(b) + count(&intersection(a, b))
    }

    #[operation]
    fn least(a: &RoaringBitmap) -> Option<u32> {
        a.min()
    }

    #[implements(least)]
    fn first(a: &RoaringBitmap) -> Option<u32> {
        a.iter().next()
    }

    #[implements(least)]
    fn select_the_first(a: &RoaringBitmap) -> Option<u32> {
        select(a, 0)
    }

    #[operation]
    fn greatest(a: &RoaringBitmap) -> Option<u32> {
        a.max()
    }

    #[implements(greatest)]
    fn last(a: &RoaringBitmap) -> Option<u32> {
        a.iter().next_back()
    }

    #[operation]
    fn without_the_smallest(
        a: &RoaringBitmap,
        #[mutate(range = 0..=20_000)] n: u16,
    ) -> RoaringBitmap {
        let mut rest = a.clone();
        rest.remove_smallest(n.into());
        rest
    }

    #[implements(without_the_smallest)]
    fn skip(a: &RoaringBitmap, n: u16) -> RoaringBitmap {
        a.iter().skip(n.into()).collect()
    }

    #[operation]
    fn without_the_biggest(
        a: &RoaringBitmap,
        #[mutate(range = 0..=20_000)] n: u16,
    ) -> RoaringBitmap {
        let mut rest = a.clone();
        rest.remove_biggest(n.into());
        rest
    }

    #[implements(without_the_biggest)]
    fn skip_from_the_end(a: &RoaringBitmap, n: u16) -> RoaringBitmap {
        a.iter().rev().skip(n.into()).collect()
    }

    #[law]
    fn an_iterator_knows_its_length(
        a: &RoaringBitmap,
        #[mutate(range = 0..=20_000)] n: u16,
    ) -> bool {
        let mut values = a.iter();
        let passed = values.by_ref().take(n.into()).count();
        values.size_hint() == (a.len() as usize - passed, Some(a.len() as usize - passed))
    }

    // Comparisons.

    #[operation(commutative)]
    fn equal(a: &RoaringBitmap, b: &RoaringBitmap) -> bool {
        a == b
    }

    #[implements(equal)]
    fn iterate_alike(a: &RoaringBitmap, b: &RoaringBitmap) -> bool {
        a.iter().eq(b.iter())
    }

    #[implements(equal)]
    fn are_part_of_each_other(a: &RoaringBitmap, b: &RoaringBitmap) -> bool {
        is_subset(a, b) && is_subset(b, a)
    }

    #[operation]
    fn is_subset(a: &RoaringBitmap, b: &RoaringBitmap) -> bool {
        a.is_subset(b)
    }

    #[implements(is_subset)]
    fn leaves_nothing(a: &RoaringBitmap, b: &RoaringBitmap) -> bool {
        difference(a, b).is_empty()
    }

    #[implements(is_subset)]
    fn superset_the_other_way(a: &RoaringBitmap, b: &RoaringBitmap) -> bool {
        b.is_superset(a)
    }

    #[operation(commutative)]
    fn is_disjoint(a: &RoaringBitmap, b: &RoaringBitmap) -> bool {
        a.is_disjoint(b)
    }

    #[implements(is_disjoint)]
    fn nothing_in_common(a: &RoaringBitmap, b: &RoaringBitmap) -> bool {
        intersection(a, b).is_empty()
    }

    // Bitmaps of 64 bits.

    #[operation(commutative, associative, idempotent)]
    fn tree_union(a: &RoaringTreemap, b: &RoaringTreemap) -> RoaringTreemap {
        a | b
    }

    #[implements(tree_union)]
    fn collect_both(a: &RoaringTreemap, b: &RoaringTreemap) -> RoaringTreemap {
        a.iter().chain(b.iter()).collect()
    }

    #[operation]
    fn tree_difference(a: &RoaringTreemap, b: &RoaringTreemap) -> RoaringTreemap {
        a - b
    }

    #[implements(tree_difference)]
    fn in_one_of_both_trees_and_here(a: &RoaringTreemap, b: &RoaringTreemap) -> RoaringTreemap {
        a & (a ^ b)
    }

    #[operation]
    fn tree_select(a: &RoaringTreemap, #[mutate(range = 0..=20_000)] n: u16) -> Option<u64> {
        a.select(n.into())
    }

    #[implements(tree_select)]
    fn tree_nth(a: &RoaringTreemap, n: u16) -> Option<u64> {
        a.iter().nth(n.into())
    }

    #[law]
    fn a_value_has_its_rank(a: &RoaringTreemap, #[mutate(range = 0..=20_000)] n: u16) -> bool {
        tree_select(a, n).is_none_or(|value| a.rank(value) == u64::from(n) + 1)
    }
}
