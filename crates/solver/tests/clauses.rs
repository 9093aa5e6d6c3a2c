//! The clause encoding: random graphs under random assumptions against all input vectors, in both
//! cores, with asserted literals, growing graphs and directions added late.

use random::Random;
use solver::aig::{Aig, Gate, Lit};
use solver::circuit::{self, Word};
use solver::cnf::Cnf;
use solver::sat::{BatSat, Cadical, Limits, Reason, SatCore, SatVerdict};
use std::time::{Duration, Instant};

fn cores() -> [Cnf<Box<dyn SatCore>>; 2] {
    [Cnf::new(Box::new(BatSat::new())), Cnf::new(Box::new(Cadical::new()))]
}

/// Adds a random gate over literals made before.
fn grow(aig: &mut Aig, literals: &mut Vec<Lit>, random: &mut Random) {
    let mut pick = || {
        // Mostly recent ones, or the graph would stay flat.
        let recent = literals.len().min(16);
        let i = if random.index(3) == 0 {
            random.index(literals.len())
        } else {
            literals.len() - 1 - random.index(recent)
        };
        literals[i].inverted_if(random.index(2) == 0)
    };
    let (a, b, c) = (pick(), pick(), pick());
    let lit = match random.index(6) {
        0 | 1 => aig.and(a, b),
        2 => aig.xor(a, b),
        3 => aig.mux(a, b, c),
        4 => aig.majority(a, b, c),
        _ => aig.and_all(&[a, b, c]),
    };
    literals.push(lit);
}

/// The values of a literal in all vectors of the inputs.
struct Truth {
    inputs: usize,
}

impl Truth {
    /// Per 64 vectors, those in which all the literals hold.
    fn holding(&self, aig: &Aig, literals: &[Lit]) -> Vec<u64> {
        let blocks = (1usize << self.inputs).div_ceil(64);
        let vectors = if self.inputs < 6 { (1u64 << (1 << self.inputs)) - 1 } else { u64::MAX };
        (0..blocks)
            .map(|block| {
                let simulation = aig.simulate(&self.block(block));
                literals.iter().fold(vectors, |all, &lit| all & simulation.value(lit))
            })
            .collect()
    }

    /// The inputs in 64 consecutive vectors.
    fn block(&self, block: usize) -> Vec<u64> {
        let value = |input: usize| {
            (0..64).fold(0, |word, k| word | ((block * 64 + k) as u64 >> input & 1) << k)
        };
        (0..self.inputs).map(value).collect()
    }
}

/// Compares one call with the truth: the verdict, the model, and the failed assumptions. Returns the
/// verdict.
fn check<C: SatCore>(
    cnf: &mut Cnf<C>,
    aig: &Aig,
    inputs: &[Lit],
    asserted: &[Lit],
    assumptions: &[Lit],
) -> SatVerdict {
    let truth = Truth { inputs: inputs.len() };
    let all: Vec<Lit> = asserted.iter().chain(assumptions).copied().collect();
    let possible = truth.holding(aig, &all).iter().any(|&vectors| vectors != 0);
    let verdict = cnf.solve(aig, assumptions, &Limits::none());
    let name = cnf.core().name();
    assert_eq!(verdict == SatVerdict::Sat, possible, "{name}: {asserted:?} {assumptions:?}");
    if possible {
        let model: Vec<u64> =
            inputs.iter().map(|&i| u64::from(cnf.input_value(i).unwrap_or(false))).collect();
        let simulation = aig.simulate(&model);
        for &lit in &all {
            assert_eq!(simulation.value(lit) & 1, 1, "{name}: {lit:?} in its model");
        }
    } else {
        assert_eq!(verdict, SatVerdict::Unsat);
        let failed = assumptions.iter().copied().filter(|&lit| cnf.failed(lit));
        let needed: Vec<Lit> = asserted.iter().copied().chain(failed).collect();
        let vectors = truth.holding(aig, &needed);
        assert!(vectors.iter().all(|&v| v == 0), "{name}: {needed:?} are not enough");
    }
    verdict
}

