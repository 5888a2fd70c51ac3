//! The specification. A test is bounded by the operations that isl counts and by the number of
//! parts of a set: what needs more is discarded.

/// Sets of integer points `[x, y, z]`.
#[mutagen_core::metamorphic]
#[ignore = "seconds, and needs isl: cargo test -p metamorphic-isl --features isl -- --ignored"]
pub mod sets {
    use crate::library::{self, Answer, Set};
    use crate::made::{Row, is_plain, none, point, sum, under};

    #[setup]
    fn start() {
        library::start();
    }

    #[admit]
    fn is_small(set: &Set) -> bool {
        set.is_value() && set.parts() <= 12
    }

    #[admit]
    fn is_known(answer: Answer) -> bool {
        answer != Answer::Unknown
    }

    #[equal]
    fn have_the_same_points(a: &Set, b: &Set) -> bool {
        a.is_equal(b).may_hold()
    }

    // Inputs: polyhedra, boxes, cones, hulls, points, strides, quotients and projections, and
    // unions of parts that overlap, touch, or are one next to the other.

    #[input(weight = 2)]
    fn of_constraints(#[mutate(max_len = 5)] rows: Vec<Row>, equality: Option<Row>) -> Set {
        let mut all: Vec<String> = rows.iter().map(|row| format!("{} >= 0", sum(*row))).collect();
        all.extend(equality.map(|row| format!("{} = 0", sum(row))));
        under(&all)
    }

    #[input]
    fn boxed(corner: (i8, i8, i8), sizes: (u8, u8, u8)) -> Set {
        let sides = [(corner.0, sizes.0), (corner.1, sizes.1), (corner.2, sizes.2)];
        let side = |(axis, (low, size)): (&str, (i8, u8))| {
            let low = low % 8;
            format!("{low} <= {axis} <= {}", low + (size % 8) as i8)
        };
        under(&["x", "y", "z"].into_iter().zip(sides).map(side).collect::<Vec<_>>())
    }

    /// All constraints hold with equality at the apex.
    #[input]
    fn cone(apex: (i8, i8, i8), #[mutate(max_len = 4)] rows: Vec<(i8, i8, i8)>) -> Set {
        let (x, y, z) = (apex.0 % 6, apex.1 % 6, apex.2 % 6);
        let row = |(a, b, c): &(i8, i8, i8)| {
            let (a, b, c) = (a % 4, b % 4, c % 4);
            format!("{a}x + {b}y + {c}z >= {}", a * x + b * y + c * z)
        };
        under(&rows.iter().map(row).collect::<Vec<_>>())
    }

    #[input]
    fn points(#[mutate(max_len = 5)] points: Vec<(i8, i8, i8)>) -> Set {
        let all = points.iter().map(|&(x, y, z)| point(x % 8, y % 8, z % 8));
        all.fold(none(), |all, point| all.union(&point))
    }

    #[input(weight = 2)]
    fn hull_of_points(#[mutate(max_len = 5)] corners: Vec<(i8, i8, i8)>) -> Set {
        points(corners).convex_hull()
    }

    #[input]
    fn hull_of_parts(a: Set, b: Set) -> Option<Set> {
        let all = a.union(&b);
        is_plain(&all).then(|| all.convex_hull())
    }

    #[input]
    fn strided(row: Row, #[mutate(range = 2..=6)] stride: u8, most: u8) -> Set {
        under(&[format!("({}) mod {stride} <= {}", sum(row), most % stride)])
    }

    #[input]
    fn quotient(row: Row, of: Row, #[mutate(range = 2..=6)] by: u8, is_equality: bool) -> Set {
        let relation = if is_equality { "=" } else { ">=" };
        under(&[format!("{} {relation} floor(({})/{by})", sum(row), sum(of))])
    }

    #[input]
    fn projected(row: Row, steps: (i8, i8), most: (u8, u8)) -> Set {
        let (row, e, f) = (sum(row), steps.0 % 6, steps.1 % 6);
        let (most_e, most_f) = (most.0 % 6, most.1 % 6);
        under(&[format!(
            "exists e, f: {row} = {e}e + {f}f and 0 <= e <= {most_e} and 0 <= f <= {most_f}"
        )])
    }

