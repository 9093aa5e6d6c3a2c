//! Symbolic input: `klee_make_symbolic`, `klee_assume` and similar functions, and those of SV-COMP.

use std::rc::Rc;

use gap::Unsupported;
use ir::Reg;
use memory::Value;
use numeric::Bits;
use registry::{Nondet, Type};
use term::{Form, Term, Terms};

use super::{Continuation, arg};
use crate::ask::{self, Known, Topic, decide};
use crate::call::{reading, writing};
use crate::halt::{Access, Attempt, Halt, Interrupt, Misuse, bad, misuse, unsupported};
use crate::inputs::SymbolicInput;
use crate::machine::Machine;
use crate::pointer;
use crate::state::{GivenInput, State};
use crate::symbolic::access::{Resolved, resolve_all, resolve_plain};
use crate::symbolic::pointer::resolve;

/// Input that a path has before it begins, all of its bytes as terms; some bytes are known.
pub fn provide(state: &mut State, name: &str, bytes: &Rc<[Option<u8>]>) -> Result<Vec<Term>, Halt> {
    let mut input = match input(state, name, bytes.len() as u64) {
        Ok(input) => input,
        Err(interrupt) => match *interrupt {
            Interrupt::Halt(halt) => return Err(halt),
            Interrupt::Ask(_) => unreachable!("making an input asks nothing"),
        },
    };
    let terms = state.memory.terms();
    let all = (0..).zip(bytes.iter()).map(|(at, byte)| match byte {
        Some(known) => terms.number(Bits(8), u64::from(*known)),
        None => terms.select(&input.array, &terms.number(Bits(64), at)),
    });
    let all = all.collect();
    if bytes.iter().any(Option::is_some) {
        input.fixed = Rc::clone(bytes);
    }
    add(state, input);
    Ok(all)
}

/// The name of the input that says whether an allocation fails.
pub const REFUSAL: &str = "malloc_fails";

/// The next input of a path, one byte that says whether an allocation fails, and whether it does. The caller adds it
/// once nothing is asked any more.
pub(super) fn refusal(state: &State) -> Attempt<(SymbolicInput, bool)> {
    let input = input(state, REFUSAL, 1)?;
    let terms = state.memory.terms();
    let fails = terms.ne(&whole(terms, &input), &terms.number(Bits(8), 0));
    let fails = decide(state.known(), &fails, Topic::Control)?;
    Ok((input, fails))
}

/// The next input of a path, which becomes part of the path with [`add`].
fn input(state: &State, name: &str, size: u64) -> Attempt<SymbolicInput> {
    let terms = state.memory.terms();
    let array = match &state.given {
        Some(given) => terms.table(fitting(given, state.inputs.len(), name, size)?),
        None => terms.array(&state.inputs.names().symbol(name), Some(size)),
    };
    Ok(SymbolicInput { name: name.into(), array, size, fixed: Rc::default() })
}

/// The bytes a test gives for its input of this number, if that is what the program asks for.
fn fitting(given: &[GivenInput], number: usize, name: &str, size: u64) -> Attempt<Rc<[u8]>> {
    let Some(input) = given.get(number) else {
        return Err(misuse(Misuse::ReplayCount { name: name.to_owned(), given: given.len() }));
    };
    if *input.name != *name {
        let given = input.name.to_string();
        return Err(misuse(Misuse::ReplayName { name: name.to_owned(), given }));
    }
    let given = input.bytes.len() as u64;
    if given != size {
        return Err(misuse(Misuse::ReplaySize { name: name.to_owned(), wanted: size, given }));
    }
    Ok(Rc::clone(&input.bytes))
}

pub(super) fn add(state: &mut State, input: SymbolicInput) {
    Rc::make_mut(&mut state.inputs).push(input);
}

/// All bytes of an input as one number.
fn whole(terms: &Terms, input: &SymbolicInput) -> Term {
    let byte = |i: u64| terms.select(&input.array, &terms.number(Bits(64), i));
    (1..input.size).fold(byte(0), |low, i| terms.concat(&byte(i), &low))
}

