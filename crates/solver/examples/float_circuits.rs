//! The figures in the header of `circuit::float`: gates and clauses of every operation, and the time that
//! a few typical queries take. Run with `cargo run --release -p solver --example float_circuits`, with
//! `sizes` or `queries` for one half.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use numeric::{FloatKind, Rounding};
use solver::aig::{Aig, Lit};
use solver::circuit::{self, Word, float};
use solver::cnf::Cnf;
use solver::sat::{BatSat, Cadical, Limits, SatCore};
use std::time::{Duration, Instant};
use term::{Float, FloatOp};

fn main() {
    let only = std::env::args().nth(1);
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    if wanted("sizes") {
        sizes();
    }
    if wanted("queries") {
        queries();
    }
}

fn apply(aig: &mut Aig, op: FloatOp, kind: FloatKind, operands: &[&[Lit]]) -> Word {
    let width = match op {
        FloatOp::Convert(to) => to.width().0 as usize,
        FloatOp::ToSigned | FloatOp::ToUnsigned => 64,
        _ if op.is_comparison() => 1,
        _ => kind.width().0 as usize,
    };
    let float = Float { op, kind, rounding: Rounding::NearestEven };
    float::operation(aig, float, operands, width)
}

/// Gates of each operation at nearest-even, and clauses of `operation == free word`.
fn sizes() {
    println!("gates / clauses, thousands");
    for op in FloatOp::ALL {
        print!("{:16}", format!("{op:?}"));
        for kind in FloatKind::ALL {
            let mut aig = Aig::new();
            let width = if op.takes_integer() { 64 } else { kind.width().0 as usize };
            let words: Vec<Word> = (0..op.arity()).map(|_| aig.input_word(width)).collect();
            let operands: Vec<&[Lit]> = words.iter().map(Vec::as_slice).collect();
            let inputs = aig.len();
            let result = apply(&mut aig, op, kind, &operands);
            let gates = aig.len() - inputs;
            let wanted = aig.input_word(result.len());
            let same = circuit::equal(&mut aig, &result, &wanted);
            let mut cnf = Cnf::new(BatSat::new());
            cnf.assert(&aig, same);
            // Clauses are made when they are first needed.
            cnf.solve(&aig, &[], &Limits::conflicts(0));
            let thousands = |count: f64| count / 1000.0;
            print!("  {:8.1} /{:7.1}", thousands(gates as f64), thousands(cnf.clauses() as f64));
        }
        println!();
    }
}

/// Builds queries: a graph, the kind of its floats and what is required.
struct Problem {
    aig: Aig,
    kind: FloatKind,
    required: Vec<Lit>,
}

impl Problem {
    fn new(kind: FloatKind) -> Self {
        Self { aig: Aig::new(), kind, required: Vec::new() }
    }

    fn free(&mut self) -> Word {
        self.aig.input_word(self.kind.width().0 as usize)
    }

    fn number(&self, value: f64) -> Word {
        let bits =
            FloatKind::Double.convert(value.to_bits().into(), self.kind, Rounding::NearestEven);
        (0..self.kind.width().0).map(|i| Lit::constant(bits >> i & 1 != 0)).collect()
    }

    fn op(&mut self, op: FloatOp, operands: &[&[Lit]]) -> Word {
        apply(&mut self.aig, op, self.kind, operands)
    }

    fn require(&mut self, op: FloatOp, a: &[Lit], b: &[Lit]) {
        let lit = self.op(op, &[a, b])[0];
        self.required.push(lit);
    }

    fn refuse(&mut self, op: FloatOp, a: &[Lit], b: &[Lit]) {
        let lit = self.op(op, &[a, b])[0];
        self.required.push(!lit);
    }

