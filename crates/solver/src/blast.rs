//! Terms to graph nodes: a word of literals for every bit-vector term.
//!
//! A blaster owns its graph and remembers the word of every term it has met. It holds the term itself, so that the
//! number stays that term's for as long as the blaster lives. Work goes through a stack, never by recursion, since
//! terms are as deep as a run is long; a concatenation of many pieces is handled as a whole. Bits that the term's
//! facts determine are constants in its word, which lets the graph fold everything that depends on them, so operators
//! on narrow values shrink by themselves.
//!
//! Where a read of an array would be too expensive as a circuit, its byte is left free and the read is recorded as
//! *open*: the circuit then says too little, never too much. So *unsat* is final, and a model must be checked; module
//! `open` closes the gap step by step.

mod arith;
mod open;
mod read;
mod tabulate;

use open::{Inputs, Open};

use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};
use crate::query::Unknown;
use crate::sat::{Limits, Reason};
use hashbrown::HashMap;
use numeric::Wide;
use std::rc::Rc;
use term::{Binary, Float, Form, Symbol, Term, Terms};

/// A word that is shared.
pub(crate) type Shared = Rc<[Lit]>;

/// What a step may use: the store, to build the terms that a read unfolds to, and the limits of the call.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) limits: &'a Limits,
    /// The most nodes the graph may have.
    pub(crate) max_nodes: usize,
}

/// Why a step has no word yet.
enum Pause {
    /// Other terms have to be blasted first; they are in `missing`.
    Operands,
    /// There will be no word.
    Stop(Unknown),
}

impl From<Reason> for Pause {
    fn from(reason: Reason) -> Pause {
        Pause::Stop(Unknown::Limit(reason))
    }
}

struct Entry {
    /// Held, so that the number is not given to another term.
    term: Term,
    word: Shared,
    /// Whether an open read is below.
    open: bool,
    /// The terms this one was made of, where they are not its operands.
    via: Option<Box<[Term]>>,
}

/// The words of terms over one graph.
pub(crate) struct Blaster {
    aig: Aig,
    /// By the number of the term.
    memo: HashMap<u32, Entry>,
    /// Free bit-vectors, in the order met.
    vectors: Vec<(Symbol, Shared)>,
    inputs: Inputs,
    opens: Vec<Open>,
    /// Open reads by the number of their term.
    open_reads: HashMap<u32, usize>,
    /// Operands that the running step found without a word.
    missing: Vec<Term>,
    /// Whether an operand of the running step has an open read below.
    met_open: bool,
    /// What the running step used in place of the operands.
    met_via: Option<Box<[Term]>>,
    /// Steps until the clock is read again.
    patience: u32,
    /// The clock is also read when the graph reaches this many nodes.
    look_at: usize,
}

impl Blaster {
    /// How many steps are made between two readings of the clock.
    const STRETCH: u32 = 64;

    /// The same in nodes: one step may make thousands.
    const STRETCH_NODES: usize = 1 << 14;

    pub(crate) fn new() -> Blaster {
        Blaster {
            aig: Aig::new(),
            memo: HashMap::new(),
            vectors: Vec::new(),
            inputs: Inputs::default(),
            opens: Vec::new(),
            open_reads: HashMap::new(),
            missing: Vec::new(),
            met_open: false,
            met_via: None,
            patience: 0,
            look_at: 0,
        }
    }

    pub(crate) fn aig(&self) -> &Aig {
        &self.aig
    }

    /// The word of a bit-vector.
    pub(crate) fn word(&mut self, call: Call<'_>, root: &Term) -> Result<Shared, Unknown> {
        if let Some(entry) = self.memo.get(&root.id()) {
            return Ok(entry.word.clone());
        }
        let mut stack = vec![root.clone()];
        while let Some(term) = stack.pop() {
            if self.memo.contains_key(&term.id()) {
                continue;
            }
            self.met_open = false;
            self.met_via = None;
            match self.look(call).and_then(|()| self.step(call, &term)) {
                Ok(word) => self.remember(term, word),
                Err(Pause::Operands) => {
                    stack.push(term);
                    stack.append(&mut self.missing);
                }
                Err(Pause::Stop(unknown)) => {
                    self.missing.clear();
                    return Err(unknown);
                }
            }
        }
        Ok(self.memo[&root.id()].word.clone())
    }

