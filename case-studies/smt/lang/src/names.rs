//! Dialects: what operators, sorts and commands are called by which solver. This table is the only
//! place that knows.

use crate::strings::Escapes;
use std::collections::HashMap;
use std::sync::OnceLock;

/// For whom a script is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// Nobody: all tokens as they were read.
    AsRead,
    /// z3 up to 4.8.8: names of before SMT-LIB 2.6, `\x0a` in strings.
    Z3To488,
    /// z3 4.8.9 and 4.8.10: both names and both escapes.
    Z3From489,
    /// z3 from 4.8.11 on.
    Z3,
    /// cvc4 1.8, run with `--lang smt2.6`.
    Cvc4,
    /// cvc5.
    Cvc5,
    /// OxiZ 0.3.
    Oxiz,
    /// SMT-LIB 2.6, nothing else: bitwuzla, Yices.
    Standard,
}

impl Dialect {
    /// All dialects but [`Dialect::AsRead`].
    pub const ALL: [Dialect; 7] = [
        Dialect::Z3To488,
        Dialect::Z3From489,
        Dialect::Z3,
        Dialect::Cvc4,
        Dialect::Cvc5,
        Dialect::Oxiz,
        Dialect::Standard,
    ];

    /// The dialect of a solver that is named as in `z3-4.8.5`, `cvc4-1.8`, `cvc5-1.4.2`,
    /// `oxiz-0.3.4`. Other solvers take the standard.
    ///
    /// ```
    /// use smt_lang::Dialect;
    /// assert_eq!(Dialect::of_solver("z3-4.8.5"), Dialect::Z3To488);
    /// assert_eq!(Dialect::of_solver("z3-4.8.12"), Dialect::Z3);
    /// assert_eq!(Dialect::of_solver("bitwuzla-0.9.1"), Dialect::Standard);
    /// ```
    pub fn of_solver(name: &str) -> Dialect {
        let (solver, version) = name.split_once('-').unwrap_or((name, ""));
        let mut numbers = version.split('.').map(|n| n.parse::<u32>().unwrap_or(u32::MAX));
        let mut number = || numbers.next().unwrap_or(u32::MAX);
        match solver {
            "z3" => match (number(), number(), number()) {
                (..4, ..) | (4, ..8, _) | (4, 8, ..9) => Dialect::Z3To488,
                (4, 8, 9 | 10) => Dialect::Z3From489,
                _ => Dialect::Z3,
            },
            "cvc4" => Dialect::Cvc4,
            "cvc5" => Dialect::Cvc5,
            "oxiz" => Dialect::Oxiz,
            _ => Dialect::Standard,
        }
    }

    /// Which escapes this solver reads in strings.
    pub fn escapes(self) -> Escapes {
        match self {
            Dialect::Z3To488 => Escapes::Hex,
            Dialect::Z3From489 => Escapes::Both,
            _ => Escapes::Standard,
        }
    }

    /// Whether it is any z3.
    pub fn is_z3(self) -> bool {
        matches!(self, Dialect::Z3To488 | Dialect::Z3From489 | Dialect::Z3)
    }

    /// Whether it is cvc4 or cvc5.
    pub fn is_cvc(self) -> bool {
        matches!(self, Dialect::Cvc4 | Dialect::Cvc5)
    }

    /// The column of [`TABLE`]; `None` prints as read.
    fn column(self) -> Option<usize> {
        match self {
            Dialect::AsRead => None,
            Dialect::Z3To488 => Some(0),
            Dialect::Z3From489 => Some(1),
            Dialect::Z3 => Some(2),
            Dialect::Cvc4 => Some(3),
            Dialect::Cvc5 => Some(4),
            Dialect::Oxiz => Some(5),
            Dialect::Standard => Some(6),
        }
    }

    /// What this solver calls an operator that has this present name, or the name itself if it has
    /// no such operator: see [`Dialect::lacks`].
    pub fn name(self, canonical: &str) -> &str {
        match self.entry(canonical) {
            None | Some("-" | "=") => canonical,
            Some(name) => name,
        }
    }

    /// Whether this solver is known to lack an operator.
    pub fn lacks(self, canonical: &str) -> bool {
        let of_cvc5 = OF_CVC5.iter().any(|prefix| canonical.starts_with(prefix));
        let other = !matches!(self, Dialect::AsRead | Dialect::Cvc5);
        self.entry(canonical).map_or(of_cvc5 && other, |cell| cell == "-")
    }

    fn entry(self, canonical: &str) -> Option<&'static str> {
        Some(rows().get(canonical)?[self.column()?])
    }
}

/// The cells of the table, by the present name.
fn rows() -> &'static HashMap<&'static str, Vec<&'static str>> {
    static ROWS: OnceLock<HashMap<&str, Vec<&str>>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let row = |row: &&'static str| {
            let mut cells = row.split_ascii_whitespace();
            Some((cells.next()?, cells.collect::<Vec<_>>()))
        };
        TABLE.iter().filter_map(row).collect()
    })
}

