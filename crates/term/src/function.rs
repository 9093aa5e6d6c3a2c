//! Functions of one table index: terms over reads of constant tables at one index plus constants.
//!
//! Such a term depends on the index alone, so it can be computed for every value that the index has: by a solver that
//! wants a diagram of the results, and by memory, where the result of one read determines the address of the next.

use std::rc::Rc;

use hashbrown::HashMap;
use numeric::{Bits, small};

use crate::Term;
use crate::form::{Binary, Form};

/// The most operators in such a term.
const OPERATORS: usize = 64;

/// The furthest a read may be from the index of the function.
const SPREAD: u64 = 256;

/// An operator of a function; its operands are given by their positions in the function.
enum Operator {
    Const(u64),
    /// A read at the index of the function plus this distance.
    Read(Rc<[u8]>, u64),
    Not(usize),
    Concat(usize, usize),
    Extract(usize, u32),
    Sext(usize),
    Ite(usize, usize, usize),
    Binary(Binary, usize, usize),
}

/// A term as a function of a table index.
pub struct Function {
    /// Operands before users, each with its width.
    operators: Vec<(Operator, Bits)>,
    /// The index.
    pub index: Term,
    /// How far below the index the reads go.
    below: u64,
    /// How far above it.
    pub above: u64,
}

/// Whether the leftmost leaf that is not a constant is a read of a table. This is cheap, and true of most functions.
fn begins_with_read(term: &Term) -> bool {
    let mut reached = term.clone();
    for _ in 0..12 {
        let other = |a: Term, b: Term| if a.is_const() { b } else { a };
        reached = match reached.form() {
            Form::Select(array, _) => return matches!(array.form(), Form::Table(_)),
            Form::Not(a) | Form::Sext(a) | Form::Extract(a, _) | Form::Ite(a, ..) => a,
            Form::Concat(a, b) | Form::Binary(_, a, b) => other(a, b),
            _ => return false,
        };
    }
    false
}

impl Function {
    /// The term as a function, if it has few operators.
    pub fn of(root: &Term) -> Option<Function> {
        if !begins_with_read(root) {
            return None;
        }
        let mut places: HashMap<u32, usize> = HashMap::new();
        let mut operators = Vec::new();
        let mut indices = Vec::new();
        let mut stack = vec![root.clone()];
        while let Some(term) = stack.pop() {
            if places.contains_key(&term.id()) {
                continue;
            }
            if operators.len() + stack.len() > OPERATORS || term.width().0 > 64 {
                return None;
            }
            let form = term.form();
            let operands = match &form {
                Form::Select(array, _) if matches!(array.form(), Form::Table(_)) => Vec::new(),
                Form::Const(_) => Vec::new(),
                Form::Not(_) | Form::Concat(..) | Form::Extract(..) | Form::Sext(_) => {
                    term.operands()
                }
                Form::Ite(..) | Form::Binary(..) => term.operands(),
                _ => return None,
            };
            if operands.iter().all(|operand| places.contains_key(&operand.id())) {
                let place = |term: &Term| places[&term.id()];
                operators.push((operator(form, place, &mut indices), term.width()));
                places.insert(term.id(), operators.len() - 1);
            } else {
                stack.push(term);
                stack.extend(operands);
            }
        }
        Function::over(operators, &indices)
    }

    /// Relative to the base of all indices if the reads are near it, otherwise to the lowest index.
    fn over(mut operators: Vec<(Operator, Bits)>, indices: &[Term]) -> Option<Function> {
        let parts: Vec<(Term, u64)> = indices.iter().map(base_and_distance).collect();
        let (base, first) = parts.first()?;
        if parts.iter().any(|(other, _)| other != base) {
            return None;
        }
        let is_near = |distance: i64| distance.unsigned_abs() < SPREAD;
        let (index, origin) = match parts.iter().all(|(_, distance)| is_near(*distance as i64)) {
            true => (base.clone(), 0),
            false => (indices[0].clone(), *first),
        };
        let (mut below, mut above) = (0, 0);
        for (operator, _) in &mut operators {
            if let Operator::Read(_, distance) = operator {
                *distance = distance.wrapping_sub(origin);
                let signed = *distance as i64;
                if !is_near(signed) {
                    return None;
                }
                below = below.max(signed.wrapping_neg());
                above = above.max(signed);
            }
        }
        Some(Function { operators, index, below: below as u64, above: above as u64 })
    }

