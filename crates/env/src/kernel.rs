//! The kernel of one state.

use std::mem::take;
use std::path::PathBuf;
use std::rc::Rc;

use gap::SystemGap;
use memory::{Answers, Memory, ObjectId, Site, Value};
use random::Random;
use registry::SystemCall;
use term::Term;

use crate::bytes::Bytes;
use crate::call::Call;
use crate::calls::mapping::Mappings;
use crate::clock::Clock;
use crate::config::{Config, Host, SetupError, Stdin};
use crate::descriptors::{AtExec, Descriptors, Open, Stream, Target, flags};
use crate::errno::Errno;
use crate::failures::Failures;
use crate::host::Glimpse;
use crate::limits::Limits;
use crate::pipe::Pipes;
use crate::processes::{self, End, Processes};
use crate::reply::{Notice, Reply, Stop, SysResult};
use crate::resolve::Resolved;
use crate::sight;
use crate::signal::{ALARM, Delivery, Recipient, Signals, objects};
use crate::spawn::{self, Spawn};
use crate::table;
use crate::tree::{Body, Contents, Follow, Mode, NodeId, Path, ROOT, Tree, User};
use crate::tty::Tty;
use crate::users;

/// Everything the operating system knows about one state's process. Cloning is how states fork; it
/// copies a few small tables and shares the rest.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(crate) tree: Rc<Tree>,
    pub(crate) descriptors: Descriptors,
    pub(crate) pipes: Pipes,
    pub(crate) stdin: Stdin,
    output: Vec<(Stream, Bytes)>,
    /// Terms that were written somewhere and depend on memory that never was.
    shown: Vec<Term>,
    pub(crate) cwd: NodeId,
    /// Permission bits that new files do not get.
    pub(crate) umask: Mode,
    pub(crate) user: User,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) signals: Signals,
    /// How an attempt to make another process ends.
    pub(crate) spawn: Spawn,
    pub(crate) processes: Processes,
    pub(crate) tty: Tty,
    /// Whether the program opened or missed a file that is another on the host.
    files_differ: bool,
    pub(crate) notices: Vec<Notice>,
    /// Calls that may fail, if any.
    failures: Option<Failures>,
    pub(crate) limits: Limits,
    pub(crate) mappings: Mappings,
    /// The base of the thread's own storage, as `arch_prctl` set it.
    pub(crate) thread_base: Value,
    /// As `prctl` set it.
    pub(crate) thread_name: [u8; 16],
    /// Where the paths of the call that is being answered can lead, while it waits to know which.
    pub(crate) resolved: Vec<Rc<Resolved>>,
}

impl Kernel {
    /// The kernel that a program starts with. Fails if the working directory or a given file can
    /// not be made.
    pub fn new(config: &Config) -> Result<Kernel, SetupError> {
        let user = User { id: config.user, group: config.user };
        let clock = Clock::new(config.start_time, config.clock_step);
        let limits = Limits::default();
        let mut kernel = Kernel {
            tree: Rc::new(Tree::new(sight::hosted(config), user, clock.stamp())),
            descriptors: Descriptors::new(limits.descriptors()),
            pipes: Pipes::default(),
            stdin: config.stdin.clone(),
            output: Vec::new(),
            shown: Vec::new(),
            cwd: ROOT,
            umask: 0o022.into(),
            user,
            clock,
            random: Random::new(config.seed),
            signals: Signals::new(),
            spawn: config.spawn.clone(),
            processes: Processes::new(),
            tty: Tty::new(config.terminals),
            files_differ: false,
            notices: Vec::new(),
            failures: None,
            limits,
            mappings: Mappings::default(),
            thread_base: Value::ZERO,
            thread_name: [0; 16],
            resolved: Vec::new(),
        };
        kernel.cwd = kernel.provide_directory(&config.cwd)?;
        for (path, bytes) in &config.files {
            kernel.provide_file(path, &bytes[..].into())?;
        }
        if !matches!(config.host, Host::Under(_)) {
            users::provide(&mut kernel);
        }
        spawn::provide(&mut kernel);
        kernel.open_console();
        // What was looked for so far, the program did not ask for.
        kernel.tree_mut().hidden.clear();
        kernel.tree_mut().glimpses.clear();
        Ok(kernel)
    }

