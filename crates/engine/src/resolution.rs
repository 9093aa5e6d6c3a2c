//! Accesses that could go to several objects: how many, and where; and those told of them who decide what is
//! placed together.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use exec::{Halt, Inconclusive, Topic};
use memory::{Class, ObjectId, Site};
use term::Term;

use crate::Cut;
use crate::active::Active;
use crate::answer::Answered;
use crate::event::{Crowded, MANY};
use crate::model::Allocation;
use crate::run::Run;

/// Whoever wants to know what one access may go to.
pub trait Resolutions {
    /// Takes note of it, and says whether the run goes on.
    fn resolved(&self, targets: &[Target<'_>]) -> ControlFlow<()>;
}

/// What an access may go to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target<'a> {
    /// An array of this class.
    Class(Class),
    /// An object with an array of its own.
    Object(Allocation<'a>),
}

/// An access that forked, for it could go to several objects or arrays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved {
    /// The instruction, the program's own rather than a library's.
    pub place: Site,
    /// How many paths it made.
    pub targets: u32,
}

/// The most targets of one access that are looked for.
const MOST: usize = 4096;

impl Run<'_> {
    /// An access forks once for each object but one; it is one access all the same.
    pub(crate) fn count_memory_fork(&mut self, one: &mut Active, other: &mut Active) {
        self.figures.memory_forks += 1;
        let at = one.state.instructions;
        let known = one.resolving.filter(|(when, _)| *when == at).map(|(_, which)| which);
        let which = known.unwrap_or_else(|| {
            let place = self.machine.site_in_program(&one.state);
            self.resolved.push(Resolved { place, targets: 1 });
            self.resolved.len() - 1
        });
        self.resolved[which].targets += 1;
        (one.resolving, other.resolving) = (Some((at, which)), Some((at, which)));
    }

    /// How many accesses could go to how many objects.
    pub(crate) fn branching(&self) -> BTreeMap<u32, u64> {
        let mut branching = self.census.at_once();
        for resolved in &self.resolved {
            *branching.entry(resolved.targets).or_default() += 1;
        }
        branching
    }

    /// Where accesses forked for many objects, if any did.
    pub(crate) fn crowded(&self) -> Option<Crowded> {
        let mut places: BTreeMap<Site, u64> = BTreeMap::new();
        for resolved in self.resolved.iter().filter(|resolved| resolved.targets > MANY) {
            *places.entry(resolved.place).or_default() += 1;
        }
        let most = places.iter().max_by_key(|(site, accesses)| (**accesses, Reverse(**site)))?;
        let place = self.machine.source(*most.0)?;
        Some(Crowded { accesses: places.values().sum(), file: place.file, line: place.line })
    }

    /// Tells whoever wants to know which objects an access may go to: the answers to a question.
    pub(crate) fn tell_targets(&mut self, active: &mut Active, question: &Term) {
        let Some(told) = self.config.resolutions.clone() else { return };
        let (ids, _) = self.answers(active, question);
        if ids.len() < 2 {
            return;
        }
        let (memory, stacks) = (&active.state.memory, self.machine.call_stacks());
        let globals = self.machine.global_ids();
        let stack = |id: &ObjectId| memory.object(*id).map_or(Vec::new(), |o| stacks.of(o.site));
        let made: Vec<(ObjectId, Vec<_>)> = ids.iter().map(|id| (*id, stack(id))).collect();
        let target = |id: &ObjectId, stack| {
            if let Some(class) = memory.class_of(id.0) {
                return Some(Target::Class(class));
            }
            let object = memory.object(*id).filter(|object| object.is_placeable())?;
            let (kind, constant) = (object.kind, object.read_only);
            let global = globals.get(id).copied();
            Some(Target::Object(Allocation { kind, constant, global, stack }))
        };
        let targets: Vec<Target<'_>> =
            made.iter().filter_map(|(id, stack)| target(id, stack)).collect();
        if told.resolved(&targets).is_break() {
            self.stopped = true;
        }
    }

    /// One object for an access; each other one that it could go to is in the ledger.
    pub(crate) fn pick_object(&mut self, active: &mut Active, id: Term) -> Answered {
        let number = match self.first_value(active, &id) {
            Ok(number) => number,
            Err(why) => return self.inconclusive(why),
        };
        let (found, all) = self.answers(active, &id);
        for _ in 1..found.len() {
            self.note_cut(active, Cut::SkippedObject);
        }
        if !all {
            self.note_cut(active, Cut::MoreObjects);
        }
        let terms = self.terms().clone();
        let condition = terms.eq(&id, &terms.number(id.width(), number));
        let Some(model) = self.model_of(active, &condition, Topic::Object) else {
            return Answered::Halt(Halt::Inconclusive(Inconclusive::NotAnObject));
        };
        active.state.path.assume(&terms, &condition, Some(&model));
        active.seeds.keep(&condition);
        active.state.answer(id, number);
        Answered::Go
    }

    /// What a term can be, in order, and whether that is sure to be all.
    fn answers(&mut self, active: &mut Active, term: &Term) -> (Vec<ObjectId>, bool) {
        let terms = self.terms().clone();
        let Ok(first) = self.first_value(active, term) else { return (Vec::new(), false) };
        let is_not = |answer: u64| terms.ne(term, &terms.number(term.width(), answer));
        let (mut found, mut goal) = (vec![ObjectId(first as u32)], is_not(first));
        while found.len() < MOST
            && let Some(model) = self.model_of(active, &goal, Topic::Object)
        {
            // The goal is about the term, so that the model says all about it.
            let answer = model.eval(term).low_u64();
            found.push(ObjectId(answer as u32));
            goal = terms.and(&goal, &is_not(answer));
        }
        found.sort_unstable();
        let all = self.can_hold(active, &goal, Topic::Object) == Some(false);
        (found, all)
    }
}
