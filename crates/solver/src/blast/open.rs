//! Open reads: bytes left free in the circuit, and tied to what they read only where a model shows that this is
//! necessary.
//!
//! Three kinds of reads are left open. Reads of *free bytes* at indices that can be anywhere: two of them must agree
//! where their indices do (Ackermann's reduction), which is stated for a pair only once a model gives both the same
//! index and different bytes. Reads over *long chains of stores*: unfolded store by store, down to the one that the
//! model's index hits. Reads of *big tables*: described block by block around the model's index, with blocks twice as
//! long each time. Everything that is added (a *lemma*) holds for arrays in general, so it may stay for good.
//!
//! This ends with a verdict: take the first open read, operands before users, whose byte in the circuit differs from
//! the one that evaluation gives. Everything it depends on is right, so its lemma is new and excludes this model; and
//! there are only finitely many lemmas. The idea is that of lemmas on demand (Brummayer and Biere, 2009); ours needs
//! no search of its own for the lemma, since evaluation finds it.

use super::{Blaster, Call, Shared};
use crate::aig::{Aig, Lit};
use crate::circuit;
use crate::query::{Query, Unknown};
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::rc::Rc;
use term::{BYTE, Evaluator, Form, GivenUp, Model, Symbol, Term};

/// What an open read leaves open.
pub(super) enum Gap {
    /// Free bytes from this index on.
    Free { array: Term, symbol: Symbol, from: u64 },
    /// A chain of stores.
    Stores,
    /// Stores, the first of which has been unfolded since.
    Unfolded,
    /// A table, of which blocks have been described this many times.
    Table { bytes: Rc<[u8]>, steps: u32 },
}

/// An open read.
pub(crate) struct Open {
    term: Term,
    index: Term,
    gap: Gap,
    /// The inputs that stand for the byte.
    byte: Shared,
}

impl Open {
    pub(super) fn new(term: &Term, index: &Term, gap: Gap, byte: Shared) -> Open {
        Open { term: term.clone(), index: index.clone(), gap, byte }
    }
}

/// The inputs that stand for free bytes at constant indices.
#[derive(Default)]
pub(crate) struct Inputs {
    /// In the order met.
    arrays: Vec<(Symbol, BTreeMap<u64, Shared>)>,
    /// The position in `arrays` by the number of the array's term, which is held.
    places: HashMap<u32, (Term, usize)>,
}

impl Inputs {
    pub(super) fn byte(&mut self, aig: &mut Aig, array: &Term, symbol: &Symbol, at: u64) -> Shared {
        let (_, place) = *self.places.entry(array.id()).or_insert_with(|| {
            self.arrays.push((symbol.clone(), BTreeMap::new()));
            (array.clone(), self.arrays.len() - 1)
        });
        let bytes = &mut self.arrays[place].1;
        bytes.entry(at).or_insert_with(|| aig.input_word(BYTE.0 as usize).into()).clone()
    }

    fn indices(&self, array: &Term, range: RangeInclusive<u64>) -> BTreeSet<u64> {
        let place = self.places.get(&array.id()).map(|(_, place)| *place);
        let bytes = place.into_iter().flat_map(|place| self.arrays[place].1.range(range.clone()));
        bytes.map(|(at, _)| *at).collect()
    }

    fn known(&self, array: &Term, at: u64) -> Option<&Shared> {
        let (_, place) = self.places.get(&array.id())?;
        self.arrays[*place].1.get(&at)
    }
}

/// What a model shows to be wrong with an open read.
enum Wrong {
    /// It and this other byte at the same index differ.
    Differs { read: usize, other: Source },
    /// It is not what the stores say.
    Stores(usize),
    /// It is not what the table says at this index.
    Table(usize, u64),
}

/// The reads that gave bytes to a model, by the number of the array and the index.
type Given = HashMap<(u32, u64), usize>;

/// What evaluation says about the byte of an open read.
enum Judged<'b> {
    /// It is the byte that is read.
    Right,
    /// It is a different one.
    Wrong(Wrong),
    /// The model has no byte of this array at this index yet.
    New(&'b Term, &'b Symbol, u64),
}

/// Where the byte of a model comes from.
#[derive(Clone)]
enum Source {
    /// An input at a constant index.
    Input(u64, Shared),
    /// Another open read.
    Read(usize),
}

impl Blaster {
    /// The values of the symbols, from the values of the inputs. Open reads are left out.
    pub(crate) fn model(&self, value: &dyn Fn(Lit) -> bool) -> Model {
        let mut model = Model::new();
        for (symbol, word) in &self.vectors {
            let limbs: Vec<u64> = word.chunks(64).map(|limb| number(limb, value)).collect();
            if limbs.iter().any(|&limb| limb != 0) {
                let width = numeric::Bits(word.len() as u32);
                model.set(symbol.clone(), numeric::Wide::from_limbs(width, &limbs));
            }
        }
        for (symbol, bytes) in &self.inputs.arrays {
            for (&at, word) in bytes {
                let byte = number(word, value) as u8;
                if byte != 0 {
                    model.set_byte(symbol, at, byte);
                }
            }
        }
        model
    }

