//! The and-inverter graph: builders against truth tables kept beside them, and the two-level rules.

use random::Random;
use solver::aig::{Aig, Lit};

/// The truth tables of six inputs.
const INPUTS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// A literal with the truth table it should have.
type Known = (Lit, u64);

fn random_gate(aig: &mut Aig, known: &[Known], random: &mut Random) -> Vec<Known> {
    let mut pick = || {
        let (lit, table) = known[random.index(known.len())];
        if random.index(2) == 0 { (lit, table) } else { (!lit, !table) }
    };
    let ((a, x), (b, y), (c, z)) = (pick(), pick(), pick());
    let majority = x & y | x & z | y & z;
    match random.index(8) {
        0 | 1 => vec![(aig.and(a, b), x & y)],
        2 => vec![(aig.or(a, b), x | y)],
        3 => vec![(aig.xor(a, b), x ^ y)],
        4 => vec![(aig.mux(a, b, c), x & y | !x & z)],
        5 => vec![(aig.majority(a, b, c), majority)],
        6 => {
            let (sum, carry) = aig.full_adder(a, b, c);
            vec![(sum, x ^ y ^ z), (carry, majority)]
        }
        _ => vec![(aig.or_all(&[a, b, c]), x | y | z), (aig.implies(a, b), !x | y)],
    }
}

#[test]
fn random_gates_compute_their_truth_tables() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let mut aig = Aig::new();
        let mut known: Vec<Known> = INPUTS.iter().map(|&table| (aig.input(), table)).collect();
        known.push((Lit::FALSE, 0));
        for _ in 0..60 {
            let made = random_gate(&mut aig, &known, &mut random);
            known.extend(made);
        }
        aig.check_invariants();
        let simulation = aig.simulate(&INPUTS);
        for &(lit, table) in &known {
            assert_eq!(simulation.value(lit), table, "{lit:?} with seed {seed}");
        }
    }
}

#[test]
fn two_level_rules_apply() {
    let mut aig = Aig::new();
    let [x, y, z] = [(); 3].map(|()| aig.input());
    let a = aig.and(x, y);
    let b = aig.and(!x, z);
    let c = aig.and(x, z);
    let d = aig.and(x, !y);
    let size = aig.len();
    assert_eq!(aig.and(a, x), a);
    assert_eq!(aig.and(a, !y), Lit::FALSE);
    assert_eq!(aig.and(!a, !x), !x);
    assert_eq!(aig.and(!a, x), d);
    assert_eq!(aig.and(a, b), Lit::FALSE);
    assert_eq!(aig.and(!b, a), a);
    assert_eq!(aig.and(!a, d), d);
    assert_eq!(aig.and(!a, !d), !x);
    assert_eq!(aig.len(), size, "none of these needs a node");
    let all = aig.and(a, z);
    assert_eq!(aig.and(a, c), all);
    let c_without_y = aig.and(c, !y);
    assert_eq!(aig.and(!a, c), c_without_y);
    assert_eq!(aig.len(), size + 2);
}

#[test]
fn equal_conjunctions_are_one_node() {
    let mut aig = Aig::new();
    let inputs = aig.input_word(300);
    for _ in 0..2 {
        for (i, &a) in inputs.iter().enumerate() {
            for &b in &inputs[..i] {
                assert_eq!(aig.and(a, !b), aig.and(!b, a));
            }
        }
        assert_eq!(aig.len(), 1 + 300 + 300 * 299 / 2);
    }
    aig.check_invariants();
}
