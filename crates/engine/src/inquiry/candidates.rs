//! All objects that a pointer can point to on a path.
//!
//! Whichever way they are looked for, the result is the same: the solver has shown that there are no others, or it is
//! said that this is not known. All ways begin as KLEE does: a value of the pointer names one object, and most pointers
//! cannot point to another.
//!
//! Trabish and Rinetzky (*Relocatable addressing model for symbolic execution*, ISSTA 2020) look at objects with the
//! contexts of earlier results first, ask whether the pointer can point to anything else, and scan all objects if it can.
//! Here the model of that question names an object that was missed, or a gap between two, so that no scan is needed.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

use exec::Topic;
use memory::{Lane, Memory, ObjectId, Within};
use solver::Path;
use term::Term;
use tree::Answer;

use super::{Inquiry, Side};
use crate::saving::Next;

/// What is resolved.
#[derive(Clone, Copy)]
pub(crate) enum Sought<'a> {
    /// A lane: the id is one of these.
    Lane(&'a Term, &'a [ObjectId]),
    /// An integer used as a pointer: it lies in a live object, or in none.
    Number(&'a Term),
}

impl Sought<'_> {
    /// What determines the object.
    pub fn term(&self) -> &Term {
        match self {
            Sought::Lane(term, _) | Sought::Number(term) => term,
        }
    }

    /// All objects that it could be, if nothing was known about the path: those of a number by address.
    pub fn all(&self, memory: &Memory) -> Vec<ObjectId> {
        match self {
            Sought::Lane(_, ids) => ids.to_vec(),
            Sought::Number(_) => memory.objects().find_all().map(|(id, _)| id).collect(),
        }
    }

    /// Whether it could be an object, if nothing was known about the path.
    fn may_be(&self, id: ObjectId) -> bool {
        match self {
            Sought::Lane(_, ids) => ids.binary_search(&id).is_ok(),
            Sought::Number(_) => true,
        }
    }

    /// Whether it is an object.
    fn is(&self, memory: &Memory, id: ObjectId) -> Term {
        let terms = memory.terms();
        match self {
            Sought::Lane(term, _) => terms.eq(term, &terms.number(Lane::WIDTH, u64::from(id.0))),
            Sought::Number(number) => memory.values().lies_in(id, number).0,
        }
    }

    /// The object that a value stands for.
    fn at(&self, memory: &Memory, value: u64) -> Option<ObjectId> {
        match self {
            Sought::Lane(..) => Some(ObjectId(value as u32)),
            Sought::Number(_) => memory.objects().holding(value),
        }
    }
}

/// The order in which objects are looked at.
pub(crate) enum Order {
    /// As the solver names them.
    Named,
    /// These first, then as the solver names them.
    First(Vec<ObjectId>),
    /// One after the other, as KLEE does: those of a lane by id, those of a number by address, from a value of it
    /// outwards, until it cannot lie beyond.
    All,
}

/// A number that can lie in more gaps between objects than this may lie anywhere.
const GAPS: usize = 8;

/// There is no result: too many objects or gaps, or no verdict. The value is one of what was sought.
#[derive(Debug)]
pub(crate) struct Unresolved(pub u64);

impl Inquiry {
    /// All objects that a pointer can point to, up to a limit, and whether it can point to none. It is known to have one
    /// value.
    pub fn objects(
        &mut self,
        path: &Path,
        memory: &Memory,
        sought: Sought<'_>,
        first: u64,
        order: Order,
        most: usize,
    ) -> Result<Within, Unresolved> {
        match self.known() {
            Next::Ask => {}
            Next::Known(Answer::Objects(ids, elsewhere)) => {
                let ids = ids.into_iter().map(|id| ObjectId(id as u32)).collect();
                return Ok(Within { ids, elsewhere });
            }
            Next::Known(Answer::Unresolved(value)) => return Err(Unresolved(value)),
            Next::Known(_) | Next::Lost => {
                self.lost();
                return Err(Unresolved(first));
            }
        }
        let found = self.search(path, memory, sought, first, order, most);
        self.note(&match &found {
            Ok(Within { ids, elsewhere }) => {
                Answer::Objects(ids.iter().map(|id| u64::from(id.0)).collect(), *elsewhere)
            }
            Err(Unresolved(value)) => Answer::Unresolved(*value),
        });
        found
    }

    /// All objects that a lane can lead to on a path, and perhaps others; `None` if they are not found at once.
    pub fn objects_at_once(
        &mut self,
        path: &Path,
        id: &Term,
        all: &[ObjectId],
    ) -> Option<Rc<[u64]>> {
        match self.known() {
            Next::Ask => {}
            Next::Known(Answer::Objects(ids, false)) => return Some(ids.into()),
            Next::Known(Answer::Unresolved(_)) => return None,
            Next::Known(_) | Next::Lost => {
                self.lost();
                return None;
            }
        }
        let began = Instant::now();
        let limits = self.clock.question();
        let values = self.chain.values(&self.terms, path, id, &limits);
        let is_one = |value: &u64| all.binary_search(&ObjectId(*value as u32)).is_ok();
        let found: Vec<u64> = values.into_iter().flatten().filter(is_one).collect();
        if found.is_empty() {
            self.note(&Answer::Unresolved(0));
            return None;
        }
        self.count(1, Some(began));
        self.note(&Answer::Objects(found.clone(), false));
        Some(found.into())
    }

    fn search(
        &mut self,
        path: &Path,
        memory: &Memory,
        sought: Sought<'_>,
        first: u64,
        order: Order,
        most: usize,
    ) -> Result<Within, Unresolved> {
        let (found, gaps, others) = (BTreeSet::new(), 0, self.terms.truth(true));
        Search { inquiry: self, path, memory, sought, first, most, found, gaps, others }.run(order)
    }
}

