//! Float terms against direct calls of `numeric`, on all kinds, with emphasis on the corners of the formats: zeros,
//! subnormals, infinities, NaNs of all sorts, and the encodings that x87 refuses.

#[path = "common/floats.rs"]
mod floats;
#[path = "common/numbers.rs"]
mod numbers;

use numeric::{Bits, FloatCompare, FloatKind, Rounding, Wide};
use random::Random;
use term::{Float, FloatOp, Form, Model, Term, Terms};

const ROUNDS: usize = 500;

/// Three operands of one kind: symbols with values, so that nothing is folded.
struct Operands {
    kind: FloatKind,
    values: [u128; 3],
    vars: [Term; 3],
    model: Model,
}

impl Operands {
    fn new(terms: &Terms, kind: FloatKind, values: [u128; 3]) -> Operands {
        let vars = ["a", "b", "c"].map(|name| terms.var(name, kind.width()));
        let mut model = Model::new();
        for (var, value) in vars.iter().zip(values) {
            if let Form::Var(symbol) = var.form() {
                model.set(symbol, Wide::from_u128(kind.width(), value));
            }
        }
        Operands { kind, values, vars, model }
    }

    /// Checks that the term has the value, and so does the same term built from constants.
    #[track_caller]
    fn check(&self, terms: &Terms, expected: u128, build: impl Fn(&[Term; 3]) -> Term) {
        let term = build(&self.vars);
        let text = || format!("{term} of {:x?}, {:?}", self.values, self.kind);
        assert_eq!(self.model.eval(&term).low_u128(), expected, "{}", text());
        let constants = self.values.map(|value| terms.float_constant(self.kind, value));
        let folded = build(&constants).as_const().expect("constants fold");
        assert_eq!(folded.low_u128(), expected, "{}", text());
    }
}

fn each(seed: u64, mut test: impl FnMut(&Terms, &Operands, &mut Random)) {
    let mut random = Random::new(seed);
    let terms = Terms::new();
    for kind in FloatKind::ALL {
        for _ in 0..ROUNDS {
            let a = floats::value(&mut random, kind);
            let b = floats::near(&mut random, kind, a);
            let c = floats::near(&mut random, kind, b);
            test(&terms, &Operands::new(&terms, kind, [a, b, c]), &mut random);
        }
    }
    assert_eq!(terms.live(), 0);
}

#[test]
fn operators() {
    each(1, |terms, operands, random| {
        let kind = operands.kind;
        let [a, b, c] = operands.values;
        let rounding = Rounding::ALL[random.below(5) as usize];
        let check = |expected, build: &dyn Fn(&[Term; 3]) -> Term| {
            operands.check(terms, expected, build);
        };
        check(kind.add(a, b, rounding), &|[a, b, _]| terms.fadd(kind, rounding, a, b));
        check(kind.sub(a, b, rounding), &|[a, b, _]| terms.fsub(kind, rounding, a, b));
        check(kind.mul(a, b, rounding), &|[a, b, _]| terms.fmul(kind, rounding, a, b));
        check(kind.div(a, b, rounding), &|[a, b, _]| terms.fdiv(kind, rounding, a, b));
        check(kind.rem(a, b), &|[a, b, _]| terms.frem(kind, a, b));
        check(kind.fma(a, b, c, rounding), &|[a, b, c]| terms.fma(kind, rounding, a, b, c));
        check(kind.sqrt(a, rounding), &|[a, ..]| terms.fsqrt(kind, rounding, a));
        let integral = kind.round_to_integral(a, rounding);
        check(integral, &|[a, ..]| terms.fround(kind, rounding, a));
        for to in FloatKind::ALL {
            let converted = kind.convert(a, to, rounding);
            check(converted, &|[a, ..]| terms.fconvert(kind, to, rounding, a));
        }
        for predicate in FloatCompare::ALL {
            let holds = kind.compare(predicate, a, b);
            check(u128::from(holds), &|[a, b, _]| terms.fcompare(kind, predicate, a, b));
        }
    });
}

