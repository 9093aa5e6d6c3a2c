//! The body of the fuzz target: a path built from bytes, asked at every step, against brute force.
//!
//! Bytes drive a stack machine over two symbols of three bits and a table, so that all 64 models can be
//! tried. One backend answers all the questions; a wrong verdict or a wrong model panics.

use super::{Own, OwnConfig};
use crate::query::{Decide, Query, Verdict};
use crate::sat::Limits;
use numeric::{Bits, Wide};
use term::{BYTE, Binary, Form, INDEX, Model, Symbol, Term, Terms};

/// The width of the symbols, and how many there are.
const WIDTH: Bits = Bits(3);
const SYMBOLS: u32 = 2;

struct Machine {
    terms: Terms,
    symbols: Vec<Term>,
    /// Bytes.
    stack: Vec<Term>,
    array: Term,
    path: Vec<Term>,
    own: Own,
}

/// Runs the program that the bytes are.
pub fn run(data: &[u8]) {
    let terms = Terms::new();
    let symbols = (0..SYMBOLS).map(|i| terms.var(&format!("s{i}"), WIDTH)).collect();
    let array = terms.table(data.into());
    let config = OwnConfig { instances: 3, uncommitted: 2, small_nodes: 200, ..Default::default() };
    let own = Own::new(config);
    let mut machine = Machine { terms, symbols, stack: Vec::new(), array, path: Vec::new(), own };
    for pair in data.chunks_exact(2).take(200) {
        machine.step(pair[0], pair[1]);
    }
}

impl Machine {
    fn pop(&mut self) -> Term {
        self.stack.pop().unwrap_or_else(|| self.terms.zext(&self.symbols[0], BYTE))
    }

    fn step(&mut self, op: u8, argument: u8) {
        let terms = self.terms.clone();
        let byte = match op % 8 {
            0 => terms.number(BYTE, u64::from(argument)),
            1 => terms.zext(&self.symbols[usize::from(argument) % self.symbols.len()], BYTE),
            2 => terms.sext(&self.symbols[usize::from(argument) % self.symbols.len()], BYTE),
            3 => {
                let at = self.index(argument);
                terms.select(&self.array, &at)
            }
            4 => {
                let (at, byte) = (self.index(argument), self.pop());
                self.array = terms.store(&self.array, &at, &byte);
                return;
            }
            5 => return self.ask(argument),
            _ => {
                let op = Binary::ALL[usize::from(argument) % Binary::ALL.len()];
                let (a, b) = (self.pop(), self.pop());
                let result = terms.binary(op, &a, &b);
                if op.is_comparison() { terms.sext(&result, BYTE) } else { result }
            }
        };
        self.stack.push(byte);
    }

    fn index(&mut self, argument: u8) -> Term {
        let at = self.pop();
        let at = if argument & 1 == 0 {
            self.terms.zext(&at, INDEX)
        } else {
            self.terms.sext(&at, INDEX)
        };
        self.terms.add(&at, &self.terms.number(INDEX, u64::from(argument >> 5)))
    }

    /// Asks whether the path can go on, and goes on if so.
    fn ask(&mut self, argument: u8) {
        let (a, b) = (self.pop(), self.pop());
        let goal = match argument % 3 {
            0 => self.terms.eq(&a, &b),
            1 => self.terms.ult(&a, &b),
            _ => self.terms.ne(&a, &b),
        };
        self.path.push(goal);
        let query = Query { terms: &self.terms, constraints: &self.path };
        let possible = (0..1 << (WIDTH.0 * SYMBOLS)).any(|n| query.is_satisfied_by(&self.model(n)));
        match self.own.decide(&query, &Limits::none()) {
            Verdict::Sat(model) => {
                assert!(query.is_satisfied_by(&model), "a wrong model of {:?}", self.path);
            }
            Verdict::Unsat => {
                assert!(!possible, "{:?} has a model", self.path);
                self.path.pop();
            }
            Verdict::Unknown(unknown) => panic!("{unknown} without a limit"),
        }
    }

    fn model(&self, number: u64) -> Model {
        let mut model = Model::new();
        for (symbol, place) in self.symbols.iter().map(name).zip(0..) {
            model.set(symbol, Wide::from_u64(WIDTH, number >> (place * WIDTH.0)));
        }
        model
    }
}

fn name(term: &Term) -> Symbol {
    match term.form() {
        Form::Var(symbol) => symbol,
        form => unreachable!("{form:?} is no symbol"),
    }
}
