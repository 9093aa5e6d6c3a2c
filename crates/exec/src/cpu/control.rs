//! Where control goes.

use std::collections::HashMap;

use ir::{Operand, Pc, SwitchTable};
use memory::{Pointer, Value};
use numeric::Bits;
use term::{Term, Terms};

use super::{Cpu, truth, used};
use crate::ask::{Ask, Way, Ways, initialised};
use crate::halt::{Attempt, Use};

/// A bulk operation on more bytes than this is not done in the loop.
const MANY_BYTES: u64 = 1 << 20;

impl Cpu<'_> {
    /// Whether the condition of a branch holds.
    #[inline(always)]
    pub fn truth(&self, condition: Operand) -> Attempt<bool> {
        match self.get(condition) {
            Value::Int(n) => Ok(n & 1 == 1),
            other => truth(self.known(), other),
        }
    }

    /// Whether this many bytes at these pointers can be accessed without asking, and are too few to need a check of
    /// the memory limit.
    #[inline]
    pub fn sure<const N: usize>(&self, pointers: [Operand; N], len: Operand) -> bool {
        let Value::Int(len) = *self.get(len) else { return false };
        if len > MANY_BYTES {
            return false;
        }
        pointers.iter().all(|&pointer| match *self.get(pointer) {
            Value::Ptr { id, offset } => {
                self.memory.objects().bounds_known(Pointer { id, offset }, len).is_some()
            }
            Value::Symbolic(_) => false,
            _ => true,
        })
    }

    /// Where a switch goes.
    #[inline]
    pub fn switch(&self, w: u8, value: Operand, table: &SwitchTable) -> Attempt<Pc> {
        match self.get(value) {
            Value::Int(n) => Ok(case(table, *n)),
            other => self.switch_slow(w, other, table),
        }
    }

    /// Asks for the target: each feasible one is a path.
    #[inline(never)]
    fn switch_slow(&self, w: u8, value: &Value, table: &SwitchTable) -> Attempt<Pc> {
        used(value)?;
        let Value::Symbolic(_) = value else { return Ok(case(table, self.memory.number(value)?)) };
        let value = self.memory.term_of(value, Bits(u32::from(w)));
        if let Some(known) = value.as_const() {
            return Ok(case(table, known.low_u64()));
        }
        initialised(self.known(), &value, Use::Condition)?;
        let terms = self.memory.terms();
        if let Some(example) = self.found.answers.example(&value) {
            let to = case(table, example);
            let taken = goes_to(terms, &value, table, to);
            if self.found.answers.settled(&taken) == Some(1) {
                return Ok(to);
            }
        }
        Err(Ask::Ways(Box::new(ways(terms, value, table))).into())
    }
}

/// The ways of a switch: in the order of the least case of each, the default last.
fn ways(terms: &Terms, value: Term, table: &SwitchTable) -> Ways {
    let mut numbers: Vec<Vec<u64>> = Vec::new();
    let mut known: HashMap<Pc, usize> = HashMap::new();
    for &(number, to) in table.cases.iter().filter(|(_, to)| *to != table.default) {
        let way = *known.entry(to).or_insert(numbers.len());
        if way == numbers.len() {
            numbers.push(Vec::new());
        }
        numbers[way].push(number);
    }
    let way = |numbers: &Vec<u64>| Way {
        condition: among(terms, &value, numbers.iter().copied()),
        sample: numbers[0],
    };
    let mut ways: Vec<Way> = numbers.iter().map(way).collect();
    let condition = goes_to(terms, &value, table, table.default);
    ways.push(Way { condition, sample: elsewhere(table) });
    Ways { value, ways }
}

/// A number that leads to the default of a switch, if any does.
fn elsewhere(table: &SwitchTable) -> u64 {
    let mut numbers = table.cases.iter().filter(|(_, to)| *to != table.default);
    let mut free = 0;
    while numbers.next().is_some_and(|(number, _)| *number == free) {
        free += 1;
    }
    free
}

/// Whether a switch goes to a target.
fn goes_to(terms: &Terms, value: &Term, table: &SwitchTable, target: Pc) -> Term {
    let cases = |leads: &dyn Fn(Pc) -> bool| {
        let numbers = table.cases.iter().filter(|(_, to)| leads(*to)).map(|(number, _)| *number);
        among(terms, value, numbers)
    };
    match target == table.default {
        true => terms.not(&cases(&|to| to != target)),
        false => cases(&|to| to == target),
    }
}

/// Whether a value is one of some numbers, given in order. A run of consecutive numbers is one comparison.
fn among(terms: &Terms, value: &Term, numbers: impl Iterator<Item = u64>) -> Term {
    let constant = |number: u64| terms.number(value.width(), number);
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let is_in = |&(first, last): &(u64, u64)| match first == last {
        true => terms.eq(value, &constant(first)),
        false => terms.ule(&terms.sub(value, &constant(first)), &constant(last - first)),
    };
    let mut all: Vec<Term> = runs.iter().map(is_in).collect();
    // A balanced tree: a chain would be deep.
    while all.len() > 1 {
        let either =
            |pair: &[Term]| pair.iter().skip(1).fold(pair[0].clone(), |a, b| terms.or(&a, b));
        all = all.chunks(2).map(either).collect();
    }
    all.pop().unwrap_or_else(|| terms.number(Bits(1), 0))
}

/// The target of a switch.
fn case(table: &SwitchTable, value: u64) -> Pc {
    if let Some((base, targets)) = &table.dense {
        let found = usize::try_from(value.wrapping_sub(*base)).ok().and_then(|i| targets.get(i));
        return found.copied().unwrap_or(table.default);
    }
    match table.cases.binary_search_by_key(&value, |c| c.0) {
        Ok(found) => table.cases[found].1,
        Err(_) => table.default,
    }
}