    fn solve(&self, core: impl SatCore) -> String {
        let start = Instant::now();
        let mut cnf = Cnf::new(core);
        for &lit in &self.required {
            cnf.assert(&self.aig, lit);
        }
        let verdict = cnf.solve(&self.aig, &[], &Limits::until(start + Duration::from_secs(30)));
        format!("{verdict:?} {:.1} ms", ms(start.elapsed()))
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

type Build = fn(&mut Problem);

const QUERIES: &[(&str, FloatKind, Build)] = &[
    ("double: a + b == 3.5 && a > 1", FloatKind::Double, |p| {
        let (a, b) = (p.free(), p.free());
        let sum = p.op(FloatOp::Add, &[&a, &b]);
        p.require(FloatOp::Equal, &sum, &p.number(3.5));
        p.require(FloatOp::Less, &p.number(1.0), &a);
    }),
    ("double: a + b < a, a and b positive", FloatKind::Double, |p| {
        let (a, b) = (p.free(), p.free());
        let sum = p.op(FloatOp::Add, &[&a, &b]);
        p.require(FloatOp::Less, &p.number(0.0), &a);
        p.require(FloatOp::Less, &p.number(0.0), &b);
        p.require(FloatOp::Less, &sum, &a);
    }),
    ("float: a + b < a, a and b positive", FloatKind::Single, |p| {
        let (a, b) = (p.free(), p.free());
        let sum = p.op(FloatOp::Add, &[&a, &b]);
        p.require(FloatOp::Less, &p.number(0.0), &a);
        p.require(FloatOp::Less, &p.number(0.0), &b);
        p.require(FloatOp::Less, &sum, &a);
    }),
    ("double: a + b != b + a, no NaN", FloatKind::Double, |p| {
        let (a, b) = (p.free(), p.free());
        let sum = p.op(FloatOp::Add, &[&a, &b]);
        let other = p.op(FloatOp::Add, &[&b, &a]);
        p.require(FloatOp::Equal, &sum, &sum);
        p.refuse(FloatOp::Equal, &sum, &other);
    }),
    ("double: sqrt(x) * sqrt(x) != x, x > 0", FloatKind::Double, |p| {
        let x = p.free();
        let root = p.op(FloatOp::Sqrt, &[&x]);
        let square = p.op(FloatOp::Mul, &[&root, &root]);
        p.require(FloatOp::Less, &p.number(0.0), &x);
        p.refuse(FloatOp::Equal, &square, &x);
    }),
    ("double: (x - 0.1) * 10 == 7", FloatKind::Double, |p| {
        let x = p.free();
        let less = p.op(FloatOp::Sub, &[&x, &p.number(0.1)]);
        let product = p.op(FloatOp::Mul, &[&less, &p.number(10.0)]);
        p.require(FloatOp::Equal, &product, &p.number(7.0));
    }),
    ("float: x * x == 2", FloatKind::Single, |p| {
        let x = p.free();
        let square = p.op(FloatOp::Mul, &[&x, &x]);
        p.require(FloatOp::Equal, &square, &p.number(2.0));
    }),
    ("float: x * x == 2.25", FloatKind::Single, |p| {
        let x = p.free();
        let square = p.op(FloatOp::Mul, &[&x, &x]);
        p.require(FloatOp::Equal, &square, &p.number(2.25));
    }),
    ("double: x * x == 2.25", FloatKind::Double, |p| {
        let x = p.free();
        let square = p.op(FloatOp::Mul, &[&x, &x]);
        p.require(FloatOp::Equal, &square, &p.number(2.25));
    }),
    ("double: x * y == 6, 1 < x < 6, y > 1.5", FloatKind::Double, |p| {
        let (x, y) = (p.free(), p.free());
        let product = p.op(FloatOp::Mul, &[&x, &y]);
        p.require(FloatOp::Equal, &product, &p.number(6.0));
        p.require(FloatOp::Less, &p.number(1.0), &x);
        p.require(FloatOp::Less, &x, &p.number(6.0));
        p.require(FloatOp::Less, &p.number(1.5), &y);
    }),
    ("double: x / 3 == 1.5", FloatKind::Double, |p| {
        let x = p.free();
        let quotient = p.op(FloatOp::Div, &[&x, &p.number(3.0)]);
        p.require(FloatOp::Equal, &quotient, &p.number(1.5));
    }),
    ("double: 1 / x == 0.1", FloatKind::Double, |p| {
        let x = p.free();
        let quotient = p.op(FloatOp::Div, &[&p.number(1.0), &x]);
        p.require(FloatOp::Equal, &quotient, &p.number(0.1));
    }),
    ("double: 9 / 5 * c + 32 == 451", FloatKind::Double, |p| {
        let c = p.free();
        let product = p.op(FloatOp::Mul, &[&c, &p.number(1.8)]);
        let sum = p.op(FloatOp::Add, &[&product, &p.number(32.0)]);
        p.require(FloatOp::Equal, &sum, &p.number(451.0));
    }),
    ("double: fmod(x, 360) == 90, x > 1000", FloatKind::Double, |p| {
        let x = p.free();
        let rest = p.op(FloatOp::Rem, &[&x, &p.number(360.0)]);
        p.require(FloatOp::Equal, &rest, &p.number(90.0));
        p.require(FloatOp::Less, &p.number(1000.0), &x);
    }),
    ("float: fmod(x, y) == 1, x > 9, y > 3", FloatKind::Single, |p| {
        let (x, y) = (p.free(), p.free());
        let rest = p.op(FloatOp::Rem, &[&x, &y]);
        p.require(FloatOp::Equal, &rest, &p.number(1.0));
        p.require(FloatOp::Less, &p.number(9.0), &x);
        p.require(FloatOp::Less, &p.number(3.0), &y);
    }),
    ("double: fmod(x, y) == 1, x > 9, y > 3", FloatKind::Double, |p| {
        let (x, y) = (p.free(), p.free());
        let rest = p.op(FloatOp::Rem, &[&x, &y]);
        p.require(FloatOp::Equal, &rest, &p.number(1.0));
        p.require(FloatOp::Less, &p.number(9.0), &x);
        p.require(FloatOp::Less, &p.number(3.0), &y);
    }),
    ("double: floor(x) == 41 and x != 41", FloatKind::Double, |p| {
        let x = p.free();
        let float = Float {
            op: FloatOp::RoundToIntegral,
            kind: p.kind,
            rounding: Rounding::TowardNegative,
        };
        let floor = float::operation(&mut p.aig, float, &[&x], 64);
        p.require(FloatOp::Equal, &floor, &p.number(41.0));
        p.refuse(FloatOp::Equal, &x, &p.number(41.0));
    }),
    ("double: x*x + y*y == 25, x > y > 1", FloatKind::Double, |p| {
        let (x, y) = (p.free(), p.free());
        let (xx, yy) = (p.op(FloatOp::Mul, &[&x, &x]), p.op(FloatOp::Mul, &[&y, &y]));
        let sum = p.op(FloatOp::Add, &[&xx, &yy]);
        p.require(FloatOp::Equal, &sum, &p.number(25.0));
        p.require(FloatOp::Less, &y, &x);
        p.require(FloatOp::Less, &p.number(1.0), &y);
    }),
    ("float: (x + y) - y != x, 1 < x, y < 2", FloatKind::Single, |p| {
        let (x, y) = (p.free(), p.free());
        let sum = p.op(FloatOp::Add, &[&x, &y]);
        let back = p.op(FloatOp::Sub, &[&sum, &y]);
        for v in [&x, &y] {
            p.require(FloatOp::Less, &p.number(1.0), v);
            p.require(FloatOp::Less, v, &p.number(2.0));
        }
        p.refuse(FloatOp::Equal, &back, &x);
    }),
];

fn queries() {
    for &(name, kind, build) in QUERIES {
        let start = Instant::now();
        let mut problem = Problem::new(kind);
        build(&mut problem);
        println!("{name}: {} gates, {:.1} ms", problem.aig.len(), ms(start.elapsed()));
        println!("    batsat  {}", problem.solve(BatSat::new()));
        println!("    cadical {}", problem.solve(Cadical::new()));
    }
}
