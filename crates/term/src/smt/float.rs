//! Floats in SMT-LIB, such that a standard solver implements exactly our meaning.
//!
//! SMT-LIB has a sort of floats with one NaN and no conversion back to bits, and leaves conversions to integers open
//! where they do not fit. So each operator that gives a float becomes a definition of that sort. Where its bits are
//! used, they are a free bit-vector `r` about which two things are asserted: that `r` read as a float is the result,
//! and that `r` is the NaN that our rule gives, if the result is a NaN. Conversions to integers are guarded by their
//! range. C's `fmod` is built from the IEEE remainder. An x87 value becomes one of the same precision with an
//! implicit integer bit.

use super::{Script, Sort, Text, constant, writeln_to};
use crate::float::{Float, FloatOp};
use crate::store::{Kind, Store};
use crate::walk::Walk;
use crate::{Term, Terms};
use numeric::{Bits, FloatKind, Rounding, Wide};
use std::collections::HashSet;

/// A float whose bits are used.
pub(super) struct Result {
    float: Term,
    /// The bits if it is NaN, unless it never is.
    nan: Option<Term>,
}

impl Result {
    pub(super) fn id(&self) -> u32 {
        self.float.id()
    }

    /// What is printed with it.
    pub(super) fn nan(&self) -> Option<&Term> {
        self.nan.as_ref()
    }
}

/// The floats below the terms whose bits are used.
pub(super) fn results(terms: &Terms, assertions: &[Term]) -> Vec<Result> {
    let Some(first) = assertions.first() else { return Vec::new() };
    let used = first.with_store(|store| with_bits(store, assertions));
    let floats = used.into_iter().map(|id| first.operand(id));
    let result = |float: Term| {
        let Kind::Float(op) = float.kind() else { unreachable!("only floats are collected") };
        let operands = float.operands();
        let operands: Vec<&Term> = operands.iter().collect();
        let nan = (!op.op.takes_integer()).then(|| terms.nan_result(op, &operands));
        Result { float, nan }
    };
    floats.map(result).collect()
}

/// The operators that give floats and whose bits are used: by anything but an operator that takes a
/// float of this kind, or by the rule for the NaN of such an operator. Operands come first.
fn with_bits(store: &Store, assertions: &[Term]) -> Vec<u32> {
    let walk = Walk::new(store, assertions);
    let mut used = HashSet::new();
    for id in walk.order.iter().rev() {
        let key = store.node(*id).key;
        for operand in &key.words[..key.kind.arity()] {
            let Some(kind) = result_kind(store, *operand) else { continue };
            let as_float = match key.kind {
                Kind::Float(float) => !float.op.takes_integer() && float.kind == kind,
                _ => false,
            };
            if !as_float || used.contains(id) {
                used.insert(*operand);
            }
        }
    }
    walk.order.into_iter().filter(|id| used.contains(id)).collect()
}

/// The kind of float that the operator gives.
fn result_kind(store: &Store, id: u32) -> Option<FloatKind> {
    match store.node(id).key.kind {
        Kind::Float(float) => float.result(),
        _ => None,
    }
}

impl Script<'_> {
    /// Defines the result of an operator as a float; declares its bits if they are used.
    pub(super) fn define_float(
        &mut self,
        id: u32,
        float: Float,
        kind: FloatKind,
        out: &mut String,
    ) {
        let name = self.fresh();
        let text = self.float_text(float, &self.store.node(id).key.words);
        writeln_to(out, format_args!("(define-fun {name} () {} {text})", sort(kind)));
        self.floats.insert(id, name);
        if self.results.contains(&id) {
            let text = self.fresh();
            writeln_to(out, format_args!("(declare-fun {text} () (_ BitVec {}))", kind.width().0));
            self.texts.insert(id, Text { text, sort: Sort::Vector });
        }
    }

    /// Asserts the bits of a float.
    pub(super) fn assert_bits(&self, result: &Result, out: &mut String) {
        let id = result.float.id();
        let Some(kind) = result_kind(self.store, id) else { unreachable!("a float has a kind") };
        let (bits, float) = (&self.texts[&id].text, &self.floats[&id]);
        writeln_to(out, format_args!("(assert (= {} {float}))", of_bits(kind, bits)));
        if let Some(nan) = &result.nan {
            let nan = self.bits(nan.id());
            writeln_to(out, format_args!("(assert (=> (fp.isNaN {float}) (= {bits} {nan})))"));
        }
        if kind == FloatKind::X87 {
            // Some numbers have two encodings; results use the one with this integer bit.
            let exponent = format!("((_ extract 78 64) {bits})");
            let integer = format!("((_ extract 63 63) {bits})");
            let wanted = format!("(ite (= {exponent} {LEAST}) #b0 #b1)");
            writeln_to(out, format_args!("(assert (= {integer} {wanted}))"));
        }
    }

    /// An operand as a float.
    fn operand(&self, kind: FloatKind, id: u32) -> String {
        match self.floats.get(&id) {
            Some(name) if result_kind(self.store, id) == Some(kind) => name.clone(),
            _ => of_bits(kind, &self.bits(id)),
        }
    }

    /// An operator that gives a truth value or an integer.
    pub(super) fn float_node(&self, float: Float, words: &[u32; 3], width: u32) -> Text {
        let text = self.float_text(float, words);
        match float.op {
            FloatOp::ToSigned | FloatOp::ToUnsigned => {
                Text { text: to_integer(float, &text, Bits(width)), sort: Sort::Vector }
            }
            _ => Text { text, sort: Sort::Bool },
        }
    }

    /// The result as a float or a truth value; of a conversion to an integer, the integral float.
    fn float_text(&self, float: Float, words: &[u32; 3]) -> String {
        let Float { op, kind, rounding } = float;
        let mode = mode(rounding);
        let at = |i: usize| self.operand(kind, words[i]);
        match op {
            FloatOp::Add => format!("(fp.add {mode} {} {})", at(0), at(1)),
            FloatOp::Sub => format!("(fp.sub {mode} {} {})", at(0), at(1)),
            FloatOp::Mul => format!("(fp.mul {mode} {} {})", at(0), at(1)),
            FloatOp::Div => format!("(fp.div {mode} {} {})", at(0), at(1)),
            FloatOp::Rem => remainder(kind, &at(0), &at(1)),
            FloatOp::Fma => format!("(fp.fma {mode} {} {} {})", at(0), at(1), at(2)),
            FloatOp::Sqrt => format!("(fp.sqrt {mode} {})", at(0)),
            FloatOp::RoundToIntegral | FloatOp::ToSigned | FloatOp::ToUnsigned => {
                format!("(fp.roundToIntegral {mode} {})", at(0))
            }
            FloatOp::Equal => format!("(fp.eq {} {})", at(0), at(1)),
            FloatOp::Less => format!("(fp.lt {} {})", at(0), at(1)),
            FloatOp::Convert(to) => format!("((_ to_fp {}) {mode} {})", format(to), at(0)),
            FloatOp::FromSigned => {
                format!("((_ to_fp {}) {mode} {})", format(kind), self.bits(words[0]))
            }
            FloatOp::FromUnsigned => {
                format!("((_ to_fp_unsigned {}) {mode} {})", format(kind), self.bits(words[0]))
            }
        }
    }
}

