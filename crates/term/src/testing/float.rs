//! Applications of the rules for floats.
//!
//! Besides the rules of the table, the two things that the constructor does before it tries them are treated as
//! rules: operands are ordered, and a rounding mode that does not affect the result is dropped.

use super::{Instance, Plain};
use crate::float::{Float, FloatOp};
use crate::store::Kind;
use crate::{Term, Terms, rules};
use numeric::{Bits, FloatKind, Rounding, Wide};

/// `(add a b)` -> `(add b a)` and the like, in the order of terms
const ORDERED: &str = "float::ordered";
/// An operator that never rounds -> the same, rounding to nearest-even
const CANONICAL: &str = "float::canonical";

/// The kinds that floats of a pool are converted from. All of them embed in some kind.
const NARROW: [FloatKind; 3] = [FloatKind::Half, FloatKind::BFloat, FloatKind::Single];

impl Plain<'_> {
    /// A floating-point operator; `width` is that of the result.
    pub fn float(self, float: Float, operands: &[&Term], width: Bits) -> Term {
        assert_eq!(operands.len(), float.op.arity(), "the operands of {:?}", float.op);
        self.0.node(Kind::Float(float), width, operands)
    }
}

/// Applies every rule for floats to all operands of a pool of the kind, and passes on each application.
pub fn each_float_instance(terms: &Terms, kind: FloatKind, mut show: impl FnMut(Instance)) {
    let pool = Pool::new(terms, kind);
    for float in operators(kind) {
        for width in widths(float) {
            for of in pool.operands(float.op) {
                apply(terms, float, &of, width, &mut show);
            }
        }
    }
}

/// The names of all rules that [`each_float_instance`] applies.
pub fn float_rule_names() -> Vec<&'static str> {
    let table = rules::FLOAT.iter().map(|rule| rule.name);
    table.chain([ORDERED, CANONICAL]).collect()
}

fn apply(terms: &Terms, float: Float, of: &[&Term], width: Bits, show: &mut dyn FnMut(Instance)) {
    let plain = Plain(terms);
    let left = plain.float(float, of, width);
    let mut note = |rule: &'static str, right: Term| {
        show(Instance { rule, left: left.clone(), right });
    };
    let canonical = float.canonical(of[0].width());
    if canonical != float {
        note(CANONICAL, plain.float(canonical, of, width));
    }
    let ordered = rules::float::ordered(float, of);
    if ordered != of {
        note(ORDERED, plain.float(float, &ordered, width));
    }
    for rule in rules::FLOAT {
        if let Some(right) = (rule.apply)(terms, float, of, width) {
            note(rule.name, right);
        }
    }
}

/// All operators of the kind, with all rounding modes if these can affect the result.
fn operators(kind: FloatKind) -> impl Iterator<Item = Float> {
    let conversions = NARROW.into_iter().chain([kind]).map(FloatOp::Convert);
    let ops = FloatOp::ALL.into_iter().chain(conversions);
    let all = ops.flat_map(move |op| Rounding::ALL.map(|rounding| Float { op, kind, rounding }));
    let exact = |float: &Float| float.op == FloatOp::Rem || float.op.is_comparison();
    all.filter(move |float| !exact(float) || float.rounding == Rounding::NearestEven)
}

/// The widths of a result: those around which the integers of a pool fit.
fn widths(float: Float) -> Vec<Bits> {
    let precision = float.kind.precision();
    match float.result() {
        Some(result) => vec![result.width()],
        None if float.op.is_comparison() => vec![Bits(1)],
        None => [1, 4, precision, precision + 1, precision + 5].map(Bits).to_vec(),
    }
}

/// Operands in the shapes that rules look for.
struct Pool {
    integers: Vec<Term>,
    floats: Vec<Term>,
}

impl Pool {
    fn new(terms: &Terms, kind: FloatKind) -> Pool {
        let integers = integers(terms, kind);
        let mode = Rounding::NearestEven;
        let var = |kind: FloatKind| terms.var(&format!("{kind:?}"), kind.width());
        let [x, y] = ["x", "y"].map(|name| terms.var(name, kind.width()));
        let converted = NARROW.map(|from| terms.fconvert(from, kind, mode, &var(from)));
        let narrow = terms.fconvert(FloatKind::Half, kind, mode, &terms.var("h", Bits(16)));
        let mut floats = vec![x.clone(), y.clone(), narrow];
        floats.extend(converted);
        floats.extend(integers.iter().map(|term| terms.from_signed(kind, mode, term)));
        floats.extend(integers.iter().map(|term| terms.from_unsigned(kind, mode, term)));
        floats.extend([terms.fround(kind, mode, &y), terms.fadd(kind, mode, &x, &y)]);
        floats.extend([terms.fneg(kind, &x), terms.fcanonical(kind, &y)]);
        let alike = NARROW.into_iter().filter(|like| like.width() == kind.width());
        for like in alike.filter(|like| *like != kind) {
            // Results of another kind with the same width, whose bits are read as this kind.
            floats.extend([
                terms.fround(like, mode, &y),
                terms.from_signed(like, mode, &integers[0]),
            ]);
        }
        floats.extend(values(kind).into_iter().map(|value| terms.float_constant(kind, value)));
        Pool { integers, floats }
    }

    /// All tuples of operands, except of constants only; of three, those with a symbol as the third.
    fn operands(&self, op: FloatOp) -> Vec<Vec<&Term>> {
        if op.takes_integer() {
            return self.integers.iter().map(|term| vec![term]).collect();
        }
        let third = &self.floats[0];
        let each = self.floats.iter();
        let some: Vec<Vec<&Term>> = match op.arity() {
            1 => each.map(|a| vec![a]).collect(),
            arity => each
                .flat_map(|a| self.floats.iter().map(move |b| [a, b, third][..arity].to_vec()))
                .collect(),
        };
        some.into_iter().filter(|of| of.iter().any(|term| !term.is_const())).collect()
    }
}

/// Symbols that the kind holds with bits to spare, exactly, or not at all, and extensions.
fn integers(terms: &Terms, kind: FloatKind) -> Vec<Term> {
    let precision = kind.precision();
    let var = |width: u32| terms.var(&format!("i{width}"), Bits(width));
    let mut integers = [4, precision, precision + 1, precision + 3].map(var).to_vec();
    integers.push(terms.zext(&var(4), Bits(precision + 2)));
    integers.push(terms.sext(&var(4), Bits(precision + 4)));
    integers
}

/// Values at which rules change their behaviour, of both signs.
fn values(kind: FloatKind) -> Vec<u128> {
    let mode = Rounding::NearestEven;
    let number = |value: u64| kind.from_unsigned(&Wide::from_u64(Bits(8), value), mode);
    let (half, third) =
        (kind.div(number(1), number(2), mode), kind.div(number(1), number(3), mode));
    let (nan, signalling) = (kind.abs(kind.default_nan()), kind.infinity() | 1);
    let normal = 1 << kind.fraction_bits();
    let values = [0, 1, normal, third, half, number(1), number(2), number(3), kind.largest()];
    let values = values.into_iter().chain([kind.infinity(), nan, signalling]);
    values.flat_map(|value| [value, kind.neg(value)]).collect()
}