    /// The indices in a range at which bytes of a free array are inputs.
    pub(crate) fn known_bytes(&self, array: &Term, range: RangeInclusive<u64>) -> BTreeSet<u64> {
        self.inputs.indices(array, range)
    }

    /// Completes a model with the open reads below these terms, as far as they agree. If a term that
    /// should hold then does not, the lemmas returned exclude the model; otherwise there are none.
    pub(crate) fn close(
        &mut self,
        call: Call<'_>,
        roots: &[Term],
        model: &mut Model,
        value: &dyn Fn(Lit) -> bool,
    ) -> Result<Vec<Lit>, Unknown> {
        let reads = self.reads_below(roots);
        let wrong = self.complete(call, &reads, model, value)?;
        let query = Query { terms: call.terms, constraints: roots };
        let holds = query.is_satisfied_until(model, call.limits);
        if holds.map_err(|given_up| call.limits.reason(given_up))? {
            return Ok(Vec::new());
        }
        let mut lemmas = Vec::new();
        for wrong in wrong {
            self.lemma(call, wrong, model, &mut lemmas)?;
        }
        if lemmas.is_empty() {
            // The bytes given last changed the values of stores that are not unfolded yet.
            for read in reads {
                if matches!(self.opens[read].gap, Gap::Stores) {
                    self.lemma(call, Wrong::Stores(read), model, &mut lemmas)?;
                }
            }
        }
        match lemmas.is_empty() {
            true => Err(Unknown::Failed("a model that evaluation does not confirm".into())),
            false => Ok(lemmas),
        }
    }

    /// The open reads below some terms, operands before users.
    fn reads_below(&self, roots: &[Term]) -> Vec<usize> {
        enum Step {
            Enter(Term),
            Leave(usize),
        }
        let mut order = Vec::new();
        let mut seen = HashSet::new();
        let mut stack: Vec<Step> = roots.iter().rev().cloned().map(Step::Enter).collect();
        while let Some(step) = stack.pop() {
            let term = match step {
                Step::Leave(read) => {
                    order.push(read);
                    continue;
                }
                Step::Enter(term) => term,
            };
            let entry = self.memo.get(&term.id());
            if entry.is_some_and(|entry| !entry.open) || !seen.insert(term.id()) {
                continue;
            }
            if let Some(&read) = self.open_reads.get(&term.id()) {
                stack.push(Step::Leave(read));
                stack.push(Step::Enter(self.opens[read].index.clone()));
            }
            match entry.and_then(|entry| entry.via.as_ref()) {
                Some(via) => stack.extend(via.iter().cloned().map(Step::Enter)),
                None => {
                    let operands = term.operands().into_iter().filter(|term| !term.is_array());
                    stack.extend(operands.map(Step::Enter));
                }
            }
        }
        order
    }

    /// Gives the bytes of the open reads to the model, and says what is wrong with them.
    fn complete(
        &self,
        call: Call<'_>,
        reads: &[usize],
        model: &mut Model,
        value: &dyn Fn(Lit) -> bool,
    ) -> Result<Vec<Wrong>, Unknown> {
        let mut given = Given::new();
        let mut wrong = Vec::new();
        let mut reads = reads.iter().copied();
        loop {
            // Values hold until the model changes.
            let mut values = Evaluator::until(model, call.limits);
            let new = reads.by_ref().find_map(|read| {
                let byte = number(&self.opens[read].byte, value) as u8;
                match self.judged(read, byte, &mut values, &given) {
                    Ok(Judged::Right) => None,
                    Ok(Judged::Wrong(what)) => {
                        wrong.push(what);
                        None
                    }
                    Ok(Judged::New(array, symbol, at)) => Some(Ok((read, array, symbol, at, byte))),
                    Err(given_up) => Some(Err(call.limits.reason(given_up))),
                }
            });
            drop(values);
            let Some((read, array, symbol, at, byte)) = new.transpose()? else { return Ok(wrong) };
            model.set_byte(symbol, at, byte);
            given.insert((array.id(), at), read);
        }
    }

