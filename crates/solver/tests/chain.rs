//! Paths and the chain against brute force: random paths over a few small inputs, forked and asked at every step,
//! with every stage alone, all together and in other orders.

use numeric::{Bits, Wide};
use random::Random;
use solver::Path;
use solver::chain::{Between, Chain, ChainConfig, StageKind};
use solver::own::Own;
use solver::query::{Decide, Query, Verdict};
use solver::sat::Limits;
use solver::stage::archive::{Digest, Shelf};
use solver::stage::order::Order;
use solver::stage::{Counted, Stage};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use term::{BYTE, Evaluator, Form, INDEX, Input, Model, Part, Shape, Term, Terms};

/// Tries all values of all inputs, the least first. Bytes are tried up to a bound only, which the
/// constraints of a test must imply.
struct Brute;

/// Bytes in the tests are below this.
const BYTES_BELOW: u64 = 4;

impl Decide for Brute {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn decide(&mut self, query: &Query<'_>, _: &Limits) -> Verdict {
        let mut inputs: Vec<Input> = query.constraints.iter().flat_map(Term::inputs).collect();
        inputs.sort_by_key(|input| (input.name(), input.part));
        inputs.dedup();
        match least(query, &expand(&inputs), &mut Model::new()) {
            Some(model) => Verdict::Sat(Rc::new(model)),
            None => Verdict::Unsat,
        }
    }
}

/// Whole arrays by their bytes.
fn expand(inputs: &[Input]) -> Vec<Input> {
    let mut all: Vec<Input> = Vec::new();
    for input in inputs {
        match (input.name().shape, input.part) {
            (Shape::Bytes(Some(length)), Part::Whole) => all.extend(
                (0..length).map(|i| Input { symbol: input.symbol.clone(), part: Part::Byte(i) }),
            ),
            _ => all.push(input.clone()),
        }
    }
    all.sort_by_key(|input| (input.name(), input.part));
    all.dedup();
    all
}

fn least(query: &Query<'_>, inputs: &[Input], model: &mut Model) -> Option<Model> {
    let Some((input, rest)) = inputs.split_first() else {
        return query.is_satisfied_by(model).then(|| model.clone());
    };
    let count = match input.name().shape {
        Shape::Vector(width) => 1 << width.0,
        Shape::Bytes(_) => BYTES_BELOW,
    };
    (0..count).find_map(|value| {
        match (input.name().shape, input.part) {
            (Shape::Vector(width), _) => model.set(input.name(), Wide::from_u64(width, value)),
            (_, Part::Byte(index)) => model.set_byte(&input.name(), index, value as u8),
            (_, Part::Whole) => unreachable!("whole arrays are expanded"),
        }
        least(query, rest, model)
    })
}

struct World {
    terms: Terms,
    random: Random,
    inputs: Vec<Term>,
    array: Term,
}

impl World {
    fn new(seed: u64) -> World {
        let terms = Terms::new();
        let array = terms.array("x", Some(3));
        let mut inputs: Vec<Term> =
            ["a", "b", "c"].iter().map(|name| terms.var(name, Bits(2))).collect();
        for index in 0..3 {
            inputs.push(terms.select(&array, &terms.number(INDEX, index)));
        }
        World { terms, random: Random::new(seed), inputs, array }
    }

    /// The bytes of the array are small, as brute force requires.
    fn start(&self) -> Path {
        let mut path = Path::new();
        for byte in &self.inputs[3..] {
            let small = self.terms.ult(byte, &self.terms.number(BYTE, BYTES_BELOW));
            path.assume(&self.terms, &small, None);
        }
        path
    }

    /// A value of eight bits.
    fn value(&mut self) -> Term {
        let terms = self.terms.clone();
        match self.random.index(8) {
            0 => terms.number(BYTE, self.random.index(7) as u64),
            1 => {
                let (a, b) = (self.value(), self.value());
                terms.add(&a, &b)
            }
            2 => {
                let (a, b) = (self.value(), self.value());
                terms.xor(&a, &b)
            }
            3 if self.random.index(4) == 0 => {
                let index = terms.zext(&self.inputs[0], INDEX);
                let within = terms.ult(&index, &terms.number(INDEX, 3));
                let read = terms.select(&self.array, &index);
                terms.ite(&within, &read, &terms.number(BYTE, 1))
            }
            _ => {
                let at = self.random.index(self.inputs.len());
                terms.zext(&self.inputs[at], BYTE)
            }
        }
    }

