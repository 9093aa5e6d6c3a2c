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

use crate::active::{Active, Chunk};
use crate::run::Run;
use crate::{Cut, Event};

/// What became of a system call.
pub(crate) enum Called {
    /// It was answered.
    Done,
    /// Something has to be known first.
    Ask(Ask),
    /// The path ends.
    Halt(Halt),
}

impl Run<'_> {
    pub(crate) fn call(&mut self, active: &mut Active) -> Called {
        let Some((number, args)) = active.call.take() else { return Called::Done };
        if SystemCall::find(number).is_some_and(SystemCall::is_exit) {
            return self.exit(active, number, args);
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
        if active.state.memory.has_symbolic() || self.config.checks.uninitialised {
            let before = (Rc::clone(&active.kernel), active.state.memory.clone());
            let need = match self.ask_kernel(active, number, &plain) {
                Reply::Needs(need) => need,
                reply => return self.reply(active, reply),
            };
            active.kernel = before.0;
            let tried = std::mem::replace(&mut active.state.memory, before.1);
            active.state.memory.learn_origins(&tried);
            return match need {
                Need::Number(term) => self.symbolic_call(active, number, args, &plain, term),
                Need::Size(id) => self.sized_call(active, number, args, id),
            };
        }
        let reply = self.ask_kernel(active, number, &plain);
        self.reply(active, reply)
    }

    /// The end of the process. It needs no kernel: paths that share theirs need not part for it.
    fn exit(&mut self, active: &mut Active, number: u64, args: Box<[Value; 6]>) -> Called {
        match exec::exit_status(active.state.known(), &args[0]) {
            Ok(status) => {
                self.note_taken_for_zero(active);
                Called::Halt(Halt::Exit(env::exit_code(status)))
            }
            Err(interrupt) => postponed(active, (number, args), interrupt),
        }
    }

    /// A call on an object whose size is not known: that has to be known first.
    fn sized_call(
        &mut self,
        active: &mut Active,
        number: u64,
        args: Box<[Value; 6]>,
        id: ObjectId,
    ) -> Called {
        let size = active.state.memory.size_term(id);
        active.call = Some((number, args));
        let implied = || active.state.path.simplify(self.terms(), &size).as_const();
        let known = active.state.answers.settled(&size);
        match known.or_else(|| implied().map(|number| number.low_u64())) {
            Some(bytes) => {
                active.state.memory.settle_size(id, bytes);
                self.call(active)
            }
            None => Called::Ask(few_or_one(size, Topic::Number)),
        }
    }

    fn ask_kernel(&mut self, active: &mut Active, number: u64, args: &[Value; 6]) -> Reply {
        let site = self.machine.site(&active.state);
        let kernel = Rc::make_mut(&mut active.kernel);
        let State { memory, answers, .. } = &mut active.state;
        kernel.call_from(memory, answers, site, number, args)
    }

    /// Enters that memory never written was taken for zero since the last call, if it was.
    fn note_taken_for_zero(&mut self, active: &mut Active) {
        if active.state.memory.take_undefined() {
            self.note_cut(active, Cut::TakenForZero);
        }
    }

    fn reply(&mut self, active: &mut Active, reply: Reply) -> Called {
        self.note_taken_for_zero(active);
        for (stream, bytes) in Rc::make_mut(&mut active.kernel).take_output() {
            (self.sink)(Event::Output(stream, &bytes));
            if self.keeps_output {
                active.output.push(Chunk { stream, bytes, symbolic: Vec::new() });
            }
        }
        for path in Rc::make_mut(&mut active.kernel).take_hidden() {
            if self.hidden.insert(path.clone()) {
                (self.sink)(Event::Hidden(&path));
            }
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
        &mut self,
        active: &mut Active,
        number: u64,
        args: Box<[Value; 6]>,
        plain: &[Value; 6],
        wanted: Term,
    ) -> Called {
        let memory = &active.state.memory;
        let stream = active.kernel.console(memory.bits(&plain[0]));
        let parts = match SystemCall::find(number) {
            Some(SystemCall::Write) => Some(vec![(plain[1].clone(), memory.bits(&plain[2]))]),
            Some(SystemCall::Writev) => parts(memory, &plain[1], memory.bits(&plain[2])),
            _ => None,
        };
        let chunk = stream.zip(parts).and_then(|(stream, parts)| chunk(memory, stream, &parts));
        let used = match &chunk {
            Some(chunk) => chunk.symbolic.iter().map(|(_, byte)| byte).collect(),
            None => vec![&wanted],
        };
        let checked =
            used.into_iter().try_for_each(|term| exec::written_out(active.state.known(), term));
        if let Err(interrupt) = checked {
            return postponed(active, (number, args), interrupt);
        }
        let Some(chunk) = chunk else {
            active.call = Some((number, args));
            return Called::Ask(few_or_one(wanted, Topic::Number));
        };
        if chunk.symbolic.iter().any(|(_, byte)| self.may_be_undefined(active, byte)) {
            self.note_shown(active);
        }
        let len = chunk.bytes.len() as u64;
        if let Ok(bytes) = self.shown(active, &chunk) {
            (self.sink)(Event::Output(chunk.stream, &bytes));
        }
        active.output.push(chunk);
        active.state.resume(Value::Int(len));
        Called::Done
    }

    /// Enters that output shows memory that was never written.
    fn note_shown(&mut self, active: &mut Active) {
        if !self.config.checks.uninitialised {
            active.state.memory.note_undefined();
            self.note_cut(active, Cut::TakenForZero);
        }
    }

    /// Output as it is in the least model of its path.
    fn shown(&mut self, active: &Active, chunk: &Chunk) -> Result<Vec<u8>, solver::Unknown> {
        let model = self.least(active)?;
        let mut bytes = chunk.bytes.clone();
        for (at, term) in &chunk.symbolic {
            bytes[*at] = model.eval(term).low_u64() as u8;
        }
        Ok(bytes)
    }
}

/// A call that has to be made again once something is known, or never.
fn postponed(active: &mut Active, call: (u64, Box<[Value; 6]>), why: Interrupt) -> Called {
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
