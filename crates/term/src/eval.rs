//! The value of terms under a model.
//!
//! Values of up to 64 bits, which are almost all, are computed in machine words. The value of a node with one use is
//! computed where it is used; that of a shared one is remembered by the evaluator, so that heavily shared terms are
//! no problem. Neither are deep ones: evaluation recurses, but only [`DEPTH`] levels, then gives up with the node it
//! did not reach, which is then evaluated first, from a list of such nodes. Of an update chain only the stores before
//! the hit are visited.

use crate::float::Float;
use crate::form::Binary;
use crate::memo::Memo;
use crate::model::{Bytes, Model};
use crate::patience::{Endless, GivenUp, Patience, Steps, endless};
use crate::store::{Key, Kind, Node, Payload, Store};
use crate::{Term, fold};
use numeric::{Bits, Wide, small};

/// How deep evaluation recurses.
const DEPTH: u32 = 128;

/// Evaluates terms under one model; shared parts are evaluated once.
///
/// Terms are held for as long as values below them are remembered, since the number of a node that is freed could be
/// given to another.
pub struct Evaluator<'m> {
    model: &'m Model,
    /// The value of a node; of one wider than 64 bits, its place in `wides`; of an array, in `arrays`.
    memo: Memo,
    wides: Vec<Wide>,
    arrays: Vec<Option<&'m Bytes>>,
    /// The array read last.
    last: Option<(u32, Option<&'m Bytes>)>,
    /// Invariant: all of one store; between calls, every node in `memo` and `last` lies below one.
    held: Vec<Term>,
    /// Whether the current call remembered something.
    learnt: bool,
    steps: Steps<'m>,
}

impl<'m> Evaluator<'m> {
    /// An evaluator under this model.
    pub fn new(model: &'m Model) -> Evaluator<'m> {
        Evaluator::until(model, &Endless)
    }

    /// An evaluator that can be interrupted.
    pub fn until(model: &'m Model, patience: &'m dyn Patience) -> Evaluator<'m> {
        let memo = Memo::default();
        let (wides, arrays, held) = (Vec::new(), Vec::new(), Vec::new());
        let steps = Steps::new(patience);
        Evaluator { model, memo, wides, arrays, last: None, held, learnt: false, steps }
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The value of a bit-vector term.
    ///
    /// # Panics
    /// If the term is an array, or the evaluation was interrupted.
    pub fn eval(&mut self, term: &Term) -> Wide {
        endless(self.try_eval(term))
    }

    /// The same; fails if it was interrupted.
    pub fn try_eval(&mut self, term: &Term) -> Result<Wide, GivenUp> {
        self.enter(term);
        let value = self.value(term);
        self.hold(term);
        value
    }

    /// Whether a truth value holds.
    ///
    /// # Panics
    /// If the term is not of width 1, or the evaluation was interrupted.
    pub fn satisfies(&mut self, term: &Term) -> bool {
        endless(self.try_satisfies(term))
    }

    /// The same; fails if it was interrupted.
    pub fn try_satisfies(&mut self, term: &Term) -> Result<bool, GivenUp> {
        self.enter(term);
        let holds = self.holds(term);
        self.hold(term);
        holds
    }

    /// The value of one term, which outlives the evaluator and need not be held.
    pub(crate) fn value_once(mut self, term: &Term) -> Result<Wide, GivenUp> {
        let value = self.value(term);
        self.recycle(term);
        value
    }

    /// Whether one truth value holds, likewise.
    pub(crate) fn holds_once(mut self, term: &Term) -> Result<bool, GivenUp> {
        let holds = self.holds(term);
        self.recycle(term);
        holds
    }

    fn value(&mut self, term: &Term) -> Result<Wide, GivenUp> {
        match term.width() {
            width @ Bits(1..=64) => {
                let value = self.run(term, |run, id| run.small(id, DEPTH));
                value.map(|value| Wide::from_u64(width, value))
            }
            _ => self.run(term, |run, id| run.wide(id, DEPTH)),
        }
    }

    fn holds(&mut self, term: &Term) -> Result<bool, GivenUp> {
        assert_eq!(term.width(), Bits(1), "a truth value");
        self.run(term, |run, id| run.small(id, DEPTH)).map(|value| value != 0)
    }

    fn run<T>(
        &mut self,
        term: &Term,
        value: impl Fn(&mut Run<'_, '_, 'm>, u32) -> Result<T, Stop>,
    ) -> Result<T, GivenUp> {
        term.with_store(|store| {
            let mut run = Run { store, of: self, remember: Remember::Shared };
            match value(&mut run, term.id()) {
                Ok(value) => return Ok(value),
                Err(Stop::GivenUp) => return Err(GivenUp),
                Err(Stop::Deep(first)) => run.deep(term.id(), first)?,
            }
            match value(&mut run, term.id()) {
                Ok(value) => Ok(value),
                Err(Stop::GivenUp) => Err(GivenUp),
                Err(Stop::Deep(_)) => unreachable!("everything below is known"),
            }
        })
    }

    /// A term of another store starts from scratch.
    fn enter(&mut self, term: &Term) {
        if self.held.last().is_some_and(|held| !held.shares_store(term)) {
            self.forget();
        }
    }

    /// Keeps the term if something below it was remembered.
    fn hold(&mut self, term: &Term) {
        if std::mem::take(&mut self.learnt) {
            self.held.push(term.clone());
        }
    }

    /// Gives the memory of the memo back to the store of the term.
    fn recycle(&mut self, term: &Term) {
        if self.memo.has_slots() {
            let memo = std::mem::take(&mut self.memo).emptied();
            term.with_store(|store| store.scratch.set(memo));
        }
    }

    /// Drops all that is remembered.
    fn forget(&mut self) {
        if let Some(term) = self.held.pop() {
            self.recycle(&term);
        }
        self.wides.clear();
        self.arrays.clear();
        self.last = None;
        self.held.clear();
    }
}

impl Drop for Evaluator<'_> {
    fn drop(&mut self) {
        self.forget();
    }
}

/// Which values to remember.
#[derive(Clone, Copy, PartialEq)]
enum Remember {
    /// Those used more than once.
    Shared,
    /// All: in deep terms, nodes are visited again once the missing values are there.
    All,
}

/// Why a node has no value yet.
enum Stop {
    /// This node was too deep: it has to be evaluated first.
    Deep(u32),
    /// The evaluation was interrupted.
    GivenUp,
}

impl From<GivenUp> for Stop {
    fn from(_: GivenUp) -> Stop {
        Stop::GivenUp
    }
}

/// One evaluation.
struct Run<'e, 's, 'm> {
    store: &'s Store,
    of: &'e mut Evaluator<'m>,
    remember: Remember,
}

