//! System calls of states: the kernel needs numbers, and moves bytes without looking at them.
//!
//! Symbolic arguments are asked for, except for the place of a buffer: another object stands for it ([`Staged`]). Where
//! the kernel may need something else, the call is made on copies, which become those of the path if it succeeds;
//! otherwise the missing value is asked for, and the call is made again. Bytes of files, pipes and output may be
//! symbolic: they are moved as they are, and the test fills in what was written to output.

use std::rc::Rc;

use env::{Delivery, Kernel, Notice, Reply};
use exec::{
    Access, Ask, Fault, Halt, Interrupt, Staged, State, Topic, Unsupported, Way, Ways, few_or_one,
};
use gap::{SystemCallName, SystemGap};
use ir::FunctionId;
use memory::{Memory, Need, ObjectId, Value};
use numeric::Bits;
use registry::{SIGNAL, SystemCall};
use term::{Term, Terms};

use super::Called;
use crate::active::{Active, Chunk, OutsideCall, Request};
use crate::context::Context;
use crate::ending;
use crate::{Cut, Warning};

/// Which argument of a transfer is its buffer; its length comes next.
const BUFFER: usize = 1;

/// Makes the call that a state waits for.
pub(super) fn call(cx: &mut Context<'_>, active: &mut Active, request: Request) -> Called {
    let exits = SystemCall::find(request.0).is_some_and(SystemCall::is_exit);
    if exits && active.parents.is_empty() {
        return exit(cx, active, request);
    }
    match stage(cx, active, &request) {
        Ok(Some((memory, staged))) => call_staged(cx, active, request, memory, staged),
        Ok(None) => call_plainly(cx, active, request),
        Err(interrupt) => postponed(active, request, interrupt),
    }
}

/// An object for the buffer of a call at a place that is not known, in a copy of memory.
fn stage(
    cx: &Context<'_>,
    active: &Active,
    (number, args): &Request,
) -> Result<Option<(Memory, Staged)>, Interrupt> {
    let access = match SystemCall::find(*number) {
        Some(SystemCall::Read | SystemCall::Pread64) => Access::Write,
        Some(SystemCall::Write | SystemCall::Pwrite64) => Access::Read,
        _ => return Ok(None),
    };
    let (at, &Value::Int(len)) = (&args[BUFFER], &args[BUFFER + 1]) else { return Ok(None) };
    if !at.is_symbolic() {
        return Ok(None);
    }
    let (state, site) = (&active.state, cx.machine.site(&active.state));
    let mut memory = state.memory.clone();
    let staged = Staged::new(state.known(), &state.path, &mut memory, (at, len), access, site)?;
    Ok(staged.map(|staged| (memory, staged)))
}

/// Makes a call on an object that stands for its buffer.
fn call_staged(
    cx: &mut Context<'_>,
    active: &mut Active,
    request: Request,
    memory: Memory,
    staged: Staged,
) -> Called {
    let mut args = request.1.clone();
    args[BUFFER] = staged.at();
    match plain_arguments(cx, active, (request.0, args)) {
        Ok(plain) => call_on_copies(cx, active, request, &plain, memory, Some(staged)),
        Err(called) => made_again(active, called, request),
    }
}

/// Makes a call with plain arguments.
fn call_plainly(cx: &mut Context<'_>, active: &mut Active, request: Request) -> Called {
    let plain = match plain_arguments(cx, active, request.clone()) {
        Ok(plain) => plain,
        Err(called) => return made_again(active, called, request),
    };
    // Memory that was never written is symbolic once it is read.
    let may_ask = !active.state.inputs.is_empty()
        || active.state.memory.has_symbolic()
        || cx.config.checks.uninitialised;
    if may_ask {
        let memory = active.state.memory.clone();
        return call_on_copies(cx, active, request, &plain, memory, None);
    }
    let site = cx.machine.site(&active.state);
    let Active { kernel, state: State { memory, answers, .. }, .. } = &mut *active;
    let answered = Rc::make_mut(kernel).call_from(memory, answers, site, request.0, &plain);
    reply(cx, active, answered)
}

