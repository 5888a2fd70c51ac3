//! Strategies: how the constants are chosen, by the names of the thesis (section V, appendix A).

use derive_more::{Display, Error};

/// What becomes of quantifiers in the monitors (thesis, V-C).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifiers {
    /// Bound variables become global ones: of universal quantifiers as well.
    Skolem,
    /// Those of existential quantifiers do; universal quantifiers are copied into the monitors.
    SkolemExists,
    /// All are copied.
    Copied,
}

/// For what there are monitors of abstract domains (thesis, V-A).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domains {
    /// For nothing.
    None,
    /// For the variables of the formula.
    Variables,
    /// For all its sub-expressions.
    Expressions,
}

/// How the constants of a formula are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Each is drawn uniformly from the values of its sort: RBASE.
    Random,
    /// A solver chooses them so that monitors have the values that are enforced.
    Coerced(Coercion),
    /// Beyond the thesis: constants of models and of the formula, and edits around both.
    Near(Near),
}

/// How a solver is made to choose constants (thesis, III-B).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coercion {
    /// What becomes of quantifiers.
    pub quantifiers: Quantifiers,
    /// Monitors of abstract domains.
    pub domains: Domains,
    /// Whether monitors are for leaf expressions only: LEAFOPT.
    pub leaves: bool,
    /// Whether there are two meta-formulas, with the assertions and with their negations: CPOG.
    pub originals: bool,
    /// How many monitors are enforced at once: MULTIEF.
    pub enforced: usize,
    /// How many holes have monitors of their relations: RELC.
    pub related: usize,
    /// Whether the enforcement is asserted in the substituted formula as well: EFFINAL.
    pub in_final: bool,
    /// How many models an enforcement gives; the thesis takes one.
    pub models: usize,
}

/// Edits around constants that are known: see [`crate::edit()`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near {
    /// How models are found.
    pub coercion: Coercion,
    /// How many tests are edits, for each one that comes from a new model.
    pub edits: usize,
    /// Whether edits also start from the constants of the formula, and not from models alone.
    pub from_originals: bool,
}

/// The basic approach: SKOLU.
pub const SKOLU: Coercion = Coercion {
    quantifiers: Quantifiers::Skolem,
    domains: Domains::None,
    leaves: false,
    originals: false,
    enforced: 1,
    related: 0,
    in_final: false,
    models: 1,
};

/// The blend that found most soundness bugs in the thesis: BLENDB.
pub const BLENDB: Coercion =
    Coercion { domains: Domains::Variables, related: 3, enforced: 7, ..SKOLU };

/// No strategy has this name.
#[derive(Debug, Clone, PartialEq, Eq, Display, Error)]
#[display("no strategy is named `{name}`; the names are {}", Strategy::NAMES.join(", "))]
pub struct UnknownStrategy {
    /// The name.
    pub name: String,
}

impl Strategy {
    /// The strategies of Table V of the thesis, in its order, and ours: NEAR, and the control
    /// MODELNEAR, which edits models only. MULTIEF and RELC are followed by a number.
    pub const NAMES: [&str; 15] = [
        "RBASE",
        "SKOLU",
        "ADOMAIN",
        "ADOMAINE",
        "CPOG",
        "EFFINAL",
        "LEAFOPT",
        "MULTIEF7",
        "NOSKOLE",
        "RELC3",
        "BLENDA",
        "BLENDB",
        "BLENDBLEAF",
        "NEAR",
        "MODELNEAR",
    ];

    /// The strategy of a name. `MULTIEF` and `RELC` take any number of one or more.
    ///
    /// ```
    /// use smt_valfuzz::Strategy;
    /// assert!(Strategy::named("RELC(5)").is_ok() && Strategy::named("RELC3").is_ok());
    /// assert!(Strategy::named("RELC").unwrap_err().to_string().contains("BLENDB"));
    /// ```
    ///
    /// # Errors
    /// When no strategy has the name.
    pub fn named(name: &str) -> Result<Strategy, UnknownStrategy> {
        let number = |prefix: &str| {
            let digits = name.strip_prefix(prefix)?;
            let inner = digits.strip_prefix('(').and_then(|d| d.strip_suffix(')'));
            inner.unwrap_or(digits).parse::<usize>().ok().filter(|n| *n > 0)
        };
        let domains = Domains::Variables;
        let coercion = match name {
            "RBASE" => return Ok(Strategy::Random),
            "NEAR" | "MODELNEAR" => {
                let coercion = Coercion { models: 2, ..BLENDB };
                let from_originals = name == "NEAR";
                return Ok(Strategy::Near(Near { coercion, edits: 4, from_originals }));
            }
            "SKOLU" => SKOLU,
            "SKOLE" => Coercion { quantifiers: Quantifiers::SkolemExists, ..SKOLU },
            "NOSKOLE" => Coercion { quantifiers: Quantifiers::Copied, ..SKOLU },
            "ADOMAIN" => Coercion { domains, ..SKOLU },
            "ADOMAINE" => Coercion { domains: Domains::Expressions, ..SKOLU },
            "CPOG" => Coercion { originals: true, ..SKOLU },
            "EFFINAL" => Coercion { in_final: true, ..SKOLU },
            "LEAFOPT" => Coercion { leaves: true, ..SKOLU },
            "BLENDA" => Coercion { domains, originals: true, ..SKOLU },
            "BLENDB" => BLENDB,
            "BLENDBLEAF" => Coercion { leaves: true, ..BLENDB },
            _ => match (number("MULTIEF"), number("RELC")) {
                (Some(enforced), _) => Coercion { enforced, ..SKOLU },
                (_, Some(related)) => Coercion { related, ..SKOLU },
                _ => return Err(UnknownStrategy { name: name.to_owned() }),
            },
        };
        Ok(Strategy::Coerced(coercion))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_are_strategies_and_no_two_are_the_same() {
        let all: Vec<Strategy> =
            Strategy::NAMES.iter().map(|name| Strategy::named(name).unwrap()).collect();
        for (n, one) in all.iter().enumerate() {
            assert!(!all[..n].contains(one), "{}", Strategy::NAMES[n]);
        }
        assert!(Strategy::named("RELC0").is_err());
    }

    #[test]
    fn blends_are_what_the_thesis_blends() {
        let Ok(Strategy::Coerced(blend)) = Strategy::named("BLENDBLEAF") else { panic!() };
        assert_eq!((blend.enforced, blend.related, blend.leaves), (7, 3, true));
        assert_eq!((blend.domains, blend.originals), (Domains::Variables, false));
        let Ok(Strategy::Coerced(blend)) = Strategy::named("BLENDA") else { panic!() };
        assert_eq!((blend.enforced, blend.originals), (1, true));
    }
}
