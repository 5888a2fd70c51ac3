//! Tells whether an equation follows from others, by equality saturation: both terms are put into
//! an e-graph with their variables as constants, and the others are rules in both directions.

use egg::{EGraph, Pattern, RecExpr, Rewrite, Runner, SimpleScheduler, SymbolLang};
use mutagen_core::internal::run::metamorphic::relations::{Pair, Term};
use std::fmt::Write;
use std::time::Duration;

/// How often all rules are applied.
const ROUNDS: usize = 6;

/// The most nodes of an e-graph.
const NODES: usize = 2_500;

/// So long that the number of nodes decides, and the result does not depend on the machine.
const TIME: Duration = Duration::from_secs(600);

/// Equations as rules.
#[derive(Default)]
pub struct Rules(Vec<Rewrite<SymbolLang, ()>>);

impl Rules {
    /// Adds an equation.
    pub fn add(&mut self, pair: &Pair) {
        for (from, to) in [(&pair.larger, &pair.smaller), (&pair.smaller, &pair.larger)] {
            // A variable alone is everything.
            if matches!(from, Term::Variable { .. }) {
                continue;
            }
            let pattern = |term: &Term| text(term, "?v").parse::<Pattern<SymbolLang>>().ok();
            let (Some(searched), Some(applied)) = (pattern(from), pattern(to)) else { continue };
            let name = format!("{}", self.0.len());
            // A direction that needs a variable that the other side lacks is none.
            self.0.extend(Rewrite::new(name, searched, applied));
        }
    }

    /// Whether an equation follows.
    pub fn imply(&self, pair: &Pair) -> bool {
        let term = |term: &Term| text(term, "v").parse::<RecExpr<SymbolLang>>().ok();
        let (Some(one), Some(other)) = (term(&pair.larger), term(&pair.smaller)) else {
            return false;
        };
        let mut graph = EGraph::<SymbolLang, ()>::default();
        let (one, other) = (graph.add_expr(&one), graph.add_expr(&other));
        let runner = Runner::default()
            .with_egraph(graph)
            .with_iter_limit(ROUNDS)
            .with_node_limit(NODES)
            .with_time_limit(TIME)
            .with_scheduler(SimpleScheduler)
            .with_hook(move |runner| match runner.egraph.find(one) == runner.egraph.find(other) {
                true => Err("proved".to_owned()),
                false => Ok(()),
            })
            .run(&self.0);
        runner.egraph.find(one) == runner.egraph.find(other)
    }
}

/// The term as an S-expression. Variables begin with `variable`.
fn text(term: &Term, variable: &str) -> String {
    let mut out = String::new();
    write_term(term, variable, &mut out);
    out
}

fn write_term(term: &Term, variable: &str, out: &mut String) {
    // Nothing fails when it is written to a text.
    let _ = match term {
        Term::Variable { sort, index } => write!(out, "{variable}{sort}_{index}"),
        Term::Constant { sort, index } => write!(out, "c{sort}_{index}"),
        Term::Call { operation, output, arguments } if arguments.is_empty() => {
            write!(out, "o{operation}_{output}")
        }
        Term::Call { operation, output, arguments } => {
            let _ = write!(out, "(o{operation}_{output}");
            for argument in arguments {
                out.push(' ');
                write_term(argument, variable, out);
            }
            write!(out, ")")
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::made::pair;

    #[test]
    fn what_follows_from_several_equations_is_implied_and_nothing_else() {
        let mut rules = Rules::default();
        assert!(!rules.imply(&pair("add(x, y)", "add(y, x)")));
        rules.add(&pair("add(y, x)", "add(x, y)"));
        rules.add(&pair("neg(add(x, y))", "add(neg(x), neg(y))"));
        rules.add(&pair("neg(neg(x))", "x"));
        for (larger, smaller) in [
            ("add(add(x, y), z)", "add(z, add(y, x))"),
            ("neg(add(neg(x), y))", "add(neg(y), x)"),
            ("neg(add(neg(x), neg(y)))", "add(y, x)"),
        ] {
            assert!(rules.imply(&pair(larger, smaller)), "{larger} = {smaller}");
        }
        for (larger, smaller) in [
            ("add(add(x, y), z)", "add(x, add(y, z))"),
            ("add(x, neg(x))", "zero()"),
            ("neg(x)", "x"),
        ] {
            assert!(!rules.imply(&pair(larger, smaller)), "{larger} = {smaller}");
        }
    }

    #[test]
    fn a_side_with_fewer_variables_is_no_rule_for_the_other() {
        let mut rules = Rules::default();
        rules.add(&pair("add(x, neg(x))", "zero()"));
        assert!(rules.imply(&pair("add(y, neg(y))", "add(x, neg(x))")));
        assert!(!rules.imply(&pair("add(x, y)", "zero()")));
    }
}