/// One graph that grows while it is asked about. Returns the verdicts.
fn conversation(seed: u64) -> Vec<SatVerdict> {
    let mut verdicts = Vec::new();
    let mut random = Random::new(seed);
    let mut aig = Aig::new();
    let inputs = aig.input_word(1 + random.index(12));
    let mut literals = inputs.clone();
    literals.push(Lit::TRUE);
    let mut cores = cores();
    let mut asserted = Vec::new();
    for _ in 0..12 {
        for _ in 0..random.index(12) {
            grow(&mut aig, &mut literals, &mut random);
        }
        let mut pick = || literals[random.index(literals.len())].inverted_if(random.index(2) == 0);
        let assumptions: Vec<Lit> = (0..4).map(|_| pick()).collect();
        let assertion = pick();
        let inverted: Vec<Lit> = assumptions.iter().map(|&lit| !lit).collect();
        for cnf in &mut cores {
            verdicts.push(check(cnf, &aig, &inputs, &asserted, &assumptions[..2]));
            verdicts.push(check(cnf, &aig, &inputs, &asserted, &assumptions));
            // The other direction of what was just encoded.
            verdicts.push(check(cnf, &aig, &inputs, &asserted, &inverted));
        }
        if random.index(3) == 0 {
            asserted.push(assertion);
            for cnf in &mut cores {
                cnf.assert(&aig, assertion);
            }
        }
    }
    verdicts
}

#[test]
fn random_graphs_against_all_vectors() {
    let verdicts: Vec<SatVerdict> = (0..400).flat_map(conversation).collect();
    for verdict in [SatVerdict::Sat, SatVerdict::Unsat] {
        let count = verdicts.iter().filter(|&&v| v == verdict).count();
        assert!(count * 5 > verdicts.len(), "{count} of {} are {verdict:?}", verdicts.len());
    }
}

#[test]
fn gates_are_found_in_what_the_builders_make() {
    let mut aig = Aig::new();
    let [a, b, c] = [(); 3].map(|()| aig.input());
    for (a, b, c) in [(a, b, c), (!a, b, c), (a, !b, c), (a, b, !c), (!a, !b, !c), (c, !a, b)] {
        let xor = aig.xor(a, b);
        assert!(matches!(aig.gate(xor.node()), Gate::Xor(..)));
        let mux = aig.mux(a, b, c);
        assert!(matches!(aig.gate(mux.node()), Gate::Mux(..)));
        let majority = aig.majority(a, b, c);
        assert!(matches!(aig.gate(majority.node()), Gate::Majority(..)));
    }
    let before = aig.len();
    let (mux, inverse) = (aig.mux(a, b, c), aig.mux(!a, !c, !b));
    assert_eq!(mux, !inverse);
    assert_eq!(aig.len(), before);
}

#[test]
fn nothing_is_encoded_twice() {
    let mut aig = Aig::new();
    let (a, b) = (aig.input_word(16), aig.input_word(16));
    let product = circuit::mul(&mut aig, &a, &b);
    let target = circuit::equal(&mut aig, &product, &circuit::constant(0x1234, 16));
    for mut cnf in cores() {
        let mut counts = Vec::new();
        for lit in [target, target, !target, !target, target] {
            assert_eq!(cnf.solve(&aig, &[lit], &Limits::none()), SatVerdict::Sat);
            counts.push(cnf.clauses());
        }
        assert_eq!(counts[0], counts[1]);
        assert!(counts[1] < counts[2], "the other direction has clauses of its own");
        assert_eq!(counts[2..], [counts[2]; 3]);
    }
}

