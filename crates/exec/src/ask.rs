//! Questions an instruction has before it can be executed.
//!
//! Instructions are written as if everything were concrete. Where one needs to know whether a condition
//! holds or what number a term is, it asks here. If the answer is a constant or was settled, it goes on;
//! otherwise it is abandoned without effect and the burst stops with an [`Ask`]. The engine
//! finds the feasible answers, forks for each, settles the term ([`State::answer`]) and runs the state
//! again: the same instruction now finds its answer. So an instruction must ask for everything before it
//! changes anything, and nothing here knows a solver.
//!
//! [`State::answer`]: crate::State::answer

#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::ops::Deref;
use std::rc::Rc;

use memory::{Answers, Collisions, Derived, Lane, Memory, ObjectId, Purpose, Symbolic, Value};
use numeric::Bits;
use term::Term;

use crate::differ::{Difference, Differences};
use crate::halt::{Attempt, Fault, Interrupt, Use};

/// What has to be known before the next instruction can be executed.
#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// Whether a condition holds: each feasible answer is a path.
    Truth(Term, Topic),
    /// What number a term of up to 64 bits is: each feasible one is a path.
    Value(Term, Topic),
    /// A number for a term; its other values are given up, and the ledger says so.
    Pick(Term),
    /// A number for the status that the path ends with: nothing follows that could be given up.
    Status(Term),
    /// The object that an access goes to; the others it could go to are given up, each with an entry in the ledger.
    PickObject(Term),
    /// All numbers that a term of up to 64 bits can be, if they are at most this many. Nothing is decided, and no path
    /// is lost.
    Which(Term, usize),
    /// The objects of a lane that the path allows. Nothing is decided, and no path is lost.
    Candidates(Lane),
    /// Which of these collisions of an access with earlier writes the path allows. Nothing is decided, and no path is
    /// lost.
    Collisions(Rc<[Term]>),
    /// Some value of a term: for a message, or to know where to look first. No path is lost.
    Example(Term),
    /// Which objects an integer used as a pointer can lie in: all of them, and whether it may lie in none, if the memory
    /// model wants to know them at once; otherwise an example of it. No path is lost.
    Objects(Term),
    /// Which way control goes: each feasible way is a path.
    Ways(Box<Ways>),
}

/// The ways that control may go, depending on a number. When the state goes on, the condition of its way is
/// settled, and the sample of its way is the example of the number.
#[derive(Clone, PartialEq, Debug)]
pub struct Ways {
    /// The number.
    pub value: Term,
    /// Exactly one of them is taken, whatever the number is.
    pub ways: Vec<Way>,
}

/// One of the ways that control may go.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// Whether it is taken.
    pub condition: Term,
    /// A number that leads this way, by which the state finds it again. The path may exclude this very number.
    pub sample: u64,
}

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Where control goes, or something else the program decides.
    Control,
    /// Whether an operation is defined.
    Defined,
    /// Which object a pointer points to.
    Object,
    /// Whether an access is inside its object.
    Bounds,
    /// A number for something that knows only numbers.
    Number,
    /// An assumption of the program: no path follows the answer "no".
    Assumption,
    /// Whether what is used was ever written.
    Initialised,
    /// Whether memory that was never written makes a difference. As with an assumption, no path follows the answer
    /// "no", but here inputs may be lost.
    Difference,
    /// Whether the state is one in which the path was before. Where there is no verdict, the path goes on.
    Cycle,
}

impl Topic {
    /// What a value is used for when this is asked about it.
    fn used(self) -> Use {
        match self {
            Topic::Object | Topic::Bounds => Use::Address,
            Topic::Number => Use::Number,
            Topic::Control
            | Topic::Defined
            | Topic::Assumption
            | Topic::Initialised
            | Topic::Difference
            | Topic::Cycle => Use::Condition,
        }
    }
}

/// Memory, and the answers that the running instruction got.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// The memory of the state.
    pub memory: &'a Memory,
    /// The answers to its questions.
    pub answers: &'a Answers,
    /// Where it notes why native runs may differ.
    pub(crate) differs: &'a Cell<Differences>,
}

impl Known<'_> {
    /// Notes that something depends on the number of an address.
    pub(crate) fn note_number(&self) {
        let mut differs = self.differs.get();
        differs.insert(Difference::Addresses);
        self.differs.set(differs);
    }

    /// Takes the value out of a result, and notes whether the number of an address went into it.
    pub(crate) fn take(&self, derived: Derived) -> Value {
        if derived.by_number {
            self.note_number();
        }
        derived.value
    }

    /// `condition ? a : b`, neither of which is poison. Pointers choose in both lanes.
    pub(crate) fn choose(&self, condition: &Term, a: &Value, b: &Value) -> Value {
        self.take(self.values().choose(condition, a, b))
    }
}

/// The answers that the running instruction got, and where it notes why native runs may differ: [`Known`] without the
/// memory, which may change in the meantime.
#[derive(Clone, Copy)]
pub(crate) struct Findings<'a> {
    pub answers: &'a Answers,
    pub differs: &'a Cell<Differences>,
}