#[test]
fn integers() {
    each(2, |terms, operands, random| {
        let kind = operands.kind;
        let rounding = Rounding::ALL[random.below(5) as usize];
        let width = Bits(1 + random.below(128) as u32);
        // A float around the end of the range, if there is one.
        let end = Wide::from_u64(Bits(130), 1).shl_by(width.0 - random.below(2) as u32);
        let end = kind.from_unsigned(&end, Rounding::NearestEven);
        let end = end ^ u128::from(random.below(3));
        let end = if random.below(2) == 0 { end } else { kind.neg(end) };
        let near = Operands::new(terms, kind, [end; 3]);
        let operands = if random.below(2) == 0 { &near } else { operands };
        let a = operands.values[0];
        let or_zero = |value: Option<Wide>| value.map_or(0, |value| value.low_u128());
        let signed = or_zero(kind.to_signed(a, width, rounding));
        operands.check(terms, signed, |[a, ..]| terms.fto_signed(kind, rounding, a, width));
        let unsigned = or_zero(kind.to_unsigned(a, width, rounding));
        operands.check(terms, unsigned, |[a, ..]| terms.fto_unsigned(kind, rounding, a, width));

        let fits = kind.to_signed(a, width, rounding).is_some();
        operands
            .check(terms, u128::from(fits), |[a, ..]| terms.fits_signed(kind, rounding, a, width));
        let fits = kind.to_unsigned(a, width, rounding).is_some();
        operands.check(terms, u128::from(fits), |[a, ..]| {
            terms.fits_unsigned(kind, rounding, a, width)
        });
        let held = kind.to_signed_sat(a, width).low_u128();
        operands.check(terms, held, |[a, ..]| terms.fto_signed_sat(kind, a, width));
        let held = kind.to_unsigned_sat(a, width).low_u128();
        operands.check(terms, held, |[a, ..]| terms.fto_unsigned_sat(kind, a, width));

        let narrow = Bits(width.0.min(kind.width().0));
        let integer = Wide::from_u128(narrow, a);
        let low = |a: &Term| terms.extract(a, 0, narrow);
        let value = kind.from_signed(&integer, rounding);
        operands.check(terms, value, |[a, ..]| terms.from_signed(kind, rounding, &low(a)));
        let value = kind.from_unsigned(&integer, rounding);
        operands.check(terms, value, |[a, ..]| terms.from_unsigned(kind, rounding, &low(a)));
    });
}

#[test]
fn signs_and_classes() {
    each(3, |terms, operands, random| {
        let kind = operands.kind;
        let [a, b, _] = operands.values;
        let check = |expected, build: &dyn Fn(&[Term; 3]) -> Term| {
            operands.check(terms, expected, build);
        };
        check(kind.neg(a), &|[a, ..]| terms.fneg(kind, a));
        check(kind.abs(a), &|[a, ..]| terms.fabs(kind, a));
        check(kind.copysign(a, b), &|[a, b, _]| terms.fcopysign(kind, a, b));
        check(u128::from(kind.is_nan(a)), &|[a, ..]| terms.is_nan(kind, a));
        check(kind.canonicalize(a), &|[a, ..]| terms.fcanonical(kind, a));
        check(kind.minnum(a, b), &|[a, b, _]| terms.fminnum(kind, a, b));
        check(kind.maxnum(a, b), &|[a, b, _]| terms.fmaxnum(kind, a, b));
        check(kind.minimum(a, b), &|[a, b, _]| terms.fminimum(kind, a, b));
        check(kind.maximum(a, b), &|[a, b, _]| terms.fmaximum(kind, a, b));
        for mask in (0..10).map(|bit| 1 << bit).chain([random.below(1024) as u32]) {
            let within = u128::from(kind.is_class(a, mask));
            check(within, &|[a, ..]| terms.is_class(kind, a, mask));
        }
    });
}

/// The NaN rule, wherever a result is NaN.
#[test]
fn nan_results() {
    let mut seen = 0;
    each(4, |terms, operands, random| {
        let kind = operands.kind;
        let rounding = Rounding::ALL[random.below(5) as usize];
        let to = FloatKind::ALL[random.below(6) as usize];
        let ops = FloatOp::ALL.into_iter().chain([FloatOp::Convert(to)]);
        for op in ops.filter(|op| !op.takes_integer()) {
            let float = Float { op, kind, rounding };
            let Some(result) = float.result() else { continue };
            let chosen: Vec<&Term> = operands.vars.iter().take(op.arity()).collect();
            let value = operands.model.eval(&terms.float(float, &chosen, result.width()));
            if result.is_nan(value.low_u128()) {
                seen += 1;
                let nan = operands.model.eval(&terms.nan_result(float, &chosen));
                assert_eq!(nan, value, "{float:?} of {:x?}", operands.values);
            }
        }
    });
    assert!(seen > 1_000, "{seen} results were NaN");
}
