//! Merges two states: paths that forked and meet again at the same instruction.
//!
//! Registers and contents that differ become choices by the condition on which the paths forked. The merged path
//! has the constraints they have in common, and the disjunction of the remaining ones.

use std::rc::Rc;

use memory::{Apart, Value, Values};
use solver::Path;
use solver::path::joined_witness;
use term::{Term, Terms};

use crate::state::{Frame, State};

impl State {
    /// Merges another state into this one; they forked after `open`, a prefix of both paths. Nothing changes if
    /// the two are not at the same instruction, or differ in more than values.
    pub fn merge(&mut self, other: &State, open: &Path) -> Result<(), Apart> {
        let terms = self.memory.terms().clone();
        let at = parting(open, self, other).ok_or(Apart)?;
        let (condition, path) = join_paths(&terms, open, at, &self.path, &other.path);
        self.same_place(other)?;
        let mut memory = self.memory.clone();
        let mut by_number = memory.merge(&other.memory, &condition)?;
        let mut frames = self.frames.clone();
        for (frame, theirs) in frames.iter_mut().zip(&other.frames) {
            if !Rc::ptr_eq(frame, theirs) {
                by_number |=
                    merge_registers(memory.values(), &condition, Rc::make_mut(frame), theirs)?;
            }
        }
        // What remains of the fork stays at the index of its ways; later constraints have no ways any more.
        Rc::make_mut(&mut self.ways).retain(|place, _| *place <= at && *place < path.len());
        (self.frames, self.memory, self.path) = (frames, memory, path);
        // What one side remembers the inputs of the other never went through.
        if self.lasso.is_some() {
            self.watch_for_cycles();
        }
        self.answers.clear();
        self.instructions = self.instructions.max(other.instructions);
        self.next_serial = self.next_serial.max(other.next_serial);
        self.asked_at = None;
        self.differs.get_mut().extend(other.differs.get());
        if by_number {
            self.known().note_number();
        }
        Ok(())
    }

    /// Whether another state differs in nothing but registers, memory and path.
    fn same_place(&self, other: &State) -> Result<(), Apart> {
        let same = self.frames.len() == other.frames.len()
            && self.inputs == other.inputs
            && self.preferences == other.preferences
            && self.aliases == other.aliases
            && self.forking == other.forking
            && self.rounding == other.rounding
            && self.jumps == other.jumps
            && self.pending == other.pending
            && self.frames.iter().zip(&other.frames).all(|(a, b)| same_call(a, b));
        if same { Ok(()) } else { Err(Apart) }
    }
}

/// Whether two frames are one call at one instruction.
fn same_call(a: &Rc<Frame>, b: &Rc<Frame>) -> bool {
    let place = |f: &Frame| (f.pc, f.dst, f.results, f.mark, f.serial);
    let variables = |f: &Frame| -> Vec<Value> {
        f.variable.iter().map(|variable| variable.value.clone()).collect()
    };
    Rc::ptr_eq(a, b)
        || Rc::ptr_eq(&a.code, &b.code) && place(a) == place(b) && variables(a) == variables(b)
}

/// Merges the registers of a frame; returns whether the number of an address went into one.
fn merge_registers(
    values: Values<'_>,
    condition: &Term,
    ours: &mut Frame,
    theirs: &Frame,
) -> Result<bool, Apart> {
    let mut by_number = false;
    let count = ours.code.code.registers as usize;
    for (here, there) in ours.regs.iter_mut().zip(&theirs.regs).take(count) {
        if here == there {
            continue;
        }
        if matches!(here, Value::Poison { .. }) || matches!(there, Value::Poison { .. }) {
            return Err(Apart);
        }
        let chosen = values.choose(condition, here, there);
        by_number |= chosen.by_number;
        *here = chosen.value;
    }
    Ok(by_number)
}

/// Where two states forked, if their assumptions there exclude each other: a condition and its opposite, or two
/// ways of one fork.
fn parting(open: &Path, a: &State, b: &State) -> Option<usize> {
    let pairs = a.path.assumed().zip(b.path.assumed()).enumerate().skip(open.len());
    let (at, (yes, no)) = pairs.into_iter().find(|(_, (a, b))| a != b)?;
    let opposite = a.memory.terms().not(yes) == *no;
    let ways = a.ways.get(&at).is_some_and(|fork| b.ways.get(&at) == Some(fork));
    (opposite || ways).then_some(at)
}

/// The condition on which two paths forked, which holds on the first, and their common path.
fn join_paths(terms: &Terms, open: &Path, at: usize, a: &Path, b: &Path) -> (Term, Path) {
    let rest = |path: &Path| -> Vec<Term> { path.assumed().skip(open.len()).cloned().collect() };
    let (ours, theirs) = (rest(a), rest(b));
    let common = at - open.len();
    let (yes, no) = (&ours[common], &theirs[common]);
    let groups: Vec<_> = a.groups().cloned().collect();
    let model = joined_witness(&groups);
    let all = |constraints: &[Term]| {
        constraints.iter().fold(terms.truth(true), |all, c| terms.and(&all, c))
    };
    let after = common + 1;
    let opposite = terms.not(yes) == *no;
    let either = match (all(&ours[after..]), all(&theirs[after..])) {
        (a, b) if a == b && opposite => a,
        (a, b) if a == b => terms.and(&terms.or(yes, no), &a),
        (a, b) => terms.or(&terms.and(yes, &a), &terms.and(no, &b)),
    };
    let mut path = open.clone();
    for constraint in ours[..common].iter().chain([&either]) {
        if !constraint.is_const() {
            path.assume(terms, constraint, model.as_ref());
        }
    }
    (yes.clone(), path)
}