    /// Whether all that the program can come to see of it is as it was, and stays so if the program makes no call. What
    /// was written to the console is not seen. A timer goes off by itself.
    pub fn is_as(&self, earlier: &Kernel) -> bool {
        self.clock.alarm.is_none()
            && (Rc::ptr_eq(&self.tree, &earlier.tree) || self.tree == earlier.tree)
            && self.descriptors == earlier.descriptors
            && self.pipes == earlier.pipes
            && (self.cwd, &self.umask, self.user) == (earlier.cwd, &earlier.umask, earlier.user)
            && self.clock == earlier.clock
            && self.random == earlier.random
            && self.signals == earlier.signals
            && self.processes == earlier.processes
            && self.tty == earlier.tty
            && self.failures == earlier.failures
            && self.limits == earlier.limits
            && self.mappings == earlier.mappings
            && self.thread_base == earlier.thread_base
            && self.thread_name == earlier.thread_name
    }

    fn open_console(&mut self) {
        let input = match self.stdin.file.clone() {
            Some(bytes) => {
                let (owner, now) = (self.user, self.clock.stamp());
                let body = Body::File(Contents::Own(bytes));
                Target::Node(self.tree_mut().make(body, 0o644.into(), owner, now))
            }
            None => Target::Input,
        };
        let console = [
            (input, flags::RDONLY),
            (Target::Output(Stream::Out), flags::WRONLY),
            (Target::Output(Stream::Err), flags::WRONLY),
        ];
        for (target, mode) in console {
            // A terminal is opened for both.
            let mode = if self.tty.stands_for(target) { flags::RDWR } else { mode };
            // The table is empty, so these are 0, 1 and 2.
            let _ = self.descriptors.add(Open::new(target, mode.into()), AtExec::Keep);
        }
    }

    /// The directory of this path, made where it is not there.
    fn provide_directory(&mut self, path: &[u8]) -> Result<NodeId, SetupError> {
        let fail = |errno: Errno| SetupError::Path(path.to_vec(), errno.0);
        let superuser = User { id: 0, group: 0 };
        let (owner, start, now) = (self.user, self.cwd, self.clock.stamp());
        let tree = self.tree_mut();
        let mut dir = if path.starts_with(b"/") { ROOT } else { start };
        for component in path.split(|&b| b == b'/').filter(|c| !c.is_empty()) {
            let entry = tree.walk_text(dir, component, Follow::Yes, superuser).map_err(fail)?;
            dir = match entry.node {
                Some(id) => id,
                None => tree.make_directory(&entry, 0o755.into(), owner, now).map_err(fail)?,
            };
            tree.node(dir).directory().map_err(fail)?;
        }
        Ok(dir)
    }

    /// Makes a file, before the program starts. Returns what `stat` says about it.
    pub fn provide_file(&mut self, path: &[u8], bytes: &Bytes) -> Result<Vec<u8>, SetupError> {
        let fail = |errno: Errno| SetupError::Path(path.to_vec(), errno.0);
        let superuser = User { id: 0, group: 0 };
        let split = path.iter().rposition(|&b| b == b'/').map_or(0, |at| at + 1);
        let dir = self.provide_directory(&path[..split])?;
        let (owner, now) = (self.user, self.clock.stamp());
        let tree = self.tree_mut();
        let entry = tree.walk_text(dir, &path[split..], Follow::Yes, superuser).map_err(fail)?;
        let body = Body::File(Contents::Own(bytes.into()));
        match entry.node {
            Some(id) if tree.node(id).is_directory() => Err(fail(Errno::ISDIR)),
            Some(id) => {
                tree.node_mut(id).body = body;
                Ok(self.stat_node(id).stat())
            }
            None => {
                let id = tree.make(body, 0o644.into(), owner, now);
                tree.name(&entry, id, now);
                Ok(self.stat_node(id).stat())
            }
        }
    }