/// `klee_make_symbolic(object, size, name)`: the bytes become input; they may be part of an object.
pub(super) fn make_symbolic(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let name = name(state, &arg(args, 2))?;
    fill(state, args, &name)
}

/// `__VERIFIER_nondet_memory(object, size)`.
pub(super) fn nondet_memory(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    fill(state, args, "__VERIFIER_nondet_memory")
}

/// Turns bytes of an object into input: those that the first two arguments select.
fn fill(state: &mut State, args: &[Value], name: &str) -> Attempt<Continuation> {
    let (at, size) = (resolve(state.known(), &arg(args, 0))?, arg(args, 1));
    if is_empty(state.known(), &size)? {
        return Ok(Continuation::Done);
    }
    let resolved = resolve_all(state.known(), &state.path, &at, &size, Access::Write)?;
    let in_bounds = matches!(resolved, Resolved::At { .. });
    let at = resolved.plain(state.known())?;
    let size = ask::number(state.known(), &size)?;
    if !in_bounds {
        writing(state.memory.check_read(&at, size))?;
    }
    let pointer = match at {
        Value::Ptr { id, offset } => Some(memory::Pointer { id, offset }),
        ref number => state.memory.find(state.memory.number(number)?),
    };
    let Some(at) = pointer else { return Ok(Continuation::Done) };
    if state.memory.object(at.id).is_some_and(|object| object.read_only) {
        return Err(bad(Access::Write, memory::Fault::ReadOnly { at }));
    }
    if state.memory.object(at.id).is_some_and(|object| object.exceeds(size)) {
        return Err(unsupported(Unsupported::TooMuchAtOnce));
    }
    let input = input(state, name, size)?;
    match input.array.form() {
        Form::Table(bytes) => {
            let bytes: Vec<u8> =
                (0..size as usize).map(|i| bytes.get(i).copied().unwrap_or(0)).collect();
            let at = Value::Ptr { id: at.id, offset: at.offset };
            writing(state.memory.write_bytes(&at, &bytes))?;
        }
        _ => state.memory.make_symbolic(at.id, at.offset, size, &input.array),
    }
    add(state, input);
    Ok(Continuation::Done)
}

/// Whether a length is zero.
pub(super) fn is_empty(memory: Known<'_>, len: &Value) -> Attempt<bool> {
    let terms = memory.terms();
    let empty = terms.eq(&memory.term_of(len, Bits(64)), &terms.number(Bits(64), 0));
    decide(memory, &empty, Topic::Number)
}

/// A name that the program gives; null is `unnamed`. Of a symbolic name, one value is picked: it could be any
/// string.
pub(super) fn name(state: &State, at: &Value) -> Attempt<String> {
    string(state, at, ask::pick)
}

/// A text that the program shows and that does not affect its path: if it is symbolic, an example of it.
pub(super) fn text(state: &State, at: &Value) -> Attempt<String> {
    string(state, at, ask::example)
}

