//! Messages of the program: they change nothing about its path.

use ir::Reg;
use memory::Value;
use numeric::Bits;

use super::{Continuation, arg, input};
use crate::call::top;
use crate::halt::Attempt;
use crate::machine::Machine;
use crate::note::Note;
use crate::state::State;
use crate::trace::Location;

/// The text of an argument, after the name of the function that prints it.
fn said(m: &Machine, state: &State, args: &[Value]) -> Attempt<String> {
    let text = input::text(state, &arg(args, 0))?;
    let function = top(state).code.function;
    Ok(format!("{}: {text}", m.program().functions[function.0 as usize].name))
}

/// `klee_warning(message)`.
pub(super) fn warning(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let text = said(m, state, args)?;
    state.notes.push(Note::Warning(text));
    Ok(Continuation::Done)
}

/// `klee_warning_once(message)`.
pub(super) fn warning_once(
    m: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let text = said(m, s, args)?;
    s.notes.push(Note::WarningOnce(text));
    Ok(Continuation::Done)
}

/// `klee_print_expr(message, value)`.
pub(super) fn print_expr(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let name = input::text(s, &arg(args, 0))?;
    let value = match arg(args, 1) {
        Value::Wide(wide) => s.memory.terms().constant((*wide).clone()).to_string(),
        Value::Symbolic(symbolic) => {
            let value = Value::Symbolic(symbolic);
            let width = value.unknown_width().unwrap_or(Bits(64));
            s.path.simplify(s.memory.terms(), &s.memory.term_of(&value, width)).to_string()
        }
        plain => s.memory.bits(&plain).to_string(),
    };
    s.notes.push(Note::Lines(vec![format!("{name}:{value}")]));
    Ok(Continuation::Done)
}

/// `klee_print_range(name, value)`.
pub(super) fn print_range(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let name = input::text(s, &arg(args, 0))?;
    let term = s.memory.term_of(&arg(args, 1), Bits(32));
    s.notes.push(Note::Range { name, term });
    Ok(Continuation::Done)
}

/// `klee_stack_trace()`.
pub(super) fn stack_trace(
    m: &Machine,
    s: &mut State,
    _: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let line = |(number, place): (usize, &Location)| {
        let Location { function, file, line, .. } = place;
        let at = if *line > 0 { format!(" at {file}:{line}") } else { String::new() };
        format!("#{number} in {function}(){at}")
    };
    let lines = m.trace(s).iter().enumerate().map(line).collect();
    s.notes.push(Note::Lines(lines));
    Ok(Continuation::Done)
}
