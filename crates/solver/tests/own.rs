//! Our own backend against independent oracles: brute force over few symbol bits, models known from the start, and a
//! fresh instance for every query of a path that forks.

#[path = "../../term/tests/common/mod.rs"]
#[expect(dead_code, reason = "shared with the tests of terms")]
mod tree;

use numeric::{Bits, Wide};
use random::Random;
use solver::own::{Own, OwnConfig};
use solver::sat::{Limits, Reason};
use solver::{Decide, Query, Unknown, Verdict};
use std::rc::Rc;
use std::time::{Duration, Instant};
use term::{Binary, Form, Model, Term, Terms};
use tree::{Array, Trace, Tree, Values};

fn decide(own: &mut Own, terms: &Terms, constraints: &[Term]) -> Verdict {
    let verdict = own.decide(&Query { terms, constraints }, &Limits::none());
    match &verdict {
        Verdict::Sat(model) => {
            for term in constraints {
                assert!(model.satisfies(term), "{term} in {model:?}");
            }
        }
        Verdict::Unsat => {}
        Verdict::Unknown(unknown) => panic!("{unknown}"),
    }
    verdict
}

fn is_sat(own: &mut Own, terms: &Terms, constraints: &[Term]) -> bool {
    matches!(decide(own, terms, constraints), Verdict::Sat(_))
}

/// The tree with symbols of four bits only, each extended or truncated where a wider or narrower one was, and free
/// arrays as stores of these symbols over a table.
fn shrunk(tree: Tree, random: &mut Random) -> Tree {
    let kid = |tree: Box<Tree>, random: &mut Random| Box::new(shrunk(*tree, random));
    match tree {
        Tree::Const(..) => tree,
        Tree::Var(width, number) => {
            let var = Box::new(Tree::Var(4, number));
            match width {
                4 => *var,
                0..4 => Tree::Extract(var, random.below(u64::from(5 - width)) as u32, width),
                _ if random.below(2) == 0 => Tree::Zext(var, width),
                _ => Tree::Sext(var, width),
            }
        }
        Tree::Not(a) => Tree::Not(kid(a, random)),
        Tree::Neg(a) => Tree::Neg(kid(a, random)),
        Tree::Binary(op, a, b) => Tree::Binary(op, kid(a, random), kid(b, random)),
        Tree::Implies(a, b) => Tree::Implies(kid(a, random), kid(b, random)),
        Tree::Concat(a, b) => Tree::Concat(kid(a, random), kid(b, random)),
        Tree::Extract(a, lo, width) => Tree::Extract(kid(a, random), lo, width),
        Tree::Zext(a, width) => Tree::Zext(kid(a, random), width),
        Tree::Sext(a, width) => Tree::Sext(kid(a, random), width),
        Tree::Ite(c, a, b) => Tree::Ite(kid(c, random), kid(a, random), kid(b, random)),
        Tree::Float(float, operands, width) => {
            let operands = operands.into_iter().map(|tree| shrunk(tree, random)).collect();
            Tree::Float(float, operands, width)
        }
        Tree::Select(array, at) => {
            let array = shrunk_array(&array, random);
            Tree::Select(array, kid(at, random))
        }
    }
}

fn shrunk_array(array: &Array, random: &mut Random) -> Rc<Array> {
    match array {
        Array::Symbol(_) | Array::Store(..) => {
            let below = match array {
                Array::Store(below, ..) => shrunk_array(below, random),
                _ => Rc::new(Array::Table((0..random.below(80)).map(|b| (b * 37) as u8).collect())),
            };
            let index = shrunk(Tree::random(random, 64, 2), random);
            let byte = shrunk(Tree::random(random, 8, 2), random);
            Rc::new(Array::Store(below, index, byte))
        }
        Array::Table(bytes) => Rc::new(Array::Table(bytes.clone())),
    }
}

/// All models of the two symbols of four bits.
fn all_models(terms: &Terms) -> Vec<Model> {
    let symbols = [0, 1].map(|number| match terms.var(&format!("v4_{number}"), Bits(4)).form() {
        Form::Var(symbol) => symbol,
        form => unreachable!("{form:?}"),
    });
    let assign = |values: u64| {
        let mut model = Model::new();
        for (place, symbol) in symbols.iter().enumerate() {
            model.set(symbol.clone(), Wide::from_u64(Bits(4), values >> (4 * place) & 15));
        }
        model
    };
    (0..256).map(assign).collect()
}

