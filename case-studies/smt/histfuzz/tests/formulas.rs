//! HistFuzz on a small history of our own, and its mining on the formulas of the study.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use smt_histfuzz::blocks::{Allowed, Blocks};
use smt_histfuzz::build::build;
use smt_histfuzz::choices::{
    Bound, Choices, Deck, Filling, Level, Modes, Number, Translocation, small,
};
use smt_histfuzz::history::{Cut, History};
use smt_histfuzz::mine::{Mined, Thresholds};
use smt_histfuzz::skeleton::Definitions;
use smt_lang::{Command, Dialect, Script};

const TEXTS: [(&str, &str); 4] = [
    (
        "z3_10_0",
        "(declare-fun x () Int)(declare-fun f (Int) Int)(declare-fun p () Bool)\
         (assert (and (= (f x) 2) (not (< x 1))))(assert (or p (> x 3)))(check-sat)",
    ),
    (
        "z3_3000_0",
        "(declare-fun x () String)(declare-fun n () Int)\
         (assert (forall ((i Int)) (=> (< i n) (= (str.at x i) \"a\"))))(check-sat)",
    ),
    (
        "cvc5_20_1",
        "(declare-sort U 0)(declare-fun x () U)(define-fun g ((y U)) Bool (= y x))\
         (declare-fun n () Int)(assert (and (g x) (not (< n 1))))(check-sat)",
    ),
    ("note", "(assert (let ((y 1)) (< y 2)))(check-sat)"),
];

fn history() -> History {
    History::of_texts(TEXTS)
}

fn own() -> Blocks {
    Blocks::new(&history(), Definitions::Own, &Allowed::default())
}

fn filling(skeleton: u32, fills: &[u32], bound: &[(u32, bool)]) -> Filling {
    let bound =
        bound.iter().map(|(variable, unused)| Bound { variable: *variable, unused: *unused });
    let fills = fills.iter().map(|n| Number(*n)).collect();
    Filling { skeleton, fills, bound: bound.collect() }
}

fn choices(pool: u32, assertions: Vec<Filling>) -> Choices {
    Choices {
        pool,
        guided: false,
        assertions,
        translocations: Vec::new(),
        levels: Vec::new(),
        tactics: Vec::new(),
        options: Vec::new(),
    }
}

fn names(blocks: &Blocks) -> Vec<(&str, Vec<String>)> {
    let text = |at: &u32| blocks.atoms[*at as usize].term.to_string();
    blocks.pools.iter().map(|p| (p.theory.as_str(), p.atoms.iter().map(text).collect())).collect()
}

#[test]
fn a_history_is_cut_by_the_numbers_of_issues() {
    let left = |cut| history().cut(cut).formulas.iter().map(|f| f.name.clone()).collect::<Vec<_>>();
    assert_eq!(left(Cut::OLD), ["z3_10_0", "cvc5_20_1"]);
    assert_eq!(left(Cut::Below(11, 20)), ["z3_10_0"]);
    assert_eq!(left(Cut::Whole).len(), 4);
}

#[test]
fn skeletons_and_forms_are_mined_by_both_definitions() {
    let published = Mined::new(&history(), Definitions::Published, Thresholds::default());
    let texts =
        |mined: &Mined| mined.skeletons.iter().map(|(s, n)| format!("{n} {s}")).collect::<Vec<_>>();
    assert_eq!(texts(&published), ["2 (and □ (not □))", "1 (or □ □)", "1 (forall 1 (=> □ □))"]);
    assert_eq!(published.repeated(), 1);
    // The formula with an own sort gives none, and the variable of `let` has no sort.
    assert_eq!((published.with_atoms, published.atoms), (2, 6));
    let own = Mined::new(&history(), Definitions::Own, Thresholds::default());
    assert!(texts(&own).contains(&"1 □".to_owned()));
    assert_eq!((own.with_atoms, own.atoms), (4, 9));
    let support = Thresholds { support: 2, confidence: 0.9 };
    let own = Mined::new(&history(), Definitions::Own, support);
    let rule = own.rules.iter().find(|r| own.forms[r.when[0] as usize] == "(fun var_Named)");
    assert_eq!(rule, None, "{:?}", own.rules);
}

#[test]
fn atoms_have_unique_names_and_bring_what_they_need() {
    let blocks = own();
    let pools = names(&blocks);
    let int = &pools.iter().find(|(theory, _)| *theory == "Int").unwrap().1;
    // `(< x 1)` and `(< n 1)` are one atom, whatever their variables are called.
    assert_eq!(int.iter().filter(|text| text.ends_with(" 1)")).count(), 1, "{int:?}");
    let needing = blocks.atoms.iter().find(|atom| atom.needs.len() == 3).unwrap();
    let needed = needing.needs.iter().map(|n| blocks.commands[*n].print(Dialect::Z3));
    let needed = needed.collect::<Vec<_>>().join(" ");
    assert!(needed.starts_with("(declare-sort S2_0 0)"), "{needed}");
    assert!(needed.contains("(define-fun d2_2"), "{needed}");
}

