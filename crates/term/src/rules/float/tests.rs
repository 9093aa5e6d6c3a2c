//! Every rule for floats: that it applies, that it does not always apply, and that its result is equal, for each
//! kind, operator and rounding on a pool of operands of each shape. The values of operands under a model, and the
//! meaning of the operator on them, come from evaluation, never through the rules.

use super::*;
use crate::Model;
use crate::rules::FLOAT;
use random::Random;
use std::collections::BTreeMap;

/// A value of the kind, most often a special one or close to one.
fn float(random: &mut Random, kind: FloatKind) -> u128 {
    let any = u128::from(random.next()) << 64 | u128::from(random.next());
    let chosen = random.pick(&specials(kind));
    let mask = u128::MAX >> (128 - kind.width().0);
    match random.below(4) {
        0 => chosen,
        1 => (chosen ^ any & 3) & mask,
        2 => (chosen ^ kind.quiet_bit()) & mask,
        _ => any & mask,
    }
}

/// Values at which rules change their behaviour.
fn specials(kind: FloatKind) -> Vec<u128> {
    let number =
        |value: i128| kind.from_signed(&Wide::from_i128(Bits(32), value), Rounding::NearestEven);
    let half = kind.div(number(1), number(2), Rounding::NearestEven);
    let third = kind.div(number(1), number(3), Rounding::NearestEven);
    let signalling = kind.infinity() | 1;
    let positive = [0, 1, number(1), number(2), number(3), half, third, kind.largest()];
    let rest =
        [kind.infinity(), kind.abs(kind.default_nan()), signalling, 1 << kind.fraction_bits()];
    let all = positive.into_iter().chain(rest);
    all.flat_map(|value| [value, kind.neg(value)]).collect()
}

/// A symbol of each kind and some integers, and terms over them.
struct Pool {
    symbols: Vec<(Term, Option<FloatKind>)>,
    integers: Vec<Term>,
    floats: Vec<Term>,
}

impl Pool {
    fn new(terms: &Terms, kind: FloatKind) -> Pool {
        let name = |kind: FloatKind| format!("{kind:?}");
        let var = |kind: FloatKind| terms.var(&name(kind), kind.width());
        let mut symbols: Vec<(Term, Option<FloatKind>)> =
            FloatKind::ALL.map(|kind| (var(kind), Some(kind))).to_vec();
        let other = terms.var("other", kind.width());
        symbols.push((other.clone(), Some(kind)));
        let integers = integers(terms);
        symbols.extend(integers[..4].iter().map(|term| (term.clone(), None)));

        let mode = Rounding::NearestEven;
        let mut floats: Vec<Term> =
            specials(kind).into_iter().map(|value| terms.float_constant(kind, value)).collect();
        let converted = FloatKind::ALL.map(|from| terms.fconvert(from, kind, mode, &var(from)));
        floats.extend(converted.into_iter().chain([other.clone()]));
        floats.extend(integers.iter().map(|term| terms.from_signed(kind, mode, term)));
        floats.extend(integers.iter().map(|term| terms.from_unsigned(kind, mode, term)));
        let sum = terms.fadd(kind, mode, &var(kind), &other);
        floats.extend([terms.fround(kind, mode, &other), terms.fneg(kind, &sum), sum]);
        floats.push(terms.fconvert(kind, kind, mode, &other));
        let alike = FloatKind::ALL.into_iter().filter(|other| other.width() == kind.width());
        for like in alike.filter(|other| *other != kind) {
            // Results of another kind with the same width, whose bits are read as this kind.
            floats.extend([var(like), terms.fround(like, mode, &other)]);
            floats.push(terms.fconvert(FloatKind::Single, like, mode, &var(FloatKind::Single)));
            floats.extend(integers.iter().map(|term| terms.from_signed(like, mode, term)));
            floats.extend(integers.iter().map(|term| terms.from_unsigned(like, mode, term)));
        }
        Pool { symbols, integers, floats }
    }

    fn models(&self, random: &mut Random) -> Vec<Model> {
        let model = |random: &mut Random| {
            let mut model = Model::new();
            for (term, kind) in &self.symbols {
                let Form::Var(symbol) = term.form() else { unreachable!("symbols are free") };
                let value = match kind {
                    Some(kind) => float(random, *kind),
                    None => u128::from(random.next() >> random.below(50)),
                };
                model.set(symbol, Wide::from_u128(term.width(), value));
            }
            model
        };
        (0..24).map(|_| model(random)).collect()
    }
}

