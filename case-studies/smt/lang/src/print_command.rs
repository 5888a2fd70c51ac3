//! Text from commands, for a dialect: what a solver does not know is dropped or replaced.

use crate::command::{Command, Declaration, Definition, Spelling};
use crate::names::Dialect;
use crate::print::Writer;
use crate::rank::Datatype;
use crate::script::Script;
use crate::sexp::Sexp;
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::{Origin, Term};
use crate::token::TokenKind;
use std::collections::BTreeSet;
use std::fmt;

/// Commands that every solver has; of the others, [`keeps`] knows.
const COMMON: &[&str] = &[
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "define-const",
    "exit",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-logic",
];

/// Options of the standard that change neither output nor files.
const OPTIONS: &[&str] = &[
    ":global-declarations",
    ":produce-assertions",
    ":produce-assignments",
    ":produce-models",
    ":produce-proofs",
    ":produce-unsat-assumptions",
    ":produce-unsat-cores",
    ":random-seed",
];

/// Options of z3 that can be written with hyphens: z3 takes them for underscores.
const OPTIONS_OF_Z3: &[&str] = &[
    ":auto-config",
    ":memory-max-size",
    ":model-validate",
    ":smtlib2-compliant",
    ":type-check",
    ":unsat-core",
    ":well-sorted-check",
];

/// Options of cvc without a hyphen.
const OPTIONS_OF_CVC: &[&str] = &[":incremental", ":finite-model-find", ":rlimit", ":seed"];

/// Whether a solver gets a command of this name that is not of the standard.
fn keeps(dialect: Dialect, head: &str) -> bool {
    match head {
        _ if COMMON.contains(&head) => true,
        "declare-codatatype" | "declare-codatatypes" | "declare-heap" => dialect.is_cvc(),
        "get-interpolant" | "get-abduct" | "block-model" | "block-model-values" => {
            dialect == Dialect::Cvc5
        }
        "check-sat-using" | "assert-soft" | "minimize" | "maximize" => dialect.is_z3(),
        _ => false,
    }
}

/// Whether a solver gets an option. A solver stops, or says `(error`, at options of another one.
fn keeps_option(dialect: Dialect, key: &str) -> bool {
    let hyphens = key[1..].contains('-') && !OPTIONS_OF_Z3.contains(&key);
    let of_cvc = OPTIONS_OF_CVC.contains(&key) || hyphens && !key.contains('.');
    let of_z3 = key.contains('.') || key.contains('_') || !hyphens && !of_cvc;
    match dialect {
        Dialect::AsRead => true,
        // These print to files, or between the answers.
        _ if key.contains("print-success") || key.contains("channel") => false,
        _ if OPTIONS.contains(&key) => dialect != Dialect::Oxiz,
        Dialect::Z3To488 | Dialect::Z3From489 | Dialect::Z3 => of_z3,
        Dialect::Cvc4 | Dialect::Cvc5 => of_cvc && !of_z3,
        Dialect::Oxiz | Dialect::Standard => false,
    }
}

/// The logic that cvc gets: it stops at logics it does not know.
fn logic(dialect: Dialect, name: &str) -> &str {
    const PARTS: &[&str] = &[
        "QF_", "SEP_", "ALL", "A", "UF", "BV", "FP", "FF", "DT", "S", "LIRA", "LIA", "LRA", "NIRA",
        "NIA", "NRA", "IDL", "RDL", "T", "C", "HO_", "AX", "FS",
    ];
    let known = |mut rest: &str| {
        while let Some(part) = PARTS.iter().find(|part| rest.starts_with(**part)) {
            rest = &rest[part.len()..];
        }
        rest.is_empty()
    };
    let of_cvc = dialect.is_cvc() && !known(name) || name == "ALL_SUPPORTED" || name == "all";
    if of_cvc && dialect != Dialect::AsRead { "ALL" } else { name }
}

impl Writer {
    /// Writes a command on a line, or nothing if the solver has no use for it.
    fn command_line(&mut self, command: &Command) {
        let start = self.len();
        self.one_command(command);
        if self.len() > start {
            self.line();
        }
    }