impl<'m> Run<'_, '_, 'm> {
    /// Evaluates the root, beginning with the first node that was too deep.
    fn deep(&mut self, root: u32, first: u32) -> Result<(), GivenUp> {
        self.remember = Remember::All;
        let mut todo = vec![root, first];
        while let Some(id) = todo.last().copied() {
            let done = match self.width(id) {
                0..=64 => self.small(id, DEPTH).map(|_| ()),
                _ => self.wide(id, DEPTH).map(|_| ()),
            };
            match done {
                Ok(()) => drop(todo.pop()),
                Err(Stop::Deep(missing)) => todo.push(missing),
                Err(Stop::GivenUp) => return Err(GivenUp),
            }
        }
        Ok(())
    }

    #[inline]
    fn width(&self, id: u32) -> u32 {
        self.store.node(id).key.width
    }

    fn remembers(&self, node: &Node) -> bool {
        node.is_shared() || self.remember == Remember::All
    }

    fn insert(&mut self, id: u32, value: u64) -> Result<(), GivenUp> {
        if !self.of.memo.has_slots() {
            self.of.memo = self.store.scratch.take();
        }
        self.of.learnt = true;
        self.of.memo.insert(id, value);
        self.of.steps.step()
    }

    /// The value of a node of up to 64 bits.
    fn small(&mut self, id: u32, depth: u32) -> Result<u64, Stop> {
        let node = self.store.node(id);
        if node.key.kind == Kind::Const {
            return Ok(node.small_value());
        }
        let remembers = self.remembers(node);
        if remembers && let Some(value) = self.of.memo.get(id) {
            return Ok(value);
        }
        let depth = depth.checked_sub(1).ok_or(Stop::Deep(id))?;
        let value = self.small_step(&node.key, depth)?;
        if remembers {
            self.insert(id, value)?;
        }
        Ok(value)
    }