/// The arguments of a call as the kernel takes them, or what comes first.
fn plain_arguments(
    cx: &mut Context<'_>,
    active: &Active,
    (number, mut args): Request,
) -> Result<Box<[Value; 6]>, Called> {
    let which = SystemCall::find(number);
    for (index, arg) in args.iter_mut().enumerate() {
        match exec::plain_argument(active.state.known(), arg) {
            Ok(value) => *arg = value,
            Err(Interrupt::Ask(Ask::Value(term, Topic::Number)))
                if which.is_some_and(|call| env::asks_by_meaning(call, index)) =>
            {
                *arg = Value::term(term);
            }
            Err(Interrupt::Ask(Ask::Value(term, topic))) => {
                return Err(Called::Ask(number_of(cx, active, term, topic)));
            }
            Err(Interrupt::Ask(ask)) => return Err(Called::Ask(ask)),
            Err(Interrupt::Halt(halt)) => return Err(Called::Halt(halt)),
        }
    }
    Ok(args)
}

/// A call that was not made: the state waits for it if it asked.
fn made_again(active: &mut Active, called: Called, request: Request) -> Called {
    if let Called::Ask(_) = called {
        active.call = Some(OutsideCall::System(request));
    }
    called
}

/// Makes a call on copies of the kernel and of memory, which become those of the path if it succeeds.
fn call_on_copies(
    cx: &mut Context<'_>,
    active: &mut Active,
    request: Request,
    plain: &[Value; 6],
    mut memory: Memory,
    staged: Option<Staged>,
) -> Called {
    let site = cx.machine.site(&active.state);
    let mut kernel = Kernel::clone(&active.kernel);
    let answers = &active.state.answers;
    let answered = kernel.call_from(&mut memory, answers, site, request.0, plain);
    let shown = kernel.take_shown();
    if let Reply::Which(_) = answered {
        Rc::make_mut(&mut active.kernel).keep_looks(&kernel);
    }
    match (asked(cx, active, &answered, &shown), answered) {
        (Some(interrupt), _) => postponed(active, request, interrupt),
        (None, Reply::Needs(Need::Size(id))) => sized_call(cx, active, request, id),
        (None, answered) => {
            if staged.is_some_and(|staged| !staged.put(&mut memory, transferred(&answered))) {
                return call_plainly(cx, active, request);
            }
            let Some(undefined) = shows_undefined(cx, active, &shown) else {
                active.call = Some(OutsideCall::System(request));
                return Called::Waits;
            };
            (active.kernel, active.state.memory) = (Rc::new(kernel), memory);
            if undefined {
                active.state.memory.undefined_mut().note_decision();
                cx.cut(active, Cut::TakenForZero);
            }
            reply(cx, active, answered)
        }
    }
}

/// Whether memory that was never written becomes visible outside, unless the run is over before that is known.
fn shows_undefined(cx: &mut Context<'_>, active: &Active, shown: &[Term]) -> Option<bool> {
    for byte in shown {
        if cx.may_be_undefined(active, byte)? {
            return Some(true);
        }
    }
    Some(false)
}

/// How many bytes a call moved.
fn transferred(reply: &Reply) -> u64 {
    match reply {
        Reply::Return(Value::Int(n)) | Reply::Interrupted(Value::Int(n), _) => {
            u64::try_from(*n as i64).unwrap_or(0)
        }
        _ => 0,
    }
}

