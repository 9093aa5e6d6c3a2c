//! Every rule of every table: that it applies, that it does not always apply, and that its result is equal.
//!
//! A pool of operands of each shape is built over few symbols. Each rule is tried on all pairs and
//! triples of the pool at 4 bits, and where it applies, both sides are evaluated under all assignments; then
//! with random operands and values at 8 to 128 bits. The left side is computed from the values of the
//! operands, never through the rules.

use super::*;
use crate::fold;
use crate::form::Form;
use crate::{BYTE, INDEX, Model};
use random::Random;
use std::collections::BTreeMap;

/// How often each rule applied, and how often it did not.
#[derive(Default)]
struct Tally(BTreeMap<&'static str, (u64, u64)>);

impl Tally {
    fn note(&mut self, name: &'static str, result: Option<&Term>) {
        let (applied, not) = self.0.entry(name).or_default();
        *(if result.is_some() { applied } else { not }) += 1;
    }

    fn check(&self) {
        for (name, (applied, not)) in &self.0 {
            assert!(*applied > 0, "{name} never applies");
            assert!(*not > 0, "{name} always applies");
        }
    }
}

fn wide(random: &mut Random, width: Bits) -> Wide {
    let any = u128::from(random.next()) << 64 | u128::from(random.next());
    match random.below(5) {
        0 => Wide::from_u128(width, any % 3),
        1 => Wide::from_i128(width, -((any % 3) as i128)),
        2 => Wide::from_u64(width, 1).shl_by((any % u128::from(width.0)) as u32),
        _ => Wide::from_u128(width, any),
    }
}

/// The free bit-vectors `x` and `y` of a width, and a truth value `c`.
struct Symbols {
    all: Vec<Term>,
}

impl Symbols {
    fn new(terms: &Terms, width: Bits) -> Symbols {
        let [x, y] = ["x", "y"].map(|name| terms.var(name, width));
        Symbols { all: vec![x, y, terms.var("c", Bits(1))] }
    }

    fn model(&self, value: &mut dyn FnMut(Bits) -> Wide) -> Model {
        let mut model = Model::new();
        for var in &self.all {
            if let Form::Var(symbol) = var.form() {
                model.set(symbol, value(var.width()));
            }
        }
        model
    }

    /// All assignments at 4 bits, else random ones.
    fn models(&self, random: &mut Random) -> Vec<Model> {
        if self.all[0].width() != Bits(4) {
            return (0..6).map(|_| self.model(&mut |width| wide(random, width))).collect();
        }
        let assignment = |mut bits: u64| {
            self.model(&mut |width| {
                let value = Wide::from_u64(width, bits);
                bits >>= width.0;
                value
            })
        };
        (0..512).map(assignment).collect()
    }
}

/// Operands of one width in all shapes that rules look for.
fn pool(terms: &Terms, symbols: &Symbols, width: Bits, random: &mut Random) -> Vec<Term> {
    let [x, y, c] = [&symbols.all[0], &symbols.all[1], &symbols.all[2]];
    let (x, y) = (terms.extract(x, 0, width), terms.extract(y, 0, width));
    let k = |value: u64| terms.number(width, value);
    let ones = terms.constant(Wide::ones(width));
    let odd = terms.constant(wide(random, width).or(&Wide::from_u64(width, 1)));
    let mut pool = vec![x.clone(), y.clone(), k(0), k(1), ones.clone(), k(3), k(2), k(6)];
    pool.extend([terms.constant(wide(random, width)), terms.constant(Wide::signed_min(width))]);
    pool.extend([terms.not(&x), terms.not(&y), terms.add(&x, &k(3)), terms.add(&x, &y)]);
    pool.extend([terms.sub(&x, &y), terms.neg(&y), terms.mul(&x, &odd), terms.mul(&x, &y)]);
    pool.extend([terms.mul(&x, &k(2)), terms.and(&x, &y), terms.or(&x, &y), terms.xor(&x, &y)]);
    pool.extend([terms.and(&x, &k(5)), terms.or(&x, &k(5)), terms.xor(&x, &k(5))]);
    pool.extend([terms.ite(c, &x, &y), terms.ite(c, &k(1), &x), terms.ite(c, &x, &k(3))]);
    let (sum, difference) = (terms.add(&x, &y), terms.sub(&x, &y));
    pool.push(terms.mul(&sum, &difference));
    pool.push(terms.sub(&terms.mul(&x, &x), &terms.mul(&y, &y)));
    pool.extend([terms.ite(c, &k(1), &k(2)), terms.udiv(&x, &y), terms.urem(&x, &k(3))]);
    pool.push(terms.srem(&x, &k(3)));
    if width.0 >= 4 {
        let cut = Bits(width.0 / 2);
        let rest = Bits(width.0 - cut.0);
        let low = |a: &Term| terms.extract(a, 0, cut);
        let high = |a: &Term| terms.extract(a, cut.0, rest);
        pool.extend([terms.concat(&high(&y), &low(&x)), terms.concat(&high(&x), &low(&y))]);
        pool.extend([terms.zext(&low(&x), width), terms.zext(&low(&y), width)]);
        pool.extend([terms.sext(&low(&x), width), terms.sext(&low(&y), width)]);
        pool.extend([terms.sext(&terms.not(&low(&x)), width), terms.sext(c, width)]);
        pool.push(terms.concat(&high(&x), &terms.zero(cut)));
        let small = terms.zext(&terms.extract(&y, 1, Bits(width.0 / 4)), width);
        let far = terms.constant(Wide::from_i128(width, -2));
        pool.extend([terms.add(&terms.zext(&low(&x), width), &far), small]);
        pool.push(terms.add(&terms.sext(&low(&x), width), &terms.constant(wide(random, width))));
        pool.push(terms.add(&x, &terms.constant(Wide::signed_min(width))));
        pool.push(terms.concat(&terms.constant(Wide::ones(rest)), &low(&x)));
    }
    pool
}

/// Checks that the rewritten term has the value given by the operands' under every model.
fn check(
    name: &str,
    operands: &[&Term],
    result: &Term,
    models: &[Model],
    meaning: impl Fn(&[Wide]) -> Wide,
) {
    for model in models {
        let values: Vec<Wide> = operands.iter().map(|term| model.eval(term)).collect();
        assert_eq!(model.eval(result), meaning(&values), "{name} {operands:?} -> {result}");
    }
}

const WIDTHS: [u32; 8] = [1, 4, 8, 13, 32, 64, 65, 128];

/// Runs the test for each width, with the pool and the models of it.
fn at_widths(mut test: impl FnMut(&Terms, &[Term], &[Model], &mut Random)) {
    let mut random = Random::new(7);
    for width in WIDTHS {
        let terms = Terms::new();
        let symbols = Symbols::new(&terms, Bits(width));
        let pool = pool(&terms, &symbols, Bits(width), &mut random);
        let models = symbols.models(&mut random);
        test(&terms, &pool, &models, &mut random);
    }
}

#[test]
fn binary_rules() {
    let mut tally = Tally::default();
    at_widths(|terms, pool, models, _| {
        for op in Binary::ALL {
            for (a, b) in pool.iter().flat_map(|a| pool.iter().map(move |b| (a, b))) {
                if a.is_const() && b.is_const() {
                    continue;
                }
                let (a, b) = if op.is_commutative() { ordered(a, b) } else { (a, b) };
                for rule in of_binary(op) {
                    terms.fuel.set(Some(8));
                    let result = (rule.apply)(terms, a, b);
                    terms.fuel.set(None);
                    tally.note(rule.name, result.as_ref());
                    if let Some(result) = result {
                        let meaning = |v: &[Wide]| fold::binary(op, &v[0], &v[1]);
                        check(rule.name, &[a, b], &result, models, meaning);
                    }
                }
            }
        }
    });
    // A sum is always brought to its normal form: only its length could prevent that.
    tally.0.remove("linear::add_linear");
    // The rules for literals have a test of their own: a pool of one width has few literals.
    tally.0.retain(|name, _| !name.starts_with("literal::"));
    tally.check();
}

/// All comparisons of a symbol with constants and their complements, pairwise and in threes.
#[test]
fn literal_rules() {
    let mut tally = Tally::default();
    let mut random = Random::new(11);
    for width in [4, 64, 100].map(Bits) {
        let terms = Terms::new();
        let symbols = Symbols::new(&terms, width);
        let mut constants: Vec<Wide> = (0..16).map(|k| Wide::from_u64(width, k)).collect();
        constants.extend((0..4).map(|_| wide(&mut random, width)));
        let mut literals = vec![symbols.all[2].clone()];
        for constant in constants {
            for op in [Binary::Eq, Binary::Ult, Binary::Slt] {
                let literal = terms.binary(op, &symbols.all[0], &terms.constant(constant.clone()));
                literals.extend([terms.not(&literal), literal]);
            }
        }
        let other = terms.ult(&symbols.all[1], &symbols.all[0]);
        let mut models = symbols.models(&mut random);
        models.truncate(256);
        for (a, b) in literals.iter().flat_map(|a| literals.iter().map(move |b| (a, b))) {
            for op in [Binary::And, Binary::Or] {
                let nested = terms.binary(op, a, &other);
                for (a, rule) in [a, &nested].into_iter().flat_map(|a| {
                    let rules = of_binary(op).iter().filter(|r| r.name.starts_with("literal"));
                    rules.map(move |rule| (a, rule))
                }) {
                    terms.fuel.set(Some(8));
                    let result = (rule.apply)(&terms, a, b);
                    terms.fuel.set(None);
                    tally.note(rule.name, result.as_ref());
                    if let Some(result) = result {
                        let meaning = |v: &[Wide]| fold::binary(op, &v[0], &v[1]);
                        check(rule.name, &[a, b], &result, &models, meaning);
                    }
                }
            }
        }
    }
    tally.check();
}

/// Every extension of 1 to 3 bits to 4, plus every constant, against every bound, in both orders.
#[test]
fn comparisons_of_extended_sums() {
    let terms = Terms::new();
    let symbols = Symbols::new(&terms, Bits(4));
    let models: Vec<Model> = symbols.models(&mut Random::new(1)).into_iter().take(16).collect();
    let k = |value: u64| terms.number(Bits(4), value);
    for width in 1..=3 {
        let narrow = terms.extract(&symbols.all[0], 0, Bits(width));
        for wide in [terms.zext(&narrow, Bits(4)), terms.sext(&narrow, Bits(4))] {
            for (c, bound) in (0..16).flat_map(|c| (0..16).map(move |bound| (c, bound))) {
                let (sum, bound) = (terms.add(&wide, &k(c)), k(bound));
                for (op, rule) in [
                    (Binary::Ult, narrow::ult_extended_sum as fn(&_, &_, &_) -> _),
                    (Binary::Slt, narrow::slt_extended_sum),
                ] {
                    if let Some(result) = rule(&terms, &sum, &bound) {
                        let meaning = |v: &[Wide]| fold::binary(op, &v[0], &v[1]);
                        check("extended sum", &[&sum, &bound], &result, &models, meaning);
                    }
                }
            }
        }
    }
}

#[test]
fn complement_and_concatenation_rules() {
    let mut tally = Tally::default();
    at_widths(|terms, pool, models, _| {
        for a in pool {
            for rule in NOT {
                let result = (rule.apply)(terms, a);
                tally.note(rule.name, result.as_ref());
                if let Some(result) = result {
                    check(rule.name, &[a], &result, models, |v| v[0].not());
                }
            }
            let width = a.width().0;
            let part = |lo: u32| terms.extract(a, lo, Bits((width - lo).div_ceil(2)));
            let parts = [part(0), part(width / 2), part(width - 1), a.clone()];
            for b in pool.iter().chain(&parts).chain([&terms.concat(&parts[0], a)]) {
                for high in [a, &parts[0], &parts[1], &parts[2]] {
                    for rule in CONCAT {
                        let result = (rule.apply)(terms, high, b);
                        tally.note(rule.name, result.as_ref());
                        if let Some(result) = result {
                            check(rule.name, &[high, b], &result, models, |v| v[0].concat(&v[1]));
                        }
                    }
                }
            }
        }
    });
    tally.check();
}

#[test]
fn extract_and_extension_rules() {
    let mut tally = Tally::default();
    at_widths(|terms, pool, models, random| {
        let upper = |a: &Term| terms.extract(a, a.width().0 / 2, Bits(a.width().0.div_ceil(2)));
        let halves: Vec<Term> = pool.iter().map(upper).collect();
        for a in pool.iter().chain(&halves) {
            let width = a.width().0;
            for _ in 0..12 {
                let lo = random.below(u64::from(width)) as u32 * random.below(2) as u32;
                let len = Bits(1 + random.below(u64::from(width - lo)) as u32);
                for rule in EXTRACT {
                    terms.fuel.set(Some(8));
                    let result = (rule.apply)(terms, a, lo, len);
                    terms.fuel.set(None);
                    tally.note(rule.name, result.as_ref());
                    if let Some(result) = result {
                        check(rule.name, &[a], &result, models, |v| v[0].extract(lo, len));
                    }
                }
                let wider = Bits(width + random.below(9) as u32);
                for rule in SEXT {
                    let result = (rule.apply)(terms, a, wider);
                    tally.note(rule.name, result.as_ref());
                    if let Some(result) = result {
                        check(rule.name, &[a], &result, models, |v| v[0].sext(wider));
                    }
                }
            }
        }
    });
    tally.check();
}

#[test]
fn choice_rules() {
    let mut tally = Tally::default();
    at_widths(|terms, pool, models, _| {
        let c = terms.var("c", Bits(1));
        let less = terms.ult(&pool[0], &pool[1]);
        let conditions = [c.clone(), terms.not(&c), less, terms.truth(true), terms.truth(false)];
        for (a, b) in pool.iter().flat_map(|a| pool.iter().map(move |b| (a, b))) {
            for condition in &conditions {
                for rule in ITE {
                    let result = (rule.apply)(terms, condition, a, b);
                    tally.note(rule.name, result.as_ref());
                    if let Some(result) = result {
                        let meaning = |v: &[Wide]| v[1 + usize::from(v[0].is_zero())].clone();
                        check(rule.name, &[condition, a, b], &result, models, meaning);
                    }
                }
            }
        }
    });
    tally.check();
}

#[test]
fn array_rules() {
    let mut tally = Tally::default();
    let terms = Terms::new();
    let mut random = Random::new(3);
    let [i, j] = ["i", "j"].map(|name| terms.var(name, INDEX));
    let value = terms.var("v", BYTE);
    let k = |at: u64| terms.number(INDEX, at);
    let indices =
        [i.clone(), j.clone(), terms.add(&i, &k(1)), k(0), k(1), k(9), terms.urem(&i, &k(3))];
    let mut arrays = vec![terms.array("a", None), terms.table([1, 2, 3].into())];
    for round in 0..20 {
        let below = arrays[random.index(arrays.len())].clone();
        let byte = if round % 2 == 0 { value.clone() } else { terms.number(BYTE, round) };
        arrays.push(terms.store(&below, &indices[round as usize % indices.len()], &byte));
    }
    let symbols = Symbols { all: vec![i, j, value.clone()] };
    let small = |random: &mut Random, width| Wide::from_u64(width, random.below(4));
    let models: Vec<Model> =
        (0..40).map(|_| symbols.model(&mut |width| small(&mut random, width))).collect();
    for array in &arrays {
        for index in &indices {
            for rule in SELECT {
                let result = (rule.apply)(&terms, array, index);
                tally.note(rule.name, result.as_ref());
                if let Some(result) = result {
                    let plain = terms.node(crate::store::Kind::Select, BYTE, &[array, index]);
                    check(rule.name, &[&plain], &result, &models, |v| v[0].clone());
                }
            }
            for rule in STORE {
                for byte in [value.clone(), terms.select(array, index)] {
                    let result = (rule.apply)(&terms, array, index, &byte);
                    tally.note(rule.name, result.as_ref());
                    let Some(result) = result else { continue };
                    let plain =
                        terms.node(crate::store::Kind::Store, Bits(0), &[array, index, &byte]);
                    for at in 0..12 {
                        let read = |array: &Term| {
                            terms.node(crate::store::Kind::Select, BYTE, &[array, &k(at)])
                        };
                        let meaning = |v: &[Wide]| v[0].clone();
                        check(rule.name, &[&read(&plain)], &read(&result), &models, meaning);
                    }
                }
            }
        }
    }
    tally.check();
}

/// The paths through ten conditions, each of which adds one thing or another, merged from the last condition to the
/// first: 1,024 sums become one, of ten choices.
#[test]
fn merged_sums_are_sums_of_choices() {
    const WIDTH: Bits = Bits(32);
    type Add = fn(&Terms, &Term, u64) -> Term;
    fn merged(terms: &Terms, ways: [Add; 2], sum: &Term, i: u64) -> Term {
        if i == 10 {
            return sum.clone();
        }
        let x = terms.var(&format!("x{i}"), WIDTH);
        let taken = terms.slt(&terms.number(WIDTH, 1_000), &x);
        let [then, other] =
            ways.map(|way| merged(terms, ways, &terms.add(sum, &way(terms, &x, i)), i + 1));
        terms.ite(&taken, &then, &other)
    }
    let input: Add = |_, x, _| x.clone();
    let number: Add = |terms, _, i| terms.number(WIDTH, i * i + 1);
    let less: Add = |terms, _, i| terms.neg(&terms.number(WIDTH, i + 1));
    let nothing: Add = |terms, _, _| terms.zero(WIDTH);
    for ways in [[input, less], [input, nothing], [number, nothing], [number, less], [less, input]]
    {
        let terms = Terms::new();
        let sum = merged(&terms, ways, &terms.number(WIDTH, 1), 0);
        assert_eq!(linear::Sum::of(&terms, &sum).atoms.len(), 10, "{sum}");
        assert!(!sum.has_more_nodes_than(120), "{sum}");
    }
}

/// Identities of elementary algebra hold at every width, on operands extended from narrower ones, too.
#[test]
fn identities() {
    for (width, narrow) in [(8, 8), (16, 16), (32, 32), (64, 64), (32, 8), (64, 16), (64, 32)] {
        let terms = Terms::new();
        let [x, y, z] =
            ["x", "y", "z"].map(|name| terms.zext(&terms.var(name, Bits(narrow)), Bits(width)));
        let (add, sub, mul) = (
            |a: &Term, b: &Term| terms.add(a, b),
            |a: &Term, b: &Term| terms.sub(a, b),
            |a: &Term, b: &Term| terms.mul(a, b),
        );
        let square = |a: &Term| mul(a, a);
        let two = terms.number(Bits(width), 2);
        let same = |a: &Term, b: &Term| terms.eq(a, b).is_one();
        assert!(same(&mul(&add(&x, &y), &sub(&x, &y)), &sub(&square(&x), &square(&y))));
        assert!(same(&mul(&x, &add(&y, &z)), &add(&mul(&x, &y), &mul(&x, &z))));
        let binomial = add(&add(&square(&x), &mul(&two, &mul(&x, &y))), &square(&y));
        assert!(same(&square(&add(&x, &y)), &binomial));
        assert!(same(&mul(&mul(&x, &y), &z), &mul(&x, &mul(&z, &y))));
        let (quotient, rest) = (terms.udiv(&x, &y), terms.urem(&x, &y));
        assert!(same(&add(&mul(&quotient, &y), &rest), &x));
        let (quotient, rest) = (terms.sdiv(&x, &y), terms.srem(&x, &y));
        assert!(same(&add(&rest, &mul(&y, &quotient)), &x));
        let one_more = add(&mul(&x, &y), &terms.number(Bits(width), 1));
        assert!(terms.eq(&one_more, &mul(&y, &x)).is_zero());
        assert!(!terms.eq(&mul(&x, &y), &mul(&x, &z)).is_const());
    }
}

/// Numbers of several bytes are factors as they are.
#[test]
fn products_of_numbers_in_bytes() {
    let (terms, array) = (Terms::new(), |name: &str, terms: &Terms| terms.array(name, Some(4)));
    let number = |name: &str| {
        let bytes = (0..4).map(|k| terms.select(&array(name, &terms), &terms.number(INDEX, k)));
        bytes.reduce(|low, high| terms.concat(&high, &low)).expect("four")
    };
    let [a, b, c, d, v, w] = ["a", "b", "c", "d", "v", "w"].map(number);
    let mul = |x: &Term, y: &Term| terms.mul(x, y);
    let dot = |x: &Term, y: &Term, z: &Term, u: &Term| terms.add(&mul(x, y), &mul(z, u));
    let left = dot(&dot(&a, &b, &c, &d), &v, &dot(&a, &d, &c, &b), &w);
    let right = dot(&a, &dot(&b, &v, &d, &w), &c, &dot(&d, &v, &b, &w));
    assert!(terms.eq(&left, &right).is_one());
}

/// A product of numbers of two words, word by word.
#[test]
fn products_of_words() {
    let (terms, width) = (Terms::new(), Bits(32));
    let words =
        |name: &str| [0, 1].map(|k| terms.zext(&terms.var(&format!("{name}{k}"), Bits(8)), width));
    let (a, b) = (words("a"), words("b"));
    let mut result = [0; 4].map(|_| terms.zero(width));
    let eight = terms.number(width, 8);
    for i in 0..2 {
        let mut carry = terms.zero(width);
        for j in 0..2 {
            let product = terms.mul(&a[i], &b[j]);
            let sum = terms.add(&terms.add(&result[i + j], &product), &carry);
            result[i + j] = terms.zext(&terms.extract(&sum, 0, Bits(8)), width);
            carry = terms.lshr(&sum, &eight);
        }
        result[i + 2] = terms.zext(&terms.extract(&carry, 0, Bits(8)), width);
    }
    let join = |words: &[Term]| {
        let bytes = words.iter().map(|word| terms.extract(word, 0, Bits(8)));
        let joined = bytes.reduce(|low, high| terms.concat(&high, &low)).expect("some");
        terms.zext(&joined, width)
    };
    let equal = terms.eq(&join(&result), &terms.mul(&join(&a), &join(&b)));
    assert!(equal.is_one(), "{equal}");
}
