//! Models: which inputs they cover, and how they are combined.

use numeric::{Bits, Wide};
use term::{BYTE, GivenUp, INDEX, Input, Model, Part, Patience, Sought, Substitution, Term, Terms};

/// The inputs of some terms, in order.
fn inputs(terms: &[&Term]) -> Vec<Input> {
    let mut all: Vec<Input> = terms.iter().flat_map(|term| term.inputs()).collect();
    all.sort();
    all
}

/// What is left of a model if only these inputs count.
fn part(model: &Model, inputs: &[Input]) -> Model {
    let mut part = Model::new();
    part.copy_inputs(model, inputs);
    part
}

#[test]
fn a_model_is_about_inputs_if_nothing_of_it_is_lost_without_others() {
    let terms = Terms::new();
    let (a, b) = (terms.array("a", Some(8)), terms.array("b", None));
    let x = terms.var("x", Bits(32));
    let at = |array: &Term, index| terms.select(array, &terms.number(INDEX, index));
    let any = |array: &Term| terms.select(array, &terms.zext(&x, INDEX));
    let (a1, a3, b1, b_far) = (at(&a, 1), at(&a, 3), at(&b, 1), at(&b, 5000));
    let (all_of_a, all_of_b) = (any(&a), any(&b));
    let given = [&a1, &a3, &b1, &b_far, &x];
    let asked = [&a1, &a3, &b1, &b_far, &x, &all_of_a, &all_of_b];
    for values in 0..1 << given.len() {
        let mut model = Model::new();
        for (n, term) in given.iter().enumerate().filter(|(n, _)| values >> n & 1 == 1) {
            let input = &term.inputs()[0];
            match input.part {
                Part::Byte(index) => model.set_byte(&input.name(), index, n as u8),
                Part::Whole => model.set(input.name(), Wide::from_u64(Bits(32), 7)),
            }
        }
        for chosen in 0..1 << asked.len() {
            let chosen = asked.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1);
            let chosen: Vec<&Term> = chosen.map(|(_, term)| *term).collect();
            let mut inputs = inputs(&chosen);
            inputs.dedup_by(|next, kept| next.overlaps(kept));
            assert_eq!(model.is_about(&inputs), part(&model, &inputs) == model, "{inputs:?}");
        }
    }
}

#[test]
fn models_join_whole() {
    let terms = Terms::new();
    let a = terms.array("a", None);
    let symbol = a.inputs().first().map(Input::name);
    assert!(symbol.is_none(), "an array that is not read is no input");
    let name = terms.select(&a, &terms.number(INDEX, 0)).inputs()[0].name();
    let (mut low, mut high) = (Model::new(), Model::new());
    low.set_byte(&name, 2, 7);
    low.set_byte(&name, 5000, 8);
    high.set_byte(&name, 0, 0);
    high.set_byte(&name, 4, 9);
    high.set_byte(&name, 6000, 10);
    let mut both = low.clone();
    both.join(&high);
    let bytes: Vec<_> = both.bytes_of(&name).collect();
    assert_eq!(bytes, [(0, 0), (2, 7), (4, 9), (5000, 8), (6000, 10)]);
    let mut other = high.clone();
    other.join(&low);
    assert_eq!(other, both);
}

/// A part, which is looked for or not.
fn sought(is_it: bool) -> Sought {
    if is_it { Sought::Found } else { Sought::Open }
}

#[test]
fn parts_of_a_term_by_number() {
    let terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, BYTE));
    let product = terms.mul(&x, &y);
    let sum = terms.add(&product, &terms.number(BYTE, 3));
    for part in [&x, &y, &product, &sum] {
        assert_eq!(sum.has_part(&Always, |number| sought(number == part.id())), Ok(true));
    }
    assert_eq!(sum.has_part(&Always, |number| sought(number == z.id())), Ok(false));
    let without_product = |number| match number == product.id() {
        true => Sought::Without,
        false => sought(number == x.id()),
    };
    assert_eq!(sum.has_part(&Always, without_product), Ok(false));
}

/// Never interrupts.
struct Always;

impl Patience for Always {
    fn is_over(&self) -> bool {
        false
    }
}

/// Interrupts at once.
struct Never;

impl Patience for Never {
    fn is_over(&self) -> bool {
        true
    }
}

/// Walks over a big term are interrupted when nobody waits, and otherwise give the same result as without a limit.
#[test]
fn walks_are_given_up() {
    let terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.var(name, BYTE));
    let mut bytes = terms.array("input", None);
    let mut big = x.clone();
    for i in 0..2_000 {
        let at = terms.zext(&big, INDEX);
        bytes = terms.store(&bytes, &at, &y);
        big = terms.xor(&terms.mul(&big, &y), &terms.select(&bytes, &terms.number(INDEX, i % 64)));
    }
    let goal = terms.eq(&big, &x);
    let model = Model::new();
    let put = || Substitution::new(|part: &Term| (*part == x).then(|| y.clone()));
    assert_eq!(goal.has_part(&Never, |_| Sought::Open), Err(GivenUp));
    assert_eq!(goal.inputs_until(&Never), Err(GivenUp));
    assert_eq!(terms.inputs_until(&goal, &Never), Err(GivenUp));
    assert_eq!(model.satisfies_until(&goal, &Never), Err(GivenUp));
    assert_eq!(put().apply_until(&terms, &goal, &Never), Err(GivenUp));
    assert_eq!(goal.has_part(&Always, |number| sought(number == y.id())), Ok(true));
    assert_eq!(goal.inputs_until(&Always), Ok(goal.inputs()));
    assert_eq!(model.satisfies_until(&goal, &Always), Ok(model.satisfies(&goal)));
    assert_eq!(put().apply_until(&terms, &goal, &Always), Ok(put().apply(&terms, &goal)));
}