    fn goal(&mut self) -> Term {
        let terms = self.terms.clone();
        let (a, b) = (self.value(), self.value());
        match self.random.index(6) {
            0 | 1 => terms.eq(&a, &b),
            2 => terms.ult(&a, &b),
            3 => terms.slt(&a, &b),
            4 => terms.ne(&a, &b),
            _ => {
                let (c, d) = (self.goal(), self.goal());
                if self.random.index(2) == 0 { terms.and(&c, &d) } else { terms.or(&c, &d) }
            }
        }
    }
}

fn brute(world: &World, path: &Path, goal: Option<&Term>) -> Option<Rc<Model>> {
    let constraints: Vec<Term> = path.assumed().chain(goal).cloned().collect();
    let query = Query { terms: &world.terms, constraints: &constraints };
    Brute.decide(&query, &Limits::none()).model().cloned()
}

fn config(stages: &[StageKind]) -> ChainConfig {
    ChainConfig::default().with_stages(stages).expect("stages in order")
}

/// Walks random paths with forks, and compares every answer with brute force.
fn walk(stages: &[StageKind], seed: u64, paths: usize) {
    walk_with(Box::new(Brute), stages, seed, paths);
}

fn walk_with(backend: Box<dyn Decide>, stages: &[StageKind], seed: u64, paths: usize) {
    let mut world = World::new(seed);
    let mut chain = config(stages).chain(backend).checked(Box::new(Brute), 4, Limits::none());
    let mut open = vec![world.start()];
    for _ in 0..paths {
        let at = world.random.index(open.len());
        let path = open.swap_remove(at);
        let goal = world.goal();
        for side in [goal.clone(), world.terms.not(&goal)] {
            let verdict = chain.feasible(&world.terms, &path, &side, &Limits::none());
            let expected = brute(&world, &path, Some(&side));
            assert_eq!(verdict.model().is_some(), expected.is_some(), "{stages:?}: {side}");
            if let Verdict::Sat(model) = &verdict {
                let mut longer = path.clone();
                longer.assume(&world.terms, &side, Some(model));
                longer.check_invariants();
                check_least(&world, &mut chain, &longer);
                open.push(longer);
            }
        }
        if open.is_empty() || open.len() > 20 {
            open = vec![world.start()];
        }
    }
}

fn check_least(world: &World, chain: &mut Chain, path: &Path) {
    let least = chain.least(&world.terms, path, &Limits::none()).expect("a path has a model");
    let expected = brute(world, path, None).expect("a path has a model");
    for input in &world.inputs {
        assert_eq!(least.eval(input), expected.eval(input), "{input} in the least model");
    }
}

#[test]
fn each_stage_alone() {
    walk(&[], 1, 40);
    for (at, stage) in StageKind::ALL.into_iter().enumerate() {
        walk(&[stage], 2 + at as u64, 40);
    }
}

#[test]
fn all_stages() {
    walk(&StageKind::ALL, 77, 300);
}

/// Our own backend has its own way to find least models.
#[test]
fn own_backend() {
    walk_with(Box::new(Own::default()), &StageKind::ALL, 78, 300);
    walk_with(Box::new(Own::default()), &[], 79, 40);
}

#[test]
fn other_orders() {
    use StageKind::{Independence, Models, Queries, Ranges, Simplify, Subsets, Witness};
    walk(&[Simplify, Independence, Witness, Queries, Subsets, Models, Ranges], 5, 100);
    walk(&[Independence, Subsets, Queries, Ranges, Models], 6, 100);
    walk(&[Witness, Models, Queries], 7, 100);
}

#[test]
fn wrong_orders_are_refused() {
    use StageKind::{Independence, Models, Simplify};
    let refused = |stages: &[StageKind]| ChainConfig::default().with_stages(stages).unwrap_err();
    assert_eq!(refused(&[Models, Simplify]), "the stage 'simplify' must come before 'models'");
    assert_eq!(refused(&[Independence, Independence]), "the stage 'independence' is named twice");
    let unknown = "slice".parse::<StageKind>().unwrap_err();
    assert!(
        unknown.starts_with("there is no stage 'slice'; the stages are simplify, "),
        "{unknown}"
    );
}

