//! For proofs in other crates, feature `testing`: nodes exactly as requested, and applications of the rules.
//!
//! A solver can prove a rule only if its left side is a term too, and constructors would rewrite it. [`Plain`] makes
//! nodes without applying any rule. Terms that contain such nodes may be evaluated, printed and given to other
//! solvers; they are not canonical, so nothing that relies on canonical forms should see them.

mod float;

pub use float::{each_float_instance, float_rule_names};

use crate::form::Binary;
use crate::rules::{self, ordered};
use crate::store::Kind;
use crate::{BYTE, INDEX, Term, Terms};
use numeric::{Bits, Wide};

/// Constructors without rules.
#[derive(Clone, Copy)]
pub struct Plain<'a>(pub &'a Terms);

impl Plain<'_> {
    /// An operator of two operands of one width.
    pub fn binary(self, op: Binary, a: &Term, b: &Term) -> Term {
        assert_eq!(a.width(), b.width(), "operands of {op:?} have one width");
        self.0.binary_node(op, a, b)
    }

    /// Bitwise complement.
    pub fn not(self, a: &Term) -> Term {
        self.0.node(Kind::Not, a.width(), &[a])
    }

    /// `high` above `low`.
    pub fn concat(self, high: &Term, low: &Term) -> Term {
        self.0.node(Kind::Concat, Bits(high.width().0 + low.width().0), &[high, low])
    }

    /// The `len` bits from bit `lo` up.
    pub fn extract(self, a: &Term, lo: u32, len: Bits) -> Term {
        assert!(len.0 > 0 && lo + len.0 <= a.width().0, "{len} from bit {lo} of {}", a.width());
        self.0.extract_node(a, lo, len)
    }

    /// Extension with the sign.
    pub fn sext(self, a: &Term, width: Bits) -> Term {
        assert!(width >= a.width(), "{} extended to {width}", a.width());
        self.0.node(Kind::Sext, width, &[a])
    }

    /// Choice.
    pub fn ite(self, condition: &Term, then: &Term, otherwise: &Term) -> Term {
        assert!(condition.width() == Bits(1) && then.width() == otherwise.width(), "a choice");
        self.0.node(Kind::Ite, then.width(), &[condition, then, otherwise])
    }

    /// The byte of an array at an index.
    pub fn select(self, array: &Term, index: &Term) -> Term {
        assert!(array.is_array() && index.width() == INDEX, "a read of an array at 64 bits");
        self.0.node(Kind::Select, BYTE, &[array, index])
    }

    /// The array with this byte at an index.
    pub fn store(self, array: &Term, index: &Term, byte: &Term) -> Term {
        let typed = array.is_array() && index.width() == INDEX && byte.width() == BYTE;
        assert!(typed, "a byte stored in an array at 64 bits");
        self.0.node(Kind::Store, Bits(0), &[array, index, byte])
    }
}

/// A rule applied once.
pub struct Instance {
    /// The name of the rule.
    pub rule: &'static str,
    /// The left side, with its last operator as it is.
    pub left: Term,
    /// What the rule made of it.
    pub right: Term,
}

/// Applies every rule to all operands of a pool of the width, and passes on each application.
pub fn each_instance(terms: &Terms, width: Bits, mut show: impl FnMut(Instance)) {
    let pool = pool(terms, width);
    let plain = Plain(terms);
    let pairs = || pool.iter().flat_map(|a| pool.iter().map(move |b| (a, b)));
    let mut note = |rule: &'static str, left: &dyn Fn() -> Term, right: Option<Term>| {
        if let Some(right) = right {
            show(Instance { rule, left: left(), right });
        }
    };
    for op in Binary::ALL {
        for (a, b) in pairs().filter(|(a, b)| !(a.is_const() && b.is_const())) {
            let (a, b) = if op.is_commutative() { ordered(a, b) } else { (a, b) };
            for rule in rules::of_binary(op) {
                let right = terms.fuelled(|| (rule.apply)(terms, a, b));
                note(rule.name, &|| plain.binary(op, a, b), right);
            }
        }
    }
    for a in &pool {
        for rule in rules::NOT {
            note(rule.name, &|| plain.not(a), (rule.apply)(terms, a));
        }
        for more in [0, 1, 5] {
            let wider = Bits(width.0 + more);
            for rule in rules::SEXT {
                note(rule.name, &|| plain.sext(a, wider), (rule.apply)(terms, a, wider));
            }
        }
        for (lo, len) in slices(width) {
            for rule in rules::EXTRACT {
                let right = terms.fuelled(|| (rule.apply)(terms, a, lo, len));
                note(rule.name, &|| plain.extract(a, lo, len), right);
            }
        }
    }
    let parts = parts(terms, &pool);
    for (a, b) in parts.iter().flat_map(|a| parts.iter().map(move |b| (a, b))) {
        for rule in rules::CONCAT {
            note(rule.name, &|| plain.concat(a, b), (rule.apply)(terms, a, b));
        }
    }
    for condition in conditions(terms, width) {
        for (a, b) in pairs() {
            for rule in rules::ITE {
                let right = (rule.apply)(terms, &condition, a, b);
                note(rule.name, &|| plain.ite(&condition, a, b), right);
            }
        }
    }
}