impl<'a> Findings<'a> {
    /// The same with the memory of the state.
    pub fn of(self, memory: &'a Memory) -> Known<'a> {
        Known { memory, answers: self.answers, differs: self.differs }
    }
}

impl Deref for Known<'_> {
    type Target = Memory;

    fn deref(&self) -> &Memory {
        self.memory
    }
}

/// Where that is checked: makes sure that a value on which something depends is defined, that is, that no choice of
/// the bytes that were never written changes it. Copying a value does not use it.
///
/// The shadow of the value says that it is defined, or that it may not be. Then the instruction asks whether two
/// choices of these bytes make a difference, since shadows are approximations and a fault must not be one. Inputs for
/// which the value is defined after all are then not followed; if there are any, the ledger says so.
pub(crate) fn initialised(known: Known<'_>, term: &Term, used: Use) -> Attempt {
    all_initialised(known, std::slice::from_ref(term), used)
}

/// The same for several values at once: it is one question whether all of them are defined.
fn all_initialised(known: Known<'_>, values: &[Term], used: Use) -> Attempt {
    let undefined = || values.iter().filter(|term| term.has_undefined());
    if undefined().next().is_none() || !known.undefined().is_checked() {
        return Ok(());
    }
    let terms = known.terms();
    let defined = undefined().fold(terms.truth(true), |all, term| {
        let shadow = terms.shadow(term);
        terms.and(&all, &terms.eq(&shadow, &terms.number(shadow.width(), 0)))
    });
    if truth(known, &defined, Topic::Initialised)? {
        return Ok(());
    }
    let differs = undefined()
        .fold(terms.truth(false), |any, term| terms.or(&any, &terms.ne(term, &terms.twin(term))));
    let topic = match undefined().all(|term| terms.has_exact_shadow(term)) {
        true => Topic::Assumption,
        false => Topic::Difference,
    };
    if truth(known, &differs, topic)? {
        let serial = undefined().flat_map(Term::undefined_serials).next().unwrap_or_default();
        return Err(Fault::Uninitialised { used, serial }.into());
    }
    Ok(())
}

/// The same for all parts of a value.
pub(crate) fn initialised_value(known: Known<'_>, value: &Value, used: Use) -> Attempt {
    let Value::Symbolic(symbolic) = value else { return Ok(()) };
    match &**symbolic {
        Symbolic::Term(term) => initialised(known, term, used),
        Symbolic::Raw(_) => initialised(known, &known.term_of(value, Bits(64)), used),
        Symbolic::Pointer(pointer) | Symbolic::Fragment { of: pointer, .. } => {
            if let Lane::Among { id, .. } = &pointer.lane {
                initialised(known, id, used)?;
            }
            initialised(known, &pointer.offset, used)
        }
    }
}

/// Whether a condition holds.
pub(crate) fn decide(known: Known<'_>, condition: &Term, topic: Topic) -> Attempt<bool> {
    initialised(known, condition, topic.used())?;
    truth(known, condition, topic)
}

pub(crate) fn truth(known: Known<'_>, condition: &Term, topic: Topic) -> Attempt<bool> {
    if let Some(known) = condition.as_const() {
        return Ok(!known.is_zero());
    }
    match known.answers.settled(condition) {
        Some(answer) => Ok(answer != 0),
        None => Err(Ask::Truth(condition.clone(), topic).into()),
    }
}

/// The value of a term.
pub(crate) fn value(known: Known<'_>, term: &Term, topic: Topic) -> Attempt<u64> {
    if let Some(known) = term.as_const() {
        return Ok(known.low_u64());
    }
    initialised(known, term, topic.used())?;
    known.answers.settled(term).ok_or_else(|| Ask::Value(term.clone(), topic).into())
}

/// A number for a term, where there are too many values to follow all of them.
pub(crate) fn pick(known: Known<'_>, term: &Term) -> Attempt<u64> {
    if let Some(known) = term.as_const() {
        return Ok(known.low_u64());
    }
    initialised(known, term, Use::Number)?;
    known.answers.settled(term).ok_or_else(|| Ask::Pick(term.clone()).into())
}

/// The question about a number that something outside the program needs: for all its values if they are few,
/// otherwise for one of them.
pub fn few_or_one(term: Term, topic: Topic) -> Ask {
    if has_few_values(&term) || topic == Topic::Object {
        Ask::Value(term, topic)
    } else {
        Ask::Pick(term)
    }
}

/// The number of a value of up to 64 bits, where there are too many values to follow all of them.
pub(crate) fn few_or_pick(known: Known<'_>, of: &Value) -> Attempt<u64> {
    if let Some(plain) = known.objects().plain_number(of) {
        return Ok(plain);
    }
    let term = known.term_of(of, Bits(64));
    if let Some(known) = term.as_const() {
        return Ok(known.low_u64());
    }
    initialised(known, &term, Use::Number)?;
    known.answers.settled(&term).ok_or_else(|| few_or_one(term, Topic::Number).into())
}

