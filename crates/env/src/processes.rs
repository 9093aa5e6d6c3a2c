//! The processes of one state: the one that runs, those that wait for it, and its children.
//!
//! A process that is made runs at once and to its end, while the one that made it waits: no other order of the two
//! is explored. What belongs to the waiting process alone is put aside meanwhile; files, pipes, the clock and open
//! files with their offsets belong to all.

use memory::{ObjectId, Value};
use registry::SystemCall;

use crate::calls::mapping::Mappings;
use crate::clock::Alarm;
use crate::descriptors::{Numbers, PipeId};
use crate::kernel::Kernel;
use crate::limits::Limits;
use crate::queue::Origin;
use crate::signal::{SIGCHLD, Signals, objects};
use crate::tree::{Mode, NodeId, User};

/// The first process, its only thread and its group.
const FIRST: u64 = 1000;

/// What made it, and its session.
pub(crate) const SESSION: u64 = 999;

/// How many processes may wait for each other.
pub(crate) const MAX_WAITING: usize = 256;

/// Whether a process has memory of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// A copy of its parent's, as after `fork`.
    Copied,
    /// Its parent's, which waits until it is given back, as after `vfork`.
    Shared,
}

/// How a process ended, as `wait4` says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Status(u8),
    Signal(u8),
}

impl End {
    /// The number that `wait4` stores.
    pub fn word(self) -> u32 {
        match self {
            End::Status(status) => u32::from(status) << 8,
            End::Signal(signal) => u32::from(signal),
        }
    }
}

/// A process that was made and not yet waited for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Child {
    pub id: u64,
    pub group: u64,
    pub end: End,
    /// Whose it is.
    user: u32,
    /// The pipe that it reads to the end before it ends.
    reads: Option<PipeId>,
}

impl Child {
    pub fn has_ended(&self) -> bool {
        self.reads.is_none()
    }

    /// What the signal about its end says.
    pub fn origin(&self) -> Origin {
        let (code, status) = match self.end {
            End::Status(status) => (1, status),
            End::Signal(signal) => (2, signal),
        };
        Origin { code, process: self.id as u32, user: self.user, status: status.into() }
    }
}

/// What belongs to a process alone and is not with the kernel while it waits.
#[derive(Clone, PartialEq, Debug)]
struct Waiting {
    id: u64,
    group: u64,
    children: Vec<Child>,
    numbers: Numbers,
    cwd: NodeId,
    umask: Mode,
    user: User,
    signals: Signals,
    alarm: Option<Alarm>,
    limits: Limits,
    /// `None` if its memory is shared with the process that runs.
    mappings: Option<Mappings>,
    thread_base: Value,
    thread_name: [u8; 16],
}

/// All processes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Processes {
    /// The one that runs.
    pub id: u64,
    pub group: u64,
    pub children: Vec<Child>,
    waiting: Vec<Waiting>,
    next: u64,
    /// The pipe that the command reads which the running process has become.
    pub reads: Option<PipeId>,
    /// Whether one was made, or would have been.
    pub wanted: bool,
    /// Whether one was refused.
    pub refused: bool,
}

impl Processes {
    pub fn new() -> Processes {
        Processes {
            id: FIRST,
            group: FIRST,
            children: Vec::new(),
            waiting: Vec::new(),
            next: FIRST + 1,
            reads: None,
            wanted: false,
            refused: false,
        }
    }

    /// How many wait for the one that runs.
    pub fn depth(&self) -> usize {
        self.waiting.len()
    }

    /// The process that made the one that runs.
    pub fn parent(&self) -> u64 {
        self.waiting.last().map_or(SESSION, |parent| parent.id)
    }

    /// The objects that processes which wait keep pointers to.
    pub fn roots(&self) -> impl Iterator<Item = ObjectId> {
        self.waiting.iter().flat_map(|w| w.signals.roots().chain(objects(&w.thread_base)))
    }
}