    /// The literal of a truth value.
    pub(crate) fn literal(&mut self, call: Call<'_>, term: &Term) -> Result<Lit, Unknown> {
        self.word(call, term).map(|word| word[0])
    }

    /// Whether the circuit of a term met before has an open read.
    pub(crate) fn is_open(&self, term: &Term) -> bool {
        self.memo.get(&term.id()).is_some_and(|entry| entry.open)
    }

    /// The conjunction of literals.
    pub(crate) fn all(&mut self, literals: &[Lit]) -> Lit {
        self.aig.and_all(literals)
    }

    fn look(&mut self, call: Call<'_>) -> Result<(), Pause> {
        if self.aig.len() > call.max_nodes {
            return Err(Reason::Size.into());
        }
        if self.patience > 0 && self.aig.len() < self.look_at {
            self.patience -= 1;
            return Ok(());
        }
        self.patience = Blaster::STRETCH;
        self.look_at = self.aig.len() + Blaster::STRETCH_NODES;
        call.limits.over().map_or(Ok(()), |reason| Err(reason.into()))
    }

    fn remember(&mut self, term: Term, mut word: Word) {
        debug_assert_eq!(word.len(), term.width().0 as usize, "{term:?}");
        if let Some(facts) = term.facts() {
            for (bit, place) in word.iter_mut().zip(0..) {
                if let Some(known) = facts.bit(place) {
                    *bit = Lit::constant(known);
                }
            }
        }
        let open = self.met_open || self.open_reads.contains_key(&term.id());
        let entry = Entry { word: word.into(), open, via: self.met_via.take(), term };
        self.memo.insert(entry.term.id(), entry);
    }

