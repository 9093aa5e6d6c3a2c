//! The rewrite rules, in a file per family of operators.
//!
//! A rule is a function whose first comment line is its law. It takes the operands of the term to be built and
//! returns the better term, or `None` if it does not apply. The tables here give the order in which rules are tried;
//! the tests go through the same tables, so that no rule lacks a proof. Rules see commutative operands in order, a
//! constant on the right, and never two constants.
//!
//! Rewriting terminates because each rule makes its term smaller, or moves it toward a form that no rule leaves: sums
//! of monomials, concatenations nested to the right, extracts at the leaves.

mod arith;
mod array;
mod compare;
mod divide;
pub(crate) mod float;
mod ite;
mod linear;
mod literal;
mod logic;
mod narrow;
mod pieces;
mod polynomial;
mod shift;
mod slice;

#[cfg(test)]
mod tests;

pub(crate) use array::distinct;

use crate::float::Float;
use crate::form::Binary;
use crate::{Term, Terms};
use numeric::{Bits, Wide};

/// A named rule. The name is for the tests and for tracing.
pub(crate) struct Rule<F> {
    #[cfg_attr(
        not(any(test, feature = "testing")),
        expect(dead_code, reason = "names are read by the tests")
    )]
    pub(crate) name: &'static str,
    pub(crate) apply: F,
}

pub(crate) type OneRule = Rule<fn(&Terms, &Term) -> Option<Term>>;
pub(crate) type TwoRule = Rule<fn(&Terms, &Term, &Term) -> Option<Term>>;
pub(crate) type ThreeRule = Rule<fn(&Terms, &Term, &Term, &Term) -> Option<Term>>;
pub(crate) type ExtendRule = Rule<fn(&Terms, &Term, Bits) -> Option<Term>>;
pub(crate) type ExtractRule = Rule<fn(&Terms, &Term, u32, Bits) -> Option<Term>>;
pub(crate) type FloatRule = Rule<fn(&Terms, Float, &[&Term], Bits) -> Option<Term>>;

/// Rules with their own names.
macro_rules! rules {
    ($($rule:path),* $(,)?) => { &[$(Rule { name: stringify!($rule), apply: $rule }),*] };
}

pub(crate) const NOT: &[OneRule] = rules![
    logic::not_const,
    logic::not_not,
    logic::not_concat,
    logic::not_sext,
    logic::not_ite,
    linear::not_sum,
];

pub(crate) const CONCAT: &[TwoRule] = rules![
    slice::concat_const,
    slice::concat_nested,
    slice::concat_const_nested,
    slice::concat_extracts,
    slice::concat_extracts_nested,
];

pub(crate) const EXTRACT: &[ExtractRule] = rules![
    slice::extract_whole,
    slice::extract_const,
    slice::extract_extract,
    slice::extract_concat,
    slice::extract_sext,
    slice::extract_known,
    slice::extract_not,
    slice::extract_bitwise,
    slice::extract_sum,
    narrow::extract_sum_aligned,
    slice::extract_ite,
];

pub(crate) const SEXT: &[ExtendRule] =
    rules![slice::sext_same, slice::sext_const, slice::sext_sext, slice::sext_known_sign];

pub(crate) const ITE: &[ThreeRule] = rules![
    ite::ite_const,
    ite::ite_same,
    ite::ite_not,
    ite::ite_truth,
    ite::ite_extension,
    ite::ite_nested_then,
    ite::ite_nested_else,
    linear::ite_sums,
];

pub(crate) const SELECT: &[TwoRule] = rules![array::select_table, array::select_store];

pub(crate) const STORE: &[ThreeRule] = rules![
    array::store_same_index,
    array::store_read_back,
    array::store_table,
    array::store_overwritten
];

pub(crate) const FLOAT: &[FloatRule] = rules![
    float::less_same,
    float::equal_number,
    float::equal_same,
    float::compare_nan,
    float::less_infinity,
    float::compare_widened,
    float::compare_narrow,
    float::equal_constant,
    float::less_constant,
    float::compare_integers,
    float::sub_constant,
    float::add_zero,
    float::mul_one,
    float::div_power,
    float::convert_same,
    float::convert_widened,
    float::convert_integer,
    float::integral_twice,
    float::to_widened,
    float::to_from,
    float::from_zext,
    float::from_sext,
    float::from_positive,
];

const ADD: &[TwoRule] =
    rules![arith::add_one_bit, arith::add_zero, linear::add_const, linear::add_linear];