/// Four symbols, and extensions of them.
fn integers(terms: &Terms) -> Vec<Term> {
    let vars = [8, 11, 31, 60].map(|width| terms.var(&format!("i{width}"), Bits(width)));
    let wide = [terms.zext(&vars[0], Bits(20)), terms.sext(&vars[1], Bits(40))];
    vars.into_iter().chain(wide).collect()
}

/// How often each rule applied, and did not.
type Tally = BTreeMap<&'static str, [u64; 2]>;

fn try_rules(
    terms: &Terms,
    float: Float,
    of: &[&Term],
    width: Bits,
    models: &[Model],
    tally: &mut Tally,
) {
    for rule in FLOAT {
        let result = (rule.apply)(terms, float, of, width);
        tally.entry(rule.name).or_default()[usize::from(result.is_none())] += 1;
        let Some(result) = result else { continue };
        for model in models {
            let values: Vec<Wide> = of.iter().map(|term| model.eval(term)).collect();
            let expected = float.apply(&values, width);
            let found = model.eval(&result);
            assert_eq!(
                found, expected,
                "{}: {float:?} of {of:?} -> {result}, {values:x?}",
                rule.name
            );
        }
    }
}

#[test]
fn rules_for_floats() {
    let mut tally = Tally::new();
    let mut random = Random::new(5);
    for kind in FloatKind::ALL {
        let terms = Terms::new();
        let pool = Pool::new(&terms, kind);
        let models = pool.models(&mut random);
        let ops = FloatOp::ALL.into_iter().chain(FloatKind::ALL.map(FloatOp::Convert));
        for (op, rounding) in ops.flat_map(|op| Rounding::ALL.map(|rounding| (op, rounding))) {
            let float = Float { op, kind, rounding };
            if op.is_comparison() && rounding != Rounding::NearestEven {
                continue;
            }
            for width in widths(float) {
                for of in operands(&pool, op) {
                    try_rules(&terms, float, &of, width, &models, &mut tally);
                }
            }
        }
    }
    for (name, [applied, not]) in &tally {
        assert!(*applied > 0, "{name} never applies");
        assert!(*not > 0, "{name} always applies");
    }
}

/// The widths a result can have, or some of them.
fn widths(float: Float) -> Vec<Bits> {
    match float.result() {
        Some(result) => vec![result.width()],
        None if float.op.is_comparison() => vec![Bits(1)],
        None => [1, 8, 12, 31, 64].map(Bits).to_vec(),
    }
}

/// All tuples of operands, but of three only those with the third equal to the second.
fn operands(pool: &Pool, op: FloatOp) -> Vec<Vec<&Term>> {
    if op.takes_integer() {
        return pool.integers.iter().map(|term| vec![term]).collect();
    }
    let one = pool.floats.iter();
    match op.arity() {
        1 => one.map(|a| vec![a]).collect(),
        arity => one
            .flat_map(|a| pool.floats.iter().map(move |b| [a, b, b][..arity].to_vec()))
            .filter(|of| of.iter().any(|term| !term.is_const()))
            .collect(),
    }
}

/// Exchanging operands where it is done changes no bit of the result.
#[test]
fn order_of_operands() {
    let mut exchanged = 0;
    let mut random = Random::new(9);
    for kind in FloatKind::ALL {
        let terms = Terms::new();
        let pool = Pool::new(&terms, kind);
        let models = pool.models(&mut random);
        for op in [FloatOp::Add, FloatOp::Mul, FloatOp::Fma, FloatOp::Equal, FloatOp::Sub] {
            let float = Float { op, kind, rounding: Rounding::NearestEven };
            for of in operands(&pool, op) {
                let other = ordered(float, &of);
                if other == of {
                    continue;
                }
                exchanged += 1;
                let width = if op.is_comparison() { Bits(1) } else { kind.width() };
                for model in &models {
                    let value = |of: &[&Term]| {
                        float.apply(&of.iter().map(|a| model.eval(a)).collect::<Vec<_>>(), width)
                    };
                    assert_eq!(value(&of), value(&other), "{float:?} of {of:?}");
                }
            }
        }
    }
    assert!(exchanged > 100, "{exchanged} exchanged");
}

#[test]
fn what_is_canonical_is_not_made_so_again() {
    for kind in FloatKind::ALL {
        let terms = Terms::new();
        let array = terms.array("a", Some(16));
        let byte = |at: u64| terms.select(&array, &terms.number(crate::INDEX, at));
        let bytes = (1..u64::from(kind.width().0 / 8))
            .fold(byte(0), |low, at| terms.concat(&byte(at), &low));
        for a in [terms.var("x", kind.width()), bytes] {
            let once = terms.fcanonical(kind, &a);
            assert_ne!(once, a);
            assert_eq!(terms.fcanonical(kind, &once), once, "{kind:?}");
        }
    }
}