/// What has to be known before the reply of the kernel counts: what the kernel asks for, and whether the bytes that
/// left memory were ever written.
fn asked(
    cx: &mut Context<'_>,
    active: &Active,
    reply: &Reply,
    shown: &[Term],
) -> Option<Interrupt> {
    let known = active.state.known();
    let wanted = match reply {
        Reply::Needs(Need::Number(term)) => Some(term),
        _ => None,
    };
    let wanted = wanted.map_or(&[][..], std::slice::from_ref);
    let written = |bytes: &&[Term]| exec::written_out(known, bytes);
    if let Err(interrupt) = [shown, wanted].iter().try_for_each(written) {
        return Some(interrupt);
    }
    match reply {
        Reply::Needs(Need::Number(term)) => {
            Some(Interrupt::Ask(number_of(cx, active, term.clone(), Topic::Number)))
        }
        Reply::Asks(condition) => {
            Some(Interrupt::Ask(Ask::Truth(condition.clone(), Topic::Control)))
        }
        Reply::Which(conditions) => Some(Interrupt::Ask(which(known.memory.terms(), conditions))),
        _ => None,
    }
}

/// The question what number a term is: for each number if they are few, in general or on this path.
fn number_of(cx: &mut Context<'_>, active: &Active, term: Term, topic: Topic) -> Ask {
    let (path, seeds) = (&active.state.path, &active.seeds);
    match few_or_one(term, topic) {
        Ask::Pick(term) if cx.inquiry.is_narrow(&mut cx.record, path, seeds, &term) => {
            Ask::Value(term, topic)
        }
        ask => ask,
    }
}

/// The question which of several conditions holds.
fn which(terms: &Terms, conditions: &[Term]) -> Ask {
    let number = |index: usize| terms.number(Bits(32), index as u64);
    let numbered = conditions.iter().enumerate();
    let value =
        numbered.clone().rev().fold(number(conditions.len()), |others, (index, condition)| {
            terms.ite(condition, &number(index), &others)
        });
    let way = |(index, condition): (usize, &Term)| Way {
        condition: condition.clone(),
        sample: index as u64,
    };
    Ask::Ways(Box::new(Ways { value, ways: numbered.map(way).collect() }))
}

/// The end of the program. It needs no kernel, so paths that share one need not copy it.
fn exit(cx: &mut Context<'_>, active: &mut Active, request: Request) -> Called {
    match exec::exit_status(active.state.known(), &request.1[0]) {
        Ok(status) => {
            if let Some(ask) = ending::doubt(cx, active) {
                return postponed(active, request, Interrupt::Ask(ask));
            }
            note_taken_for_zero(cx, active);
            Called::Halt(Halt::Exit(env::exit_code(status)))
        }
        Err(interrupt) => postponed(active, request, interrupt),
    }
}

/// A call on an object whose size is not known: the size is asked for first.
fn sized_call(cx: &mut Context<'_>, active: &mut Active, request: Request, id: ObjectId) -> Called {
    let size = active.state.memory.values().size_term(id);
    let implied = || active.state.path.simplify(cx.terms(), &size).as_const();
    let known = active.state.answers.settled(&size);
    match known.or_else(|| implied().map(|number| number.low_u64())) {
        Some(bytes) => {
            active.state.memory.fix_size(id, bytes);
            call(cx, active, request)
        }
        None => {
            active.call = Some(OutsideCall::System(request));
            Called::Ask(number_of(cx, active, size, Topic::Number))
        }
    }
}

/// Enters that memory never written was taken for zero since the last call, if that happened.
pub(super) fn note_taken_for_zero(cx: &mut Context<'_>, active: &mut Active) {
    if active.state.memory.undefined_mut().take_zeros() {
        cx.cut(active, Cut::TakenForZero);
    }
}