    #[input]
    fn bounded(set: Set, from: (i8, i8, i8), #[mutate(range = 0..=7)] sides: u8) -> Set {
        let from = [from.0 % 8, from.1 % 8, from.2 % 8];
        let axes = (0..3).filter(|axis| sides & 1 << axis != 0);
        axes.fold(set, |set, axis| {
            let least = from[usize::from(axis)];
            set.from(axis, least).to(axis, least + 6)
        })
    }

    #[input]
    fn both(a: Set, b: Set) -> Set {
        a.intersect(&b)
    }

    #[input(weight = 2)]
    fn either(a: Set, b: Set) -> Set {
        a.union(&b)
    }

    #[input]
    fn halves(set: Set, row: Row, #[mutate(range = 0..=2)] gap: i8) -> Set {
        let above = under(&[format!("{} >= {gap}", sum(row))]);
        let below = under(&[format!("{} <= -1", sum(row))]);
        set.intersect(&above).union(&set.intersect(&below))
    }

    #[input]
    fn repeated(set: Set, x: i8, y: i8, z: i8) -> Set {
        set.union(&set.sum(&point(x % 4, y % 4, z % 4)))
    }

    // The Boolean algebra.

    #[operation(inner)]
    fn empty() -> Set {
        none()
    }

    #[operation(inner)]
    fn universe() -> Set {
        Set::read("{ [x, y, z] }")
    }

    #[implements(empty)]
    fn nothing_of_itself(#[any] a: &Set) -> Set {
        subtract(a, a)
    }

    #[implements(universe)]
    fn all_but_nothing() -> Set {
        complement(&empty())
    }

    #[implements(universe)]
    fn both_sides(#[any] a: &Set) -> Set {
        union(a, &complement(a))
    }