/// The same for the rules of arrays. The array that a rule produces is passed on as a read at an arbitrary index.
pub fn each_array_instance(terms: &Terms, mut show: impl FnMut(Instance)) {
    let plain = Plain(terms);
    let [i, j, anywhere] = ["i", "j", "anywhere"].map(|name| terms.var(name, INDEX));
    let value = terms.var("v", BYTE);
    let k = |at: u64| terms.number(INDEX, at);
    let few = terms.urem(&i, &k(3));
    let indices = [i.clone(), j, terms.add(&i, &k(1)), k(0), k(1), k(9), few];
    let mut arrays = vec![terms.array("a", None), terms.table([1, 2, 3].into())];
    for round in 0..24 {
        let byte = if round % 2 == 0 { value.clone() } else { terms.number(BYTE, round) };
        let below = arrays[round as usize * 5 % arrays.len()].clone();
        arrays.push(terms.store(&below, &indices[round as usize % indices.len()], &byte));
    }
    for (array, index) in arrays.iter().flat_map(|a| indices.iter().map(move |i| (a, i))) {
        for rule in rules::SELECT {
            if let Some(right) = (rule.apply)(terms, array, index) {
                show(Instance { rule: rule.name, left: plain.select(array, index), right });
            }
        }
        for byte in [&value, &terms.select(array, index)] {
            for rule in rules::STORE {
                if let Some(made) = (rule.apply)(terms, array, index, byte) {
                    let left = plain.select(&plain.store(array, index, byte), &anywhere);
                    let right = plain.select(&made, &anywhere);
                    show(Instance { rule: rule.name, left, right });
                }
            }
        }
    }
}

/// The names of all rules that [`each_instance`] and [`each_array_instance`] apply.
pub fn rule_names() -> Vec<&'static str> {
    let mut names: Vec<&str> =
        Binary::ALL.iter().flat_map(|op| rules::of_binary(*op)).map(|rule| rule.name).collect();
    names.extend(rules::NOT.iter().map(|rule| rule.name));
    names.extend(rules::SEXT.iter().map(|rule| rule.name));
    names.extend(rules::EXTRACT.iter().map(|rule| rule.name));
    names.extend(rules::CONCAT.iter().chain(rules::SELECT).map(|rule| rule.name));
    names.extend(rules::ITE.iter().chain(rules::STORE).map(|rule| rule.name));
    names.sort_unstable();
    names.dedup();
    names
}

/// Where to cut a bit-vector.
fn slices(width: Bits) -> Vec<(u32, Bits)> {
    let all = (0..width.0).flat_map(|lo| (1..=width.0 - lo).map(move |len| (lo, Bits(len))));
    let near = |n: u32| n < 2 || n == width.0 / 2 || n + 2 > width.0;
    all.filter(|(lo, len)| near(*lo) && near(len.0)).collect()
}

/// Operands to concatenate: some of the pool, and parts of them next to each other.
fn parts(terms: &Terms, pool: &[Term]) -> Vec<Term> {
    let mut parts: Vec<Term> = pool.iter().step_by(3).cloned().collect();
    for term in &pool[..2] {
        let cuts = slices(term.width());
        parts.extend(cuts.iter().map(|(lo, len)| terms.extract(term, *lo, *len)));
    }
    parts.extend([1, 2].map(|value| terms.number(Bits(2), value)));
    parts.push(terms.zext(&pool[0], Bits(pool[0].width().0 + 3)));
    let joined: Vec<Term> =
        parts.iter().step_by(4).map(|part| terms.concat(part, &pool[1])).collect();
    parts.extend(joined);
    parts
}