fn reply(cx: &mut Context<'_>, active: &mut Active, reply: Reply) -> Called {
    note_taken_for_zero(cx, active);
    for (stream, bytes) in Rc::make_mut(&mut active.kernel).take_output() {
        let chunk = Chunk { stream, bytes };
        match chunk.bytes.plain() {
            Some(plain) => cx.record.output(stream, plain),
            // What a path printed that is followed was shown already.
            None if cx.record.is_muted() => {}
            None => {
                if let Ok(model) = cx.inquiry.least(&mut cx.record, &active.state.path) {
                    cx.record.output(stream, &chunk.in_model(&model));
                }
            }
        }
        active.output.push(chunk);
    }
    for path in Rc::make_mut(&mut active.kernel).take_hidden() {
        cx.record.hidden(&path);
    }
    let glimpses = Rc::make_mut(&mut active.kernel).take_glimpses();
    if let Some(journal) = &mut cx.journal {
        glimpses.into_iter().for_each(|glimpse| journal.put_glimpse(glimpse));
    }
    for notice in Rc::make_mut(&mut active.kernel).take_notices() {
        cx.record.warn_once(match notice {
            Notice::NoCommand(words) => {
                Warning::RefusedCommand(String::from_utf8_lossy(&words).into())
            }
            Notice::NoCall(name) => Warning::RefusedCall(name),
        });
    }
    match reply {
        Reply::Return(value) => {
            if let (Value::Int(number), Some(tape)) = (&value, &mut cx.inquiry.tape) {
                tape.mix(*number);
            }
            active.state.resume(value);
            Called::Done
        }
        Reply::Interrupted(value, deliveries) => {
            active.state.resume(value);
            handle(cx, active, deliveries)
        }
        Reply::Forked(_) if active.outside.depth > 0 => {
            Called::Halt(Halt::Unsupported(Unsupported::NestedFork))
        }
        Reply::Forked(sharing) => {
            cx.cut(active, Cut::OneOrder);
            active.begin_process(sharing);
            active.state.resume(Value::ZERO);
            Called::Done
        }
        Reply::Ended(value, deliveries) => {
            active.end_process();
            active.state.resume(value);
            handle(cx, active, deliveries)
        }
        Reply::Exit(status) => Called::Halt(Halt::Exit(status)),
        Reply::Signal(signal) => Called::Halt(Halt::Fault(Fault::Signal(signal))),
        Reply::Unsupported(call, gap) => {
            Called::Halt(Halt::Unsupported(Unsupported::System(call, gap)))
        }
        Reply::Needs(need) => Called::Halt(Halt::Unsupported(match need {
            Need::Number(_) => Unsupported::UnknownNumberSystemCall,
            Need::Size(_) => Unsupported::UnsizedSystemCall,
        })),
        Reply::Asks(_) | Reply::Which(_) => {
            Called::Halt(Halt::Unsupported(Unsupported::UnknownNumberSystemCall))
        }
        Reply::Fault(fault) => {
            Called::Halt(Halt::Fault(Fault::Access { access: Access::System, fault }))
        }
    }
}

/// Lets the program handle signals before it goes on.
fn handle(cx: &Context<'_>, active: &mut Active, deliveries: Vec<Delivery>) -> Called {
    let mut handled = deliveries.into_iter().map(|delivery| deliver(cx, active, delivery));
    handled.find_map(Result::err).map_or(Called::Done, Called::Halt)
}

/// Lets the program handle a signal before it goes on.
fn deliver(cx: &Context<'_>, active: &mut Active, delivery: Delivery) -> Result<(), Halt> {
    let Delivery { handler, signal, origin, mask } = delivery;
    let program = cx.machine.program();
    let defined = |f: &FunctionId| program.functions[f.0 as usize].defined;
    let Some(function) = program.function(SIGNAL).filter(defined) else {
        let gap = SystemGap::HandledSignal(signal);
        let call = SystemCallName::Named("rt_sigaction");
        return Err(Halt::Unsupported(Unsupported::System(call, gap)));
    };
    let number = |n: u64| Value::Int(n);
    let said = origin.map_or([0; 4], |o| [o.code as u32, o.process, o.user, o.status]);
    let details = said.map(|n| number(n.into()));
    let known = [handler, number(signal.into()), number(origin.is_some().into()), number(mask)];
    let args = [known, details].concat();
    cx.machine.enter(&mut active.state, function, &args)
}

/// A call that has to be made again once something is known, or never.
fn postponed(active: &mut Active, call: Request, why: Interrupt) -> Called {
    match why {
        Interrupt::Halt(halt) => Called::Halt(halt),
        Interrupt::Ask(ask) => {
            active.call = Some(OutsideCall::System(call));
            Called::Ask(ask)
        }
    }
}
