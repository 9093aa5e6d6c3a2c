//! Grids agree with evaluation at each of their points, whatever is created and dropped in between.

use std::collections::BTreeSet;

use numeric::{Bits, FloatKind, Rounding};
use random::Random;
use term::{
    Axis, BYTE, Binary, Float, FloatOp, Found, GivenUp, Grid, INDEX, Patience, Term, Terms,
};

/// Waits for as long as it takes, or not at all.
struct Waits(bool);

impl Patience for Waits {
    fn is_over(&self) -> bool {
        !self.0
    }
}

/// The widths of the terms.
const WIDTHS: [u32; 7] = [1, 4, 8, 20, 64, 80, 150];

/// Random terms over some inputs, made of each other.
struct Pool<'t> {
    terms: &'t Terms,
    random: Random,
    made: Vec<Term>,
}

impl Pool<'_> {
    /// A term of this width.
    fn pick(&mut self, width: Bits) -> Term {
        let at = self.random.index(self.made.len());
        let term = &self.made[at];
        match term.width().0 {
            of if of > width.0 => {
                let lowest = self.random.below(u64::from(of - width.0) + 1) as u32;
                self.terms.extract(term, lowest, width)
            }
            _ if self.random.once_in(2) => self.terms.zext(term, width),
            _ => self.terms.sext(term, width),
        }
    }

    /// An array that is read: a table or the bytes of an input, with stores on it.
    fn array(&mut self, bytes: &Term) -> Term {
        let table = self.terms.table(self.random.bytes(24).into());
        let mut array = if self.random.once_in(3) { bytes.clone() } else { table };
        // A long chain at indices that are known.
        for at in 0..if self.random.once_in(8) { 100 } else { 0 } {
            let byte =
                if self.random.once_in(4) { self.pick(BYTE) } else { self.terms.number(BYTE, at) };
            array = self.terms.store(&array, &self.terms.number(INDEX, at * 7 % 20), &byte);
        }
        for _ in 0..self.random.below(4) {
            let at = self.terms.and(&self.pick(INDEX), &self.terms.number(INDEX, 15));
            let byte = self.pick(BYTE);
            array = self.terms.store(&array, &at, &byte);
        }
        array
    }

    /// A float operator on bits of any meaning.
    fn float(&mut self) -> Term {
        let kind = self.random.pick(&FloatKind::ALL);
        let op = self.random.pick(&FloatOp::ALL);
        let rounding = self.random.pick(&[Rounding::NearestEven, Rounding::TowardZero]);
        let integer = Bits(self.random.pick(&WIDTHS));
        let taken = if op.takes_integer() { integer } else { kind.width() };
        let operands: Vec<Term> = (0..op.arity()).map(|_| self.pick(taken)).collect();
        let operands: Vec<&Term> = operands.iter().collect();
        let float = Float { op, kind, rounding };
        let result = float.result().map_or(integer, FloatKind::width);
        let width = if op.is_comparison() { Bits(1) } else { result };
        self.terms.float(float, &operands, width)
    }

    fn grow(&mut self, bytes: &Term) {
        let width = Bits(self.random.pick(&WIDTHS));
        let (a, b) = (self.pick(width), self.pick(width));
        let terms = self.terms;
        let new = match self.random.below(12) {
            0 => terms.not(&a),
            1 | 2 => terms.ite(&self.pick(Bits(1)), &a, &b),
            3 => {
                let array = self.array(bytes);
                let at = terms.and(&self.pick(INDEX), &terms.number(INDEX, 31));
                terms.select(&array, &at)
            }
            4 => terms.eq(&a, &b),
            5 if width.0 < 100 => terms.concat(&a, &b),
            10 | 11 => self.float(),
            6 => terms.number(width, self.random.next()),
            _ => terms.binary(self.random.pick(&Binary::ALL), &a, &b),
        };
        self.made.push(new);
    }
}

