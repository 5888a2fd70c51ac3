//! Labels, which say how secret a value is. The stack machine has two labels, the register machine
//! any finite lattice.

use mutagen_core::Mutate;
use std::fmt::Debug;

/// A finite lattice of labels.
pub trait Lattice: Mutate + Copy + Ord + Debug {
    /// All labels, the least first.
    const ALL: &'static [Self];

    /// The least label ⊥, for public values.
    const BOTTOM: Self;

    /// The least upper bound of both labels.
    fn join(self, other: Self) -> Self;

    /// Whether a value with this label may flow to a place with the label `other` (`self ⊑ other`).
    fn flows_to(self, other: Self) -> bool {
        self.join(other) == other
    }
}

/// Two labels, L ⊑ H.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Mutate)]
pub enum TwoPoint {
    /// Public.
    L,
    /// Secret.
    H,
}

impl Lattice for TwoPoint {
    const ALL: &'static [TwoPoint] = &[TwoPoint::L, TwoPoint::H];
    const BOTTOM: TwoPoint = TwoPoint::L;

    fn join(self, other: TwoPoint) -> TwoPoint {
        self.max(other)
    }
}

/// Four labels: L is below M1 and M2, which are incomparable, and H is above all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Mutate)]
pub enum Diamond {
    /// Public.
    L,
    /// Known to one party.
    M1,
    /// Known to another.
    M2,
    /// Secret.
    H,
}

impl Lattice for Diamond {
    const ALL: &'static [Diamond] = &[Diamond::L, Diamond::M1, Diamond::M2, Diamond::H];
    const BOTTOM: Diamond = Diamond::L;

    fn join(self, other: Diamond) -> Diamond {
        match (self, other) {
            (Diamond::M1, Diamond::M2) | (Diamond::M2, Diamond::M1) => Diamond::H,
            // Of two other labels, one is above the other, as in the order of declaration.
            _ => self.max(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_a_lattice<L: Lattice>() {
        for &a in L::ALL {
            assert!(L::BOTTOM.flows_to(a), "{a:?}");
            assert!(a.flows_to(a), "{a:?}");
            for &b in L::ALL {
                assert_eq!(a.join(b), b.join(a), "{a:?} {b:?}");
                assert!(a.flows_to(a.join(b)) && b.flows_to(a.join(b)), "{a:?} {b:?}");
                for &c in L::ALL {
                    let above = a.flows_to(c) && b.flows_to(c);
                    assert_eq!(above, a.join(b).flows_to(c), "{a:?} {b:?} {c:?}");
                }
            }
        }
    }

    #[test]
    fn the_join_is_the_least_label_above_both() {
        is_a_lattice::<TwoPoint>();
        is_a_lattice::<Diamond>();
    }

    #[test]
    fn the_middle_labels_of_the_diamond_do_not_flow_to_each_other() {
        assert!(!Diamond::M1.flows_to(Diamond::M2) && !Diamond::M2.flows_to(Diamond::M1));
        assert_eq!(Diamond::M1.join(Diamond::M2), Diamond::H);
    }
}