/// A search for objects.
struct Search<'a> {
    inquiry: &'a mut Inquiry,
    path: &'a Path,
    memory: &'a Memory,
    sought: Sought<'a>,
    /// A value that it has.
    first: u64,
    most: usize,
    found: BTreeSet<ObjectId>,
    /// How many gaps between objects it can lie in, as far as they were found.
    gaps: usize,
    /// It is none of what was found.
    others: Term,
}

impl Search<'_> {
    fn run(mut self, order: Order) -> Result<Within, Unresolved> {
        self.add_at(self.first)?;
        let Some(mut value) = self.another()? else { return Ok(self.within()) };
        match order {
            Order::Named => {}
            Order::First(likely) => {
                self.add_at(value)?;
                for id in likely {
                    self.look_at(id)?;
                }
            }
            Order::All => return self.scan(),
        }
        loop {
            self.add_at(value)?;
            match self.another()? {
                Some(other) => value = other,
                None => return Ok(self.within()),
            }
        }
    }

    /// Looks at all objects that are not found yet.
    fn scan(mut self) -> Result<Within, Unresolved> {
        match self.sought {
            Sought::Lane(_, ids) => {
                // The lane says that there are no others.
                for id in ids {
                    self.look_at(*id)?;
                }
            }
            Sought::Number(number) => {
                self.scan_outwards(number)?;
                if let Some(value) = self.another()? {
                    self.add_at(value)?;
                }
            }
        }
        Ok(self.within())
    }

    /// Looks at live objects from the first value outwards, as far as the number can lie.
    fn scan_outwards(&mut self, number: &Term) -> Result<(), Unresolved> {
        let (terms, objects) = (self.memory.terms().clone(), self.memory.objects());
        let all = self.sought.all(self.memory);
        let is_below =
            |id: ObjectId| terms.ult(number, &terms.number(number.width(), objects.address(id, 0)));
        let (below, above) =
            all.split_at(all.partition_point(|id| objects.address(*id, 0) <= self.first));
        for &id in below.iter().rev() {
            self.look_at(id)?;
            if !self.can_hold(&is_below(id))? {
                break;
            }
        }
        for &id in above {
            if !self.can_hold(&terms.not(&is_below(id)))? {
                break;
            }
            self.look_at(id)?;
        }
        Ok(())
    }

    /// Adds an object if it can be meant.
    fn look_at(&mut self, id: ObjectId) -> Result<(), Unresolved> {
        if !self.found.contains(&id) && self.can_hold(&self.sought.is(self.memory, id))? {
            self.add(id)?;
        }
        Ok(())
    }

    /// Adds the object that a value stands for, or the gap that it lies in.
    fn add_at(&mut self, value: u64) -> Result<(), Unresolved> {
        match self.sought.at(self.memory, value) {
            Some(id) => self.add(id),
            None => {
                self.gaps += 1;
                self.exclude(&self.is_in_gap(value))
            }
        }
    }

    /// Adds an object, and those that were gathered in one array with it: it takes these along wherever it moves, so that
    /// whether the path allows them makes no difference.
    fn add(&mut self, id: ObjectId) -> Result<(), Unresolved> {
        if !self.found.insert(id) {
            return Ok(());
        }
        self.exclude(&self.sought.is(self.memory, id))?;
        for &with in self.memory.resolver().gathered_with(id) {
            if self.sought.may_be(with) && self.found.insert(with) {
                self.exclude(&self.sought.is(self.memory, with))?;
            }
        }
        Ok(())
    }

    fn exclude(&mut self, found: &Term) -> Result<(), Unresolved> {
        let terms = self.memory.terms();
        self.others = terms.and(&self.others, &terms.not(found));
        let is_few = self.found.len() <= self.most && self.gaps <= GAPS;
        // Caches answer even when the run is over.
        let goes_on = is_few && !self.inquiry.clock.is_over();
        goes_on.then_some(()).ok_or(Unresolved(self.first))
    }

    /// Whether a number lies between the same two live objects as a value, which lies in neither.
    fn is_in_gap(&self, value: u64) -> Term {
        let (terms, term) = (self.memory.terms(), self.sought.term());
        let (mut low, mut high) = (0, None);
        for (_, object) in self.memory.objects().find_all() {
            if object.address > value {
                high = Some(object.address);
                break;
            }
            low = object.address.saturating_add(object.capacity());
        }
        let number = |n: u64| terms.number(term.width(), n);
        let above = terms.not(&terms.ult(term, &number(low)));
        match high {
            Some(high) => terms.and(&above, &terms.ult(term, &number(high))),
            None => above,
        }
    }

    /// A value that stands for none of the objects found.
    fn another(&mut self) -> Result<Option<u64>, Unresolved> {
        match self.inquiry.ask_side(self.path, &self.others, Topic::Object) {
            // The goal is about the term, so that the model says all about it.
            Side::Feasible(Some(model)) => Ok(Some(model.eval(self.sought.term()).low_u64())),
            Side::Infeasible => Ok(None),
            Side::Feasible(None) | Side::Undecided(_) => Err(Unresolved(self.first)),
        }
    }

    fn can_hold(&mut self, goal: &Term) -> Result<bool, Unresolved> {
        match self.inquiry.ask_side(self.path, goal, Topic::Object) {
            Side::Feasible(_) => Ok(true),
            Side::Infeasible => Ok(false),
            Side::Undecided(_) => Err(Unresolved(self.first)),
        }
    }

    fn within(self) -> Within {
        Within { ids: self.found.into_iter().collect(), elsewhere: self.gaps > 0 }
    }
}