/// Asks 100 queries at random, and compares the answers with brute force.
fn plain_queries(world: &mut World, chain: &mut Chain) {
    for _ in 0..100 {
        let mut constraints: Vec<Term> = world.start().assumed().cloned().collect();
        constraints.extend((0..3).map(|_| world.goal()));
        let query = Query { terms: &world.terms, constraints: &constraints };
        let verdict = chain.decide(&query, &Limits::none());
        let expected = Brute.decide(&query, &Limits::none());
        assert_eq!(verdict.model().is_some(), expected.model().is_some());
        assert!(verdict.model().is_none_or(|model| query.is_satisfied_by(model)));
    }
}

#[test]
fn plain_queries_are_paths() {
    let mut world = World::new(9);
    let mut chain = ChainConfig::default().chain(Box::new(Brute));
    plain_queries(&mut world, &mut chain);
}

/// The same question about other inputs is recognised, and its model is translated to their names.
#[test]
fn queries_are_known_up_to_names() {
    let terms = Terms::new();
    let only = config(&[StageKind::Queries]);
    let mut chain = only.chain(Box::new(Brute));
    let question = |name: &str, index: u64| {
        let x = terms.select(&terms.array(name, Some(9)), &terms.number(INDEX, index));
        let y = terms.var(&format!("{name}y"), Bits(3));
        let sum = terms.add(&x, &terms.zext(&y, BYTE));
        [terms.eq(&sum, &terms.number(BYTE, 9)), terms.ult(&x, &terms.number(BYTE, 4))]
    };
    for (at, (name, index)) in [("p", 0), ("p", 5), ("q", 5)].into_iter().enumerate() {
        let constraints = question(name, index);
        let query = Query { terms: &terms, constraints: &constraints };
        let verdict = chain.decide(&query, &Limits::none());
        assert!(verdict.model().is_some_and(|model| query.is_satisfied_by(model)));
        let tallies = chain.tallies();
        assert_eq!(
            (tallies[0].counted, tallies[0].hits),
            (Counted::Stage(StageKind::Queries), at as u64)
        );
    }
}

/// Inputs with few values are tried, and no backend is asked; with many, it is.
#[test]
fn few_values_are_tried() {
    let terms = Terms::new();
    let (x, y) =
        (terms.var("x", Bits(64)), terms.select(&terms.array("y", None), &terms.number(INDEX, 7)));
    let product = terms.mul(&x, &terms.zext(&y, Bits(64)));
    let query = |below: u64, product_is: u64| {
        let number = |value| terms.number(Bits(64), value);
        vec![
            terms.ult(&x, &number(8)),
            terms.ult(&y, &terms.number(BYTE, below)),
            terms.eq(&product, &number(product_is)),
        ]
    };
    let ask = |constraints: &[Term]| {
        let mut chain = config(&[StageKind::Few]).chain(Box::new(Own::default()));
        let query = Query { terms: &terms, constraints };
        let verdict = chain.decide(&query, &Limits::none());
        let answered =
            chain.tallies().into_iter().find(|tally| tally.hits > 0).map(|tally| tally.counted);
        (verdict, answered)
    };
    let few = Some(Counted::Stage(StageKind::Few));
    let (verdict, answered) = ask(&query(8, 35));
    let model = verdict.model().expect("5 times 7");
    assert_eq!(
        (model.eval(&x), model.eval(&y)),
        (Wide::from_u64(Bits(64), 5), Wide::from_u64(BYTE, 7))
    );
    assert_eq!(answered, few);
    let (verdict, answered) = ask(&query(8, 11));
    assert!(matches!(verdict, Verdict::Unsat));
    assert_eq!(answered, few);
    assert_eq!(ask(&query(128, 35)).1, few, "1,024 combinations");
    assert_eq!(ask(&query(129, 35)).1, Some(Counted::Backend), "1,032 combinations");
}

/// All values of a term on a path are those that some inputs give it.
#[test]
fn values_are_found_at_once() {
    let mut world = World::new(31);
    let stages = [StageKind::Simplify, StageKind::Independence, StageKind::Few];
    let mut chain = config(&stages).chain(Box::new(Brute));
    let mut found = 0;
    for _ in 0..60 {
        let mut path = world.start();
        let goals: Vec<Term> = (0..3).map(|_| world.goal()).collect();
        for goal in goals {
            if let Some(model) = brute(&world, &path, Some(&goal)) {
                path.assume(&world.terms, &goal, Some(&model));
            }
        }
        let of = world.value();
        let values = chain.values(&world.terms, &path, &of, &Limits::none());
        let Some(values) = values else { continue };
        assert_eq!(values, values_of(&world, &path, &of), "{of}");
        found += usize::from(values.len() > 2);
    }
    assert!(found > 12, "{found}");
    let free = world.terms.var("free", Bits(64));
    assert_eq!(chain.values(&world.terms, &world.start(), &free, &Limits::none()), None);
}

