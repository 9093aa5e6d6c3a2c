//! Functions of the program that are called from outside: by native code, or by the engine to find out where
//! `errno` is.
//!
//! They run to their end at once. A path does not fork meanwhile, since its caller outside cannot: where it would
//! fork, one side is given up, and the ledger says so.

use exec::{Ask, Halt, Interrupt, Limit, Stop, Topic, Unsupported};
use ir::FunctionId;
use memory::Value;

use super::{Called, begin_external, begin_system, call, set_errno};
use crate::active::Active;
use crate::answer::{Answered, answer};
use crate::context::Context;
use crate::cycle;

/// Budgets are checked after this many instructions.
const FUEL: u64 = 1 << 16;

/// Calls a function that has a body, and returns its result.
pub(super) fn run(
    cx: &mut Context<'_>,
    active: &mut Active,
    function: FunctionId,
    args: &[Value],
) -> Result<Vec<Value>, Halt> {
    let nested = cx.machine.enter_nested(&mut active.state, function, args)?;
    active.outside.depth += 1;
    let result = run_to_return(cx, active);
    active.outside.depth -= 1;
    if result.is_ok() {
        cx.machine.leave_nested(&mut active.state, nested);
    }
    result
}

fn run_to_return(cx: &mut Context<'_>, active: &mut Active) -> Result<Vec<Value>, Halt> {
    loop {
        match cx.burst(active, cx.fuel(FUEL)) {
            Stop::Returned(values) => return Ok(values),
            Stop::Halt(halt) => return Err(halt),
            Stop::Ask(ask) => answer_here(cx, active, ask)?,
            Stop::Failed(errno) => set_errno(cx, active, errno as i32)?,
            Stop::System { number, args } => begin_system(cx, active, number, args),
            Stop::External(external) => begin_external(cx, active, external),
            Stop::Merge(_) => return Err(Halt::Unsupported(Unsupported::NestedMerge)),
            Stop::Point(visit) => cycle::visit(cx, active, visit).map_or(Ok(()), Err)?,
            Stop::Fuel => look_at_budgets(cx, active)?,
        }
        while active.call.is_some() {
            match call(cx, active) {
                Called::Done => {}
                Called::Ask(ask) => answer_here(cx, active, ask)?,
                Called::Waits => return Err(Halt::Exhausted(Limit::Time)),
                Called::Halt(halt) => return Err(halt),
            }
        }
        if cx.machine.left_nested(&active.state) {
            return Err(Halt::Unsupported(Unsupported::NestedJump));
        }
    }
}

fn look_at_budgets(cx: &Context<'_>, active: &mut Active) -> Result<(), Halt> {
    active.collect();
    let limits = &cx.config.limits;
    let met = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
    if cx.inquiry.clock.is_over() {
        Err(Halt::Exhausted(Limit::Time))
    } else if met(limits.instructions, cx.executed()) {
        Err(Halt::Exhausted(Limit::Instructions))
    } else if met(limits.program_memory, active.state.memory.objects().live_bytes()) {
        Err(Halt::Exhausted(Limit::Memory))
    } else {
        Ok(())
    }
}

/// Answers a question where the path may not fork.
pub(super) fn answer_here(cx: &mut Context<'_>, active: &mut Active, ask: Ask) -> Result<(), Halt> {
    active.outside.depth += 1;
    let answered = answer(cx, active, ask);
    active.outside.depth -= 1;
    match answered {
        Answered::Go if cx.inquiry.clock.is_over() => Err(Halt::Exhausted(Limit::Time)),
        // A path that is lost later cannot go on from here, where native code waits for it, but from before.
        Answered::Go | Answered::Followed => Ok(()),
        Answered::Forked(_) => unreachable!("forks are forbidden here"),
        Answered::Halt(halt) => Err(halt),
    }
}

/// A value as a plain pointer or number; if it is symbolic, one is picked.
pub(super) fn picked(
    cx: &mut Context<'_>,
    active: &mut Active,
    value: &Value,
) -> Result<Value, Halt> {
    loop {
        match exec::plain_argument(active.state.known(), value) {
            Ok(value) => return Ok(value),
            Err(Interrupt::Halt(halt)) => return Err(halt),
            Err(Interrupt::Ask(ask)) => answer_here(cx, active, one_of(ask))?,
        }
    }
}

/// Turns a question about a number into one for some number.
pub(super) fn one_of(ask: Ask) -> Ask {
    match ask {
        Ask::Value(term, topic) if topic != Topic::Object => Ask::Pick(term),
        ask => ask,
    }
}