fn string(state: &State, at: &Value, ask: fn(Known<'_>, &Term) -> Attempt<u64>) -> Attempt<String> {
    let memory = state.known();
    let at = resolve(memory, at)?;
    if memory.objects().plain_number(&at) == Some(0) {
        return Ok("unnamed".to_owned());
    }
    let at = resolve_plain(memory, &state.path, &at, 1, Access::Read)?;
    let mut bytes = Vec::new();
    loop {
        let next = pointer::offset(&memory, &at, bytes.len() as u64);
        match ask(memory, &memory.term_of(&reading(memory.load(&next, 1))?, Bits(8)))? as u8 {
            0 => return Ok(crate::name_text(&bytes)),
            byte => bytes.push(byte),
        }
    }
}

/// Whether a value of up to 64 bits is not zero.
pub(super) fn holds(state: &State, value: &Value) -> Term {
    let terms = state.memory.terms();
    let zero = terms.number(Bits(64), 0);
    terms.ne(&state.memory.term_of(value, Bits(64)), &zero)
}

/// `klee_assume(condition)`.
pub(super) fn assume(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    if decide(state.known(), &holds(state, &arg(args, 0)), Topic::Assumption)? {
        return Ok(Continuation::Done);
    }
    Err(misuse(Misuse::FalseAssumption))
}

/// `__VERIFIER_assume(condition)`: a path on which it does not hold ends silently.
pub(super) fn verifier_assume(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let terms = state.memory.terms();
    let zero = terms.number(Bits(32), 0);
    let holds = terms.ne(&state.memory.term_of(&arg(args, 0), Bits(32)), &zero);
    match decide(state.known(), &holds, Topic::Assumption)? {
        true => Ok(Continuation::Done),
        false => Err(Halt::Silent.into()),
    }
}

/// `klee_int(name)`.
pub(super) fn int(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Attempt<Continuation> {
    let name = name(state, &arg(args, 0))?;
    number(state, &name, 4)
}

/// `klee_range(begin, end, name)`: an `int` from `begin` up to, but not including, `end`.
pub(super) fn range(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (memory, terms) = (state.known(), state.memory.terms());
    let [begin, end] = [0, 1].map(|i| memory.term_of(&arg(args, i), Bits(32)));
    let name = name(state, &arg(args, 2))?;
    if !decide(memory, &terms.slt(&begin, &end), Topic::Control)? {
        return Err(misuse(Misuse::EmptyRange));
    }
    // One value needs no input, as in KLEE and in its native runs.
    let next = terms.add(&begin, &terms.number(Bits(32), 1));
    if decide(memory, &terms.eq(&next, &end), Topic::Control)? {
        return Ok(Continuation::Return(Value::term(begin)));
    }
    let input = input(state, &name, 4)?;
    let value = whole(terms, &input);
    let inside = terms.and(&terms.sle(&begin, &value), &terms.slt(&value, &end));
    if !decide(state.known(), &inside, Topic::Assumption)? {
        return Err(misuse(Misuse::OutsideRange));
    }
    add(state, input);
    Ok(Continuation::Return(Value::term(value)))
}

/// `klee_choose(n)`: a number below `n`.
pub(super) fn choose(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let terms = state.memory.terms();
    let input = input(state, "klee_choose", 8)?;
    let value = whole(terms, &input);
    let below = terms.ult(&value, &state.memory.term_of(&arg(args, 0), Bits(64)));
    if !decide(state.known(), &below, Topic::Assumption)? {
        return Err(misuse(Misuse::EmptyChoice));
    }
    add(state, input);
    Ok(Continuation::Return(Value::term(value)))
}

/// `klee_symbolic_ptr()`: any number as a pointer.
pub(super) fn symbolic_ptr(
    _: &Machine,
    s: &mut State,
    _: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    number(s, "klee_symbolic_ptr", 8)
}

/// An input function of SV-COMP.
pub(super) fn nondet(state: &mut State, function: &Nondet) -> Attempt<Continuation> {
    match function.result {
        Type::Bool => truth(state, function.name),
        other => number(state, function.name, other.bytes()),
    }
}

fn number(state: &mut State, name: &str, size: u64) -> Attempt<Continuation> {
    let input = input(state, name, size)?;
    let value = whole(state.memory.terms(), &input);
    add(state, input);
    Ok(Continuation::Return(Value::term(value)))
}

/// A `_Bool` is zero or one.
fn truth(state: &mut State, name: &str) -> Attempt<Continuation> {
    let terms = state.memory.terms();
    let input = input(state, name, 1)?;
    let value = whole(terms, &input);
    let is_bool = terms.ult(&value, &terms.number(Bits(8), 2));
    if !decide(state.known(), &is_bool, Topic::Assumption)? {
        return Err(Halt::Silent.into());
    }
    add(state, input);
    Ok(Continuation::Return(Value::term(value)))
}
