//! Signals: what the program asked for, and what a signal does.
//!
//! Actions, the mask and pending signals are kept as the real kernel keeps them. A signal whose
//! action is the default ends the program or does nothing. One with a handler is delivered at the end of the
//! system call in which it arrives, or of the one that lets it through.

use gap::SystemGap;
use std::collections::BTreeMap;
use std::rc::Rc;

use memory::{ObjectId, Value};

use crate::queue::{Arrival, Origin, Queue, bit};
use crate::reply::Stop;

pub(crate) const SIGKILL: u8 = 9;
pub(crate) const SIGPIPE: u8 = 13;
pub(crate) const SIGALRM: u8 = 14;
pub(crate) const SIGCHLD: u8 = 17;
pub(crate) const SIGSTOP: u8 = 19;

/// The alarm clock rings.
pub(crate) const ALARM: Arrival = Arrival { signal: SIGALRM, origin: Origin::KERNEL };

/// The largest signal number.
pub(crate) const LAST: u8 = 64;

const UNBLOCKABLE: u64 = 1 << (SIGKILL - 1) | 1 << (SIGSTOP - 1);

/// What `rt_sigaction` set. The two pointers stay pointers for when they are asked back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Action {
    pub handler: Value,
    pub flags: u64,
    pub restorer: Value,
    pub mask: u64,
}

impl Default for Action {
    fn default() -> Action {
        Action { handler: Value::ZERO, flags: 0, restorer: Value::ZERO, mask: 0 }
    }
}

impl Action {
    /// Neither the default, nor to be ignored.
    fn has_handler(&self) -> bool {
        !matches!(self.handler, Value::Int(0 | 1))
    }
}

/// What `sigaltstack` set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AlternateStack {
    pub base: Value,
    pub flags: u32,
    pub size: u64,
}

/// A signal that the program has to handle before it goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// The handler.
    pub handler: Value,
    /// Which signal.
    pub signal: u8,
    /// What the handler is told besides the number, if it wants to know more.
    pub origin: Option<Origin>,
    /// The signals to block once the handler has returned.
    pub mask: u64,
}

const SA_NOCLDWAIT: u64 = 2;
const SA_SIGINFO: u64 = 4;
const SA_NODEFER: u64 = 0x4000_0000;
const SA_RESETHAND: u64 = 0x8000_0000;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Signals {
    actions: Rc<BTreeMap<u8, Action>>,
    mask: u64,
    /// The mask to come back to when a signal arrives, while `rt_sigsuspend` waits with another.
    suspended: Option<u64>,
    /// Signals pending for the thread, and those for the process, which has just this thread.
    thread: Queue,
    process: Queue,
    pub stack: Option<AlternateStack>,
}

/// What a signal is sent to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recipient {
    Thread,
    Process,
}

/// What a signal does by default.
enum DefaultAction {
    End,
    Nothing,
    /// Stops the program until another process continues it, and there is no other.
    Stop,
}

fn default_action(signal: u8) -> DefaultAction {
    match signal {
        17 | 18 | 23 | 28 => DefaultAction::Nothing,
        19..=22 => DefaultAction::Stop,
        _ => DefaultAction::End,
    }
}

impl Signals {
    pub fn new() -> Signals {
        Signals {
            actions: Rc::default(),
            mask: 0,
            suspended: None,
            thread: Queue::default(),
            process: Queue::default(),
            stack: None,
        }
    }

    pub fn action(&self, signal: u8) -> Action {
        self.actions.get(&signal).cloned().unwrap_or_default()
    }

    pub fn set_action(&mut self, signal: u8, action: Action) {
        let ignored = action.handler == Value::Int(1);
        Rc::make_mut(&mut self.actions).insert(signal, action);
        if ignored {
            self.thread.forget(signal);
            self.process.forget(signal);
        }
    }

    pub fn mask(&self) -> u64 {
        self.mask
    }

    pub fn pending(&self) -> u64 {
        self.thread.set() | self.process.set()
    }

    /// Takes the lowest pending signal of a set, those of the thread first.
    pub fn take_pending(&mut self, set: u64) -> Option<Arrival> {
        self.thread.take(set).or_else(|| self.process.take(set))
    }