/// The present name of an operator: what SMT-LIB calls it, or cvc5 where SMT-LIB has none.
///
/// ```
/// assert_eq!(smt_lang::canonical("str.to.re"), "str.to_re");
/// assert_eq!(smt_lang::canonical("bvadd"), "bvadd");
/// ```
pub fn canonical(name: &str) -> &str {
    static NAMES: OnceLock<HashMap<&str, &str>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let of_row = |(now, cells): (&&'static str, &Vec<&'static str>)| {
            let now = *now;
            cells.clone().into_iter().filter(|name| name.len() > 1).map(move |name| (name, now))
        };
        // Two rows can share an older name only by mistake, so the order is of no matter.
        ALIASES.iter().copied().chain(rows().iter().flat_map(of_row)).collect()
    });
    names.get(name).copied().unwrap_or(name)
}

/// Operators of these beginnings are those of cvc5 alone, unless [`TABLE`] says more.
const OF_CVC5: &[&str] = &["bag", "nullable.", "table.", "ff.", "set.", "rel.", "tuple."];

/// Other names, which no solver needs.
const ALIASES: &[(&str, &str)] = &[
    ("implies", "=>"),
    ("iff", "="),
    ("if", "ite"),
    ("intersection", "set.inter"),
    ("set.intersect", "set.inter"),
    ("set.difference", "set.minus"),
    ("in", "set.member"),
    ("emptyset", "set.empty"),
    ("univset", "set.universe"),
    ("bv2nat", "ubv_to_int"),
    ("int2bv", "int_to_bv"),
    ("nat2bv", "int_to_bv"),
    ("str.to-int", "str.to_int"),
    ("str.from-int", "str.from_int"),
    ("str.tolower", "str.to_lower"),
    ("str.toupper", "str.to_upper"),
    ("int.to.str", "str.from_int"),
    ("u16.to.str", "str.from_int"),
    ("str.replaceall", "str.replace_all"),
    ("str.indexof-re", "str.indexof_re"),
    ("mkTuple", "tuple"),
    ("tupSel", "tuple.select"),
    ("tuple_select", "tuple.select"),
    ("tuple_update", "tuple.update"),
    ("tuple_project", "tuple.project"),
    ("as_emptyset", "set.empty"),
    ("asIEEEBV", "fp.to_ieee_bv"),
    ("to_ieee_bv", "fp.to_ieee_bv"),
    ("seq.to.re", "str.to_re"),
    ("seq.to_re", "str.to_re"),
    ("seq.in.re", "str.in_re"),
    ("seq.in_re", "str.in_re"),
    ("seq.foldl", "seq.fold_left"),
    ("seq.foldli", "seq.fold_lefti"),
    ("roundNearestTiesToEven", "RNE"),
    ("roundNearestTiesToAway", "RNA"),
    ("roundTowardPositive", "RTP"),
    ("roundTowardNegative", "RTN"),
    ("roundTowardZero", "RTZ"),
    ("bag.inter", "bag.inter_min"),
    ("bag.make", "bag"),
];