    fn small_step(&mut self, key: &Key, depth: u32) -> Result<u64, Stop> {
        let [a, b, c] = key.words;
        let width = Bits(key.width);
        Ok(match key.kind {
            Kind::Var => self.vector(key).map_or(0, |value| value.low_u64()),
            Kind::Select => self.select(a, b, depth)?,
            Kind::Not => small::not(self.small(a, depth)?, width),
            Kind::Concat => self.concat_small(a, b, depth)?,
            Kind::Extract if self.width(a) > 64 => self.wide(a, depth)?.extract(b, width).low_u64(),
            Kind::Extract => small::trunc(self.small(a, depth)? >> b, width),
            Kind::Sext => small::sext(self.small(a, depth)?, Bits(self.width(a)), width),
            Kind::Ite if self.small(a, depth)? == 0 => self.small(c, depth)?,
            Kind::Ite => self.small(b, depth)?,
            Kind::Binary(op) if self.width(a) > 64 => {
                fold::binary(op, &self.wide(a, depth)?, &self.wide(b, depth)?).low_u64()
            }
            Kind::Binary(op) => self.binary_small(op, a, b, depth)?,
            Kind::Float(float) => self.float(float, key, depth)?.low_u64(),
            Kind::Const | Kind::Wide => unreachable!("constants are values"),
            Kind::Array
            | Kind::Table
            | Kind::Store
            | Kind::Range
            | Kind::Shift
            | Kind::Every
            | Kind::Lambda
            | Kind::Vacant => {
                unreachable!("an array is evaluated by its reads")
            }
        })
    }

    fn binary_small(&mut self, op: Binary, a: u32, b: u32, depth: u32) -> Result<u64, Stop> {
        let x = self.small(a, depth)?;
        if x == 0 && op == Binary::And {
            return Ok(0);
        }
        let y = self.small(b, depth)?;
        Ok(fold::small(op, x, y, Bits(self.width(a))))
    }