const MUL: &[TwoRule] = rules![
    arith::mul_one_bit,
    arith::mul_zero,
    arith::mul_one,
    linear::mul_linear,
    arith::mul_pull_constant,
    narrow::mul_zext,
];
const UDIV: &[TwoRule] = rules![
    divide::udiv_zero,
    divide::udiv_one,
    divide::udiv_power,
    divide::udiv_small,
    narrow::udiv_zext
];
const UREM: &[TwoRule] = rules![
    divide::urem_zero,
    divide::urem_self,
    divide::urem_power,
    divide::urem_small,
    divide::urem_twice,
    narrow::urem_zext
];
const SDIV: &[TwoRule] =
    rules![divide::sdiv_zero, divide::sdiv_one, divide::sdiv_minus_one, divide::sdiv_unsigned,];
const SREM: &[TwoRule] =
    rules![divide::srem_zero, divide::srem_one, divide::srem_unsigned, divide::srem_twice];
const AND: &[TwoRule] = rules![
    logic::and_zero,
    logic::and_ones,
    logic::and_same,
    logic::and_complement,
    logic::and_nested_const,
    logic::and_absorb,
    logic::and_mask,
    logic::and_concat,
    literal::and_literals,
    literal::and_literals_nested,
];
const OR: &[TwoRule] = rules![
    logic::or_zero,
    logic::or_ones,
    logic::or_same,
    logic::or_complement,
    logic::or_nested_const,
    logic::or_absorb,
    logic::or_concat,
    literal::or_literals,
    literal::or_literals_nested,
];
const XOR: &[TwoRule] = rules![
    logic::xor_zero,
    logic::xor_ones,
    logic::xor_same,
    logic::xor_not,
    logic::xor_nested_const,
    logic::xor_concat,
];
const SHL: &[TwoRule] = rules![shift::shift_of_zero, shift::shl_const, shift::shift_out];
const LSHR: &[TwoRule] = rules![shift::shift_of_zero, shift::lshr_const, shift::shift_out];
const ASHR: &[TwoRule] = rules![shift::shift_of_zero, shift::ashr_const, shift::ashr_unsigned];
const EQ: &[TwoRule] = rules![
    compare::eq_same,
    compare::eq_one_bit,
    compare::eq_excluded,
    compare::eq_concat,
    compare::eq_sext,
    compare::eq_not,
    compare::eq_xor_zero,
    compare::eq_xor_const,
    compare::eq_all_bits,
    narrow::eq_zext,
    compare::eq_ite,
    compare::eq_add_const,
    compare::eq_linear,
    polynomial::eq_polynomial,
];
const ULT: &[TwoRule] = rules![
    compare::ult_same,
    compare::ult_one_bit,
    compare::ult_ranges,
    compare::ult_ends,
    divide::ult_urem,
    compare::ult_const_left,
    compare::ult_not,
    compare::ult_ite,
    compare::ult_concat_high,
    narrow::ult_zext,
    narrow::ult_sext,
    narrow::ult_extended_sum,
];
const SLT: &[TwoRule] = rules![
    compare::slt_same,
    compare::slt_one_bit,
    compare::slt_ranges,
    compare::slt_signs,
    compare::slt_zero,
    compare::slt_ends,
    compare::slt_const_left,
    compare::slt_not,
    compare::slt_ite,
    compare::slt_sext,
    narrow::slt_extended_sum,
];

pub(crate) fn of_binary(op: Binary) -> &'static [TwoRule] {
    match op {
        Binary::Add => ADD,
        Binary::Mul => MUL,
        Binary::Udiv => UDIV,
        Binary::Urem => UREM,
        Binary::Sdiv => SDIV,
        Binary::Srem => SREM,
        Binary::And => AND,
        Binary::Or => OR,
        Binary::Xor => XOR,
        Binary::Shl => SHL,
        Binary::Lshr => LSHR,
        Binary::Ashr => ASHR,
        Binary::Eq => EQ,
        Binary::Ult => ULT,
        Binary::Slt => SLT,
    }
}

/// Orders commutative operands: a constant last, otherwise by structure.
pub(crate) fn ordered<'a>(a: &'a Term, b: &'a Term) -> (&'a Term, &'a Term) {
    if a.is_const() || (!b.is_const() && a.cmp_structure(b).is_gt()) { (b, a) } else { (a, b) }
}

/// The position of the only bit set.
fn power_of_two(value: &Wide) -> Option<u32> {
    (value.popcount() == 1).then(|| value.ctz())
}

/// The sign bit, if it is known. Wider terms have no facts, but their highest part may.
fn known_sign(term: &Term) -> Option<bool> {
    if let Some(facts) = term.facts() {
        return facts.bit(term.width().0 - 1);
    }
    if let Some(value) = term.as_const() {
        return Some(value.is_negative());
    }
    let mut high = term.as_concat()?.0;
    while let Some((higher, _)) = high.as_concat() {
        high = higher;
    }
    match high.facts() {
        Some(facts) => facts.bit(high.width().0 - 1),
        None => Some(high.as_const()?.is_negative()),
    }
}
