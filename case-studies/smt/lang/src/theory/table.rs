//! The operators whose rank can be written down, in the notation of SMT-LIB's theory declarations.

use crate::rank::Rank;
use crate::scope::Scope;
use crate::sexp::Sexp;
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::token::Tokens;
use std::collections::HashMap;
use std::sync::OnceLock;

/// A line is `names : sorts of arguments -> sort`. The letters a, b and c are parameters, `...`
/// lets the last argument repeat. A name may have several lines.
const RANKS: &str = "
true false : -> Bool
not : Bool -> Bool
and or xor => : Bool ... -> Bool
= distinct : a ... -> Bool
ite : Bool a a -> a
nand nor : Bool Bool -> Bool

div div_total div0 : Int Int ... -> Int
mod rem mod_total mod0 rem0 : Int Int -> Int
/ /_total /0 : Real Real ... -> Real
< <= > >= : Real ... -> Bool
to_real : Real -> Real
to_int : Real -> Int
is_int : Real -> Bool
sin cos tan csc sec cot exp sqrt : Real -> Real
arcsin arccos arctan arccsc arcsec arccot : Real -> Real
asin acos atan sinh cosh tanh asinh acosh atanh : Real -> Real
real.pi pi euler : -> Real
int.pow2 int.log2 : Int -> Int
int.ispow2 : Int -> Bool
piand : Int Int Int -> Int
band : Int Int Int -> Int

str.++ : String ... -> String
str.len str.to_code str.to_int : String -> Int
str.at : String Int -> String
str.substr : String Int Int -> String
str.prefixof str.suffixof str.contains : String String -> Bool
str.< str.<= : String ... -> Bool
str.indexof : String String Int -> Int
str.indexof str.last_indexof : String String -> Int
str.replace str.replace_all : String String String -> String
str.replace_re str.replace_re_all : String RegLan String -> String
str.indexof_re : String RegLan Int -> Int
str.is_digit : String -> Bool
str.from_code str.from_int : Int -> String
str.to_lower str.to_upper str.rev : String -> String
str.update : String Int String -> String
str.in_re : String RegLan -> Bool
str.to_re : String -> RegLan
re.none re.all re.allchar : -> RegLan
re.++ re.union re.inter re.diff : RegLan ... -> RegLan
re.* re.+ re.opt re.comp re.reverse : RegLan -> RegLan
re.range : String String -> RegLan
re.loop : RegLan Int -> RegLan
re.loop : RegLan Int Int -> RegLan
re.^ : RegLan Int -> RegLan

seq.unit : a -> (Seq a)
seq.++ str.++ : (Seq a) ... -> (Seq a)
seq.++ : String ... -> String
seq.len str.len : (Seq a) -> Int
seq.len : String -> Int
seq.extract str.substr : (Seq a) Int Int -> (Seq a)
seq.extract : String Int Int -> String
seq.at str.at : (Seq a) Int -> (Seq a)
seq.at : String Int -> String
seq.nth : (Seq a) Int -> a
seq.nth : String Int -> Unicode
seq.contains seq.prefixof seq.suffixof : (Seq a) (Seq a) -> Bool
str.contains str.prefixof str.suffixof : (Seq a) (Seq a) -> Bool
seq.contains seq.prefixof seq.suffixof : String String -> Bool
seq.indexof str.indexof : (Seq a) (Seq a) Int -> Int
seq.indexof seq.last_indexof str.indexof : (Seq a) (Seq a) -> Int
seq.indexof : String String Int -> Int
seq.indexof seq.last_indexof : String String -> Int
seq.replace seq.replace_all str.replace : (Seq a) (Seq a) (Seq a) -> (Seq a)
seq.replace seq.replace_all : String String String -> String
seq.rev : (Seq a) -> (Seq a)
seq.update : (Seq a) Int (Seq a) -> (Seq a)
str.to_re : (Seq a) -> (RegEx (Seq a))
str.in_re : (Seq a) (RegEx (Seq a)) -> Bool
re.++ re.union re.inter re.diff : (RegEx a) ... -> (RegEx a)
re.* re.+ re.opt re.comp : (RegEx a) -> (RegEx a)
re.range : (Seq a) (Seq a) -> (RegEx (Seq a))
seq.map : (-> a b) (Seq a) -> (Seq b)
seq.map : (Array a b) (Seq a) -> (Seq b)
seq.mapi : (Array Int a b) Int (Seq a) -> (Seq b)
seq.fold_left : (Array b a b) b (Seq a) -> b
seq.fold_lefti : (Array Int b a b) Int b (Seq a) -> b