    /// How many values of the index reach into a table without wrapping around.
    pub fn length(&self) -> u64 {
        let tables = self.operators.iter().filter_map(|(operator, _)| match operator {
            Operator::Read(bytes, _) => Some(bytes.len() as u64),
            _ => None,
        });
        tables.max().unwrap_or(0) + self.below
    }

    /// How many reads there are.
    pub fn reads(&self) -> usize {
        let is_read = |operator: &Operator| matches!(operator, Operator::Read(..));
        self.operators.iter().filter(|(operator, _)| is_read(operator)).count()
    }

    /// The values for this many indices from the first on.
    pub fn values(&self, first: u64, count: u64) -> Vec<u64> {
        let mut columns: Vec<Vec<u64>> = Vec::with_capacity(self.operators.len());
        for (operator, width) in &self.operators {
            let width = *width;
            let map = |a: usize, f: &dyn Fn(u64) -> u64| columns[a].iter().map(|&x| f(x)).collect();
            let column = match operator {
                Operator::Const(value) => vec![*value; count as usize],
                Operator::Read(bytes, distance) => {
                    let at = |i: u64| first.wrapping_add(i).wrapping_add(*distance);
                    let byte = |at: u64| usize::try_from(at).ok().and_then(|at| bytes.get(at));
                    (0..count).map(|i| byte(at(i)).map_or(0, |&byte| u64::from(byte))).collect()
                }
                Operator::Not(a) => map(*a, &|x| small::not(x, width)),
                Operator::Extract(a, lo) => map(*a, &|x| small::trunc(x >> lo, width)),
                Operator::Sext(a) => {
                    let from = self.operators[*a].1;
                    map(*a, &|x| small::sext(x, from, width))
                }
                Operator::Concat(a, b) => {
                    let low = self.operators[*b].1;
                    pairs(&columns[*a], &columns[*b], |x, y| x << low.0 | y)
                }
                Operator::Binary(op, a, b) => {
                    let width = self.operators[*a].1;
                    pairs(&columns[*a], &columns[*b], |x, y| op.apply(x, y, width))
                }
                Operator::Ite(c, a, b) => {
                    let branches = columns[*a].iter().zip(&columns[*b]);
                    let all = columns[*c].iter().zip(branches);
                    all.map(|(&c, (&a, &b))| if c != 0 { a } else { b }).collect()
                }
            };
            columns.push(column);
        }
        columns.pop().unwrap_or_default()
    }
}

fn pairs(a: &[u64], b: &[u64], f: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    a.iter().zip(b).map(|(&x, &y)| f(x, y)).collect()
}

/// The operator of a form that is known to be one; the index of a read is added to the indices.
fn operator(form: Form, place: impl Fn(&Term) -> usize, indices: &mut Vec<Term>) -> Operator {
    match form {
        Form::Const(value) => Operator::Const(value.low_u64()),
        Form::Select(array, index) => {
            let Form::Table(bytes) = array.form() else { unreachable!("a read of a table") };
            let (_, distance) = base_and_distance(&index);
            indices.push(index);
            Operator::Read(bytes, distance)
        }
        Form::Not(a) => Operator::Not(place(&a)),
        Form::Concat(a, b) => Operator::Concat(place(&a), place(&b)),
        Form::Extract(a, lo) => Operator::Extract(place(&a), lo),
        Form::Sext(a) => Operator::Sext(place(&a)),
        Form::Ite(c, a, b) => Operator::Ite(place(&c), place(&a), place(&b)),
        Form::Binary(op, a, b) => Operator::Binary(op, place(&a), place(&b)),
        form => unreachable!("{form:?} is no function of an index"),
    }
}

/// An index as a term plus a constant.
fn base_and_distance(index: &Term) -> (Term, u64) {
    match index.form() {
        Form::Binary(Binary::Add, base, distance) if distance.is_const() => {
            let distance = distance.as_const().map_or(0, |value| value.low_u64());
            (base, distance)
        }
        _ => (index.clone(), 0),
    }
}
