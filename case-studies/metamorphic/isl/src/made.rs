//! Sets from numbers, for inputs.

use crate::library::Set;

/// Three coefficients and a constant.
pub type Row = (i8, i8, i8, i8);

/// The text of a linear expression with small coefficients.
pub fn sum((a, b, c, constant): Row) -> String {
    format!("{}x + {}y + {}z + {}", a % 4, b % 4, c % 4, constant % 12)
}

/// The points under all of these constraints.
///
/// # Panics
/// If isl cannot read one.
pub fn under(constraints: &[String]) -> Set {
    let all = if constraints.is_empty() { "true".to_owned() } else { constraints.join(" and ") };
    Set::read(&format!("{{ [x, y, z] : {all} }}"))
}

/// The set of one point.
pub fn point(x: i8, y: i8, z: i8) -> Set {
    Set::read(&format!("{{ [{x}, {y}, {z}] }}"))
}

/// The set without points.
pub fn none() -> Set {
    Set::read("{ [x, y, z] : false }")
}

/// Whether a set is described without quotients. Hulls of other sets are not defined.
pub fn is_plain(set: &Set) -> bool {
    set.text().is_some_and(|text| ["exists", "mod", "floor"].iter().all(|w| !text.contains(w)))
}
