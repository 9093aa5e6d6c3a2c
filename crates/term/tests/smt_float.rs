//! The SMT-LIB text of floats against Z3 and cvc5: with the inputs fixed, the result is exactly ours, to the bit.

#[path = "common/floats.rs"]
mod floats;
#[path = "common/numbers.rs"]
mod numbers;

use numeric::{Bits, FloatKind, Rounding, Wide};
use random::Random;
use std::io::Write;
use std::process::{Command, Stdio};
use term::smt::parse;
use term::{Float, FloatOp, Form, Model, Term, Terms, smt};

/// Symbols with values.
struct Inputs {
    terms: Terms,
    random: Random,
    model: Model,
    assigned: Vec<Term>,
    /// The float made last.
    last: Option<(FloatKind, u128)>,
}

impl Inputs {
    fn new(seed: u64) -> Inputs {
        let random = Random::new(seed);
        let (terms, model, assigned) = (Terms::new(), Model::new(), Vec::new());
        Inputs { terms, random, model, assigned, last: None }
    }

    /// A new symbol, equal to this value.
    fn symbol(&mut self, value: Wide) -> Term {
        let var = self.terms.var(&format!("x{}", self.assigned.len()), value.width());
        self.assigned.push(self.terms.eq(&var, &self.terms.constant(value.clone())));
        if let Form::Var(symbol) = var.form() {
            self.model.set(symbol, value);
        }
        var
    }

    fn float(&mut self, kind: FloatKind) -> Term {
        let bits = match self.last {
            Some((last, other)) if last == kind => floats::near(&mut self.random, kind, other),
            _ => floats::value(&mut self.random, kind),
        };
        self.last = Some((kind, bits));
        self.symbol(Wide::from_u128(kind.width(), bits))
    }

    fn integer(&mut self) -> Term {
        let width = 1 + self.random.below(80) as u32;
        let value = numbers::value(&mut self.random, width);
        self.symbol(Wide::from_u128(Bits(width), value))
    }

    /// A random operator of the same sort on the operands.
    fn apply(&mut self, op: FloatOp, kind: FloatKind, operands: &[&Term]) -> Term {
        let rounding = Rounding::ALL[self.random.below(5) as usize];
        let float = Float { op, kind, rounding };
        let width = match float.result() {
            Some(result) => result.width(),
            None if op.is_comparison() => Bits(1),
            None => Bits(1 + self.random.below(80) as u32),
        };
        self.terms.float(float, operands, width)
    }

    fn kind(&mut self) -> FloatKind {
        FloatKind::ALL[self.random.below(6) as usize]
    }

    /// A random float term.
    fn nested(&mut self, kind: FloatKind, depth: u32) -> Term {
        if depth == 0 {
            return self.float(kind);
        }
        let op = FloatOp::ALL[self.random.below(15) as usize];
        match op {
            FloatOp::Equal | FloatOp::Less => {
                let other = self.kind();
                let (a, b) = (self.nested(other, depth - 1), self.nested(other, depth - 1));
                let condition = self.apply(op, other, &[&a, &b]);
                let (a, b) = (self.nested(kind, depth - 1), self.nested(kind, depth - 1));
                self.terms.ite(&condition, &a, &self.terms.fneg(kind, &b))
            }
            FloatOp::Convert(_) => {
                let from = self.kind();
                let a = self.nested(from, depth - 1);
                self.apply(FloatOp::Convert(kind), from, &[&a])
            }
            FloatOp::ToSigned | FloatOp::ToUnsigned => {
                let from = self.kind();
                let a = self.nested(from, depth - 1);
                let integer = self.apply(op, from, &[&a]);
                self.apply(FloatOp::FromSigned, kind, &[&integer])
            }
            FloatOp::FromSigned | FloatOp::FromUnsigned => {
                let integer = self.integer();
                self.apply(op, kind, &[&integer])
            }
            _ => {
                let operands: Vec<Term> =
                    (0..op.arity()).map(|_| self.nested(kind, depth - 1)).collect();
                self.apply(op, kind, &operands.iter().collect::<Vec<_>>())
            }
        }
    }

    /// Scripts that say that the term has its value, and that it has another.
    fn questions(&self, term: &Term) -> [String; 2] {
        let value = self.terms.constant(self.model.eval(term));
        let is = self.terms.eq(term, &value);
        [is.clone(), self.terms.not(&is)].map(|claim| {
            let all: Vec<Term> = self.assigned.iter().chain([&claim]).cloned().collect();
            smt::script(&all)
        })
    }
}