default : (Array a b) -> b
eqrange : (Array a b) (Array a b) a a -> Bool
set-has-size : (Array a Bool) Int -> Bool
array-ext : (Array a b) (Array a b) -> a

set.union set.inter set.minus : (Set a) ... -> (Set a)
set.union set.inter set.minus : (Array a Bool) ... -> (Array a Bool)
set.member : a (Set a) -> Bool
set.subset : (Set a) (Set a) -> Bool
set.subset : (Array a Bool) (Array a Bool) -> Bool
set.singleton : a -> (Set a)
set.card : (Set a) -> Int
set.card : (Array a Bool) -> Int
set.complement : (Set a) -> (Set a)
set.complement : (Array a Bool) -> (Array a Bool)
set.choose : (Set a) -> a
set.is_empty set.is_singleton : (Set a) -> Bool
set.map : (-> a b) (Set a) -> (Set b)
set.filter : (-> a Bool) (Set a) -> (Set a)
set.all set.some : (-> a Bool) (Set a) -> Bool
set.fold : (-> a b b) b (Set a) -> b
rel.iden : (Set (Tuple a)) -> (Set (Tuple a a))
rel.join_image : (Set (Tuple a a)) Int -> (Set (Tuple a))

bag : a Int -> (Bag a)
bag.count : a (Bag a) -> Int
bag.member : a (Bag a) -> Bool
bag.card : (Bag a) -> Int
bag.union_disjoint bag.union_max bag.inter_min : (Bag a) ... -> (Bag a)
bag.difference_subtract bag.difference_remove : (Bag a) (Bag a) -> (Bag a)
bag.subbag : (Bag a) (Bag a) -> Bool
bag.setof bag.duplicate_removal : (Bag a) -> (Bag a)
bag.choose : (Bag a) -> a
bag.is_singleton : (Bag a) -> Bool
bag.from_set : (Set a) -> (Bag a)
bag.to_set : (Bag a) -> (Set a)
bag.map : (-> a b) (Bag a) -> (Bag b)
bag.filter : (-> a Bool) (Bag a) -> (Bag a)
bag.all bag.some : (-> a Bool) (Bag a) -> Bool
bag.fold : (-> a b b) b (Bag a) -> b
bag.partition : (-> a a Bool) (Bag a) -> (Bag (Bag a))

nullable.some : a -> (Nullable a)
nullable.val : (Nullable a) -> a
nullable.is_null nullable.is_some : (Nullable a) -> Bool

ff.add ff.mul ff.bitsum : a ... -> a
ff.neg : a -> a

sep wand : Bool ... -> Bool
pto : a b -> Bool
sep.emp : -> Bool

RNE RNA RTP RTN RTZ : -> RoundingMode
roundNearestTiesToEven roundNearestTiesToAway : -> RoundingMode
roundTowardPositive roundTowardNegative roundTowardZero : -> RoundingMode
tuple.unit : -> UnitTuple
char.<= : Unicode Unicode -> Bool
char.to_int : Unicode -> Int
char.is_digit : Unicode -> Bool
";

/// The ranks of an operator, the first line last, as what is declared later is tried first.
pub(super) fn ranks(name: &str) -> Option<&'static [Rank]> {
    static TABLE: OnceLock<HashMap<Box<str>, Vec<Rank>>> = OnceLock::new();
    TABLE.get_or_init(read).get(name).map(Vec::as_slice)
}

fn read() -> HashMap<Box<str>, Vec<Rank>> {
    let scope = Scope::new();
    let parameters = ["a", "b", "c"].map(Symbol::new);
    let mut table: HashMap<Box<str>, Vec<Rank>> = HashMap::new();
    for line in RANKS.lines().filter(|line| !line.is_empty()) {
        let (names, rank) = line.split_once(" : ").expect("each line has names");
        // A sort of functions has an arrow, too, but no result is of one.
        let (arguments, result) = rank.rsplit_once("-> ").expect("each line has a result");
        let mut arguments = Sexp::of_tokens(&Tokens::of(arguments));
        let repeats = arguments.last().is_some_and(|last| last.symbol() == Some("..."));
        arguments.truncate(arguments.len() - usize::from(repeats));
        let sort = |text: &Sexp| scope.sort_with(text, &parameters);
        let rank = Rank {
            arguments: arguments.iter().map(sort).collect(),
            repeats,
            result: sort(&Sexp::of_tokens(&Tokens::of(result))[0]),
        };
        debug_assert!(!rank.arguments.iter().any(Sort::is_unknown), "{line}");
        for name in names.split(' ') {
            table.entry(name.into()).or_default().insert(0, rank.clone());
        }
    }
    table
}