/// The values that a term has for all values of the inputs that a path allows.
fn values_of(world: &World, path: &Path, of: &Term) -> Vec<u64> {
    let all = (0..1 << (2 * world.inputs.len())).filter_map(|digits: u64| {
        let mut model = Model::new();
        for (input, at) in world.inputs.iter().zip(0..) {
            let [input] = &input.inputs()[..] else { unreachable!("an input is one") };
            let value = digits >> (2 * at) & 3;
            match input.part {
                Part::Byte(index) => model.set_byte(&input.name(), index, value as u8),
                Part::Whole => model.set(input.name(), Wide::from_u64(Bits(2), value)),
            }
        }
        let holds = path.assumed().all(|constraint| model.satisfies(constraint));
        holds.then(|| model.eval(of).low_u64())
    });
    let mut all: Vec<u64> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Bytes that were never written are not tried. They are left unknown, and the other inputs decide where they can: what
/// is found is true of all bytes, also after a question in which one of these bytes had few values.
#[test]
fn few_values_decide_about_tables_with_unwritten_bytes() {
    let terms = Terms::new();
    let x = terms.var("x", BYTE);
    let undefined = terms.undefined(7, 64);
    let unwritten = |at: u64| terms.select(&undefined, &terms.number(INDEX, at));
    // Even entries are written.
    let mut table = terms.table(vec![0; 256].into());
    for at in 0..48 {
        let byte = if at % 2 == 0 { terms.number(BYTE, at) } else { unwritten(at) };
        table = terms.store(&table, &terms.number(INDEX, at), &byte);
    }
    let read = terms.select(&table, &terms.zext(&x, INDEX));
    let is = |term: &Term, value: u64| terms.eq(term, &terms.number(BYTE, value));
    let below = |term: &Term, value: u64| terms.ult(term, &terms.number(BYTE, value));
    let even = is(&terms.and(&x, &terms.number(BYTE, 1)), 0);
    let mut chain = config(&[StageKind::Few]).chain(Box::new(Own::default()));
    let mut ask = |constraints: &[Term]| {
        let asked = |chain: &Chain| chain.tallies().last().map(|tally| tally.hits);
        let before = asked(&chain);
        let verdict = chain.decide(&Query { terms: &terms, constraints }, &Limits::none());
        let model = verdict.model().map(|model| model.eval(&x).low_u64());
        (model, asked(&chain) != before)
    };
    assert_eq!(ask(&[even.clone(), is(&read, 12)]), (Some(12), false));
    assert_eq!(ask(&[even.clone(), is(&read, 13)]), (None, false));
    assert_eq!(ask(&[below(&x, 2), is(&read, 5)]), (Some(1), true), "the byte is 5");
    // All inputs have few values here: the byte is tried, too.
    let few = below(&unwritten(1), 4);
    let asked = ask(&[below(&x, 2), few, terms.not(&below(&unwritten(1), 3))]).1;
    assert!(!asked);
    assert_eq!(ask(&[below(&x, 2), is(&read, 5)]), (Some(1), true), "and is any byte again");
}

/// A question about few values of inputs may be answered by what was computed for more values, and for more inputs:
/// the model is still the least, and about the inputs of the question only.
#[test]
fn few_values_are_part_of_more() {
    let terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, Bits(8)));
    let number = |value| terms.number(Bits(8), value);
    let mut chain = config(&[StageKind::Few]).chain(Box::new(Own::default()));
    let mut ask = |constraints: &[Term]| {
        let verdict = chain.decide(&Query { terms: &terms, constraints }, &Limits::none());
        verdict.model().map(|model| model.vectors().map(|(_, value)| value.low_u64()).collect())
    };
    let below = |input: &Term, high| terms.ult(input, &number(high));
    let sum = terms.add(&x, &y);
    let all = [below(&x, 20), below(&y, 20), terms.eq(&sum, &number(23))];
    assert_eq!(ask(&all), Some(vec![4, 19]));
    let less = [below(&x, 20), below(&y, 10), terms.eq(&sum, &number(23))];
    assert_eq!(ask(&less), Some(vec![14, 9]));
    assert_eq!(ask(&[below(&y, 20), terms.ult(&number(7), &y)]), Some(vec![8]));
    assert_eq!(ask(&[below(&x, 5), below(&y, 5), terms.eq(&sum, &number(23))]), None);
    let with_z = [below(&x, 3), below(&z, 200), terms.eq(&terms.add(&x, &z), &number(201))];
    assert_eq!(ask(&with_z), Some(vec![2, 199]));
    assert_eq!(ask(&[below(&x, 20), terms.eq(&sum, &number(23)), below(&y, 5)]), Some(vec![19, 4]));
}