/// A number that leaves the program is followed value by value if it has at most this many.
const FEW: u64 = 256;

/// Whether a term is known to have few values, whatever the path. Bytes are excluded: buffers hold many of them.
fn has_few_values(term: &Term) -> bool {
    let near = |low: u64, high: u64| high.wrapping_sub(low) < FEW;
    (9..=64).contains(&term.width().0) && term.facts().is_some_and(|f| near(f.low, f.high))
}

/// The status that a path ends with. However many values it has, it is one path, whose test shows one of them.
pub(crate) fn status(known: Known<'_>, of: &Value) -> Attempt<i32> {
    if let Some(plain) = known.objects().plain_number(of) {
        return Ok(plain as i32);
    }
    let term = known.term_of(of, Bits(64));
    let known = match term.as_const() {
        Some(known) => known.low_u64(),
        None => {
            initialised(known, &term, Use::Number)?;
            known.answers.settled(&term).ok_or(Ask::Status(term))?
        }
    };
    Ok(known as i32)
}

/// The same for a system call that ends the process, or what has to be known first.
pub fn exit_status(known: Known<'_>, of: &Value) -> Result<i32, Interrupt> {
    status(known, of).map_err(|interrupt| *interrupt)
}

/// An object for an access, where only one is followed.
pub(crate) fn pick_object(known: Known<'_>, id: &Term) -> Attempt<ObjectId> {
    let number = known.answers.settled(id).ok_or_else(|| Ask::PickObject(id.clone()))?;
    Ok(ObjectId(number as u32))
}

/// The objects of a lane that the path allows.
pub(crate) fn candidates(known: Known<'_>, lane: &Lane) -> Attempt<Lane> {
    let Lane::Among { id, ids } = lane else { return Ok(lane.clone()) };
    let left = known.answers.candidates(id).ok_or_else(|| Ask::Candidates(lane.clone()))?;
    let allowed = |of: &ObjectId| left.is_none_or(|left| left.contains(&u64::from(of.0)));
    Ok(lane.only(ids.iter().copied().filter(allowed)))
}

/// All numbers that a term can be, if they are at most `most`.
pub(crate) fn which<'a>(known: Known<'a>, term: &Term, most: usize) -> Attempt<Option<&'a [u64]>> {
    known.answers.candidates(term).ok_or_else(|| Ask::Which(term.clone(), most).into())
}

/// Finds out which of the writes that an access may meet the path allows it to, where the model keeps lists of writes.
pub(crate) fn collisions(
    m: &mut Memory,
    found: Findings<'_>,
    (lane, offset): (&Lane, &Term),
    len: u32,
    purpose: Purpose,
) -> Attempt {
    let Collisions { open, excluded } = m.open_collisions(lane, offset, len, purpose);
    let looked_up = open.len() as u64 + excluded;
    let open: Rc<[Term]> = open.into_iter().filter(|met| !found.answers.meets(met)).collect();
    if !open.is_empty() {
        return Err(Ask::Collisions(open).into());
    }
    m.census().list.looked_up(looked_up);
    Ok(())
}

/// Some value of a term.
pub(crate) fn example(known: Known<'_>, term: &Term) -> Attempt<u64> {
    if let Some(known) = term.as_const() {
        return Ok(known.low_u64());
    }
    known.answers.example(term).ok_or_else(|| Ask::Example(term.clone()).into())
}

/// The number of a value of up to 64 bits.
pub(crate) fn number(known: Known<'_>, of: &Value) -> Attempt<u64> {
    match known.objects().plain_number(of) {
        Some(plain) => Ok(plain),
        None => value(known, &known.term_of(of, Bits(64)), Topic::Number),
    }
}

/// An argument of a system call as a plain pointer or number, or what has to be known first.
pub fn plain_argument(known: Known<'_>, of: &Value) -> Result<Value, Interrupt> {
    let plain = initialised_value(known, of, Use::Argument)
        .and_then(|()| crate::symbolic::pointer::plain(known, of));
    plain.map_err(|interrupt| *interrupt)
}

/// Checks that bytes which leave the program were written, or says what has to be known first. Those of the same objects are
/// one question, wherever the first one is that was not written.
pub fn written_out(known: Known<'_>, bytes: &[Term]) -> Result<(), Interrupt> {
    let mut by_origin: Vec<(Vec<u64>, Vec<Term>)> = Vec::new();
    for byte in bytes.iter().filter(|byte| byte.has_undefined()) {
        let serials = byte.undefined_serials();
        match by_origin.iter_mut().find(|(of, _)| *of == serials) {
            Some((_, bytes)) => bytes.push(byte.clone()),
            None => by_origin.push((serials, vec![byte.clone()])),
        }
    }
    by_origin
        .iter()
        .try_for_each(|(_, bytes)| all_initialised(known, bytes, Use::Output))
        .map_err(|interrupt| *interrupt)
}
