//! Random queries of plain terms: all operators, widths 1 to 128, tables, free arrays, stores; one to
//! eight constraints over a few symbols; satisfiable about as often as not.

use numeric::{Bits, Wide};
use random::Random;
use term::testing::Plain;
use term::{BYTE, Binary, Form, INDEX, Model, Term, Terms};

/// Products and quotients of two unknowns wider than this are rare: they are hard for every solver.
const NARROW: u32 = 10;

const ARITHMETIC: [Binary; 12] = [
    Binary::Add,
    Binary::Mul,
    Binary::Udiv,
    Binary::Urem,
    Binary::Sdiv,
    Binary::Srem,
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::Shl,
    Binary::Lshr,
    Binary::Ashr,
];
const COMPARISONS: [Binary; 3] = [Binary::Eq, Binary::Ult, Binary::Slt];

pub struct Generator<'a> {
    random: Random,
    terms: &'a Terms,
    plain: Plain<'a>,
    /// The widths of the symbols of the current query.
    widths: Vec<u32>,
    /// Subterms of the current query, to be used again.
    made: Vec<Term>,
    last: Vec<Term>,
}

impl<'a> Generator<'a> {
    pub fn new(terms: &'a Terms, seed: u64) -> Generator<'a> {
        let plain = Plain(terms);
        let random = Random::new(seed);
        Generator { random, terms, plain, widths: vec![8], made: Vec::new(), last: Vec::new() }
    }

    /// The next query. Some begin as the previous one did, as those of one path do.
    pub fn query(&mut self) -> Vec<Term> {
        let kept = match self.random.index(3) {
            0 => self.random.index(self.last.len() + 1),
            _ => 0,
        };
        if kept == 0 {
            self.widths = (0..3).map(|_| self.any_width()).collect();
            self.made.clear();
        }
        let mut query = self.last[..kept].to_vec();
        let count = 1 + self.random.index(8 - kept.min(7));
        let mode = self.random.index(3);
        let model = self.model();
        for _ in 0..count {
            let constraint = self.constraint(mode);
            let holds = mode > 0 || model.satisfies(&constraint);
            query.push(if holds { constraint } else { self.plain.not(&constraint) });
        }
        self.last = query.clone();
        query
    }

    fn any_width(&mut self) -> u32 {
        match self.random.index(3) {
            0 => 1 + self.random.index(128) as u32,
            _ => [1, 4, 8, 8, 8, 16, 32, 64][self.random.index(8)],
        }
    }

    /// Values for all symbols, and for a few of the bytes of arrays.
    fn model(&mut self) -> Model {
        let mut model = Model::new();
        for at in 0..self.widths.len() {
            for number in 0..2 {
                if let Form::Var(symbol) = self.symbol(at, number).form() {
                    let value = self.value(self.widths[at]);
                    model.set(symbol, value);
                }
            }
        }
        if let Form::Array(symbol) = self.terms.array("a0", Some(16)).form() {
            for at in 0..16 {
                model.set_byte(&symbol, at, self.random.next() as u8);
            }
        }
        model
    }

    /// A truth value. The higher modes are hard to satisfy: equations, also of constants.
    fn constraint(&mut self, mode: usize) -> Term {
        let depth = 1 + self.random.index(4) as u32;
        if mode < 2 || self.random.index(3) == 0 {
            return self.truth(depth);
        }
        let width = self.widths[self.random.index(3)];
        let term = self.vector(width, depth);
        let value = self.value(width);
        self.plain.binary(Binary::Eq, &term, &self.terms.constant(value))
    }

    fn truth(&mut self, depth: u32) -> Term {
        let width = match self.random.index(4) {
            0 => self.any_width(),
            _ => self.widths[self.random.index(3)],
        };
        let op = COMPARISONS[self.random.index(3)];
        let (a, b) = (self.vector(width, depth), self.vector(width, depth - 1));
        self.plain.binary(op, &a, &b)
    }

    /// A number that is often an extreme, a power of two or a mask.
    fn value(&mut self, width: u32) -> Wide {
        let any = u128::from(self.random.next()) << 64 | u128::from(self.random.next());
        let shift = self.random.index(width as usize) as u32;
        let value = match self.random.index(9) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (width - 1),
            4 => (1 << (width - 1)) - 1,
            5 => 1 << shift,
            6 => (1 << shift) - 1,
            7 => any % 10,
            _ => any,
        };
        Wide::from_u128(Bits(width), value)
    }

    fn constant(&mut self, width: u32) -> Term {
        let value = self.value(width);
        self.terms.constant(value)
    }

    fn symbol(&self, at: usize, number: usize) -> Term {
        let width = self.widths[at];
        self.terms.var(&format!("v{width}_{number}"), Bits(width))
    }