    /// What evaluation says about the byte of an open read.
    fn judged(
        &self,
        read: usize,
        byte: u8,
        values: &mut Evaluator<'_>,
        given: &Given,
    ) -> Result<Judged<'_>, GivenUp> {
        let open = &self.opens[read];
        Ok(match &open.gap {
            Gap::Unfolded => Judged::Right,
            Gap::Stores => match values.try_eval(&open.term)?.low_u64() == u64::from(byte) {
                true => Judged::Right,
                false => Judged::Wrong(Wrong::Stores(read)),
            },
            Gap::Table { bytes, .. } => {
                let at = values.try_eval(&open.index)?.low_u64();
                match usize::try_from(at).ok().and_then(|at| bytes.get(at)) {
                    Some(&stored) if stored != byte => Judged::Wrong(Wrong::Table(read, at)),
                    _ => Judged::Right,
                }
            }
            Gap::Free { array, symbol, from } => {
                let at = values.try_eval(&open.index)?.low_u64();
                if at < *from {
                    return Ok(Judged::Right);
                }
                let input = self.inputs.known(array, at).cloned();
                let other = match (input, given.get(&(array.id(), at))) {
                    (Some(word), _) => Source::Input(at, word),
                    (None, Some(&other)) => Source::Read(other),
                    (None, None) => return Ok(Judged::New(array, symbol, at)),
                };
                match values.model().byte(symbol, at) == byte {
                    true => Judged::Right,
                    false => Judged::Wrong(Wrong::Differs { read, other }),
                }
            }
        })
    }

    fn lemma(
        &mut self,
        call: Call<'_>,
        wrong: Wrong,
        model: &Model,
        lemmas: &mut Vec<Lit>,
    ) -> Result<(), Unknown> {
        match wrong {
            Wrong::Differs { read, other } => {
                let index = &self.opens[read].index;
                let (same, byte) = match other {
                    Source::Input(at, word) => {
                        let at = call.terms.number(index.width(), at);
                        (call.terms.eq(index, &at), word)
                    }
                    Source::Read(other) => {
                        let other = &self.opens[other];
                        (call.terms.eq(index, &other.index), other.byte.clone())
                    }
                };
                let same = self.literal(call, &same)?;
                let agree = circuit::equal(&mut self.aig, &self.opens[read].byte, &byte);
                lemmas.push(self.aig.implies(same, agree));
                Ok(())
            }
            Wrong::Stores(read) => self.unfold(call, read, model, lemmas),
            Wrong::Table(read, at) => {
                self.describe(read, at, lemmas);
                Ok(())
            }
        }
    }

    /// Unfolds a chain of stores down to the one that the model's index hits.
    fn unfold(
        &mut self,
        call: Call<'_>,
        mut read: usize,
        model: &Model,
        lemmas: &mut Vec<Lit>,
    ) -> Result<(), Unknown> {
        while let Gap::Stores = self.opens[read].gap {
            let open = &self.opens[read];
            let (term, index) = (open.term.clone(), open.index.clone());
            let Form::Select(array, _) = term.form() else { unreachable!("{term:?} is a read") };
            let Form::Store(below, at, byte) = array.form() else {
                unreachable!("{array:?} has stores")
            };
            let hit = call.terms.eq(&index, &at);
            let rest = call.terms.select(&below, &index);
            let is_hit = self.literal(call, &hit)?;
            let stored = self.word(call, &byte)?;
            let otherwise = self.word(call, &rest)?;
            let found = circuit::ite(&mut self.aig, is_hit, &stored, &otherwise);
            let open = &mut self.opens[read];
            lemmas.push(circuit::equal(&mut self.aig, &open.byte, &found));
            open.gap = Gap::Unfolded;
            let next = self.open_reads.get(&rest.id()).copied();
            let stop = model.satisfies(&hit);
            if let Some(entry) = self.memo.get_mut(&term.id()) {
                entry.via = Some([index, hit, byte, rest].into());
            }
            match next {
                Some(next) if !stop => read = next,
                _ => break,
            }
        }
        Ok(())
    }

    /// Describes the block of a table around an index.
    fn describe(&mut self, read: usize, at: u64, lemmas: &mut Vec<Lit>) {
        let index = self.memo[&self.opens[read].index.id()].word.clone();
        let open = &mut self.opens[read];
        let Gap::Table { bytes, steps } = &mut open.gap else { unreachable!("a read of a table") };
        let bits = (6 + *steps).min(63);
        *steps += 1;
        let first = at >> bits << bits;
        let end = first.saturating_add(1 << bits).min(bytes.len() as u64);
        let block = &bytes[first as usize..end as usize];
        let (low, high) = index.split_at(bits as usize);
        let place = circuit::constant(at >> bits, high.len());
        let within = circuit::equal(&mut self.aig, high, &place);
        let found = circuit::table(&mut self.aig, low, block);
        let agree = circuit::equal(&mut self.aig, &open.byte, &found);
        lemmas.push(self.aig.implies(within, agree));
    }
}

/// The number that at most 64 literals are.
fn number(word: &[Lit], value: &dyn Fn(Lit) -> bool) -> u64 {
    word.iter().enumerate().fold(0, |number, (place, &bit)| {
        let bit = bit.as_constant().unwrap_or_else(|| value(bit));
        number | u64::from(bit) << place
    })
}
