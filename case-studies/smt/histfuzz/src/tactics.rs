//! Tactics of z3, and options of the solvers that change how a formula is solved but not what its
//! answer is.

use smt_lang::{Command, Script, Sexp};

/// Tactics that keep the answer; each is followed by `smt`.
pub const TACTICS: [&str; 42] = [
    "aig",
    "blast-term-ite",
    "bv1-blast",
    "bvarray2uf",
    "card2bv",
    "cofactor-term-ite",
    "ctx-simplify",
    "ctx-solver-simplify",
    "degree-shift",
    "der",
    "diff-neq",
    "distribute-forall",
    "dom-simplify",
    "elim-term-ite",
    "elim-uncnstr",
    "eq2bv",
    "factor",
    "fix-dl-var",
    "fpa2bv",
    "injectivity",
    "lia2pb",
    "macro-finder",
    "max-bv-sharing",
    "nnf",
    "normalize-bounds",
    "occf",
    "pb2bv",
    "propagate-ineqs",
    "propagate-values",
    "purify-arith",
    "quasi-macros",
    "recover-01",
    "reduce-args",
    "simplify",
    "snf",
    "solve-eqs",
    "split-clause",
    "symmetry-reduce",
    "tseitin-cnf",
    "tseitin-cnf-core",
    "ufbv-rewriter",
    "unit-subsume-simplify",
];

/// Options of z3: one of them on its command line.
pub const Z3_OPTIONS: [&str; 12] = [
    "smt.arith.solver=2",
    "smt.arith.solver=3",
    "smt.arith.solver=6",
    "smt.case_split=3",
    "smt.ematching=false",
    "smt.phase_selection=5",
    "smt.string_solver=z3str3",
    "smt.bv.delay=false",
    "rewriter.flat=false",
    "rewriter.sort_sums=true",
    "rewriter.arith_lhs=true",
    "tactic.default_tactic=smt",
];

/// Options of cvc4 and cvc5.
pub const CVC_OPTIONS: [&str; 8] = [
    "--sygus-inst",
    "--strings-fmf",
    "--fmf-fun",
    "--cegqi-all",
    "--no-strings-lazy-pp",
    "--decision=justification",
    "--ext-rew-prep=agg",
    "--nl-ext-tplanes",
];

/// The options that numbers choose, for a solver named as in `z3-4.8.5`.
pub fn options(numbers: &[u8], solver: &str) -> Vec<String> {
    let list: &[&str] = if solver.starts_with("z3") {
        &Z3_OPTIONS
    } else if solver.starts_with("cvc") {
        &CVC_OPTIONS
    } else {
        return Vec::new();
    };
    numbers.iter().map(|n| list[usize::from(*n) % list.len()].to_owned()).collect()
}

/// The script with each `check-sat` made by the tactics that numbers choose, and then by `smt`.
/// Without any, the script as it is.
#[must_use]
pub fn using(script: &Script, numbers: &[u8]) -> Script {
    if numbers.is_empty() {
        return script.clone();
    }
    let chosen = numbers.iter().map(|n| Sexp::word(TACTICS[usize::from(*n) % TACTICS.len()]));
    let all = std::iter::once(Sexp::word("then")).chain(chosen).chain([Sexp::word("smt")]);
    let tactic = Sexp::new_list(all.collect());
    let check = Command::Other(Sexp::new_list(vec![Sexp::word("check-sat-using"), tactic]));
    let command = |command: &Command| match command {
        Command::CheckSat => check.clone(),
        other => other.clone(),
    };
    Script { commands: script.commands.iter().map(command).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt_lang::Dialect;

    #[test]
    fn tactics_are_chained_and_end_in_the_solver() {
        let script = Script::read(b"(assert true)(check-sat)").unwrap();
        assert_eq!(using(&script, &[]), script);
        let text = using(&script, &[0, 42 + 6]).print(Dialect::Z3);
        assert!(text.contains("(check-sat-using (then aig ctx-simplify smt))"), "{text}");
        assert!(using(&script, &[1]).commands[1].is_check());
    }

    #[test]
    fn options_are_those_of_the_solver() {
        assert_eq!(options(&[0, 13], "z3-4.8.5"), ["smt.arith.solver=2", "smt.arith.solver=3"]);
        assert_eq!(options(&[9], "cvc4-1.8"), ["--strings-fmf"]);
        assert!(options(&[1], "yices-2.6.5").is_empty());
    }
}