/// The present name, and what the solvers call it: `=` the same, `-` nothing. Each cell of z3, cvc4
/// and cvc5 was tried; the cells of OxiZ and of the standard were not.
const TABLE: &[&str] = &[
    // present        z3 to 4.8.8   4.8.9, 10    z3 now       cvc4         cvc5        oxiz standard
    "str.to_re        str.to.re     =            =            =            =            = =",
    "str.in_re        str.in.re     =            =            =            =            = =",
    "str.to_int       str.to.int    =            =            =            =            = =",
    "str.from_int     int.to.str    =            =            =            =            = =",
    "str.<            -             =            =            =            =            = =",
    "str.<=           -             =            =            =            =            = =",
    "str.replace_all  -             =            =            =            =            = =",
    "str.replace_re   -             =            =            =            =            = =",
    "str.replace_re_all -           =            =            =            =            = =",
    "str.to_code      -             =            =            =            =            = =",
    "str.from_code    -             =            =            =            =            = =",
    "str.is_digit     -             =            =            =            =            = =",
    "str.to_lower     -             -            -            str.tolower  =            - -",
    "str.to_upper     -             -            -            str.toupper  =            - -",
    "str.rev          -             -            -            =            =            - -",
    "str.update       -             -            -            -            =            - -",
    "str.indexof_re   -             -            -            -            =            - -",
    "str.last_indexof =             =            =            -            -            - -",
    "re.none          re.nostr      =            =            =            =            = =",
    "re.comp          re.complement =            =            =            =            = =",
    "re.diff          -             =            =            =            =            = =",
    "seq.unit         =             =            =            -            =            - -",
    "seq.empty        =             =            =            -            =            - -",
    "seq.++           =             =            =            -            =            - -",
    "seq.len          =             =            =            -            =            - -",
    "seq.nth          =             =            =            -            =            - -",
    "seq.at           =             =            =            -            =            - -",
    "seq.extract      =             =            =            -            =            - -",
    "seq.contains     =             =            =            -            =            - -",
    "seq.prefixof     =             =            =            -            =            - -",
    "seq.suffixof     =             =            =            -            =            - -",
    "seq.indexof      =             =            =            -            =            - -",
    "seq.last_indexof =             =            =            -            -            - -",
    "seq.replace      =             =            =            -            =            - -",
    "seq.replace_all  -             -            =            -            =            - -",
    "seq.rev          -             -            -            -            =            - -",
    "seq.update       -             -            -            -            =            - -",
    "ubv_to_int       bv2nat        bv2nat       bv2nat       bv2nat       bv2nat       bv2nat =",
    "sbv_to_int       -             -            =            -            =            - =",
    "int_to_bv        int2bv        int2bv       int2bv       int2bv       int2bv       int2bv =",
    "bvuaddo          -             -            =            -            =            - =",
    "bvsaddo          -             -            =            -            =            - =",
    "bvumulo          -             -            =            -            =            - =",
    "bvsmulo          -             -            =            -            =            - =",
    "bvusubo          -             -            =            -            =            - =",
    "bvssubo          -             -            =            -            =            - =",
    "bvsdivo          -             -            =            -            =            - =",
    "bvnego           -             -            =            -            =            - =",
    "bvumul_noovfl    =             =            =            -            -            - -",
    "bvsmul_noovfl    =             =            =            -            -            - -",
    "bvsmul_noudfl    =             =            =            -            -            - -",
    "bvredor          =             =            =            -            =            - -",
    "bvredand         =             =            =            -            =            - -",
    "bvredxor         -             -            -            -            -            - -",
    "bvite            -             -            -            -            =            - -",
    "ext_rotate_left  =             =            =            -            -            - -",
    "ext_rotate_right =             =            =            -            -            - -",
    "fp.to_ieee_bv    =             =            =            -            -            - -",
    "divisible        -             -            -            =            =            - =",
    "iand             -             -            -            -            =            - -",
    "int.pow2         -             -            -            -            =            - -",
    "rem              =             =            =            -            -            - -",
    "div_total        -             -            -            -            =            - -",
    "mod_total        -             -            -            -            =            - -",
    "/_total          -             -            -            -            =            - -",
    "exp              -             -            =            =            =            - -",
    "real.pi          pi            pi           pi           =            =            - -",
    "arcsin           asin          asin         asin         =            =            - -",
    "arccos           acos          acos         acos         =            =            - -",
    "arctan           atan          atan         atan         =            =            - -",
    "sinh             =             =            =            -            -            - -",
    "cosh             =             =            =            -            -            - -",
    "tanh             =             =            =            -            -            - -",
    "map              =             =            =            -            -            - -",
    "as-array         =             =            =            -            -            - -",
    "default          =             =            =            -            -            - -",
    // Sorts.
    "Seq              =             =            =            -            =            - -",
    "FloatingPoint    =             =            =            -            =            = =",
    "->               -             -            =            -            =            - -",
    "FiniteField      -             -            -            -            =            - -",
    "Tuple            -             -            -            =            =            - -",
    "UnitTuple        -             -            -            -            =            - -",
    "Bag              -             -            -            -            =            - -",
    "Nullable         -             -            -            -            =            - -",
    "Unicode          -             =            =            -            -            - -",
    "set.union        union         union        union        union        =            - -",
    "set.inter        intersection  intersection intersection intersection =            - -",
    "set.minus        setminus      setminus     setminus     setminus     =            - -",
    "set.subset       subset        subset       subset       subset       =            - -",
    "set.complement   complement    complement   complement   complement   =            - -",
    "set.member       -             -            -            member       =            - -",
    "set.singleton    -             -            -            singleton    =            - -",
    "set.insert       -             -            -            insert       =            - -",
    "set.card         card          -            -            card         =            - -",
    "set.choose       -             -            -            choose       =            - -",
    "set.is_singleton -             -            -            is_singleton =            - -",
    "set.is_empty     -             -            -            -            =            - -",
    "set.empty        -             -            -            emptyset     =            - -",
    "set.universe     -             -            -            univset      =            - -",
    "rel.transpose    -             -            -            transpose    =            - -",
    "rel.tclosure     -             -            -            tclosure     =            - -",
    "rel.join         -             -            -            join         =            - -",
    "rel.product      -             -            -            product      =            - -",
    "rel.iden         -             -            -            iden         =            - -",
    "rel.join_image   -             -            -            join_image   =            - -",
    "tuple            -             -            -            mkTuple      =            - -",
    "tuple.select     -             -            -            tupSel       =            - -",
];
