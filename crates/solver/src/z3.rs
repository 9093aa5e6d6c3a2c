//! Z3 in this process, as a backend: feature `z3`.
//!
//! The library is looked up when the backend is created (see `sys`); any version since 4.8.12 will do. Each query has
//! a solver of its own, created for its logic, or all share one that keeps the constraints with which the next query
//! begins ([`Reuse`]). A *sat* counts only with a model that evaluation confirms.
//!
//! What it does not do: honour conflict budgets, which Z3 counts differently; give the conflict that made a query
//! unsatisfiable.
//!
//! The crates that bind Z3 generate their bindings when built, which takes a libclang and a header of the version
//! that is used at run time. A table of sixty functions needs neither.

#[expect(unsafe_code, reason = "calls into Z3's library")]
mod context;
#[expect(unsafe_code, reason = "calls into Z3's library")]
mod sys;
mod translate;

use crate::query::{Decide, Query, Unknown, Verdict};
use crate::sat::{Limits, Reason};
use context::{Assignment, Context, Found, Solver, Z3Result};
use numeric::Wide;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use term::{Form, Model, Term};
use translate::{Refusal, Translation};

/// Whether queries share a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reuse {
    /// Each query has a new one.
    Fresh,
    /// Constraints that begin two queries in a row stay asserted.
    Prefix,
}

/// With more terms translated than this, it starts over.
const MEMORY: usize = 1 << 20;

/// How often the interrupt is checked.
const GLANCE: Duration = Duration::from_millis(5);

/// Z3. See the [module](self).
pub struct Z3 {
    reuse: Reuse,
    context: Rc<Context>,
    translation: Translation,
    solver: Option<Solver>,
    /// What the solver has asserted, each in a scope of its own.
    asserted: Vec<Scope>,
    /// The ids of all nodes of all scopes.
    seen: HashSet<u32>,
}

/// An asserted constraint.
struct Scope {
    constraint: Term,
    /// The nodes below it that no earlier scope has. They are held, so that their ids are theirs.
    nodes: Vec<Term>,
}

impl Z3 {
    /// Loads the library, or returns why it cannot.
    pub fn new(reuse: Reuse) -> Result<Z3, String> {
        let context = Context::new()?;
        let translation = Translation::new(&context)?;
        let (asserted, seen) = (Vec::new(), HashSet::new());
        Ok(Z3 { reuse, context, translation, solver: None, asserted, seen })
    }

    /// Decides without a model: whether the query is satisfiable, according to Z3 alone.
    pub fn check(&mut self, query: &Query<'_>, limits: &Limits) -> Result<bool, Unknown> {
        let answer = self.assert(query).and_then(|()| self.search(limits));
        if answer.is_err() {
            self.retract(0);
            self.solver = None;
        }
        answer
    }

    /// Makes the solver assert exactly the constraints of the query.
    fn assert(&mut self, query: &Query<'_>) -> Result<(), Unknown> {
        let foreign = |term| self.translation.is_foreign(term);
        if query.constraints.first().is_some_and(foreign) || self.translation.len() > MEMORY {
            self.retract(0);
            self.solver = None;
            self.translation = Translation::new(&self.context).map_err(Unknown::Failed)?;
        }
        let kept = match self.reuse {
            Reuse::Fresh => 0,
            Reuse::Prefix => {
                let pairs = self.asserted.iter().zip(query.constraints);
                pairs.take_while(|(scope, constraint)| scope.constraint == **constraint).count()
            }
        };
        self.retract(kept);
        if kept == 0 {
            self.solver = None;
        }
        for constraint in &query.constraints[kept..] {
            self.extend(constraint);
        }
        self.load(kept)
    }

    /// Notes a constraint and the nodes new with it.
    fn extend(&mut self, constraint: &Term) {
        let mut nodes = Vec::new();
        let mut stack = vec![constraint.clone()];
        while let Some(term) = stack.pop() {
            if self.seen.insert(term.id()) {
                stack.extend(term.operands());
                nodes.push(term);
            }
        }
        self.asserted.push(Scope { constraint: constraint.clone(), nodes });
    }

    /// Retracts all constraints except the first ones.
    fn retract(&mut self, kept: usize) {
        let scopes = self.asserted.split_off(kept.min(self.asserted.len()));
        if let Some(solver) = &self.solver
            && self.reuse == Reuse::Prefix
            && !scopes.is_empty()
        {
            solver.pop(scopes.len() as u32);
        }
        for term in scopes.iter().flat_map(|scope| &scope.nodes) {
            self.seen.remove(&term.id());
        }
    }

    /// Asserts the constraints from this one on.
    fn load(&mut self, from: usize) -> Result<(), Unknown> {
        let solver = match self.solver.take() {
            Some(solver) => solver,
            None => self.new_solver().map_err(Unknown::Failed)?,
        };
        for scope in &self.asserted[from..] {
            let truth = self.translation.truth(&scope.constraint)?;
            if self.reuse == Reuse::Prefix {
                solver.push();
            }
            solver.assert(&truth).map_err(Unknown::Failed)?;
        }
        self.solver = Some(solver);
        Ok(())
    }