/// Makes a process, which runs from now on.
pub(crate) fn begin(kernel: &mut Kernel, sharing: Sharing) {
    let processes = &mut kernel.processes;
    let waiting = Waiting {
        id: processes.id,
        group: processes.group,
        children: std::mem::take(&mut processes.children),
        numbers: kernel.descriptors.share(),
        cwd: kernel.cwd,
        umask: kernel.umask.clone(),
        user: kernel.user,
        signals: kernel.signals.clone(),
        alarm: kernel.clock.alarm.take(),
        limits: kernel.limits.clone(),
        mappings: (sharing == Sharing::Copied).then(|| kernel.mappings.clone()),
        thread_base: kernel.thread_base.clone(),
        thread_name: kernel.thread_name,
    };
    processes.waiting.push(waiting);
    processes.id = processes.next;
    processes.next += 1;
    kernel.signals.forget_pending();
}

/// Ends the process that runs, if another waits for it: the other goes on, and learns which process ended.
pub(crate) fn end(kernel: &mut Kernel, end: End) -> Option<u64> {
    let parent = kernel.processes.waiting.pop()?;
    let reads = kernel.processes.reads.take();
    if let Some(pipe) = reads {
        kernel.pipes.discard(pipe);
    }
    for open in kernel.descriptors.give_back(parent.numbers) {
        kernel.closed(Some(open));
    }
    let Processes { id, group, .. } = kernel.processes;
    let reads = reads.filter(|pipe| kernel.pipes.has_writer(*pipe));
    kernel.processes.children = parent.children;
    let child = Child { id, group, end, user: kernel.user.id, reads };
    kernel.processes.children.push(child);
    (kernel.processes.id, kernel.processes.group) = (parent.id, parent.group);
    (kernel.cwd, kernel.umask, kernel.user) = (parent.cwd, parent.umask, parent.user);
    (kernel.signals, kernel.limits) = (parent.signals, parent.limits);
    kernel.clock.alarm = parent.alarm;
    kernel.descriptors.limit = kernel.limits.descriptors();
    if let Some(mappings) = parent.mappings {
        kernel.mappings = mappings;
    }
    (kernel.thread_base, kernel.thread_name) = (parent.thread_base, parent.thread_name);
    if reads.is_none() {
        tell(&mut kernel.signals, &mut kernel.processes.children, id);
    }
    Some(id)
}

/// The last writer of a pipe is gone: commands that read it end.
pub(crate) fn end_readers(kernel: &mut Kernel, pipe: PipeId) {
    let Processes { children, waiting, .. } = &mut kernel.processes;
    let others = waiting.iter_mut().map(|w| (&mut w.signals, &mut w.children));
    for (signals, children) in others.chain([(&mut kernel.signals, children)]) {
        let done: Vec<u64> =
            children.iter().filter(|c| c.reads == Some(pipe)).map(|c| c.id).collect();
        for id in done {
            children.iter_mut().filter(|child| child.id == id).for_each(|child| child.reads = None);
            tell(signals, children, id);
        }
    }
}

/// Tells a process that a child has ended. One that does not care about its children need not wait for them.
fn tell(signals: &mut Signals, children: &mut Vec<Child>, id: u64) {
    let Some(at) = children.iter().position(|child| child.id == id) else { return };
    let origin = children[at].origin();
    if signals.abandons_children() {
        children.remove(at);
    }
    signals.child_ended(origin);
}

/// Ends a child by a signal, if it still runs.
pub(crate) fn kill(kernel: &mut Kernel, id: u64, signal: u8) {
    let Processes { children, .. } = &mut kernel.processes;
    let Some(child) = children.iter_mut().find(|child| child.id == id) else { return };
    if let Some(pipe) = child.reads.take() {
        child.end = End::Signal(signal);
        tell(&mut kernel.signals, children, id);
        kernel.pipes.stop_discarding(pipe);
    }
}

/// What clone's flags mean for the process that is made; `None` if such processes are not modelled.
pub(crate) fn sharing_of(call: SystemCall, flags: u32) -> Option<Sharing> {
    const VM: u32 = 0x100;
    const VFORK: u32 = 0x4000;
    const SIGNAL: u32 = 0xff;
    match call {
        SystemCall::Fork => Some(Sharing::Copied),
        SystemCall::Vfork => Some(Sharing::Shared),
        _ if flags & SIGNAL != u32::from(SIGCHLD) => None,
        _ => match flags & !SIGNAL {
            0 | VFORK => Some(Sharing::Copied),
            flags if flags == VM | VFORK => Some(Sharing::Shared),
            _ => None,
        },
    }
}
