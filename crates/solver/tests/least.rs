//! The least model as our own backend finds it, against the one found by asking query after query.

use numeric::Bits;
use random::Random;
use solver::least::Least;
use solver::own::{Own, OwnConfig};
use solver::sat::Limits;
use solver::stage::queries::Queries;
use solver::stage::{Last, Staged};
use solver::{Decide, Query, Verdict};
use term::{BYTE, INDEX, Input, Term, Terms};

const WIDTH: Bits = Bits(16);

struct World {
    terms: Terms,
    random: Random,
}

impl World {
    /// A value of [`WIDTH`] bits over two vectors and six bytes.
    fn value(&mut self, depth: usize) -> Term {
        let terms = self.terms.clone();
        let array = terms.array("x", Some(6));
        let byte = |index: u64| terms.select(&array, &terms.number(INDEX, index));
        if depth == 0 || self.random.index(3) == 0 {
            return match self.random.index(8) {
                0 => terms.number(WIDTH, self.random.next() >> self.random.index(64)),
                1 | 2 => terms.var(["b", "z"][self.random.index(2)], WIDTH),
                3 => terms.zext(&byte(self.random.index(6) as u64), WIDTH),
                4 => {
                    let index = terms.extract(&terms.var("b", WIDTH), 0, Bits(2));
                    terms.sext(&terms.select(&array, &terms.zext(&index, INDEX)), WIDTH)
                }
                _ => {
                    let at = 2 * self.random.index(3) as u64;
                    terms.concat(&byte(at + 1), &byte(at))
                }
            };
        }
        let (a, b) = (self.value(depth - 1), self.value(depth - 1));
        match self.random.index(6) {
            0 => terms.add(&a, &b),
            1 => terms.xor(&a, &b),
            2 => terms.and(&a, &b),
            3 => terms.mul(&a, &terms.number(WIDTH, self.random.index(9) as u64)),
            4 => terms.sub(&a, &b),
            _ => terms.lshr(&a, &terms.number(WIDTH, self.random.index(9) as u64)),
        }
    }

    fn inputs(&self) -> Vec<Term> {
        let array = self.terms.array("x", Some(6));
        let byte = |index| self.terms.select(&array, &self.terms.number(INDEX, index));
        let vectors = ["b", "z"].into_iter().map(|name| self.terms.var(name, WIDTH));
        vectors.chain((0..6).map(byte)).collect()
    }

    fn constraint(&mut self) -> Term {
        let terms = self.terms.clone();
        let (a, b) = (self.value(2), self.value(2));
        match self.random.index(6) {
            0 => terms.eq(&a, &b),
            1 | 2 => terms.ult(&a, &b),
            3 | 4 => terms.slt(&a, &b),
            _ => terms.ne(&a, &b),
        }
    }
}

/// As a group of a path has them.
fn inputs(constraints: &[Term]) -> Vec<Input> {
    let mut inputs: Vec<Input> = constraints.iter().flat_map(Term::inputs).collect();
    inputs.sort_unstable();
    inputs.dedup_by(|next, kept| next.overlaps(kept));
    inputs
}