/// A byte is not an input of its own if the query also reads its array elsewhere.
#[test]
fn a_byte_is_known_with_its_array() {
    let terms = Terms::new();
    let mut chain = config(&[StageKind::Queries]).chain(Box::new(Brute));
    let x = terms.array("x", Some(2));
    let i = terms.var("i", Bits(1));
    let any = terms.select(&x, &terms.zext(&i, INDEX));
    let big = terms.ult(&terms.number(BYTE, 1), &any);
    let at = |k| terms.select(&x, &terms.number(INDEX, k));
    let mut verdict = |k: u64, j: u64| {
        let small = [at(k), at(j)].map(|byte| terms.eq(&byte, &terms.number(BYTE, 1)));
        let constraints = [big.clone(), small[0].clone(), small[1].clone()];
        let query = Query { terms: &terms, constraints: &constraints };
        chain.decide(&query, &Limits::none()).model().is_some()
    };
    assert!(verdict(0, 0));
    assert!(!verdict(0, 1));
    assert!(verdict(1, 1));
}

/// A backend that only tells whether it was left.
struct Left(Rc<Cell<bool>>);

impl Decide for Left {
    fn name(&self) -> &'static str {
        "left"
    }

    fn decide(&mut self, _: &Query<'_>, _: &Limits) -> Verdict {
        Verdict::Unsat
    }

    fn leave(&mut self) {
        self.0.set(true);
    }
}

/// A run that is about to end reaches the backend through all stages and boxes.
#[test]
fn the_backend_is_left() {
    let left = Rc::default();
    let boxed: Box<dyn Decide> = Box::new(Box::new(Left(Rc::clone(&left))));
    ChainConfig::default().chain(boxed).leave();
    assert!(left.get());
}

/// A constraint that fixes all inputs of a group takes the place of it.
#[test]
fn a_group_that_is_decided_is_gone() {
    let terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.var(name, Bits(32)));
    let number = |n: u64| terms.number(Bits(32), n);
    let mut path = Path::new();
    for n in 0..100 {
        path.assume(&terms, &terms.ne(&x, &number(n)), None);
    }
    path.assume(&terms, &terms.ult(&y, &number(7)), None);
    let fixed = terms.eq(&x, &number(500));
    let mut model = Model::new();
    for (var, value) in [(&x, 500), (&y, 0)] {
        let Form::Var(symbol) = var.form() else { unreachable!("a variable") };
        model.set(symbol, Wide::from_u64(Bits(32), value));
    }
    path.assume(&terms, &fixed, Some(&Rc::new(model)));
    path.check_invariants();
    let left: Vec<Term> = path.groups().flat_map(|group| group.constraints().cloned()).collect();
    assert_eq!(left, [terms.ult(&y, &number(7)), fixed]);
}