    /// Sets the mask; what was pending and is no longer blocked arrives.
    pub fn set_mask(&mut self, mask: u64) -> Result<(), Stop> {
        self.mask = mask & !UNBLOCKABLE;
        while let Some(arrival) = self.take_pending(!self.mask & !self.handled()) {
            self.raise(arrival, Recipient::Thread)?;
        }
        Ok(())
    }

    /// The signals that have handlers.
    fn handled(&self) -> u64 {
        let handlers = self.actions.iter().filter(|(_, action)| action.has_handler());
        handlers.map(|(signal, _)| bit(*signal)).sum()
    }

    /// Whether a signal, when it comes, ends a call that waits.
    pub fn wakes(&self, signal: u8) -> bool {
        let handler = self.action(signal).handler;
        let ends = || matches!(default_action(signal), DefaultAction::End);
        let acts = match handler {
            Value::Int(0) => ends(),
            Value::Int(1) => false,
            _ => true,
        };
        self.mask & bit(signal) == 0 && acts
    }

    /// Whether a handler is to be called before the program goes on.
    pub fn interrupts(&self) -> bool {
        self.pending() & !self.mask & self.handled() != 0
    }

    /// Waits with this mask, until the next delivery.
    pub fn suspend(&mut self, mask: u64) -> Result<(), Stop> {
        self.suspended = Some(self.mask);
        self.set_mask(mask)
    }

    /// Takes the next signal whose handler is to be called, and blocks what its action says meanwhile.
    pub fn take_delivery(&mut self) -> Option<Delivery> {
        let Arrival { signal, origin } = self.take_pending(!self.mask & self.handled())?;
        let action = self.action(signal);
        let mask = self.suspended.take().unwrap_or(self.mask);
        self.mask |= action.mask & !UNBLOCKABLE;
        if action.flags & SA_NODEFER == 0 {
            self.mask |= bit(signal);
        }
        if action.flags & SA_RESETHAND != 0 {
            self.set_action(signal, Action::default());
        }
        let origin = (action.flags & SA_SIGINFO != 0).then_some(origin);
        Some(Delivery { handler: action.handler, signal, origin, mask })
    }

    /// A signal arrives.
    pub fn raise(&mut self, arrival: Arrival, to: Recipient) -> Result<(), Stop> {
        let signal = arrival.signal;
        let blocked = self.mask & bit(signal) != 0;
        match self.action(signal).handler {
            Value::Int(1) => Ok(()),
            _ if blocked || self.action(signal).has_handler() => {
                match to {
                    Recipient::Thread => self.thread.push(arrival),
                    Recipient::Process => self.process.push(arrival),
                }
                Ok(())
            }
            Value::Int(0) => match default_action(signal) {
                DefaultAction::Nothing => Ok(()),
                DefaultAction::End => Err(Stop::Signal(signal)),
                DefaultAction::Stop => Err(Stop::Unsupported(SystemGap::StoppingSignal(signal))),
            },
            // Has a handler, as seen above.
            _ => Ok(()),
        }
    }

    /// What a new process starts with: no signal waits for it.
    pub fn forget_pending(&mut self) {
        (self.thread, self.process) = (Queue::default(), Queue::default());
    }

    /// What a command starts with: handlers belong to the program.
    pub fn forget_handlers(&mut self) {
        Rc::make_mut(&mut self.actions).retain(|_, action| !action.has_handler());
    }

    /// Whether children that end are not to be waited for.
    pub fn abandons_children(&self) -> bool {
        let action = self.action(SIGCHLD);
        action.handler == Value::Int(1) || action.flags & SA_NOCLDWAIT != 0
    }

    /// A child has ended, which matters only to a handler.
    pub fn child_ended(&mut self, origin: Origin) {
        let blocked = self.mask & bit(SIGCHLD) != 0;
        let action = self.action(SIGCHLD);
        if action.has_handler() || blocked && action.handler == Value::ZERO {
            self.process.push(Arrival { signal: SIGCHLD, origin });
        }
    }

    /// Objects that are kept here.
    pub fn roots(&self) -> impl Iterator<Item = ObjectId> {
        let actions = self.actions.values().flat_map(|a| [&a.handler, &a.restorer]);
        actions.chain(self.stack.iter().map(|s| &s.base)).flat_map(objects)
    }
}

/// The objects a value may point to.
pub(crate) fn objects(value: &Value) -> Vec<ObjectId> {
    let mut ids = Vec::new();
    value.each_id(|id| ids.push(id));
    ids
}