#[test]
fn brute_force() {
    let terms = Terms::new();
    let models = all_models(&terms);
    let mut own = Own::default();
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..700 {
        let mut random = Random::new(seed);
        let mut truth = || {
            let depth = 2 + random.below(4) as u32;
            let tree = match seed % 4 {
                0 => Tree::with_floats(&mut random, 1, depth.min(3)),
                _ => Tree::random(&mut random, 1, depth),
            };
            shrunk(tree, &mut random).build(&terms)
        };
        let constraints: Vec<Term> = (0..1 + seed % 3).map(|_| truth()).collect();
        let expected =
            models.iter().any(|model| constraints.iter().all(|term| model.satisfies(term)));
        let found = is_sat(&mut own, &terms, &constraints);
        assert_eq!(found, expected, "seed {seed}: {constraints:?}");
        *(if found { &mut sat } else { &mut unsat }) += 1;
    }
    assert!(sat > 150 && unsat > 150, "{sat} sat, {unsat} unsat");
}

/// Terms equated with their values under a model: never unsat, whatever the pool looks like.
#[test]
fn known_models() {
    let terms = Terms::new();
    let mut own = Own::default();
    let mut undecided = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed + 1_000_000);
        let values = Values(seed);
        let mut constraints = Vec::new();
        for _ in 0..1 + random.below(3) {
            let width = [1, 5, 8, 8, 16, 32, 64, 128][random.below(8) as usize];
            let depth = 1 + random.below(3) as u32;
            let tree = match seed % 8 {
                0 => Tree::with_floats(&mut random, width, depth),
                _ => Tree::random(&mut random, width, depth),
            };
            let value = tree.eval(&values, &mut Trace::default());
            let value = terms.constant(Wide::from_u128(Bits(width), value));
            constraints.push(terms.eq(&tree.build(&terms), &value));
        }
        let limits = Limits::conflicts(1_000);
        match own.decide(&Query { terms: &terms, constraints: &constraints }, &limits) {
            Verdict::Sat(model) => {
                for term in &constraints {
                    assert!(model.satisfies(term), "seed {seed}: {term}");
                }
            }
            Verdict::Unsat => panic!("seed {seed}: {constraints:?} have a model"),
            // Wide products and quotients may be out of reach.
            Verdict::Unknown(_) => undecided += 1,
        }
    }
    assert!(undecided < 30, "{undecided} of 300 are not decided");
}

/// Every operator at small widths, as terms, on all operands.
#[test]
fn operators() {
    let terms = Terms::new();
    for width in 1..=3 {
        let (a, b) = (
            terms.var(&format!("a{width}"), Bits(width)),
            terms.var(&format!("b{width}"), Bits(width)),
        );
        let mut own = Own::default();
        for op in Binary::ALL {
            let term = terms.binary(op, &a, &b);
            for values in 0..1u64 << (2 * width) {
                let x = terms.number(Bits(width), values);
                let y = terms.number(Bits(width), values >> width);
                let result = terms.binary(op, &x, &y);
                let fixed = [terms.eq(&a, &x), terms.eq(&b, &y)];
                for holds in [true, false] {
                    let same = terms.eq(&term, &result);
                    let goal = if holds { same } else { terms.not(&same) };
                    let query = [fixed[0].clone(), fixed[1].clone(), goal];
                    assert_eq!(is_sat(&mut own, &terms, &query), holds, "{op:?} {x} {y}");
                }
            }
        }
    }
}