#[test]
fn both_ways_agree() {
    let limits = Limits::none();
    let mut compared = 0;
    for seed in 0..8 {
        let mut world = World { terms: Terms::new(), random: Random::new(seed) };
        let terms = world.terms.clone();
        let (mut asked, mut direct) = (Own::default(), Own::default());
        for _ in 0..40 {
            let count = 1 + world.random.index(7);
            let constraints: Vec<Term> = (0..count).map(|_| world.constraint()).collect();
            let query = Query { terms: &terms, constraints: &constraints };
            let Verdict::Sat(model) = asked.decide(&query, &limits) else { continue };
            let inputs = inputs(&constraints);
            let mut search = Least { decide: &mut asked, terms: &terms, limits: &limits };
            let expected = search.find(&constraints, &inputs, &model).expect("no limit");
            let mut search = Least { decide: &mut direct, terms: &terms, limits: &limits };
            let Some(found) = search.direct(&constraints, &inputs) else { continue };
            let found = found.expect("no limit");
            for input in world.inputs() {
                assert_eq!(found.eval(&input), expected.eval(&input), "{input}: {constraints:?}");
            }
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} compared");
}

/// The constraints of a sorted order, all strict: each byte is as small as those before it allow.
#[test]
fn a_chain_of_values() {
    let terms = Terms::new();
    let array = terms.array("v", Some(16));
    let value = |at: u64| {
        let bytes = (4 * at..4 * at + 4).rev();
        let bytes = bytes.map(|index| terms.select(&array, &terms.number(INDEX, index)));
        bytes.reduce(|high, low| terms.concat(&high, &low)).expect("four bytes")
    };
    let order = [2, 0, 3, 1];
    let constraints: Vec<Term> =
        order.windows(2).map(|pair| terms.slt(&value(pair[0]), &value(pair[1]))).collect();
    let limits = Limits::none();
    let mut own = Own::default();
    let mut search = Least { decide: &mut own, terms: &terms, limits: &limits };
    let least = search.direct(&constraints, &inputs(&constraints)).expect("a way");
    let least = least.expect("no limit");
    let numbers = order.map(|at| least.eval(&value(at)).low_u64() as u32 as i32);
    assert_eq!(value(0).width(), Bits(4 * BYTE.0));
    // Bytes are in the order of their addresses: the low ones come first.
    assert_eq!(numbers, [-0x8000_0000, 0, 0x0001_0000, 0x0100_0000]);
}

/// The same question about other inputs is not asked again, unless their names are in another order: then another
/// model is the least.
#[test]
fn least_models_have_no_names() {
    let terms = Terms::new();
    let limits = Limits::none();
    let mut staged = Staged::new(Queries::new(100), Box::new(Last::new(Box::new(Own::default()))));
    let mut asked = Vec::new();
    for (a, b) in [("a", "b"), ("c", "d"), ("y", "x")] {
        let [x, y] = [a, b].map(|name| terms.var(name, WIDTH));
        let byte = terms.select(&terms.array(&format!("{a}_"), Some(4)), &terms.number(INDEX, 2));
        let product = terms.mul(&x, &terms.zext(&byte, WIDTH));
        let constraints = [
            terms.eq(&terms.add(&product, &y), &terms.number(WIDTH, 100)),
            terms.ult(&y, &terms.number(WIDTH, 60)),
            terms.ne(&x, &terms.number(WIDTH, 1)),
        ];
        let inputs = inputs(&constraints);
        let mut search = Least { decide: &mut staged, terms: &terms, limits: &limits };
        let found = search.direct(&constraints, &inputs).expect("a way").expect("no limit");
        let mut own = Own::default();
        let mut search = Least { decide: &mut own, terms: &terms, limits: &limits };
        let expected = search.direct(&constraints, &inputs).expect("a way").expect("no limit");
        assert_eq!(found, expected, "{a} and {b}");
        let mut tallies = Vec::new();
        staged.tallies(&mut tallies);
        asked.push(tallies.last().expect("the backend").hits);
    }
    assert_eq!(asked, [1, 1, 2]);
}

/// A constraint over bytes of an array that are read at unknown indices, some of them through stores.
fn constraint_on_reads(terms: &Terms, random: &mut Random, length: u64) -> Term {
    let array = terms.array("m", Some(length));
    let index = |random: &mut Random| match random.index(4) {
        0 => terms.number(INDEX, random.next() % length),
        _ => terms.zext(&terms.var(["a", "x"][random.index(2)], WIDTH), INDEX),
    };
    let mut from = array.clone();
    for _ in 0..random.index(3) {
        let byte = terms.number(BYTE, random.index(4) as u64);
        from = terms.store(&from, &index(random), &byte);
    }
    let read = terms.select(&from, &terms.xor(&index(random), &terms.number(INDEX, 1)));
    match random.index(5) {
        0 => terms.eq(&read, &terms.number(BYTE, 1 + random.index(9) as u64)),
        1 => terms.ult(&terms.number(BYTE, random.index(200) as u64), &read),
        2 => terms.ult(&terms.select(&array, &index(random)), &read),
        3 => terms.ult(&index(random), &terms.number(INDEX, length)),
        _ => terms.ne(&read, &terms.select(&array, &index(random))),
    }
}

#[test]
fn both_ways_agree_on_arrays_read_anywhere() {
    let limits = Limits::none();
    let mut compared = 0;
    for seed in 0..24 {
        let terms = Terms::new();
        let mut random = Random::new(seed);
        // Few enough bytes to claim each of them, and too many for that.
        let length = [300, 600][seed as usize % 2];
        let in_bounds = ["a", "x"].map(|name| {
            let index = terms.zext(&terms.var(name, WIDTH), INDEX);
            terms.ult(&index, &terms.number(INDEX, length))
        });
        let mut constraints = in_bounds.to_vec();
        for _ in 0..=random.index(5) {
            constraints.push(constraint_on_reads(&terms, &mut random, length));
        }
        let mut own = Own::default();
        let query = Query { terms: &terms, constraints: &constraints };
        let Verdict::Sat(model) = own.decide(&query, &limits) else { continue };
        let inputs = inputs(&constraints);
        let mut search = Least { decide: &mut own, terms: &terms, limits: &limits };
        let found = search.direct(&constraints, &inputs).expect("a way").expect("no limit");
        let expected = search.find(&constraints, &inputs, &model).expect("no limit");
        let array = terms.array("m", Some(length));
        let bytes = (0..length).map(|at| terms.select(&array, &terms.number(INDEX, at)));
        for input in ["a", "x"].map(|name| terms.var(name, WIDTH)).into_iter().chain(bytes) {
            assert_eq!(found.eval(&input), expected.eval(&input), "{input}: {constraints:?}");
        }
        compared += 1;
    }
    assert!(compared > 8, "{compared} compared");
}

/// Far more bits than are examined one by one: the last of many numbers makes up their sum.
#[test]
fn a_sum_of_many() {
    let terms = Terms::new();
    let width = Bits(32);
    let numbers: Vec<Term> = (0..1000).map(|n| terms.var(&format!("n{n:04}"), width)).collect();
    let sum = numbers.iter().skip(1).fold(numbers[0].clone(), |sum, n| terms.add(&sum, n));
    let constraints = [terms.eq(&sum, &terms.number(width, 42))];
    let limits = Limits::none();
    let mut own = Own::default();
    let mut search = Least { decide: &mut own, terms: &terms, limits: &limits };
    let least = search.direct(&constraints, &inputs(&constraints)).expect("a way");
    let least = least.expect("no limit");
    let (last, others) = numbers.split_last().expect("a thousand");
    assert_eq!(least.eval(last).low_u64(), 42);
    assert!(others.iter().all(|number| least.eval(number).is_zero()));
}

/// Only two bytes of a mebibyte matter, and the least model has them at its end.
#[test]
fn a_mebibyte() {
    let terms = Terms::new();
    let length = 1 << 20;
    let array = terms.array("b", Some(length));
    let index = terms.var("i", INDEX);
    let number = |number| terms.number(INDEX, number);
    let byte = |at: &Term| terms.select(&array, at);
    let constraints = [
        terms.ult(&index, &number(length)),
        terms.eq(&byte(&index), &terms.number(BYTE, 7)),
        terms.eq(&byte(&terms.xor(&index, &number(1))), &terms.number(BYTE, 9)),
    ];
    let limits = Limits::none();
    let mut own = Own::default();
    let mut search = Least { decide: &mut own, terms: &terms, limits: &limits };
    let least = search.direct(&constraints, &inputs(&constraints)).expect("a way");
    let least = least.expect("no limit");
    assert_eq!(least.eval(&index).low_u64(), length - 2);
    let given: Vec<(u64, u8)> = least.array_bytes().map(|(_, at, byte)| (at, byte)).collect();
    assert_eq!(
        given.into_iter().filter(|(_, byte)| *byte != 0).collect::<Vec<_>>(),
        [(length - 2, 7), (length - 1, 9)]
    );
}

/// With all bits assumed, a core of a hash says next to nothing. Bits decided one by one give the same.
#[test]
fn a_hash() {
    let limits = Limits::none();
    for (wanted, raises) in [(0, 0), (1, 9), (0x1234, 0), (0xbeef, 1 << 14)] {
        let terms = Terms::new();
        let array = terms.array("h", Some(5));
        let bytes = (0..5).map(|at| terms.select(&array, &terms.number(INDEX, at)));
        let hash = bytes.clone().fold(terms.number(WIDTH, 0x811c), |hash, byte| {
            let mixed = terms.xor(&hash, &terms.zext(&byte, WIDTH));
            let mixed = terms.mul(&mixed, &terms.number(WIDTH, 0x9e37));
            terms.xor(&mixed, &terms.lshr(&mixed, &terms.number(WIDTH, 7)))
        });
        let constraints = [terms.eq(&hash, &terms.number(WIDTH, wanted))];
        let inputs = inputs(&constraints);
        let mut own = Own::new(OwnConfig { raises, ..OwnConfig::default() });
        let query = Query { terms: &terms, constraints: &constraints };
        let Verdict::Sat(model) = own.decide(&query, &limits) else { panic!("it has a model") };
        let mut search = Least { decide: &mut own, terms: &terms, limits: &limits };
        let found = search.direct(&constraints, &inputs).expect("a way").expect("no limit");
        let expected = search.find(&constraints, &inputs, &model).expect("no limit");
        for byte in bytes {
            assert_eq!(found.eval(&byte), expected.eval(&byte), "{byte} for {wanted}");
        }
    }
}