#[test]
fn a_function_with_two_declarations_gives_no_atoms() {
    let text = "(push 1)(declare-fun f (Int) Bool)(assert (f 1))(pop 1)\
                (declare-fun f (Int Int) Bool)(assert (or (f 1 2) (< 1 2)))(check-sat)";
    let history = History::of_texts([("z3_1_0", text)]);
    let blocks = Blocks::new(&history, Definitions::Own, &Allowed::default());
    let atoms: Vec<String> = blocks.atoms.iter().map(|atom| atom.term.to_string()).collect();
    assert_eq!(atoms, ["(< 1 2)"]);
}

#[test]
fn every_drawn_formula_is_well_sorted_and_declares_what_it_uses() {
    let blocks = own();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut deck = Deck::default();
    let modes = Modes { guided: true, incremental: true, tactics: true, options: true };
    let mut incremental = 0;
    for _ in 0..300 {
        let choices = deck.draw(&blocks, modes, &mut random);
        let script = build(&blocks, &choices).unwrap().script;
        let again = Script::read(script.print(Dialect::AsRead).as_bytes()).unwrap();
        assert_eq!(again.unknown().count(), 0, "{}", script.print(Dialect::AsRead));
        assert!(again.checks() > 0);
        incremental += usize::from(again.commands.iter().any(|c| matches!(c, Command::Pop(_))));
        let again = build(&blocks, &choices).unwrap().script;
        assert_eq!(script, again);
    }
    assert!((100..200).contains(&incremental), "{incremental}");
}

#[test]
fn each_choice_changes_what_it_is_about() {
    let blocks = own();
    let at =
        |text: &str| blocks.skeletons.iter().position(|s| s.to_string() == text).unwrap() as u32;
    let string = blocks.pools.iter().position(|pool| pool.theory == "String").unwrap() as u32;
    let mut made =
        choices(string, vec![filling(at("(forall 1 (=> □ □))"), &[0, 1], &[(1, false)])]);
    let text = |choices: &Choices| {
        build(&blocks, choices).unwrap().script.assertions().next().unwrap().to_string()
    };
    let plain = text(&made);
    assert!(plain.starts_with("(forall ((v1_1 Int)) (=> (< v1_1 v1_0) (= "), "{plain}");
    made.assertions[0].bound[0].unused = true;
    assert!(text(&made).starts_with("(forall ((V1_1_0 Int)) (=> (< v1_1"), "{}", text(&made));
    made.assertions[0].bound[0] = Bound { variable: 2, unused: false };
    assert!(text(&made).starts_with("(forall ((v1_2 String))"), "{}", text(&made));
    made.translocations = vec![Translocation { assertion: 0, occurrence: 0, to: 0 }];
    assert!(text(&made).contains("(=> (< v1_0 v1_0)"), "{}", text(&made));
}

#[test]
fn rounds_pop_at_most_what_they_pushed() {
    let blocks = own();
    let mut made = choices(0, (0..5).map(|n| filling(n, &[n], &[])).collect());
    made.levels = vec![Level { push: 2, pop: 0 }, Level { push: 3, pop: 255 }];
    let script = build(&blocks, &made).unwrap().script;
    let text = script.print(Dialect::Z3);
    let shape: Vec<&str> =
        text.lines().filter(|l| l.starts_with("(p") || l.starts_with("(ch")).collect();
    let wanted = ["(push 2)", "(check-sat)", "(pop 1)", "(push 3)", "(check-sat)", "(pop 4)"];
    assert_eq!(shape, wanted);
}

#[test]
fn small_formulas_are_all_different() {
    let blocks = own();
    let all: Vec<Choices> = small(&blocks).collect();
    let forms: usize = blocks.pools.iter().map(|pool| pool.by_form.len()).sum();
    let single = blocks.skeletons.iter().filter(|tree| tree.holes() == 1).count();
    assert_eq!(all.len(), forms * single);
    let texts: std::collections::BTreeSet<String> =
        all.iter().map(|c| build(&blocks, c).unwrap().script.print(Dialect::Z3)).collect();
    // One atom can be in two pools.
    assert!(texts.len() * 2 > all.len());
}

#[test]
fn what_a_solver_does_not_read_is_left_out() {
    let mut blocks = own();
    let mut asked = 0;
    let refused = blocks.fit(|script| {
        asked += 1;
        Ok::<_, ()>(!script.print(Dialect::Cvc5).contains("str.at"))
    });
    assert_eq!(refused, Ok(1));
    assert!(asked > 1);
    assert!(!names(&blocks).iter().any(|(_, all)| all.iter().any(|text| text.contains("str.at"))));
}

/// What the published tool gives on these formulas: 916 skeletons, 241 of them more than once, and
/// 91 rules.
#[test]
fn mining_the_history_of_the_paper_gives_what_the_published_tool_gives() {
    let folder = smt_lang::formulas::folder().join("histfuzz");
    let Ok(history) = History::of_folder(&folder) else {
        println!("skipped: no formulas in {}; name their folder in SMT_FORMULAS", folder.display());
        return;
    };
    let mined = Mined::new(&history, Definitions::Published, Thresholds::default());
    let near = |found: usize, published: usize| found.abs_diff(published) * 10 <= published;
    assert!(near(mined.skeletons.len(), 916), "{}", mined.skeletons.len());
    assert!(near(mined.repeated(), 241), "{}", mined.repeated());
    assert!(near(mined.rules.len(), 91), "{}", mined.rules.len());
    assert_eq!(history.cut(Cut::OLD).formulas.len(), 136);
}