    fn one_command(&mut self, command: &Command) {
        let dialect = self.dialect();
        match command {
            Command::SetLogic(name) => {
                let name = logic(dialect, name.text()).to_owned();
                self.command(&["set-logic", &name]);
            }
            Command::SetOption(key, value) => {
                let name = key.of_kind(TokenKind::Keyword);
                if name.is_some_and(|name| keeps_option(dialect, name))
                    || dialect == Dialect::AsRead
                {
                    self.keyed("set-option", key, value.as_ref());
                }
            }
            // A status says the answer; the rest says nothing to a solver.
            Command::SetInfo(..) if dialect != Dialect::AsRead => {}
            Command::SetInfo(key, value) => self.keyed("set-info", key, value.as_ref()),
            Command::DeclareSort(name, arity) => {
                let arity = arity.or((dialect != Dialect::AsRead).then_some(0));
                self.numbered("declare-sort", Some(name), arity);
            }
            Command::DefineSort(name, parameters, sort) => {
                self.named("define-sort", name);
                self.symbols(parameters);
                self.sort(sort);
                self.close();
            }
            Command::Declare(declaration) => self.declaration(declaration),
            Command::Define(definition) => self.definition(definition),
            Command::DefineFunsRec(all) => self.definitions(all),
            Command::Datatypes(sexp, datatypes) => self.datatypes(sexp, datatypes),
            Command::Assert(term) => {
                self.open();
                self.word("assert");
                self.term(term);
                self.close();
            }
            Command::CheckSat => self.command(&["check-sat"]),
            Command::CheckSatAssuming(terms) => self.terms("check-sat-assuming", terms),
            Command::GetValue(terms) => self.terms("get-value", terms),
            Command::Push(n) => self.numbered("push", None, self.level(*n)),
            Command::Pop(n) => self.numbered("pop", None, self.level(*n)),
            Command::Reset => self.command(&["reset"]),
            Command::ResetAssertions => self.command(&["reset-assertions"]),
            Command::Exit => self.command(&["exit"]),
            Command::About(head, term, rest) => {
                if dialect == Dialect::AsRead || keeps(dialect, head.name()) {
                    self.open();
                    self.symbol(head);
                    self.term(term);
                    rest.iter().for_each(|sexp| self.sexp(sexp));
                    self.close();
                }
            }
            Command::Other(sexp) => self.other(sexp),
        }
    }

    fn other(&mut self, sexp: &Sexp) {
        let dialect = self.dialect();
        match sexp.head() {
            _ if dialect == Dialect::AsRead => self.sexp(sexp),
            // A tactic changes the way, not the answer.
            Some("check-sat-using") if !dialect.is_z3() => self.command(&["check-sat"]),
            Some(head) if keeps(dialect, head) => self.sexp(sexp),
            _ => {}
        }
    }

    fn level(&self, levels: Option<u32>) -> Option<u32> {
        levels.or((self.dialect() != Dialect::AsRead).then_some(1))
    }

    fn named(&mut self, head: &str, name: &Symbol) {
        self.open();
        self.word(head);
        self.symbol(name);
    }

    fn symbols(&mut self, symbols: &[Symbol]) {
        self.open();
        symbols.iter().for_each(|symbol| self.symbol(symbol));
        self.close();
    }

    fn keyed(&mut self, head: &str, key: &Sexp, value: Option<&Sexp>) {
        self.open();
        self.word(head);
        self.sexp(key);
        value.into_iter().for_each(|value| self.sexp(value));
        self.close();
    }

    fn numbered(&mut self, head: &str, name: Option<&Symbol>, number: Option<u32>) {
        self.open();
        self.word(head);
        name.into_iter().for_each(|name| self.symbol(name));
        number.into_iter().for_each(|number| self.word(&number.to_string()));
        self.close();
    }

    fn terms(&mut self, head: &str, terms: &[Term]) {
        self.open();
        self.word(head);
        self.open();
        terms.iter().for_each(|term| self.term(term));
        self.close();
        self.close();
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let head = if declaration.is_const { "declare-const" } else { "declare-fun" };
        self.named(head, &declaration.name);
        if !declaration.is_const {
            self.open();
            declaration.arguments.iter().for_each(|sort| self.sort(sort));
            self.close();
        }
        self.sort(&declaration.result);
        self.close();
    }