    /// Whether all of these have words; those without one are added to the missing ones.
    fn ready<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>) -> Result<(), Pause> {
        let absent = terms.into_iter().filter(|term| !self.memo.contains_key(&term.id()));
        self.missing.extend(absent.cloned());
        if self.missing.is_empty() { Ok(()) } else { Err(Pause::Operands) }
    }

    /// The word of an operand that is ready.
    fn operand(&mut self, term: &Term) -> Shared {
        let entry = &self.memo[&term.id()];
        self.met_open |= entry.open;
        entry.word.clone()
    }

    /// The words of the operands; operands without one are added to the missing ones.
    fn operands<const N: usize>(&mut self, terms: [&Term; N]) -> Result<[Shared; N], Pause> {
        self.ready(terms)?;
        Ok(terms.map(|term| self.operand(term)))
    }

    /// Like [`operands`](Self::operands), for terms that are not operands but stand for them.
    fn instead<const N: usize>(&mut self, terms: [&Term; N]) -> Result<[Shared; N], Pause> {
        let words = self.operands(terms)?;
        self.met_via = Some(terms.into_iter().cloned().collect());
        Ok(words)
    }

    fn step(&mut self, call: Call<'_>, term: &Term) -> Result<Word, Pause> {
        let width = term.width().0 as usize;
        let form = term.form();
        let may_be_table = match &form {
            Form::Binary(..) => width == 1,
            Form::Select(..) | Form::Concat(..) => true,
            _ => false,
        };
        if may_be_table && let Some(word) = self.tabulated(term)? {
            return Ok(word);
        }
        match form {
            Form::Const(value) => Ok(constant(&value)),
            Form::Var(symbol) => {
                let word = self.aig.input_word(width);
                self.vectors.push((symbol, word.as_slice().into()));
                Ok(word)
            }
            Form::Select(array, index) => self.read(call, term, &array, &index),
            Form::Not(a) => self.operands([&a]).map(|[a]| circuit::not(&a)),
            Form::Concat(..) => self.concat(term),
            Form::Extract(a, lo) => {
                let [a] = self.operands([&a])?;
                Ok(a[lo as usize..][..width].to_vec())
            }
            Form::Sext(a) => {
                let mut word = self.operands([&a])?[0].to_vec();
                let sign = word[word.len() - 1];
                word.resize(width, sign);
                Ok(word)
            }
            Form::Ite(condition, then, other) => {
                let [condition, then, other] = self.operands([&condition, &then, &other])?;
                Ok(circuit::ite(&mut self.aig, condition[0], &then, &other))
            }
            Form::Binary(op, a, b) => self.binary(call, op, &a, &b),
            Form::Float(float, operands) => self.float(call, float, &operands, width),
            Form::Array(_)
            | Form::Table(_)
            | Form::Store(..)
            | Form::Range(..)
            | Form::Shift(..)
            | Form::Every(_)
            | Form::Lambda(_) => {
                unreachable!("an array is blasted by its reads")
            }
        }
    }

    /// A concatenation with all its pieces: the nested ones in between get no words of their own, which
    /// together would be quadratic.
    fn concat(&mut self, term: &Term) -> Result<Word, Pause> {
        let mut pieces = Vec::new();
        let mut rest = term.clone();
        while let Form::Concat(high, low) = rest.form() {
            pieces.push(high);
            rest = low;
            if self.memo.contains_key(&rest.id()) {
                break;
            }
        }
        pieces.push(rest);
        self.ready(&pieces)?;
        let mut word = Word::with_capacity(term.width().0 as usize);
        for piece in pieces.iter().rev() {
            word.extend_from_slice(&self.operand(piece));
        }
        Ok(word)
    }

    fn float(
        &mut self,
        call: Call<'_>,
        float: Float,
        operands: &[Term],
        width: usize,
    ) -> Result<Word, Pause> {
        self.ready(operands)?;
        let words: Vec<Shared> = operands.iter().map(|term| self.operand(term)).collect();
        let words: Vec<&[Lit]> = words.iter().map(|word| &**word).collect();
        if circuit::float::estimate(float, &words, width) > call.max_nodes as u64 {
            return Err(Reason::Size.into());
        }
        Ok(circuit::float::operation(&mut self.aig, float, &words, width))
    }

    fn binary(&mut self, call: Call<'_>, op: Binary, a: &Term, b: &Term) -> Result<Word, Pause> {
        match op {
            Binary::Add => return self.sum(a, b),
            Binary::Mul | Binary::Udiv | Binary::Urem | Binary::Sdiv | Binary::Srem => {
                return self.product_or_quotient(call, op, a, b);
            }
            Binary::Eq | Binary::Ult | Binary::Slt => {
                if let Some(word) = self.comparison_of_read(call, op, a, b)? {
                    return Ok(word);
                }
            }
            _ => {}
        }
        let [a, b] = self.operands([a, b])?;
        let aig = &mut self.aig;
        Ok(match op {
            Binary::And => circuit::and(aig, &a, &b),
            Binary::Or => circuit::or(aig, &a, &b),
            Binary::Xor => circuit::xor(aig, &a, &b),
            Binary::Shl => circuit::shl(aig, &a, &b),
            Binary::Lshr => circuit::lshr(aig, &a, &b),
            Binary::Ashr => circuit::ashr(aig, &a, &b),
            Binary::Eq => vec![circuit::equal(aig, &a, &b)],
            Binary::Ult => vec![circuit::ult(aig, &a, &b)],
            Binary::Slt => vec![circuit::slt(aig, &a, &b)],
            _ => unreachable!("{op:?} is arithmetic"),
        })
    }
}

fn constant(value: &Wide) -> Word {
    (0..value.width().0).map(|bit| Lit::constant(value.bit(bit))).collect()
}