    fn vector(&self, key: &Key) -> Option<&'m Wide> {
        match self.store.payload_of(key) {
            Payload::Symbol(symbol) => self.of.model.vector(symbol),
            _ => unreachable!("a free bit-vector is a symbol"),
        }
    }

    /// The low part, if it is a concatenation that is not used elsewhere and so part of this one.
    fn spine(&self, low: u32) -> Option<(u32, u32)> {
        let node = self.store.node(low);
        let goes_on = node.key.kind == Kind::Concat && !node.is_shared();
        goes_on.then_some((node.key.words[0], node.key.words[1]))
    }

    fn concat_small(&mut self, high: u32, mut low: u32, depth: u32) -> Result<u64, Stop> {
        let mut value = self.small(high, depth)?;
        while let Some((next, rest)) = self.spine(low) {
            value = value << self.width(next) | self.small(next, depth)?;
            low = rest;
        }
        Ok(value << self.width(low) | self.small(low, depth)?)
    }

    fn concat_wide(&mut self, key: &Key, depth: u32) -> Result<Wide, Stop> {
        let mut limbs = vec![0; key.width.div_ceil(64) as usize];
        let [high, mut low, _] = key.words;
        let mut end = key.width;
        let mut put = |run: &mut Self, piece: u32| -> Result<(), Stop> {
            end -= run.width(piece);
            match run.width(piece) {
                0..=64 => fold::place(&mut limbs, end, &[run.small(piece, depth)?]),
                _ => fold::place(&mut limbs, end, run.wide(piece, depth)?.limbs()),
            }
            Ok(())
        };
        put(self, high)?;
        while let Some((next, rest)) = self.spine(low) {
            put(self, next)?;
            low = rest;
        }
        put(self, low)?;
        Ok(Wide::from_limbs(Bits(key.width), &limbs))
    }

    /// The value of a node of any width.
    fn any(&mut self, id: u32, depth: u32) -> Result<Wide, Stop> {
        match self.width(id) {
            width @ 0..=64 => Ok(Wide::from_u64(Bits(width), self.small(id, depth)?)),
            _ => self.wide(id, depth),
        }
    }

    /// The value of a node of more than 64 bits.
    fn wide(&mut self, id: u32, depth: u32) -> Result<Wide, Stop> {
        let node = self.store.node(id);
        if node.key.kind == Kind::Wide
            && let Payload::Wide(value) = self.store.payload_of(&node.key)
        {
            return Ok(value.clone());
        }
        let remembers = self.remembers(node);
        if remembers && let Some(at) = self.of.memo.get(id) {
            return Ok(self.of.wides[at as usize].clone());
        }
        let depth = depth.checked_sub(1).ok_or(Stop::Deep(id))?;
        let value = self.wide_step(&node.key, depth)?;
        if remembers {
            let place = self.of.wides.len() as u64;
            self.of.wides.push(value.clone());
            self.insert(id, place)?;
        }
        Ok(value)
    }

    fn wide_step(&mut self, key: &Key, depth: u32) -> Result<Wide, Stop> {
        let [a, b, c] = key.words;
        let width = Bits(key.width);
        Ok(match key.kind {
            Kind::Var => self.vector(key).cloned().unwrap_or_else(|| Wide::zero(width)),
            Kind::Not => self.wide(a, depth)?.not(),
            Kind::Concat => self.concat_wide(key, depth)?,
            Kind::Extract => self.wide(a, depth)?.extract(b, width),
            Kind::Sext => self.any(a, depth)?.sext(width),
            Kind::Ite if self.small(a, depth)? == 0 => self.wide(c, depth)?,
            Kind::Ite => self.wide(b, depth)?,
            Kind::Binary(op) => fold::binary(op, &self.wide(a, depth)?, &self.wide(b, depth)?),
            Kind::Float(float) => self.float(float, key, depth)?,
            kind => unreachable!("{kind:?} is not so wide"),
        })
    }

    fn float(&mut self, float: Float, key: &Key, depth: u32) -> Result<Wide, Stop> {
        let [a, b, c] = key.words;
        let width = Bits(key.width);
        let first = self.any(a, depth)?;
        Ok(match float.op.arity() {
            1 => float.apply(&[first], width),
            2 => float.apply(&[first, self.any(b, depth)?], width),
            _ => float.apply(&[first, self.any(b, depth)?, self.any(c, depth)?], width),
        })
    }

    fn select(&mut self, mut array: u32, index: u32, depth: u32) -> Result<u64, Stop> {
        let index = self.small(index, depth)?;
        loop {
            let key = &self.store.node(array).key;
            let [below, at, byte] = key.words;
            if key.kind != Kind::Store {
                return Ok(u64::from(self.base_byte(array, key, index)?));
            }
            self.of.steps.step()?;
            if self.small(at, depth)? == index {
                return self.small(byte, depth);
            }
            array = below;
        }
    }

    fn base_byte(&mut self, array: u32, key: &Key, index: u64) -> Result<u8, GivenUp> {
        Ok(match self.store.payload_of(key) {
            Payload::Symbol(_) => {
                let bytes = self.bytes(array, key)?;
                bytes.and_then(|bytes| bytes.get(index)).unwrap_or(0)
            }
            Payload::Bytes(bytes) => {
                let at = usize::try_from(index).ok();
                at.and_then(|at| bytes.get(at)).map_or(0, |byte| *byte)
            }
            Payload::Wide(_) => unreachable!("a number is no array"),
        })
    }

    /// The bytes that the model gives an array. The name is looked up once.
    fn bytes(&mut self, array: u32, key: &Key) -> Result<Option<&'m Bytes>, GivenUp> {
        if let Some((last, bytes)) = self.of.last
            && last == array
        {
            return Ok(bytes);
        }
        let known = self.of.memo.get(array).map(|at| self.of.arrays[at as usize]);
        let bytes = known.unwrap_or_else(|| match self.store.payload_of(key) {
            Payload::Symbol(symbol) => self.of.model.bytes(symbol),
            _ => unreachable!("free bytes are a symbol"),
        });
        // Most evaluations see one array only, for which `last` is enough.
        if known.is_none() && self.of.last.is_some() {
            let place = self.of.arrays.len() as u64;
            self.of.arrays.push(bytes);
            self.insert(array, place)?;
        }
        self.of.learnt |= known.is_none();
        self.of.last = Some((array, bytes));
        Ok(bytes)
    }
}