    fn new_solver(&self) -> Z3Result<Solver> {
        let array = |term: &Term| matches!(term.form(), Form::Array(_));
        match self.reuse {
            Reuse::Prefix => Solver::incremental(&self.context),
            Reuse::Fresh => {
                let arrays = self.asserted.iter().any(|scope| scope.nodes.iter().any(array));
                Solver::for_logic(&self.context, if arrays { "QF_ABV" } else { "QF_BV" })
            }
        }
    }

    fn search(&self, limits: &Limits) -> Result<bool, Unknown> {
        let solver = self.solver.as_ref().ok_or_else(|| Unknown::Failed(String::new()))?;
        let left = limits.deadline.map(|at| at.saturating_duration_since(Instant::now()));
        if left == Some(Duration::ZERO) {
            return Err(Unknown::Limit(Reason::Deadline));
        }
        let milliseconds = left.map_or(u32::MAX, |left| left.as_millis().clamp(1, 1 << 31) as u32);
        solver.limit(milliseconds).map_err(Unknown::Failed)?;
        match self.watched(limits, || solver.check()).map_err(Unknown::Failed)? {
            Found::Sat => Ok(true),
            Found::Unsat => Ok(false),
            Found::Unknown(why) => Err(reason(why, limits)),
        }
    }

    /// Runs a check, while another thread watches the interrupt.
    fn watched<T>(&self, limits: &Limits, check: impl FnOnce() -> T) -> T {
        let Some(flag) = &limits.interrupt else {
            return check();
        };
        let (interrupter, done) = (self.context.interrupter(), AtomicBool::new(false));
        thread::scope(|scope| {
            let watch = scope.spawn(|| {
                let interrupter = interrupter;
                while !done.load(Ordering::Acquire) {
                    if flag.load(Ordering::Relaxed) {
                        interrupter.interrupt();
                    }
                    thread::park_timeout(GLANCE);
                }
            });
            let result = check();
            done.store(true, Ordering::Release);
            watch.thread().unpark();
            result
        })
    }

    /// The values of the symbols of the asserted constraints, and of free arrays where they are read.
    fn model(&mut self) -> Result<Model, Unknown> {
        let solver = self.solver.as_ref().ok_or_else(|| Unknown::Failed(String::new()))?;
        let assignment = solver.model().map_err(Unknown::Failed)?;
        let mut values = Values { translation: &mut self.translation, assignment };
        let mut model = Model::new();
        for term in self.asserted.iter().flat_map(|scope| &scope.nodes) {
            match term.form() {
                Form::Var(symbol) => model.set(symbol, values.value(term)?),
                Form::Select(array, index) => {
                    let base = base(array);
                    if let Form::Array(symbol) = base.form() {
                        let (at, byte) = values.read(&base, &index)?;
                        model.set_byte(&symbol, at, byte);
                    }
                }
                _ => {}
            }
        }
        Ok(model)
    }
}

/// The values of terms under what Z3 found.
struct Values<'a> {
    translation: &'a mut Translation,
    assignment: Assignment,
}

impl Values<'_> {
    fn value(&mut self, term: &Term) -> Result<Wide, Unknown> {
        let ast = self.translation.bits(term)?;
        self.assignment.value(&ast, term.width()).map_err(Unknown::Failed)
    }

    /// The index that the term has, and the byte of a free array there.
    fn read(&mut self, array: &Term, index: &Term) -> Result<(u64, u8), Unknown> {
        let select = self.translation.read(array, index)?;
        let byte = self.assignment.value(&select, term::BYTE).map_err(Unknown::Failed)?;
        Ok((self.value(index)?.low_u64(), byte.low_u64() as u8))
    }
}

impl Decide for Z3 {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn decide(&mut self, query: &Query<'_>, limits: &Limits) -> Verdict {
        match self.check(query, limits) {
            Ok(false) => Verdict::Unsat,
            Ok(true) => self.model().map_or_else(Verdict::Unknown, |model| query.checked(model)),
            Err(unknown) => Verdict::Unknown(unknown),
        }
    }
}

impl From<Refusal> for Unknown {
    fn from(refusal: Refusal) -> Unknown {
        match refusal {
            Refusal::Unsupported(what) => Unknown::Unsupported(what),
            Refusal::Failed(words) => Unknown::Failed(words),
        }
    }
}

/// The array below all stores.
fn base(mut array: Term) -> Term {
    while let Form::Store(below, ..) = array.form() {
        array = below;
    }
    array
}

/// The limit that made Z3 stop, if it was a limit.
fn reason(why: String, limits: &Limits) -> Unknown {
    let raised = limits.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
    let late = limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    match why.as_str() {
        _ if raised => Unknown::Limit(Reason::Interrupt),
        _ if late => Unknown::Limit(Reason::Deadline),
        "timeout" | "canceled" => Unknown::Limit(Reason::Deadline),
        _ => Unknown::Failed(why),
    }
}