/// A solver that reads its standard input.
type Solver = (&'static str, &'static [&'static str]);

const Z3: Solver = ("z3", &["-in", "-T:300"]);
const CVC5: Solver = ("cvc5", &["--lang=smt2", "--incremental", "--fp-exp"]);

/// The solver's answer to each script; `None` if there is no such solver.
fn ask((name, arguments): Solver, scripts: &[String]) -> Option<Vec<String>> {
    if !testing::installed(name) {
        return None;
    }
    let mut command = Command::new(name);
    let piped = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.spawn().expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    let text = scripts.join("(reset)\n");
    // Written concurrently with reading, since the two would otherwise wait for each other.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads");
    let text = String::from_utf8(output.stdout).expect("text");
    Some(text.lines().map(str::to_owned).collect())
}

fn check(solver: Solver, cases: &[(Inputs, Term)]) {
    let scripts: Vec<[String; 2]> =
        cases.iter().map(|(inputs, term)| inputs.questions(term)).collect();
    let Some(answers) = ask(solver, &scripts.concat()) else { return };
    for (at, (inputs, term)) in cases.iter().enumerate() {
        let answer = answers.get(2 * at..2 * at + 2);
        let context = || format!("{term}\nunder {:?}\n{}", inputs.model, scripts[at][0]);
        assert_eq!(answer, Some(&["sat".to_owned(), "unsat".to_owned()][..]), "{}", context());
    }
}

fn each_operator() -> Vec<(Inputs, Term)> {
    let mut cases = Vec::new();
    for (number, op) in FloatOp::ALL.into_iter().enumerate() {
        for kind in FloatKind::ALL {
            for round in 0..3 {
                let mut inputs = Inputs::new((number as u64) << 8 | (kind as u64) << 4 | round);
                let operands: Vec<Term> = match op.takes_integer() {
                    true => vec![inputs.integer()],
                    false => (0..op.arity()).map(|_| inputs.float(kind)).collect(),
                };
                let op = match op {
                    FloatOp::Convert(_) => FloatOp::Convert(inputs.kind()),
                    op => op,
                };
                let term = inputs.apply(op, kind, &operands.iter().collect::<Vec<_>>());
                cases.push((inputs, term));
            }
        }
    }
    cases
}

fn nested_operators() -> Vec<(Inputs, Term)> {
    let case = |seed: u64| {
        let mut inputs = Inputs::new(seed + 0x1_0000);
        let kind = inputs.kind();
        let term = inputs.nested(kind, 2);
        (inputs, term)
    };
    (0..120).map(case).collect()
}

#[test]
fn operators_in_z3() {
    check(Z3, &each_operator());
}

#[test]
fn nested_operators_in_z3() {
    check(Z3, &nested_operators());
}

/// cvc5 is much slower: a sample.
#[test]
fn operators_in_cvc5() {
    let sample = each_operator().into_iter().step_by(13).collect::<Vec<_>>();
    check(CVC5, &sample);
}

/// Whether a script holds with the inputs, and with this value for the bits of a result, if it has such bits.
fn holds(inputs: &Inputs, script: &str, result: &Wide) -> bool {
    let terms = Terms::new();
    let all = parse::assertions(&terms, script).unwrap_or_else(|error| panic!("{error}\n{script}"));
    let mut model = Model::new();
    for symbol in all.iter().flat_map(Term::inputs).map(|input| input.name()) {
        let given = inputs.model.vectors().find(|(other, _)| other.name == symbol.name);
        model.set(symbol, given.map_or(result, |(_, value)| value).clone());
    }
    all.iter().all(|constraint| model.satisfies(constraint))
}

/// What is printed is parsed back with the same meaning, to the bit.
#[test]
fn operators_come_back() {
    for (inputs, term) in each_operator() {
        let [is, is_not] = inputs.questions(&term);
        let value = inputs.model.eval(&term);
        assert!(holds(&inputs, &is, &value), "{term}\n{is}");
        assert!(!holds(&inputs, &is_not, &value), "{term}\n{is_not}");
        for bit in 0..value.width().0 {
            let wrong = value.xor(&Wide::from_u64(value.width(), 1).shl_by(bit));
            assert!(!holds(&inputs, &is_not, &wrong), "{term}\n{is_not}");
        }
    }
}