/// Paths that grow and fork, asked both ways at each step, with one backend for all of them.
#[test]
fn forking_paths() {
    for seed in 0..4 {
        let terms = Terms::new();
        let mut random = Random::new(seed + 77);
        // Odd seeds try the neighbourhood of what is new first.
        let small_nodes = if seed % 2 == 0 { 2_000 } else { 0 };
        let config =
            OwnConfig { instances: 3, uncommitted: 3, small_nodes, ..OwnConfig::default() };
        let mut own = Own::new(config);
        let mut paths: Vec<Vec<Term>> = vec![Vec::new()];
        for _ in 0..60 {
            let at = random.below(paths.len() as u64) as usize;
            let tree = Tree::random(&mut random, 1, 3);
            let tree = shrunk(tree, &mut random);
            let truth = tree.build(&terms);
            let mut ways = Vec::new();
            for goal in [truth.clone(), terms.not(&truth)] {
                let mut constraints = paths[at].clone();
                constraints.push(goal);
                let found = is_sat(&mut own, &terms, &constraints);
                let alone = is_sat(&mut Own::default(), &terms, &constraints);
                assert_eq!(found, alone, "seed {seed}: {constraints:?}");
                if found {
                    ways.push(constraints);
                }
            }
            match ways.len() {
                0 => panic!("seed {seed}: a path that goes nowhere"),
                1 => paths[at] = ways.swap_remove(0),
                _ if paths.len() < 6 => {
                    paths[at] = ways.swap_remove(0);
                    paths.push(ways.swap_remove(0));
                }
                _ => paths[at] = ways.swap_remove(random.below(2) as usize),
            }
        }
        let counters = own.counters();
        assert!(counters.reused > 0 && counters.committed > 0, "{counters:?}");
        assert!(small_nodes > 0 || counters.nearby > 0, "{counters:?}");
    }
}

/// Long paths over many bytes, where most queries are decided near what is new in them.
#[test]
fn growing_paths() {
    for seed in 0..4 {
        let terms = Terms::new();
        let mut random = Random::new(seed + 300);
        let mut own = Own::new(OwnConfig { small_nodes: 0, ..OwnConfig::default() });
        let input = terms.array("input", Some(40));
        let mut path: Vec<Term> = Vec::new();
        let mut unsat = 0;
        for _ in 0..100 {
            let byte = |random: &mut Random| {
                let at = terms.number(Bits(64), random.below(40));
                terms.zext(&terms.select(&input, &at), Bits(16))
            };
            let (a, b) = (byte(&mut random), byte(&mut random));
            let bound = terms.number(Bits(16), random.below(512));
            let goal = match random.below(3) {
                0 => terms.ult(&terms.add(&a, &b), &bound),
                1 => terms.ult(&a, &b),
                _ => terms.slt(&terms.sub(&a, &b), &bound),
            };
            let ways = [goal.clone(), terms.not(&goal)];
            let found = ways.map(|goal| {
                path.push(goal);
                let found = is_sat(&mut own, &terms, &path);
                assert_eq!(found, is_sat(&mut Own::default(), &terms, &path), "{path:?}");
                path.pop().filter(|_| found)
            });
            unsat += found.iter().filter(|way| way.is_none()).count();
            path.extend(found.into_iter().flatten().next());
        }
        let counters = own.counters();
        assert!(counters.nearby > 100 && unsat > 5, "{unsat} unsat, {counters:?}");
    }
}

/// Reads over long chains of stores and of big tables, which the circuit leaves open at first.
#[test]
fn open_reads() {
    let terms = Terms::new();
    let models = all_models(&terms);
    let mut own = Own::default();
    let symbol = |number: u64| terms.zext(&terms.var(&format!("v4_{number}"), Bits(4)), Bits(64));
    let number = |value: u64| terms.number(Bits(64), value);
    let table = terms.table((0..20_000u64).map(|at| ((at * at) >> 3) as u8).collect());
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..150 {
        let mut random = Random::new(seed + 5_000);
        let mut index = || {
            let stride = number([1, 7, 1201, 1280][random.below(4) as usize]);
            let at = terms.mul(&symbol(random.below(2)), &stride);
            terms.add(&at, &number(random.below(6)))
        };
        let mut array = table.clone();
        for _ in 0..seed % 3 * 17 {
            let (at, byte) = (index(), terms.extract(&index(), 0, Bits(8)));
            array = terms.store(&array, &at, &byte);
        }
        let (at, other) = (index(), index());
        let (a, b) = (terms.select(&array, &at), terms.select(&array, &other));
        let nested = terms.select(&array, &terms.zext(&a, Bits(64)));
        let value = terms.number(Bits(8), random.below(256));
        let constraints = match random.below(4) {
            0 => vec![terms.eq(&terms.add(&a, &b), &value)],
            1 => vec![terms.ult(&nested, &value), terms.ult(&value, &b)],
            2 => vec![terms.eq(&at, &other), terms.ne(&a, &b)],
            _ => vec![terms.eq(&a, &b), terms.eq(&nested, &value)],
        };
        let expected =
            models.iter().any(|model| constraints.iter().all(|term| model.satisfies(term)));
        let found = is_sat(&mut own, &terms, &constraints);
        assert_eq!(found, expected, "seed {seed}");
        *(if found { &mut sat } else { &mut unsat }) += 1;
    }
    assert!(sat > 20 && unsat > 20, "{sat} sat, {unsat} unsat");
    assert!(own.counters().refinements > 0, "{:?}", own.counters());
}