/// Comparisons that lead back to their beginning are contradictions, and nothing else is.
#[test]
fn order_is_closed() {
    let terms = Terms::new();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.var(name, Bits(3)));
    let number = |n: u64| terms.number(Bits(3), n);
    let at_most = |a: &Term, b: &Term| terms.not(&terms.slt(b, a));
    let below = |a: &Term, b: &Term| terms.not(&terms.ult(b, a));
    let (three, minus_two) = (number(3), number(6));
    let cases = [
        (vec![terms.slt(&a, &b), at_most(&b, &c)], at_most(&c, &a), false),
        (vec![at_most(&a, &b), at_most(&b, &c)], at_most(&c, &a), true),
        (vec![at_most(&a, &b), at_most(&b, &c)], terms.slt(&c, &a), false),
        (vec![terms.slt(&a, &b), terms.slt(&b, &c)], terms.eq(&a, &c), false),
        (vec![terms.eq(&a, &b), terms.ult(&b, &c)], below(&c, &a), false),
        (vec![terms.slt(&a, &b), below(&b, &c)], at_most(&c, &a), true),
        (vec![terms.slt(&a, &minus_two), at_most(&three, &b)], at_most(&b, &a), false),
        (vec![below(&a, &three), below(&minus_two, &b)], below(&b, &a), false),
        (vec![terms.slt(&a, &b), terms.slt(&b, &c), at_most(&d, &a)], at_most(&c, &d), false),
    ];
    for (constraints, goal, possible) in cases {
        let all: Vec<Term> = constraints.into_iter().chain([goal]).collect();
        let query = Query { terms: &terms, constraints: &all };
        let known = Order.answer(&query, &Limits::none());
        assert_eq!(known.is_none(), possible, "{all:?}");
        assert_eq!(Brute.decide(&query, &Limits::none()).model().is_some(), possible, "{all:?}");
    }
}

/// Entries in memory, which chains share.
#[derive(Clone, Default)]
struct Kept(Rc<RefCell<HashMap<Digest, Vec<u8>>>>);

impl Shelf for Kept {
    fn find(&mut self, digest: &Digest) -> Option<Vec<u8>> {
        self.0.borrow().get(digest).cloned()
    }

    fn keep(&mut self, digest: Digest, entry: Vec<u8>) {
        self.0.borrow_mut().insert(digest, entry);
    }
}

/// How many queries an archive answered, and how many the backend, of a world that asks at random. All answers are right.
fn archived(kept: &Kept, seed: u64) -> [u64; 2] {
    let mut world = World::new(seed);
    let between = Between { archive: Some(Box::new(kept.clone())), log: None };
    let mut chain = config(&[]).chain_with(between, Box::new(Own::default()));
    plain_queries(&mut world, &mut chain);
    [Counted::Archive, Counted::Backend].map(|part| {
        chain.tallies().iter().filter(|tally| tally.counted == part).map(|tally| tally.hits).sum()
    })
}

/// What one store of terms decided, another knows, whatever its symbols and numbers of terms are.
#[test]
fn an_archive_outlasts_its_terms() {
    let kept = Kept::default();
    for seed in 0..6 {
        let first = archived(&kept, seed);
        let again = archived(&kept, seed);
        assert!(first[1] > 0 && again[1] == 0, "{seed}: {first:?}, then {again:?}");
        assert_eq!(again[0], first[0] + first[1]);
    }
}

/// A model that does not fit, or bytes that are no entry, are not used.
#[test]
fn models_of_an_archive_are_checked() {
    let (kept, mut random) = (Kept::default(), Random::new(3));
    for seed in 0..6 {
        archived(&kept, seed);
        // An unsat is believed: the shelf vouches for it.
        for entry in kept.0.borrow_mut().values_mut().filter(|entry| entry[0] != 0) {
            let len = random.index(entry.len()) + 1;
            *entry = [&[1], &random.bytes(len)[..]].concat();
        }
        archived(&kept, seed);
    }
}

/// Least models are kept with the order of the inputs for which they are the least.
#[test]
fn least_models_are_archived() {
    let kept = Kept::default();
    let least = |names: [&str; 2]| {
        let terms = Terms::new();
        let [x, y] = names.map(|name| terms.var(name, BYTE));
        let number = |n| terms.number(BYTE, n);
        let sum = terms.add(&terms.mul(&x, &number(3)), &y);
        let mut path = Path::new();
        path.assume(&terms, &terms.eq(&sum, &number(40)), None);
        path.assume(&terms, &terms.ult(&y, &number(41)), None);
        let between = Between { archive: Some(Box::new(kept.clone())), log: None };
        let mut chain = config(&[]).chain_with(between, Box::new(Own::default()));
        let model = chain.least(&terms, &path, &Limits::none()).expect("a model");
        let value = |symbol: &Term| Evaluator::new(&model).eval(symbol).low_u64();
        ([value(&x), value(&y)], kept.0.borrow().len())
    };
    let (first, entries) = least(["a", "b"]);
    assert_eq!((first, entries > 0), ([0, 40], true));
    assert_eq!(least(["c", "d"]), (first, entries), "found");
    let (other, more) = least(["z", "b"]);
    assert_eq!((other, more > entries), ([184, 0], true), "of another order");
}