    fn definition(&mut self, definition: &Definition) {
        let head = match definition.spelling {
            Spelling::FunRec => "define-fun-rec",
            // To z3, a `lambda` is no value of a function sort in `define-fun`.
            Spelling::Const if self.dialect() == Dialect::AsRead || self.dialect().is_z3() => {
                "define-const"
            }
            Spelling::Fun | Spelling::Const => "define-fun",
        };
        self.named(head, &definition.name);
        if head != "define-const" {
            self.sorted_vars(&definition.parameters);
        }
        self.sort(&definition.result);
        self.term(&definition.body);
        self.close();
    }

    fn definitions(&mut self, all: &[Definition]) {
        self.open();
        self.word("define-funs-rec");
        self.open();
        for definition in all {
            self.open();
            self.symbol(&definition.name);
            self.sorted_vars(&definition.parameters);
            self.sort(&definition.result);
            self.close();
        }
        self.close();
        self.open();
        all.iter().for_each(|definition| self.term(&definition.body));
        self.close();
        self.close();
    }

    /// Datatypes in the notation of SMT-LIB 2.6, which all solvers here take.
    fn datatypes(&mut self, sexp: &Sexp, datatypes: &[Datatype]) {
        let head = sexp.head().unwrap_or_default();
        let unknown = |d: &Datatype| {
            d.constructors.iter().flat_map(|c| &c.selectors).any(|(_, sort)| sort.is_unknown())
        };
        if self.dialect() == Dialect::AsRead || datatypes.iter().any(unknown) {
            return self.sexp(sexp);
        }
        let codata = head.starts_with("declare-co");
        if codata && !keeps(self.dialect(), "declare-codatatypes") {
            return;
        }
        self.open();
        self.word(if codata { "declare-codatatypes" } else { "declare-datatypes" });
        self.open();
        for datatype in datatypes {
            let arity = datatype.parameters.len().to_string();
            self.command(&[datatype.name.text(), &arity]);
        }
        self.close();
        self.open();
        for datatype in datatypes {
            self.open();
            if !datatype.parameters.is_empty() {
                self.word("par");
                self.symbols(&datatype.parameters);
                self.open();
            }
            for constructor in &datatype.constructors {
                self.open();
                self.symbol(&constructor.name);
                for (selector, sort) in &constructor.selectors {
                    self.open();
                    self.symbol(selector);
                    self.sexp(&sort.to_sexp());
                    self.close();
                }
                self.close();
            }
            if !datatype.parameters.is_empty() {
                self.close();
            }
            self.close();
        }
        self.close();
        self.close();
    }
}

impl Command {
    /// The text for a solver on a line; nothing if it has no use for the command.
    pub fn print(&self, dialect: Dialect) -> String {
        let mut writer = Writer::new(dialect);
        writer.command_line(self);
        writer.finish()
    }
}

impl Script {
    /// The text for a solver, a line a command. The status and other infos are not in it, nor is
    /// what only other solvers understand. A string is spelled so that each solver reads the
    /// characters that SMT-LIB 2.6 reads.
    ///
    /// ```
    /// use smt_lang::{Dialect, Script};
    /// let text = br#"(set-info :status sat) (push) (assert (str.in_re "\u{a}" re.none))"#;
    /// let script = Script::read(text).unwrap();
    /// let old = "(push 1)\n(assert (str.in.re \"\\x0a\" re.nostr))\n";
    /// assert_eq!(script.print(Dialect::Z3To488), old);
    /// ```
    pub fn print(&self, dialect: Dialect) -> String {
        let mut writer = Writer::new(dialect);
        self.commands.iter().for_each(|command| writer.command_line(command));
        writer.finish()
    }

    /// The operators and sorts that a solver is known to lack, by their present names. A formula
    /// with one is not comparable there.
    pub fn lacking(&self, dialect: Dialect) -> BTreeSet<String> {
        let ops = self.terms().flat_map(Term::preorder).filter_map(|term| {
            let ident = term.ident().filter(|ident| ident.origin == Origin::Theory)?;
            Some(crate::names::canonical(ident.name.name()))
        });
        let sorts = self.sorts();
        let sorts = sorts.iter().flat_map(Sort::heads);
        ops.chain(sorts).filter(|name| dialect.lacks(name)).map(str::to_owned).collect()
    }
}

impl fmt::Display for Script {
    /// All commands as read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print(Dialect::AsRead))
    }
}
