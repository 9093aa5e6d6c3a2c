//! Random expressions as plain trees, with a plain meaning: native `u128` arithmetic, one case per
//! operator, no sharing and no rewriting.

mod float_tree;
mod floats;
pub mod numbers;

pub use numbers::{mask, value};
use numeric::{Bits, Wide};
use random::Random;
use std::rc::Rc;
use term::{Float, Form, Model, Term, Terms};

fn signed(value: u128, width: u32) -> i128 {
    (value << (128 - width)) as i128 >> (128 - width)
}

#[derive(Clone, Copy, Debug)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    And,
    Or,
    Xor,
    Shl,
    Lshr,
    Ashr,
    Eq,
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
}

const ARITHMETIC: [Op; 13] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Udiv,
    Op::Urem,
    Op::Sdiv,
    Op::Srem,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
];
const COMPARISONS: [Op; 6] = [Op::Eq, Op::Ne, Op::Ult, Op::Ule, Op::Slt, Op::Sle];

#[derive(Debug)]
pub enum Tree {
    Const(u32, u128),
    Var(u32, u64),
    Not(Box<Tree>),
    Neg(Box<Tree>),
    Binary(Op, Box<Tree>, Box<Tree>),
    Implies(Box<Tree>, Box<Tree>),
    Concat(Box<Tree>, Box<Tree>),
    Extract(Box<Tree>, u32, u32),
    Zext(Box<Tree>, u32),
    Sext(Box<Tree>, u32),
    Ite(Box<Tree>, Box<Tree>, Box<Tree>),
    Select(Rc<Array>, Box<Tree>),
    /// An operator on floats, its operands, and the width of the result.
    Float(Float, Vec<Tree>, u32),
}

#[derive(Debug)]
pub enum Array {
    Symbol(u64),
    Table(Rc<[u8]>),
    Store(Rc<Array>, Tree, Tree),
}

/// Which operators a random tree has.
#[derive(Clone, Copy, PartialEq)]
enum Operators {
    Plain,
    Floats,
}

/// The symbols' values: a function of the seed.
pub struct Values(pub u64);

impl Values {
    fn var(&self, width: u32, number: u64) -> u128 {
        let mut random = Random::new(self.0 ^ u64::from(width) << 32 ^ (number + 1) << 8 | 1);
        random.next();
        value(&mut random, width)
    }

    fn byte(&self, number: u64, index: u64) -> u8 {
        let mut random = Random::new(self.0 ^ (index.wrapping_mul(77) + number + 1) << 13 | 1);
        random.next();
        random.next() as u8
    }

    /// The same values as a model of the terms below this one. Bytes are given where the plain meaning read them:
    /// `reads` lists those.
    pub fn model(&self, terms: &Terms, reads: &[(u64, u64)], vars: &[(u32, u64)]) -> Model {
        let mut model = Model::new();
        for (width, number) in vars {
            if let Form::Var(symbol) = var(terms, *width, *number).form() {
                let value = Wide::from_u128(Bits(*width), self.var(*width, *number));
                model.set(symbol, value);
            }
        }
        for (number, index) in reads {
            if let Form::Array(symbol) = symbol(terms, *number).form() {
                model.set_byte(&symbol, *index, self.byte(*number, *index));
            }
        }
        model
    }
}

fn var(terms: &Terms, width: u32, number: u64) -> Term {
    terms.var(&format!("v{width}_{number}"), Bits(width))
}

fn symbol(terms: &Terms, number: u64) -> Term {
    terms.array(&format!("a{number}"), (number == 0).then_some(16))
}

/// What an evaluation looked at.
#[derive(Default)]
pub struct Trace {
    pub reads: Vec<(u64, u64)>,
    pub vars: Vec<(u32, u64)>,
}

impl Tree {
    pub fn random(random: &mut Random, width: u32, depth: u32) -> Tree {
        Tree::of(random, Operators::Plain, width, depth)
    }

    /// One with operators on floats among the others.
    #[allow(dead_code, reason = "some tests have no floats")]
    pub fn with_floats(random: &mut Random, width: u32, depth: u32) -> Tree {
        Tree::of(random, Operators::Floats, width, depth)
    }

