//! Calls that leave the program: system calls, and functions that are not part of it.

mod native;
mod nested;
mod system;
#[cfg(test)]
mod tests;

pub(crate) use native::{Outside, set_errno};

use exec::{Ask, External, Halt};
use memory::Value;

use crate::active::{Active, OutsideCall};
use crate::context::Context;

/// What happened to a call.
#[derive(Debug)]
pub(crate) enum Called {
    /// It was answered.
    Done,
    /// Something has to be known first.
    Ask(Ask),
    /// The run was over before everything was known; the state waits for its call, and ends with all others.
    Waits,
    /// The path ends.
    Halt(Halt),
}

/// A state reaches a system call, which is made next.
pub(crate) fn begin_system(
    cx: &mut Context<'_>,
    active: &mut Active,
    number: u64,
    args: Box<[Value; 6]>,
) {
    cx.count_outside_call();
    active.waits_for_system(number, args);
}

/// A state reaches a call of a function outside the program, which is made next.
pub(crate) fn begin_external(cx: &mut Context<'_>, active: &mut Active, external: Box<External>) {
    cx.count_outside_call();
    active.waits_for_external(external);
}

/// Makes the call that a state waits for.
pub(crate) fn call(cx: &mut Context<'_>, active: &mut Active) -> Called {
    match active.call.take() {
        Some(OutsideCall::External(external)) => native::call(cx, active, external),
        Some(OutsideCall::System(request)) => system::call(cx, active, request),
        None => Called::Done,
    }
}