#[test]
fn depth_is_no_obstacle() {
    let mut aig = Aig::new();
    let inputs = aig.input_word(8);
    let mut last = inputs[0];
    for i in 0..200_000 {
        let (a, b) = (inputs[i % 7 + 1], inputs[i % 5 + 1]);
        last = if i % 2 == 0 { aig.xor(last, a) } else { aig.mux(b, last, !a) };
    }
    assert!(aig.len() > 200_000);
    for mut cnf in cores() {
        for root in [last, !last] {
            check(&mut cnf, &aig, &inputs, &[], &[root]);
        }
    }
}

#[test]
fn shared_conjunctions_are_visited_once() {
    let mut aig = Aig::new();
    let inputs = aig.input_word(400);
    // Each level uses both literals of the level below, twice: 2^100 paths lead to the bottom.
    let (mut a, mut b) = (inputs[0], inputs[1]);
    for level in inputs[2..].chunks_exact(4).take(99) {
        let (left, right) = (aig.and(a, level[0]), aig.and(b, level[1]));
        let (crossed, other) = (aig.and(a, level[2]), aig.and(b, level[3]));
        (a, b) = (aig.and(left, other), aig.and(right, crossed));
    }
    for mut cnf in cores() {
        cnf.assert(&aig, a);
        assert_eq!(cnf.solve(&aig, &[b], &Limits::none()), SatVerdict::Sat);
        assert_eq!(cnf.solve(&aig, &[!inputs[0]], &Limits::none()), SatVerdict::Unsat);
        assert!(cnf.clauses() < 10_000, "{} clauses", cnf.clauses());
    }
}

/// `a * b = n` with factors that are not trivial, at twice the width of the factors.
fn factoring(aig: &mut Aig, n: u64, width: usize) -> (Word, Word, Lit) {
    let (mut a, mut b) = (aig.input_word(width), aig.input_word(width));
    let factors = (a.clone(), b.clone());
    a.resize(2 * width, Lit::FALSE);
    b.resize(2 * width, Lit::FALSE);
    let product = circuit::mul(aig, &a, &b);
    let right = circuit::equal(aig, &product, &circuit::constant(n, 2 * width));
    let one = circuit::constant(1, 2 * width);
    let proper = [circuit::ult(aig, &one, &a), circuit::ule(aig, &a, &b), right];
    let query = aig.and_all(&proper);
    (factors.0, factors.1, query)
}

#[test]
fn factoring_meets_its_limits() {
    // The product of two primes that are not close to a power of two: primes next to one are found in milliseconds.
    const HARD: u64 = 1_500_450_271 * 2_971_215_073;
    let mut aig = Aig::new();
    let (.., query) = factoring(&mut aig, HARD, 32);
    for mut cnf in cores() {
        let verdict = cnf.solve(&aig, &[query], &Limits::conflicts(200));
        assert_eq!(verdict, SatVerdict::Unknown(Reason::Conflicts));
        let start = Instant::now();
        let deadline = Limits::until(start + Duration::from_millis(300));
        assert_eq!(cnf.solve(&aig, &[query], &deadline), SatVerdict::Unknown(Reason::Deadline));
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
        // A core that gave up still answers.
        assert_eq!(cnf.solve(&aig, &[!query], &Limits::none()), SatVerdict::Sat);
    }
}

#[test]
fn factoring_of_small_numbers() {
    for (n, factors) in [(143, Some((11, 13))), (65_521, None), (62_615_533, Some((7_907, 7_919)))]
    {
        let mut aig = Aig::new();
        let (a, b, query) = factoring(&mut aig, n, 13);
        for mut cnf in cores() {
            cnf.assert(&aig, query);
            let verdict = cnf.solve(&aig, &[], &Limits::none());
            let number = |word: &Word| {
                let bits = word.iter().enumerate();
                bits.fold(0, |sum, (i, &bit)| {
                    sum | u64::from(cnf.input_value(bit).unwrap_or(false)) << i
                })
            };
            let found = (verdict == SatVerdict::Sat).then(|| (number(&a), number(&b)));
            assert_eq!(found, factors, "{n} by {}", cnf.core().name());
        }
    }
}
