//! System calls of states: the kernel knows only numbers.
//!
//! Arguments that are symbolic are asked for. What the kernel reads from memory it reads on a copy first,
//! if any contents are symbolic: if it met something that is not a number, the copy is dropped, the
//! number asked for, and the call made again. Output alone may be symbolic: it is kept as it is, for the
//! test to fill in.

use std::rc::Rc;

use env::{Reply, Stream};
use exec::{Access, Ask, Fault, Halt, Interrupt, State, Topic, Unsupported, few_or_one};
use memory::{Memory, Need, ObjectId, Value};
use numeric::Bits;
use registry::SystemCall;
use term::Term;

use super::Called;
use crate::Cut;
use crate::active::{Active, Chunk};
use crate::context::Context;

/// A system call as the program makes it: its number and arguments.
type Request = (u64, Box<[Value; 6]>);

/// Makes the call that a state waits for.
pub(super) fn call(cx: &mut Context<'_>, active: &mut Active, (number, args): Request) -> Called {
    if SystemCall::find(number).is_some_and(SystemCall::is_exit) {
        return exit(cx, active, (number, args));
    }
    let mut plain = args.clone();
    for arg in plain.iter_mut() {
        match exec::plain_argument(active.state.known(), arg) {
            Ok(value) => *arg = value,
            Err(Interrupt::Ask(Ask::Value(term, topic))) => {
                active.call = Some((number, args));
                return Called::Ask(few_or_one(term, topic));
            }
            Err(interrupt) => return postponed(active, (number, args), interrupt),
        }
    }
    // What was never written is symbolic once it is read.
    if active.state.memory.has_symbolic() || cx.config.checks.uninitialised {
        let before = (Rc::clone(&active.kernel), active.state.memory.clone());
        let need = match ask_kernel(cx, active, number, &plain) {
            Reply::Needs(need) => need,
            answered => return reply(cx, active, answered),
        };
        active.kernel = before.0;
        let tried = std::mem::replace(&mut active.state.memory, before.1);
        active.state.memory.learn_origins(&tried);
        return match need {
            Need::Number(term) => symbolic_call(cx, active, (number, args), &plain, term),
            Need::Size(id) => sized_call(cx, active, (number, args), id),
        };
    }
    let answered = ask_kernel(cx, active, number, &plain);
    reply(cx, active, answered)
}

/// The end of the process. It needs no kernel: paths that share theirs need not part for it.
fn exit(cx: &mut Context<'_>, active: &mut Active, request: Request) -> Called {
    match exec::exit_status(active.state.known(), &request.1[0]) {
        Ok(status) => {
            note_taken_for_zero(cx, active);
            Called::Halt(Halt::Exit(env::exit_code(status)))
        }
        Err(interrupt) => postponed(active, request, interrupt),
    }
}

/// A call on an object whose size is not known: that has to be known first.
fn sized_call(cx: &mut Context<'_>, active: &mut Active, request: Request, id: ObjectId) -> Called {
    let size = active.state.memory.size_term(id);
    let implied = || active.state.path.simplify(cx.terms(), &size).as_const();
    let known = active.state.answers.settled(&size);
    match known.or_else(|| implied().map(|number| number.low_u64())) {
        Some(bytes) => {
            active.state.memory.settle_size(id, bytes);
            call(cx, active, request)
        }
        None => {
            active.call = Some(request);
            Called::Ask(few_or_one(size, Topic::Number))
        }
    }
}

fn ask_kernel(cx: &Context<'_>, active: &mut Active, number: u64, args: &[Value; 6]) -> Reply {
    let site = cx.machine.site(&active.state);
    let kernel = Rc::make_mut(&mut active.kernel);
    let State { memory, answers, .. } = &mut active.state;
    kernel.call_from(memory, answers, site, number, args)
}

/// Enters that memory never written was taken for zero since the last call, if it was.
pub(super) fn note_taken_for_zero(cx: &mut Context<'_>, active: &mut Active) {
    if active.state.memory.take_undefined() {
        cx.cut(active, Cut::TakenForZero);
    }
}