    fn of(random: &mut Random, operators: Operators, width: u32, depth: u32) -> Tree {
        if depth == 0 || random.below(12) == 0 {
            return match random.below(3) {
                0 => Tree::Const(width, value(random, width)),
                _ => Tree::Var(width, random.below(2)),
            };
        }
        if operators == Operators::Floats && random.below(4) == 0 {
            return Tree::float(random, width, depth);
        }
        let kid =
            |random: &mut Random, width| Box::new(Tree::of(random, operators, width, depth - 1));
        match random.below(16) {
            0 => Tree::Not(kid(random, width)),
            1 => Tree::Neg(kid(random, width)),
            2 | 3 if width > 1 => {
                let low = 1 + random.below(u64::from(width) - 1) as u32;
                Tree::Concat(kid(random, width - low), kid(random, low))
            }
            4 | 5 if width < 128 => {
                let wider = width + 1 + random.below(u64::from(128 - width)) as u32;
                let lo = random.below(2) as u32 * random.below(u64::from(wider - width) + 1) as u32;
                Tree::Extract(kid(random, wider), lo, width)
            }
            6 | 7 if width > 1 => {
                let narrow = 1 + random.below(u64::from(width) - 1) as u32;
                match random.below(2) {
                    0 => Tree::Zext(kid(random, narrow), width),
                    _ => Tree::Sext(kid(random, narrow), width),
                }
            }
            8 => Tree::Ite(kid(random, 1), kid(random, width), kid(random, width)),
            9 | 10 if width == 8 => Tree::select(random, depth),
            9..=12 if width == 1 => Tree::truth(random, operators, depth),
            _ => {
                let op = ARITHMETIC[random.below(13) as usize];
                Tree::Binary(op, kid(random, width), kid(random, width))
            }
        }
    }

    fn truth(random: &mut Random, operators: Operators, depth: u32) -> Tree {
        let width = [1, 4, 8, 8, 32, 64, 128][random.below(7) as usize];
        let mut kid = |width| Box::new(Tree::of(random, operators, width, depth - 1));
        let (a, b) = (kid(width), kid(width));
        match random.below(7) as usize {
            6 if width == 1 => Tree::Implies(a, b),
            n => Tree::Binary(COMPARISONS[n % 6], a, b),
        }
    }

    fn select(random: &mut Random, depth: u32) -> Tree {
        let array = Array::random(random, depth.min(4));
        Tree::Select(array, Box::new(index(random, depth - 1)))
    }

    pub fn width(&self) -> u32 {
        match self {
            Tree::Const(width, _) | Tree::Var(width, _) => *width,
            Tree::Not(a) | Tree::Neg(a) | Tree::Ite(_, a, _) => a.width(),
            Tree::Binary(op, a, _) => match op {
                Op::Eq | Op::Ne | Op::Ult | Op::Ule | Op::Slt | Op::Sle => 1,
                _ => a.width(),
            },
            Tree::Implies(..) => 1,
            Tree::Concat(a, b) => a.width() + b.width(),
            Tree::Extract(_, _, width)
            | Tree::Zext(_, width)
            | Tree::Sext(_, width)
            | Tree::Float(_, _, width) => *width,
            Tree::Select(..) => 8,
        }
    }

    pub fn eval(&self, values: &Values, trace: &mut Trace) -> u128 {
        let width = self.width();
        let value = match self {
            Tree::Const(_, value) => *value,
            Tree::Var(width, number) => {
                trace.vars.push((*width, *number));
                values.var(*width, *number)
            }
            Tree::Not(a) => !a.eval(values, trace),
            Tree::Neg(a) => a.eval(values, trace).wrapping_neg(),
            Tree::Binary(op, a, b) => {
                apply(*op, a.eval(values, trace), b.eval(values, trace), a.width())
            }
            Tree::Implies(a, b) => {
                let (a, b) = (a.eval(values, trace), b.eval(values, trace));
                u128::from(a == 0 || b == 1)
            }
            Tree::Concat(a, b) => a.eval(values, trace) << b.width() | b.eval(values, trace),
            Tree::Extract(a, lo, _) => a.eval(values, trace) >> lo,
            Tree::Zext(a, _) => a.eval(values, trace),
            Tree::Sext(a, _) => signed(a.eval(values, trace), a.width()) as u128,
            Tree::Ite(c, a, b) => {
                let (c, a, b) =
                    (c.eval(values, trace), a.eval(values, trace), b.eval(values, trace));
                if c == 1 { a } else { b }
            }
            Tree::Float(float, operands, width) => {
                let mut wide =
                    |tree: &Tree| Wide::from_u128(Bits(tree.width()), tree.eval(values, trace));
                let values: Vec<Wide> = operands.iter().map(&mut wide).collect();
                float_tree::apply(*float, &values, Bits(*width))
            }
            Tree::Select(array, at) => {
                let at = at.eval(values, trace) as u64;
                u128::from(array.read(at, values, trace))
            }
        };
        value & mask(width)
    }

    pub fn build(&self, terms: &Terms) -> Term {
        match self {
            Tree::Const(width, value) => terms.constant(Wide::from_u128(Bits(*width), *value)),
            Tree::Var(width, number) => var(terms, *width, *number),
            Tree::Not(a) => terms.not(&a.build(terms)),
            Tree::Neg(a) => terms.neg(&a.build(terms)),
            Tree::Binary(op, a, b) => construct(terms, *op, &a.build(terms), &b.build(terms)),
            Tree::Implies(a, b) => terms.implies(&a.build(terms), &b.build(terms)),
            Tree::Concat(a, b) => terms.concat(&a.build(terms), &b.build(terms)),
            Tree::Extract(a, lo, len) => terms.extract(&a.build(terms), *lo, Bits(*len)),
            Tree::Zext(a, width) => terms.zext(&a.build(terms), Bits(*width)),
            Tree::Sext(a, width) => terms.sext(&a.build(terms), Bits(*width)),
            Tree::Ite(c, a, b) => terms.ite(&c.build(terms), &a.build(terms), &b.build(terms)),
            Tree::Select(array, at) => terms.select(&array.build(terms), &at.build(terms)),
            Tree::Float(float, operands, width) => {
                let operands: Vec<Term> = operands.iter().map(|tree| tree.build(terms)).collect();
                terms.float(*float, &operands.iter().collect::<Vec<_>>(), Bits(*width))
            }
        }
    }
}