/// Free bytes at free indices: equal indices give equal bytes, through other reads as well.
#[test]
fn free_bytes() {
    let terms = Terms::new();
    let mut own = Own::default();
    let (i, j, k) =
        (terms.var("i", Bits(64)), terms.var("j", Bits(64)), terms.number(Bits(64), 1 << 40));
    for length in [None, Some(16), Some(100_000)] {
        let array = terms.array("bytes", length);
        let read = |at: &Term| terms.select(&array, at);
        let follow = |at: &Term| read(&terms.zext(&read(at), Bits(64)));
        let same = terms.eq(&i, &j);
        let queries = [
            (vec![same.clone(), terms.ne(&read(&i), &read(&j))], false),
            (vec![terms.ne(&read(&i), &read(&j))], true),
            (vec![same.clone(), terms.ne(&follow(&i), &follow(&j))], false),
            (vec![terms.eq(&i, &k), terms.ne(&read(&i), &read(&k))], false),
            (vec![terms.eq(&read(&i), &read(&j)), terms.ne(&follow(&i), &follow(&j))], false),
            (vec![terms.ne(&follow(&i), &follow(&follow_index(&terms, &read(&j))))], true),
        ];
        for (constraints, expected) in queries {
            assert_eq!(is_sat(&mut own, &terms, &constraints), expected, "{constraints:?}");
        }
        let stored = terms.store(&array, &i, &terms.number(Bits(8), 7));
        let seven = terms.eq(&terms.select(&stored, &j), &terms.number(Bits(8), 7));
        assert!(!is_sat(&mut own, &terms, &[same.clone(), terms.not(&seven)]));
        assert!(is_sat(&mut own, &terms, &[terms.not(&same), terms.not(&seven)]));
    }
}

fn follow_index(terms: &Terms, byte: &Term) -> Term {
    terms.zext(byte, Bits(64))
}

/// Terms as deep and as wide as a long run makes them.
#[test]
fn deep_and_wide_terms() {
    let terms = Terms::new();
    let mut own = Own::default();
    let input = terms.array("input", Some(1 << 20));
    let byte = |at: u64| terms.select(&input, &terms.number(Bits(64), at));
    let mut deep = byte(0);
    for at in 1..20_000 {
        deep = terms.ite(&terms.ult(&deep, &byte(at)), &terms.xor(&deep, &byte(at)), &deep);
    }
    assert!(is_sat(&mut own, &terms, &[terms.eq(&deep, &terms.number(Bits(8), 77))]));
    let mut wide = byte(0);
    for at in 1..5_000 {
        wide = terms.concat(&byte(at), &wide);
    }
    let shifted =
        terms.concat(&terms.extract(&wide, 0, Bits(8)), &terms.extract(&wide, 8, Bits(39_992)));
    assert!(is_sat(&mut own, &terms, &[terms.ult(&wide, &shifted)]));
}

/// The body of the fuzz target on random bytes.
#[test]
fn fuzz_body() {
    for seed in 0..200 {
        let mut random = Random::new(seed + 9_000);
        let data: Vec<u8> = (0..40 + random.below(160)).map(|_| random.next() as u8).collect();
        solver::own::fuzz::run(&data);
    }
}