    /// A constant, or a symbol cut or extended to the width.
    fn leaf(&mut self, width: u32) -> Term {
        if self.random.index(3) == 0 {
            return self.constant(width);
        }
        let (at, number) = (self.random.index(3), self.random.index(2));
        let at = self.widths.iter().position(|w| *w == width).unwrap_or(at);
        let symbol = self.symbol(at, number);
        match symbol.width().0 {
            own if own == width => symbol,
            own if own > width => {
                let lo = self.random.index((own - width + 1) as usize) as u32;
                self.plain.extract(&symbol, lo, Bits(width))
            }
            own if self.random.index(2) == 0 => {
                let zero = self.terms.number(Bits(width - own), 0);
                self.plain.concat(&zero, &symbol)
            }
            _ => self.plain.sext(&symbol, Bits(width)),
        }
    }

    fn vector(&mut self, width: u32, depth: u32) -> Term {
        if self.random.index(6) == 0 {
            let fitting: Vec<&Term> =
                self.made.iter().filter(|term| term.width().0 == width).collect();
            if !fitting.is_empty() {
                return fitting[self.random.index(fitting.len())].clone();
            }
        }
        if depth == 0 || self.random.index(12) == 0 {
            return self.leaf(width);
        }
        let term = self.node(width, depth - 1);
        self.made.push(term.clone());
        term
    }

    fn node(&mut self, width: u32, depth: u32) -> Term {
        match self.random.index(14) {
            0 => {
                let a = self.vector(width, depth);
                self.plain.not(&a)
            }
            1 | 2 if width > 1 => {
                let low = 1 + self.random.index(width as usize - 1) as u32;
                let (a, b) = (self.vector(width - low, depth), self.vector(low, depth));
                self.plain.concat(&a, &b)
            }
            3 if width < 128 => {
                let wider = width + 1 + self.random.index((128 - width) as usize) as u32;
                let lo = self.random.index((wider - width + 1) as usize) as u32;
                let a = self.vector(wider, depth);
                self.plain.extract(&a, lo, Bits(width))
            }
            4 if width > 1 => {
                let narrow = 1 + self.random.index(width as usize - 1) as u32;
                let a = self.vector(narrow, depth);
                self.plain.sext(&a, Bits(width))
            }
            5 | 6 => {
                let condition = self.vector(1, depth);
                let (a, b) = (self.vector(width, depth), self.vector(width, depth));
                self.plain.ite(&condition, &a, &b)
            }
            7..=9 if width == 8 => {
                let (array, index) = (self.array(depth.min(3)), self.index(depth));
                self.plain.select(&array, &index)
            }
            7..=10 if width == 1 => self.truth(depth.max(1)),
            _ => self.arithmetic(width, depth),
        }
    }

    fn arithmetic(&mut self, width: u32, depth: u32) -> Term {
        let op = ARITHMETIC[self.random.index(12)];
        let a = self.vector(width, depth);
        let hard =
            matches!(op, Binary::Mul | Binary::Udiv | Binary::Urem | Binary::Sdiv | Binary::Srem);
        let b = match hard && width > NARROW && self.random.index(16) != 0 {
            true => self.constant(width),
            false => self.vector(width, depth),
        };
        match self.random.index(2) {
            0 => self.plain.binary(op, &a, &b),
            _ if hard && op != Binary::Mul => self.plain.binary(op, &a, &b),
            _ => self.plain.binary(op, &b, &a),
        }
    }

    /// An index: often small, often near another.
    fn index(&mut self, depth: u32) -> Term {
        let small = self.vector(5, depth.min(1));
        let small = self.plain.concat(&self.terms.number(Bits(59), 0), &small);
        let k = self.terms.number(INDEX, self.random.index(16) as u64);
        match self.random.index(4) {
            0 => k,
            1 => small,
            2 => self.plain.binary(Binary::Add, &small, &k),
            _ => {
                let any = self.leaf(64);
                self.plain.binary(Binary::Add, &any, &k)
            }
        }
    }

    fn array(&mut self, depth: u32) -> Term {
        match self.random.index(6) {
            0 => self.terms.array("a1", None),
            1 | 2 => {
                let length = self.random.index(40);
                let kinds = 1 + self.random.index(256);
                let byte = |random: &mut Random| random.index(kinds) as u8;
                self.terms.table((0..length).map(|_| byte(&mut self.random)).collect())
            }
            _ if depth == 0 => self.terms.array("a0", Some(16)),
            _ => {
                let (below, index) = (self.array(depth - 1), self.index(1));
                let byte = self.vector(BYTE.0, depth - 1);
                self.plain.store(&below, &index, &byte)
            }
        }
    }
}