    /// Makes a file of the superuser's, unless there is one of that name. The host may have another.
    pub(crate) fn provide_system_file(&mut self, path: &[u8], bytes: Vec<u8>, mode: u32) {
        let superuser = User { id: 0, group: 0 };
        let find = |kernel: &mut Kernel| {
            kernel.tree_mut().find(ROOT, &Path::Plain(path.to_vec()), Follow::Yes, superuser)
        };
        // Where the directory cannot be made, the file is not there either.
        if find(self).is_err()
            && self.provide_file(path, &bytes.into()).is_ok()
            && let Ok(id) = find(self)
        {
            let node = self.tree_mut().node_mut(id);
            (node.mode, node.user, node.group) = (mode.into(), superuser.id, superuser.group);
            node.is_made_up = true;
        }
    }

    /// Makes standard input a file with these bytes, before the program starts. Returns what `stat` says about it.
    pub fn provide_input(&mut self, bytes: &Bytes) -> Vec<u8> {
        let (owner, now) = (self.user, self.clock.stamp());
        let body = Body::File(Contents::Own(bytes.into()));
        let id = self.tree_mut().make(body, 0o644.into(), owner, now);
        if let Ok(open) = self.descriptors.get_mut(0) {
            open.target = Target::Node(id);
        }
        self.stat_node(id).stat()
    }

    /// Lets this many calls fail; for each kind, a term says which one does.
    pub fn let_fail(&mut self, count: u32, which: [Term; 5]) {
        self.failures = Some(Failures::new(count, which));
    }

    /// Answers a system call.
    ///
    /// A bad pointer is [`Reply::Fault`] and not `EFAULT`: see there.
    pub fn call(&mut self, memory: &mut Memory, number: u64, args: &[Value; 6]) -> Reply {
        self.call_from(memory, &Answers::default(), Site::default(), number, args)
    }

    /// Answers a system call made at `site`, which is then where mapped memory comes from.
    pub fn call_from(
        &mut self,
        memory: &mut Memory,
        answers: &Answers,
        site: Site,
        number: u64,
        args: &[Value; 6],
    ) -> Reply {
        let Some(which) = SystemCall::find(number) else {
            let call = match SystemCall::name_of(number) {
                Some(name) => gap::SystemCallName::Named(name),
                None => gap::SystemCallName::Numbered(number),
            };
            return Reply::Unsupported(call, SystemGap::Whole);
        };
        self.descriptors.settle(answers);
        let failure = match &mut self.failures {
            Some(failures) => failures.fails(which, memory.terms(), answers),
            None => Ok(()),
        };
        let function = table::function(which);
        let result = failure.and_then(|()| {
            function(&mut Call { which, kernel: self, memory, answers, args, site })
        });
        if !matches!(result, Err(Stop::Which(_))) {
            self.resolved.clear();
        }
        debug_assert!(fits(which, &result), "the registry says otherwise of {which:?}");
        if self.clock.rings()
            && matches!(result, Ok(_) | Err(Stop::Errno(_)))
            && let Err(stop) = self.signals.raise(ALARM, Recipient::Process)
        {
            return self.ended(Reply::new(which.name(), Err(stop)));
        }
        match self.ended(Reply::new(which.name(), result)) {
            Reply::Return(value) if self.signals.interrupts() => {
                Reply::Interrupted(value, self.deliveries())
            }
            other => other,
        }
    }

    /// The end of the running process is not that of the program if another process waits for it.
    fn ended(&mut self, reply: Reply) -> Reply {
        let end = match reply {
            Reply::Exit(status) => End::Status(status as u8),
            Reply::Signal(signal) => End::Signal(signal),
            reply => return reply,
        };
        match processes::end(self, end) {
            Some(id) => Reply::Ended(Value::Int(id), self.deliveries()),
            None => reply,
        }
    }

    /// The signals whose handlers are to be called now.
    fn deliveries(&mut self) -> Vec<Delivery> {
        std::iter::from_fn(|| self.signals.take_delivery()).collect()
    }

    /// Whether the program made another process, or executed a command: natively it would be another one.
    pub fn wants_processes(&self) -> bool {
        self.processes.wanted
    }

    /// Whether the program was refused another process.
    pub fn has_refused_process(&self) -> bool {
        self.processes.refused
    }

    /// Whether the program could see that a stream is a terminal, which it need not be natively.
    pub fn has_shown_terminal(&self) -> bool {
        self.tty.seen()
    }