fn reply(cx: &mut Context<'_>, active: &mut Active, reply: Reply) -> Called {
    note_taken_for_zero(cx, active);
    for (stream, bytes) in Rc::make_mut(&mut active.kernel).take_output() {
        cx.record.output(stream, &bytes);
        active.output.push(Chunk { stream, bytes, symbolic: Vec::new() });
    }
    for path in Rc::make_mut(&mut active.kernel).take_hidden() {
        cx.record.hidden(&path);
    }
    match reply {
        Reply::Return(value) => {
            active.state.resume(value);
            Called::Done
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
        Reply::Fault(fault) => {
            Called::Halt(Halt::Fault(Fault::Access { access: Access::System, fault }))
        }
    }
}

/// A call that met something symbolic.
fn symbolic_call(
    cx: &mut Context<'_>,
    active: &mut Active,
    request: Request,
    plain: &[Value; 6],
    wanted: Term,
) -> Called {
    let chunk = written(active, request.0, plain);
    let used = match &chunk {
        Some(chunk) => chunk.symbolic.iter().map(|(_, byte)| byte).collect(),
        None => vec![&wanted],
    };
    let checked =
        used.into_iter().try_for_each(|term| exec::written_out(active.state.known(), term));
    if let Err(interrupt) = checked {
        return postponed(active, request, interrupt);
    }
    let Some(chunk) = chunk else {
        active.call = Some(request);
        return Called::Ask(few_or_one(wanted, Topic::Number));
    };
    if chunk.symbolic.iter().any(|(_, byte)| cx.may_be_undefined(active, byte)) {
        // Output shows memory that was never written.
        active.state.memory.note_undefined();
        cx.cut(active, Cut::TakenForZero);
    }
    let len = chunk.bytes.len() as u64;
    if let Ok(model) = cx.inquiry.least(&mut cx.record, &active.state.path) {
        cx.record.output(chunk.stream, &chunk.in_model(&model));
    }
    active.output.push(chunk);
    active.state.resume(Value::Int(len));
    Called::Done
}

/// What a call writes to the console, if that is all it does.
fn written(active: &Active, number: u64, plain: &[Value; 6]) -> Option<Chunk> {
    let memory = &active.state.memory;
    let stream = active.kernel.console(memory.bits(&plain[0]))?;
    let parts = match SystemCall::find(number)? {
        SystemCall::Write => vec![(plain[1].clone(), memory.bits(&plain[2]))],
        SystemCall::Writev => parts(memory, &plain[1], memory.bits(&plain[2]))?,
        _ => return None,
    };
    chunk(memory, stream, &parts)
}

/// A call that has to be made again once something is known, or never.
fn postponed(active: &mut Active, call: Request, why: Interrupt) -> Called {
    match why {
        Interrupt::Halt(halt) => Called::Halt(halt),
        Interrupt::Ask(ask) => {
            active.call = Some(call);
            Called::Ask(ask)
        }
    }
}

/// The buffers of a vectored write.
fn parts(memory: &Memory, list: &Value, count: u64) -> Option<Vec<(Value, u64)>> {
    let &Value::Ptr { id, offset } = list else { return None };
    let word = |at: u64| memory.load(&Value::Ptr { id, offset: offset + at }, 8).ok();
    (0..count.min(1024))
        .map(|i| {
            let (base, len) = (word(16 * i)?, word(16 * i + 8)?);
            (!base.is_symbolic() && !len.is_symbolic()).then(|| (base, memory.bits(&len)))
        })
        .collect()
}

/// The bytes of buffers, symbolic ones with their terms.
fn chunk(memory: &Memory, stream: Stream, parts: &[(Value, u64)]) -> Option<Chunk> {
    let mut chunk = Chunk { stream, bytes: Vec::new(), symbolic: Vec::new() };
    for (base, len) in parts {
        for i in 0..*len {
            let &Value::Ptr { id, offset } = base else { return None };
            let byte = memory.load(&Value::Ptr { id, offset: offset + i }, 1).ok()?;
            match &byte {
                Value::Symbolic(_) => {
                    chunk.symbolic.push((chunk.bytes.len(), memory.term_of(&byte, Bits(8))));
                    chunk.bytes.push(0);
                }
                plain => chunk.bytes.push(memory.bits(plain) as u8),
            }
        }
    }
    Some(chunk)
}