    #[operation(
        commutative,
        associative,
        idempotent,
        neutral = empty,
        absorbing = universe,
        distributes_over = intersect
    )]
    fn union(a: &Set, b: &Set) -> Set {
        a.union(b)
    }

    #[implements(union)]
    fn union_by_de_morgan(a: &Set, b: &Set) -> Set {
        complement(&intersect(&complement(a), &complement(b)))
    }

    #[implements(union)]
    fn union_without_overlap(a: &Set, b: &Set) -> Set {
        union(&subtract(a, b), b)
    }

    #[operation(
        commutative,
        associative,
        idempotent,
        neutral = universe,
        absorbing = empty,
        distributes_over = union
    )]
    fn intersect(a: &Set, b: &Set) -> Set {
        a.intersect(b)
    }

    #[implements(intersect)]
    fn intersect_by_subtracting(a: &Set, b: &Set) -> Set {
        subtract(a, &subtract(a, b))
    }

    #[implements(intersect)]
    fn intersect_by_de_morgan(a: &Set, b: &Set) -> Set {
        complement(&union(&complement(a), &complement(b)))
    }

    #[implements(intersect)]
    fn intersect_simplified(a: &Set, b: &Set) -> Set {
        intersect(&a.gist(b), b)
    }

    #[operation]
    fn subtract(a: &Set, b: &Set) -> Set {
        a.subtract(b)
    }

    #[implements(subtract)]
    fn subtract_by_complement(a: &Set, b: &Set) -> Set {
        intersect(a, &complement(b))
    }

    #[implements(subtract)]
    fn subtract_both_parts(a: &Set, b: &Set, #[any] part: &Set) -> Set {
        subtract(&subtract(a, &intersect(b, part)), &subtract(b, part))
    }

    #[operation(involution)]
    fn complement(a: &Set) -> Set {
        a.complement()
    }

    #[implements(complement)]
    fn complement_by_subtracting(a: &Set) -> Set {
        subtract(&universe(), a)
    }

    // Other representations of the same set.

    #[operation(idempotent)]
    fn same(a: &Set) -> Set {
        a.clone()
    }

    #[implements(same)]
    fn coalesced(a: &Set) -> Set {
        same(&a.coalesce())
    }

    #[implements(same)]
    fn with_computed_quotients(a: &Set) -> Set {
        same(&a.compute_divs())
    }

    #[implements(same)]
    fn of_disjoint_parts(a: &Set) -> Set {
        same(&a.make_disjoint())
    }

    #[implements(same)]
    fn with_detected_equalities(a: &Set) -> Set {
        same(&a.detect_equalities())
    }

    #[implements(same)]
    fn without_redundancies(a: &Set) -> Set {
        same(&a.remove_redundancies())
    }

    #[implements(same)]
    fn read_back(a: &Set) -> Set {
        a.text().map_or_else(|| a.clone(), |text| Set::read(&text))
    }

    #[implements(same)]
    fn split(a: &Set, #[any] by: &Set) -> Set {
        union(&intersect(a, by), &subtract(a, by))
    }

    #[implements(same)]
    fn split_and_coalesced(a: &Set, #[any] by: &Set) -> Set {
        union(&intersect(a, by), &subtract(a, by)).coalesce()
    }

    #[implements(same)]
    fn first_point_apart(a: &Set) -> Set {
        union(&first(a), &subtract(a, &first(a))).coalesce()
    }

    #[implements(same)]
    fn moved_there_and_back(a: &Set, #[any] by: (i8, i8, i8)) -> Set {
        let (x, y, z) = (by.0 % 8, by.1 % 8, by.2 % 8);
        shift(&shift(a, x, y, z), -x, -y, -z)
    }

    // Points. The first and last are those of a window, so that there is one if there is any.

    #[operation]
    fn first(a: &Set) -> Set {
        window(a).lexmin()
    }

    #[implements(first)]
    fn first_by_the_last(a: &Set) -> Set {
        neg(&last(&neg(a)))
    }

    #[implements(first)]
    fn first_of_first_points(a: &Set, #[any] by: &Set) -> Set {
        first(&union(&first(&intersect(a, by)), &first(&subtract(a, by))))
    }

    #[operation]
    fn last(a: &Set) -> Set {
        window(a).lexmax()
    }

    #[implements(last)]
    fn last_by_the_first(a: &Set) -> Set {
        neg(&first(&neg(a)))
    }

    fn window(a: &Set) -> Set {
        (0..3).fold(a.clone(), |a, axis| a.from(axis, -40).to(axis, 40))
    }

    #[operation]
    fn contains(a: &Set, x: i8, y: i8, z: i8) -> Answer {
        point(x % 16, y % 16, z % 16).is_subset(a)
    }

    #[implements(contains)]
    fn contains_by_intersection(a: &Set, x: i8, y: i8, z: i8) -> Answer {
        !is_empty(&intersect(&point(x % 16, y % 16, z % 16), a))
    }

    #[implements(contains)]
    fn contains_by_complement(a: &Set, x: i8, y: i8, z: i8) -> Answer {
        !contains(&complement(a), x, y, z)
    }

    // Movements and projections.

    #[operation(involution)]
    fn neg(a: &Set) -> Set {
        a.neg()
    }

    #[implements(neg)]
    fn neg_of_parts(a: &Set, #[any] by: &Set) -> Set {
        union(&neg(&intersect(a, by)), &neg(&subtract(a, by)))
    }

    #[operation]
    fn shift(a: &Set, x: i8, y: i8, z: i8) -> Set {
        a.sum(&point(x % 16, y % 16, z % 16))
    }

    #[implements(shift)]
    fn shift_in_steps(a: &Set, x: i8, y: i8, z: i8) -> Set {
        shift(&shift(&shift(a, x, 0, 0), 0, y, 0), 0, 0, z)
    }

    #[implements(shift)]
    fn shift_of_the_complement(a: &Set, x: i8, y: i8, z: i8) -> Set {
        complement(&shift(&complement(a), x, y, z))
    }

    #[operation(commutative, associative, absorbing = empty)]
    fn sum_of_points(a: &Set, b: &Set) -> Set {
        a.sum(b)
    }

    #[implements(sum_of_points)]
    fn sum_by_parts(a: &Set, b: &Set, #[any] by: &Set) -> Set {
        union(&sum_of_points(&intersect(a, by), b), &sum_of_points(&subtract(a, by), b))
    }

    #[operation]
    fn project(a: &Set, #[mutate(range = 0..=2)] axis: u8) -> Set {
        a.eliminate(axis % 3)
    }

    #[implements(project)]
    fn project_by_adding_an_axis(a: &Set, axis: u8) -> Set {
        let line = ["[x, 0, 0]", "[0, y, 0]", "[0, 0, z]"][usize::from(axis % 3)];
        sum_of_points(a, &Set::read(&format!("{{ {line} }}")))
    }

    #[implements(project)]
    fn project_by_parts(a: &Set, axis: u8, #[any] by: &Set) -> Set {
        union(&project(&intersect(a, by), axis), &project(&subtract(a, by), axis))
    }

    #[implements(project)]
    fn project_twice(a: &Set, axis: u8) -> Set {
        project(&project(a, axis), axis)
    }

    // Comparisons.

    #[operation]
    fn is_empty(a: &Set) -> Answer {
        a.is_empty()
    }

    #[implements(is_empty)]
    fn is_empty_by_complement(a: &Set) -> Answer {
        is_equal(&complement(a), &universe())
    }

    #[implements(is_empty)]
    fn is_empty_by_sample(a: &Set) -> Answer {
        is_empty(&a.sample())
    }

    #[operation(commutative)]
    fn is_equal(a: &Set, b: &Set) -> Answer {
        a.is_equal(b)
    }

    #[implements(is_equal)]
    fn is_subset_both_ways(a: &Set, b: &Set) -> Answer {
        is_subset(a, b).and(is_subset(b, a))
    }

    #[implements(is_equal)]
    fn differences_are_empty(a: &Set, b: &Set) -> Answer {
        is_empty(&union(&subtract(a, b), &subtract(b, a)))
    }

    #[operation]
    fn is_subset(a: &Set, b: &Set) -> Answer {
        a.is_subset(b)
    }

    #[implements(is_subset)]
    fn difference_is_empty(a: &Set, b: &Set) -> Answer {
        is_empty(&subtract(a, b))
    }

    #[implements(is_subset)]
    fn intersection_is_all(a: &Set, b: &Set) -> Answer {
        is_equal(&intersect(a, b), a)
    }

    #[implements(is_subset)]
    fn complements_are_subsets(a: &Set, b: &Set) -> Answer {
        is_subset(&complement(b), &complement(a))
    }

    #[implements(is_subset)]
    fn is_equal_or_strict_subset(a: &Set, b: &Set) -> Answer {
        !(!is_equal(a, b)).and(!a.is_strict_subset(b))
    }

    #[operation(commutative)]
    fn is_disjoint(a: &Set, b: &Set) -> Answer {
        a.is_disjoint(b)
    }

    #[implements(is_disjoint)]
    fn intersection_is_empty(a: &Set, b: &Set) -> Answer {
        is_empty(&intersect(a, b))
    }

    #[implements(is_disjoint)]
    fn is_subset_of_complement(a: &Set, b: &Set) -> Answer {
        is_subset(a, &complement(b))
    }

    #[law]
    fn a_set_is_its_own_subset(a: &Set) -> bool {
        is_subset(a, a).may_hold() && is_subset(a, &same(a)).may_hold()
    }

    #[law]
    fn the_first_point_is_one_of_the_set(a: &Set) -> bool {
        let point = first(a);
        is_subset(&point, a).may_hold()
            && (is_empty(&point) == Answer::Yes || point.is_singleton().may_hold())
    }

    #[law]
    fn a_sample_is_in_the_set(a: &Set) -> bool {
        is_subset(&a.sample(), a).may_hold()
    }

    #[law(requires = is_plain(a))]
    fn hulls_have_all_points(a: &Set) -> bool {
        let hulls = [a.convex_hull(), a.simple_hull(), a.polyhedral_hull(), a.affine_hull()];
        hulls.iter().all(|hull| a.is_subset(hull).may_hold())
    }

    #[law]
    fn a_union_has_the_points_of_either(a: &Set, b: &Set, x: i8, y: i8, z: i8) -> bool {
        let is_in = |set: &Set| contains(set, x, y, z) == Answer::Yes;
        is_in(&union(a, b)) == (is_in(a) || is_in(b))
    }

    #[law]
    fn a_difference_has_the_points_of_one(a: &Set, b: &Set, x: i8, y: i8, z: i8) -> bool {
        let is_in = |set: &Set| contains(set, x, y, z) == Answer::Yes;
        is_in(&subtract(a, b)) == (is_in(a) && !is_in(b))
    }
}