/// Also with inputs that are no axes: what is found holds for all their values.
#[test]
fn a_grid_agrees_with_evaluation() {
    let (mut first, mut later, mut nowhere, mut unknown) = (0, 0, 0, 0);
    // Lists of several values, and of exactly those that there are.
    let (mut listed, mut exact) = (0, 0);
    for seed in 0..60 {
        let terms = Terms::new();
        let (x, flag) = (terms.var("x", Bits(20)), terms.var("flag", Bits(1)));
        let bytes = terms.array("bytes", Some(8));
        let byte = terms.select(&bytes, &terms.number(INDEX, 3));
        let byte_name = byte.inputs()[0].name();
        let free = terms.select(&bytes, &terms.number(INDEX, 5));
        let axis = |input: &Term, low, high| Axis { input: input.inputs()[0].clone(), low, high };
        // With 1, 14 and 140 points, and 64 to the last bit.
        let ends = [(5, 5), (5, 11), (5, 11), (5, 20)][seed % 4];
        let last = [7, 7, 16, 8][seed % 4];
        let mut axes = vec![axis(&byte, 7, last), axis(&x, ends.0, ends.1)];
        if seed % 4 != 0 {
            axes.insert(0, axis(&flag, 0, 1));
        }
        let points = axes.iter().map(|axis| axis.values().expect("few")).product::<u64>() as usize;
        let mut grid = Grid::new(axes.clone());
        let mut random = Random::new(seed as u64);
        for _ in 0..4 {
            let leaves = vec![x.clone(), byte.clone(), flag.clone(), terms.number(BYTE, 9)];
            let mut pool = Pool { terms: &terms, random: random.split(), made: leaves };
            if seed % 3 == 0 {
                // Known at some points.
                let half = terms.ite(&pool.pick(Bits(1)), &byte, &free);
                pool.made.push(half);
            }
            (0..60).for_each(|_| pool.grow(&bytes));
            for _ in 0..12 {
                let truths: Vec<Term> =
                    (0..1 + pool.random.below(2)).map(|_| pool.pick(Bits(1))).collect();
                let found = grid.search(&truths, &Waits(true)).expect("someone waits");
                for others in [0, 1, 128, 255] {
                    let holds = |point: &usize| {
                        let mut model = grid.model(*point, &axes);
                        for index in [0, 1, 2, 4, 5, 6, 7] {
                            model.set_byte(&byte_name, index, others);
                        }
                        truths.iter().all(|truth| model.satisfies(truth))
                    };
                    match found {
                        Found::First(point) => assert_eq!((0..points).find(holds), Some(point)),
                        Found::Later(point) => assert!(holds(&point), "seed {seed}: {truths:?}"),
                        Found::Nowhere => assert_eq!((0..points).find(holds), None),
                        Found::Unknown => {}
                    }
                }
                let of = pool.pick(Bits(64));
                let values = grid.values(&of, &truths, &Waits(true)).expect("someone waits");
                let all: BTreeSet<u64> = (0..points)
                    .map(|point| grid.model(point, &axes))
                    .filter(|model| truths.iter().all(|truth| model.satisfies(truth)))
                    .map(|model| model.eval(&of).low_u64())
                    .collect();
                if let Some(values) = values {
                    assert!(all.iter().all(|value| values.contains(value)), "seed {seed}");
                    let sure = !matches!(found, Found::Unknown) && seed % 3 != 0;
                    listed += usize::from(all.len() > 1);
                    exact += usize::from(sure && all.iter().eq(&values));
                }
                *match found {
                    Found::First(_) => &mut first,
                    Found::Later(_) => &mut later,
                    Found::Nowhere => &mut nowhere,
                    Found::Unknown => &mut unknown,
                } += 1;
            }
        }
    }
    let all = [first, later, nowhere, unknown];
    assert!(listed > 80 && exact > 1000, "{listed} {exact}");
    assert!(first > 500 && later > 20 && nowhere > 500 && unknown < 900, "{all:?}");
}

/// A grid is given up when nobody waits, and what it computed before is right.
#[test]
fn a_search_is_given_up() {
    let terms = Terms::new();
    let x = terms.var("x", BYTE);
    let axis = Axis { input: x.inputs()[0].clone(), low: 0, high: 255 };
    let mut grid = Grid::new(vec![axis]);
    let mut long = x.clone();
    for _ in 0..150_000 {
        long = terms.xor(&terms.mul(&long, &x), &terms.add(&long, &terms.number(BYTE, 1)));
    }
    let truth = terms.eq(&long, &x);
    assert_eq!(grid.search(std::slice::from_ref(&truth), &Waits(false)), Err(GivenUp));
    let small = terms.eq(&terms.mul(&x, &x), &terms.number(BYTE, 49));
    assert_eq!(grid.search(&[small], &Waits(false)), Ok(Found::First(7)));
    assert_eq!(grid.search(&[truth], &Waits(true)), Ok(Found::Unknown), "too many nodes");
}