/// An index: often small, often near another.
fn index(random: &mut Random, depth: u32) -> Tree {
    let narrow = Box::new(Tree::random(random, 4, depth.min(1)));
    let small = Tree::Zext(narrow, 64);
    match random.below(5) {
        0 => Tree::Const(64, u128::from(random.below(16))),
        1 => small,
        2 | 3 => {
            let near = Tree::Const(64, u128::from(random.below(4)));
            Tree::Binary(Op::Add, Box::new(Tree::Var(64, 0)), Box::new(near))
        }
        _ => Tree::Binary(Op::Add, Box::new(small), Box::new(Tree::Const(64, 1))),
    }
}

impl Array {
    fn random(random: &mut Random, depth: u32) -> Rc<Array> {
        Rc::new(match random.below(6) {
            0 => Array::Symbol(random.below(2)),
            1 => Array::Table((0..random.below(40)).map(|_| random.next() as u8).collect()),
            _ if depth == 0 => Array::Symbol(0),
            _ => {
                let below = Array::random(random, depth - 1);
                Array::Store(below, index(random, 1), Tree::random(random, 8, depth.min(2) - 1))
            }
        })
    }

    fn read(&self, at: u64, values: &Values, trace: &mut Trace) -> u8 {
        match self {
            Array::Symbol(number) => {
                trace.reads.push((*number, at));
                values.byte(*number, at)
            }
            Array::Table(bytes) => bytes.get(at as usize).copied().unwrap_or(0),
            Array::Store(below, index, byte) => {
                // Everything is evaluated, so that the trace has all symbols.
                let (index, byte) = (index.eval(values, trace), byte.eval(values, trace));
                let before = below.read(at, values, trace);
                if index as u64 == at { byte as u8 } else { before }
            }
        }
    }

    fn build(&self, terms: &Terms) -> Term {
        match self {
            Array::Symbol(number) => symbol(terms, *number),
            Array::Table(bytes) => terms.table(bytes.clone()),
            Array::Store(below, index, byte) => {
                terms.store(&below.build(terms), &index.build(terms), &byte.build(terms))
            }
        }
    }
}

fn apply(op: Op, a: u128, b: u128, width: u32) -> u128 {
    let (x, y) = (signed(a, width), signed(b, width));
    let over = b >= u128::from(width);
    match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::Udiv => a.checked_div(b).unwrap_or(u128::MAX),
        Op::Urem => a.checked_rem(b).unwrap_or(a),
        Op::Sdiv if b == 0 => {
            if x < 0 {
                1
            } else {
                u128::MAX
            }
        }
        Op::Sdiv => x.wrapping_div(y) as u128,
        Op::Srem if b == 0 => a,
        Op::Srem => x.wrapping_rem(y) as u128,
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl => {
            if over {
                0
            } else {
                a << b
            }
        }
        Op::Lshr => {
            if over {
                0
            } else {
                a >> b
            }
        }
        Op::Ashr => (x >> if over { 127 } else { b }) as u128,
        Op::Eq => u128::from(a == b),
        Op::Ne => u128::from(a != b),
        Op::Ult => u128::from(a < b),
        Op::Ule => u128::from(a <= b),
        Op::Slt => u128::from(x < y),
        Op::Sle => u128::from(x <= y),
    }
}

fn construct(terms: &Terms, op: Op, a: &Term, b: &Term) -> Term {
    match op {
        Op::Add => terms.add(a, b),
        Op::Sub => terms.sub(a, b),
        Op::Mul => terms.mul(a, b),
        Op::Udiv => terms.udiv(a, b),
        Op::Urem => terms.urem(a, b),
        Op::Sdiv => terms.sdiv(a, b),
        Op::Srem => terms.srem(a, b),
        Op::And => terms.and(a, b),
        Op::Or => terms.or(a, b),
        Op::Xor => terms.xor(a, b),
        Op::Shl => terms.shl(a, b),
        Op::Lshr => terms.lshr(a, b),
        Op::Ashr => terms.ashr(a, b),
        Op::Eq => terms.eq(a, b),
        Op::Ne => terms.ne(a, b),
        Op::Ult => terms.ult(a, b),
        Op::Ule => terms.ule(a, b),
        Op::Slt => terms.slt(a, b),
        Op::Sle => terms.sle(a, b),
    }
}