    /// Whether the program opened a file that the kernel made up, or asked for one of the host's that it was not shown:
    /// natively it sees the host's.
    pub fn files_differ(&self) -> bool {
        self.files_differ
    }

    /// Takes note that the program opens a node.
    pub(crate) fn note_opened(&mut self, id: NodeId) {
        self.files_differ |= self.tree.node(id).is_made_up;
    }

    /// What happened that a user should know, since this was last asked.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        take(&mut self.notices)
    }

    /// Takes over what another kernel saw of the host's files while it answered a call with [`Reply::Which`] from
    /// where this one is.
    pub fn keep_looks(&mut self, other: &Kernel) {
        self.tree = Rc::clone(&other.tree);
        self.resolved = other.resolved.clone();
    }

    /// What the program has written to its standard output and error since this was last asked, in
    /// order.
    pub fn take_output(&mut self) -> Vec<(Stream, Bytes)> {
        take(&mut self.output)
    }

    /// The bytes that left memory since this was last asked, and depend on what was never written there.
    pub fn take_shown(&mut self) -> Vec<Term> {
        take(&mut self.shown)
    }

    pub(crate) fn note_shown(&mut self, byte: &Term) {
        if byte.has_undefined() {
            self.shown.push(byte.clone());
        }
    }

    /// The paths of the host that the program asked for since this was last asked, and was not shown though
    /// there is something; `DIR/*` for names that a listing left out.
    pub fn take_hidden(&mut self) -> Vec<PathBuf> {
        // Not `tree_mut` at once: most calls hide nothing, and the tree may be shared.
        if self.tree.hidden.is_empty() {
            return Vec::new();
        }
        self.files_differ = true;
        take(&mut self.tree_mut().hidden)
    }

    /// What of the host was looked at since this was last asked.
    pub fn take_glimpses(&mut self) -> Vec<Glimpse> {
        if self.tree.glimpses.is_empty() {
            return Vec::new();
        }
        take(&mut self.tree_mut().glimpses)
    }

    /// The files that are not the host's, with their paths: those that were given, and those that the program made or
    /// changed. Zeros in a path belong to none of its names.
    pub fn own_files(&self) -> Vec<(Bytes, Bytes)> {
        let files = self.tree.own_files();
        files.into_iter().map(|(path, store)| (path, store.read(0, usize::MAX))).collect()
    }

    /// What `stat` says about standard output.
    pub fn output_status(&self) -> Vec<u8> {
        self.stat_open(1).map(|stat| stat.stat()).unwrap_or_default()
    }

    pub(crate) fn put_output(&mut self, stream: Stream, bytes: &Bytes) {
        match self.output.last_mut() {
            Some((last, chunk)) if *last == stream => chunk.append(bytes),
            _ => self.output.push((stream, bytes.clone())),
        }
    }

    /// The objects that the kernel keeps pointers to, which must not be forgotten.
    pub fn roots(&self) -> impl Iterator<Item = ObjectId> {
        let running = self.signals.roots().chain(objects(&self.thread_base));
        running.chain(self.processes.roots())
    }

    pub(crate) fn tree_mut(&mut self) -> &mut Tree {
        Rc::make_mut(&mut self.tree)
    }

    /// What must happen when the last descriptor of an open file is gone.
    pub(crate) fn closed(&mut self, open: Option<Open>) {
        match open.map(|open| open.target) {
            Some(Target::Node(id)) => self.forget(id),
            Some(Target::PipeOut(id)) => self.pipes.close_reader(id),
            Some(Target::PipeIn(id)) => {
                self.pipes.close_writer(id);
                processes::end_readers(self, id);
            }
            Some(Target::Input | Target::Output(_)) | None => {}
        }
    }

    /// Forgets a node that lost a name or an open file, if that was the last.
    pub(crate) fn forget(&mut self, id: NodeId) {
        let target = Target::Node(id);
        if self.tree.node(id).links == 0 && self.descriptors.opens().all(|o| o.target != target) {
            self.tree_mut().forget(id);
        }
    }
}

/// Whether the registry knows that a call can return this.
fn fits(call: SystemCall, result: &SysResult) -> bool {
    let pointer = matches!(result, Ok(Value::Ptr { .. }));
    !pointer || call.effects().iter().any(|effect| effect.returns_pointer())
}
