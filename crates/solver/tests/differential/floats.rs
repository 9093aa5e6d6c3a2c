//! Random queries about floats: our circuits against the solvers' theories of floating point.
//!
//! Mostly half floats, since the other solvers are slow with wider ones. All operators and rounding modes occur;
//! questions about a result concern its order, its equality, or its exact bits.

use crate::{amount, decide};
use numeric::{Bits, FloatKind, Rounding};
use random::Random;
use solver::Verdict;
use solver::own::Own;
use solver::process::Process;
use std::time::Duration;
use term::{Float, FloatOp, Term, Terms, smt};

const TIME: Duration = Duration::from_secs(10);

const ROUNDINGS: [Rounding; 5] = [
    Rounding::NearestEven,
    Rounding::NearestAway,
    Rounding::TowardZero,
    Rounding::TowardPositive,
    Rounding::TowardNegative,
];

struct Generator<'a> {
    terms: &'a Terms,
    random: Random,
    kind: FloatKind,
}

impl Generator<'_> {
    /// A symbol, or a constant of any class.
    fn leaf(&mut self) -> Term {
        let width = self.kind.width();
        match self.random.index(3) {
            0 => self.terms.number(width, self.random.next() >> self.random.index(64)),
            name => self.terms.var(&format!("f{name}_{}", width.0), width),
        }
    }

    fn float(&mut self, depth: u32) -> Term {
        if depth == 0 {
            return self.leaf();
        }
        let op = FloatOp::ALL[self.random.index(FloatOp::ALL.len())];
        let narrow = self.kind == FloatKind::Half;
        match op {
            FloatOp::Rem | FloatOp::Fma | FloatOp::Div | FloatOp::Sqrt if !narrow => self.leaf(),
            FloatOp::Equal | FloatOp::Less => self.leaf(),
            FloatOp::ToSigned | FloatOp::ToUnsigned => self.round_trip(op, depth),
            FloatOp::FromSigned | FloatOp::FromUnsigned => {
                let integer = self.terms.var("n", Bits(12));
                self.apply(op, &[&integer], self.kind.width())
            }
            FloatOp::Convert(_) => self.detour(depth),
            _ => {
                let operands: Vec<Term> = (0..op.arity()).map(|_| self.float(depth - 1)).collect();
                let operands: Vec<&Term> = operands.iter().collect();
                self.apply(op, &operands, self.kind.width())
            }
        }
    }

    fn apply(&mut self, op: FloatOp, operands: &[&Term], width: Bits) -> Term {
        let rounding = ROUNDINGS[self.random.index(5)];
        self.terms.float(Float { op, kind: self.kind, rounding }, operands, width)
    }

    /// To an integer and back.
    fn round_trip(&mut self, op: FloatOp, depth: u32) -> Term {
        let float = self.float(depth - 1);
        let integer = self.apply(op, &[&float], Bits(9));
        self.apply(FloatOp::FromSigned, &[&integer], self.kind.width())
    }

    /// To another kind and back.
    fn detour(&mut self, depth: u32) -> Term {
        let (from, to) = match self.kind {
            FloatKind::Half => (FloatKind::Half, FloatKind::Single),
            other => (other, FloatKind::Half),
        };
        let (float, there, back) =
            (self.float(depth - 1), self.random.index(5), self.random.index(5));
        let other = self.terms.fconvert(from, to, ROUNDINGS[there], &float);
        self.terms.fconvert(to, from, ROUNDINGS[back], &other)
    }

    fn constraint(&mut self) -> Term {
        let depth = 1 + self.random.index(2) as u32;
        let (a, b) = (self.float(depth), self.float(depth - 1));
        let holds = match self.random.index(4) {
            0 => self.terms.eq(&a, &b),
            1 => self.terms.feq(self.kind, &a, &b),
            _ => self.terms.flt(self.kind, &a, &b),
        };
        if self.random.index(4) == 0 { self.terms.not(&holds) } else { holds }
    }

    fn query(&mut self) -> Vec<Term> {
        self.kind = if self.random.index(5) == 0 { FloatKind::Single } else { FloatKind::Half };
        (0..1 + self.random.index(3)).map(|_| self.constraint()).collect()
    }
}

/// How many of the queries were satisfiable, unsatisfiable, undecided by us, and decided by both.
#[derive(Default, Debug)]
struct Tally {
    sat: u64,
    unsat: u64,
    slow: u64,
    compared: u64,
}

/// Compares queries with a solver process, which must decide at least one in `share` of them.
fn against(command: &str, seed: u64, share: u64) {
    let mut other = Process::new(command);
    if let Verdict::Unknown(why) = decide(&mut other, &Terms::new(), &[], TIME) {
        return testing::skip(why);
    }
    let count = amount(12, 1_000);
    let mut tally = Tally::default();
    for number in 0..count {
        let terms = Terms::new();
        let random = Random::new(seed << 32 | number);
        let mut generator = Generator { terms: &terms, random, kind: FloatKind::Half };
        let query = generator.query();
        let ours = decide(&mut Own::default(), &terms, &query, TIME);
        let theirs = decide(&mut other, &terms, &query, TIME);
        let script = || format!("query {number} of {seed}:\n{}", smt::script(&query));
        match (&ours, &theirs) {
            (Verdict::Sat(model), _) => {
                assert!(query.iter().all(|term| model.satisfies(term)), "no model: {}", script());
                assert!(!matches!(theirs, Verdict::Unsat), "sat by us only: {}", script());
            }
            (Verdict::Unsat, Verdict::Sat(_)) => panic!("unsat by us only: {}", script()),
            _ => {}
        }
        let both = [&ours, &theirs].iter().all(|verdict| !matches!(verdict, Verdict::Unknown(_)));
        tally.compared += u64::from(both);
        match ours {
            Verdict::Sat(_) => tally.sat += 1,
            Verdict::Unsat => tally.unsat += 1,
            Verdict::Unknown(_) => tally.slow += 1,
        }
        if let Verdict::Unknown(why) = theirs {
            println!("{command}, query {number}: {why}");
        }
    }
    println!("floats against {command}: {tally:?}");
    assert!(tally.slow * 10 <= count, "most are decided: {tally:?}");
    assert!(tally.compared * share >= count, "too few are compared: {tally:?}");
    assert!(tally.sat * 10 >= count && tally.unsat * 10 >= count, "both verdicts: {tally:?}");
}

#[test]
fn z3_agrees_on_floats() {
    against("z3", 1, 2);
}

#[test]
fn cvc5_agrees_on_floats() {
    // Half floats are among what it calls experimental.
    against("cvc5 --lang=smt2 --fp-exp", 2, 2);
}