fn conditions(terms: &Terms, width: Bits) -> Vec<Term> {
    let [x, y] = ["x", "y"].map(|name| terms.var(name, width));
    let c = terms.var("c", Bits(1));
    let (less, not) = (terms.ult(&x, &y), terms.not(&c));
    vec![c, not, less, terms.truth(true), terms.truth(false)]
}

/// Operands of a width in the shapes that rules look for.
fn pool(terms: &Terms, width: Bits) -> Vec<Term> {
    let [x, y] = ["x", "y"].map(|name| terms.var(name, width));
    let c = &terms.var("c", Bits(1));
    let k = |value: u64| terms.number(width, value);
    let (ones, low) = (terms.constant(Wide::ones(width)), terms.constant(Wide::signed_min(width)));
    let mut pool = vec![x.clone(), y.clone(), k(0), k(1), k(2), k(3), k(6), ones.clone(), low];
    pool.extend([terms.not(&x), terms.neg(&y), terms.mul(&x, &k(2)), terms.mul(&y, &k(5))]);
    pool.extend(Binary::ALL[..12].iter().map(|op| terms.binary(*op, &x, &y)));
    let by = [Binary::Add, Binary::And, Binary::Or, Binary::Xor, Binary::Udiv, Binary::Urem];
    pool.extend(by.iter().map(|op| terms.binary(*op, &x, &k(5))));
    pool.extend([terms.and(&x, &k(1)), terms.sub(&x, &y), terms.shl(&y, &k(1))]);
    pool.extend([terms.not(&terms.and(&x, &y)), terms.or(&terms.and(&x, &y), &k(5))]);
    pool.extend([terms.ite(c, &x, &y), terms.ite(c, &k(1), &k(2)), terms.ite(c, &x, &k(3))]);
    pool.extend([terms.ite(&terms.not(c), &y, &x), terms.ite(c, &ones, &k(0))]);
    pool.push(terms.extract(&terms.var("wide", Bits(width.0 + 2)), 1, width));
    if width.0 >= 2 {
        let cut = Bits(width.0 / 2);
        let rest = Bits(width.0 - cut.0);
        let (bottom, top) = (|a| terms.extract(a, 0, cut), |a| terms.extract(a, cut.0, rest));
        pool.extend([terms.concat(&top(&y), &bottom(&x)), terms.concat(&top(&x), &bottom(&y))]);
        pool.extend([&x, &y].map(|a| terms.zext(&bottom(a), width)));
        pool.extend([&x, &y].map(|a| terms.sext(&bottom(a), width)));
        pool.extend([terms.sext(&terms.not(&bottom(&x)), width), terms.sext(c, width)]);
        let (three, less) = (k(3), terms.sub(&k(0), &k(2)));
        pool.extend([&three, &less].map(|by| terms.add(&terms.zext(&bottom(&x), width), by)));
        pool.extend([&three, &less].map(|by| terms.add(&terms.sext(&bottom(&x), width), by)));
        pool.push(terms.concat(&top(&x), &terms.zero(cut)));
        pool.push(terms.concat(&terms.constant(Wide::ones(rest)), &bottom(&x)));
    } else {
        pool.extend(literals(terms));
    }
    pool
}

/// Comparisons of a symbol with constants, their complements, and some of them beside a truth value.
fn literals(terms: &Terms) -> Vec<Term> {
    let (three, c) = (terms.var("three", Bits(3)), terms.var("c", Bits(1)));
    let mut literals = Vec::new();
    for op in [Binary::Eq, Binary::Ult, Binary::Slt] {
        for value in [0, 1, 2, 3, 5, 6] {
            let literal = terms.binary(op, &three, &terms.number(Bits(3), value));
            literals.extend([terms.not(&literal), literal]);
        }
    }
    let nested: Vec<Term> = literals
        .iter()
        .step_by(5)
        .flat_map(|literal| [terms.and(literal, &c), terms.or(literal, &c)])
        .collect();
    literals.extend(nested);
    literals
}