/// A query nobody decides meets each limit, and the backend goes on afterwards.
#[test]
fn limits_are_met_and_named() {
    let terms = Terms::new();
    let factor = |name: &str| terms.zext(&terms.var(name, Bits(64)), Bits(128));
    let (a, b) = (factor("a"), factor("b"));
    let product = 0x9e37_79b9_7f4a_7c55_u128 * 0xc2b2_ae3d_27d4_eb4f;
    let product = terms.constant(Wide::from_u128(Bits(128), product));
    let one = terms.number(Bits(128), 1);
    let hard = [terms.ult(&one, &a), terms.ult(&a, &b), terms.eq(&terms.mul(&a, &b), &product)];
    let query = Query { terms: &terms, constraints: &hard };
    // The second core takes over after a few conflicts.
    let mut own = Own::new(OwnConfig { easy_conflicts: 50, ..OwnConfig::default() });
    let ask = |own: &mut Own, limits: &Limits| match own.decide(&query, limits) {
        Verdict::Unknown(Unknown::Limit(reason)) => reason,
        verdict => panic!("{verdict:?}"),
    };
    assert_eq!(ask(&mut own, &Limits::conflicts(300)), Reason::Conflicts);
    let start = Instant::now();
    let time = Duration::from_millis(200);
    assert_eq!(ask(&mut own, &Limits::until(start + time)), Reason::Deadline);
    // On a busy machine the thread that reads the clock may be delayed.
    assert!(start.elapsed() < 3 * time, "{:?}", start.elapsed());
    assert_eq!(ask(&mut own, &Limits::until(start)), Reason::Deadline);
    assert!(own.counters().escalations > 0);
    let mut tiny = Own::new(OwnConfig { nodes: 1_000, ..OwnConfig::default() });
    assert_eq!(ask(&mut tiny, &Limits::none()), Reason::Size);
    for own in [&mut own, &mut tiny] {
        assert!(is_sat(own, &terms, &hard[..1]));
        assert!(!is_sat(own, &terms, &[hard[0].clone(), terms.eq(&a, &one)]));
    }
}

/// A query that fits by itself is not given up because of what its instance holds for other queries.
#[test]
fn room_for_each_query() {
    let terms = Terms::new();
    let var = |name| terms.var(name, Bits(24));
    let product = |a, b| terms.eq(&terms.mul(&var(a), &var(b)), &terms.number(Bits(24), 6));
    let head = terms.ult(&var("a"), &terms.number(Bits(24), 9));
    let one = [head.clone(), product("a", "b")];
    let two = [head, product("c", "d"), product("e", "f")];
    let nodes = |query: &[Term]| {
        let mut own = Own::default();
        assert!(is_sat(&mut own, &terms, query));
        own.counters().nodes as usize
    };
    let (small, big) = (nodes(&one), nodes(&two));
    let mut own = Own::new(OwnConfig { nodes: big + small / 2, ..OwnConfig::default() });
    assert!(is_sat(&mut own, &terms, &one));
    assert!(is_sat(&mut own, &terms, &two));
    assert_eq!(own.counters().reused, 1, "the second query began with the instance of the first");
}

/// Hard queries about few bits are decided by trying all values, the least first.
#[test]
fn few_bits_are_swept() {
    let terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.zext(&terms.var(name, Bits(8)), Bits(32)));
    let number = |n: u64| terms.number(Bits(32), n);
    let divisor = terms.or(&terms.xor(&x, &y), &number(1));
    let mixed = terms.mul(&terms.mul(&terms.add(&x, &number(3)), &y), &terms.sub(&x, &y));
    let value = terms.add(&terms.urem(&mixed, &divisor), &terms.lshr(&mixed, &number(7)));
    let computed = |x: u32, y: u32| {
        let mixed = (x + 3).wrapping_mul(y).wrapping_mul(x.wrapping_sub(y));
        (mixed % ((x ^ y) | 1)).wrapping_add(mixed >> 7)
    };
    let mut own = Own::new(OwnConfig { easy_conflicts: 1, ..OwnConfig::default() });
    let mut random = Random::new(5);
    let mut sat = 0;
    for n in 0..40 {
        let wanted = match n % 2 {
            0 => computed(random.below(256) as u32, random.below(256) as u32),
            _ => random.next() as u32,
        };
        let goal = terms.eq(&value, &number(wanted.into()));
        let verdict = own.decide(&Query { terms: &terms, constraints: &[goal] }, &Limits::none());
        let first = (0..1 << 16).find(|n| computed(n >> 8, n & 255) == wanted);
        match (verdict, first) {
            (Verdict::Sat(model), Some(_)) => {
                let [x, y] = [&x, &y].map(|term| model.eval(term).low_u64() as u32);
                assert_eq!(computed(x, y), wanted);
                sat += 1;
            }
            (Verdict::Unsat, None) => {}
            (verdict, first) => panic!("{verdict:?} where the first is {first:?}"),
        }
    }
    assert!(sat >= 20 && own.counters().sweeps >= 20, "{:?}", own.counters());
}