/// The bits of exponent and significand, as SMT-LIB counts.
fn format(kind: FloatKind) -> String {
    format!("{} {}", kind.exponent_bits(), kind.precision())
}

fn sort(kind: FloatKind) -> String {
    format!("(_ FloatingPoint {})", format(kind))
}

fn mode(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::TowardZero => "RTZ",
        Rounding::TowardPositive => "RTP",
        Rounding::TowardNegative => "RTN",
    }
}

/// The exponent of zeros and subnormals of x87.
const LEAST: &str = "#b000000000000000";

/// Bits read as a float.
fn of_bits(kind: FloatKind, bits: &str) -> String {
    if kind != FloatKind::X87 {
        return format!("((_ to_fp {}) {bits})", format(kind));
    }
    // Without the integer bit a number with an exponent is refused; with it, one without an exponent is a
    // pseudo-denormal, whose value has the least exponent.
    let value = format!(
        "(ite (= $i #b1) (fp $s (ite (= $e {LEAST}) #b000000000000001 $e) $f) \
         (ite (= $e {LEAST}) (fp $s $e $f) (_ NaN {})))",
        format(kind)
    );
    let field = |name: &str, high: u32, low: u32| format!("({name} ((_ extract {high} {low}) $x))");
    let fields =
        [field("$s", 79, 79), field("$e", 78, 64), field("$i", 63, 63), field("$f", 62, 0)];
    format!("(let (($x {bits})) (let ({}) {value}))", fields.join(" "))
}

/// A constant float that is not an x87 pseudo-denormal.
fn float_constant(kind: FloatKind, bits: u128) -> String {
    of_bits(kind, &constant(&Wide::from_u128(kind.width(), bits)))
}

/// The integer that an integral float is, or zero if it does not fit.
fn to_integer(float: Float, integral: &str, width: Bits) -> String {
    let Float { op, kind, rounding } = float;
    let (name, magnitude) = match op {
        FloatOp::ToSigned => ("fp.to_sbv", width.0 - 1),
        _ => ("fp.to_ubv", width.0),
    };
    let power = Wide::from_u64(Bits(magnitude + 1), 1).shl_by(magnitude);
    let bound = kind.from_unsigned(&power, Rounding::NearestEven);
    let low = match op {
        // If the bound exceeds the format, it is infinite and does not fit itself.
        FloatOp::ToSigned if bound == kind.infinity() => {
            format!("(fp.lt {} $n)", float_constant(kind, kind.neg(bound)))
        }
        FloatOp::ToSigned => format!("(fp.leq {} $n)", float_constant(kind, kind.neg(bound))),
        _ => format!("(fp.leq {} $n)", float_constant(kind, 0)),
    };
    let high = format!("(fp.lt $n {})", float_constant(kind, bound));
    let value = format!("((_ {name} {}) {} $n)", width.0, mode(rounding));
    let zero = constant(&Wide::zero(width));
    format!("(let (($n {integral})) (ite (and {low} {high}) {value} {zero}))")
}

/// C's `fmod`: the IEEE remainder of the magnitudes, moved up into their range, with the sign of the
/// first. The result is exact, so that the sum does not round.
fn remainder(kind: FloatKind, a: &str, b: &str) -> String {
    let zero = float_constant(kind, 0);
    let moved = format!("(ite (fp.lt $r {zero}) (fp.add RNE $r (fp.abs $y)) $r)");
    format!(
        "(let (($x {a}) ($y {b})) (let (($r (fp.rem (fp.abs $x) (fp.abs $y)))) \
         (let (($m {moved})) (ite (fp.isNegative $x) (fp.neg $m) $m))))"
    )
}
