//! The engine's side: starts the helper, talks to it, and starts another when it is gone.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::ops::Range;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use gap::NativeGap;
use rustix::io::FdFlags;

use crate::exposure::{Exposure, GUARD, without};
use crate::pages::Pages;
use crate::protocol::{Request, Response, receive, send};
use crate::serve::{FULL, LOST};
use crate::window::Window;
use crate::{Call, Callable, Native, Region, Reply, Rights, Words};

/// What to start.
#[derive(Clone, Debug)]
pub struct Launch {
    /// A program that does [`serve`](crate::serve) with two last arguments.
    pub program: PathBuf,
    /// The arguments before these.
    pub args: Vec<OsString>,
    /// Libraries to look for functions in, beyond those of C.
    pub libraries: Vec<PathBuf>,
    /// What they may do.
    pub rights: Rights,
    /// Whether what they print is seen.
    pub output: Output,
}

/// Where native code prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// Where we do.
    Shown,
    /// Nowhere.
    Hidden,
}

impl Output {
    fn stream(self) -> Stdio {
        match self {
            Output::Shown => Stdio::inherit(),
            Output::Hidden => Stdio::null(),
        }
    }
}

/// Why a helper cannot be started.
#[derive(Debug)]
pub enum StartError {
    /// The shared memory cannot be made.
    Memory(io::Error),
    /// A region is not free at its addresses.
    Region {
        /// Which.
        region: Region,
        /// Why not.
        why: String,
    },
    /// A library cannot be opened, or something else that the helper says.
    Helper(String),
    /// The program cannot be started, or does not answer.
    Process(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Memory(error) => write!(f, "no memory to share with native code: {error}"),
            StartError::Region { region: Region { name, base, size, .. }, why } => write!(
                f,
                "the {size} bytes of addresses for {name} at {base:#x} cannot be reserved for native code: {why}"
            ),
            StartError::Helper(why) => f.write_str(why),
            StartError::Process(error) => write!(f, "the process for native code: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// A helper and the memory shared with it.
#[derive(Debug)]
pub struct Bridge {
    launch: Launch,
    regions: Vec<Region>,
    window: Window,
    pages: Pages,
    helper: Option<Helper>,
    /// What any helper has to know of functions of the program, by their addresses.
    defined: BTreeMap<u64, Request>,
    /// The objects that native code sees: addresses and sizes.
    shown: BTreeMap<u64, u64>,
    /// The pages that the helper has open.
    open: Vec<Range<u64>>,
    /// The guards in them.
    guards: BTreeSet<(u64, u64)>,
    /// Whether they are known to hold the pattern, since nothing has run after they were filled.
    intact: bool,
}

/// The process.
#[derive(Debug)]
struct Helper {
    child: Child,
    socket: UnixStream,
}

impl Bridge {
    /// Starts a helper that reserves these regions.
    pub fn start(launch: Launch, regions: &[Region]) -> Result<Bridge, StartError> {
        let window = Window::new(regions).map_err(StartError::Memory)?;
        let mut bridge = Bridge {
            launch,
            regions: regions.to_vec(),
            window,
            pages: Pages::default(),
            helper: None,
            defined: BTreeMap::new(),
            shown: BTreeMap::new(),
            open: Vec::new(),
            guards: BTreeSet::new(),
            intact: true,
        };
        bridge.helper = Some(bridge.helper()?);
        Ok(bridge)
    }

    fn helper(&self) -> Result<Helper, StartError> {
        let mut helper = self.spawn().map_err(StartError::Process)?;
        let said = self.introduce(&helper).map_err(StartError::Process);
        let error = match said {
            Ok(Response::Ready) => return Ok(helper),
            Ok(Response::NoRegion(index, why)) => match self.regions.get(index as usize) {
                Some(&region) => StartError::Region { region, why },
                None => StartError::Helper(why),
            },
            Ok(Response::NoStart(why)) => StartError::Helper(why),
            Ok(_) => StartError::Helper("the process for native code is not ours".to_owned()),
            Err(error) => error,
        };
        helper.end();
        Err(error)
    }

    fn spawn(&self) -> io::Result<Helper> {
        let (socket, theirs) = UnixStream::pair()?;
        let theirs = OwnedFd::from(theirs);
        rustix::io::fcntl_setfd(&theirs, FdFlags::empty())?;
        let memory = self.window.inheritable()?;
        let child = Command::new(&self.launch.program)
            .args(&self.launch.args)
            .args([theirs.as_raw_fd().to_string(), memory.as_raw_fd().to_string()])
            .stdin(Stdio::null())
            .stdout(self.launch.output.stream())
            .stderr(self.launch.output.stream())
            // An interrupt is for the engine.
            .process_group(0)
            .spawn()?;
        Ok(Helper { child, socket })
    }

    fn introduce(&self, helper: &Helper) -> io::Result<Response> {
        let regions = self.regions.iter().map(|r| (r.base, r.size, r.role)).collect();
        let bytes = |path: &PathBuf| path.as_os_str().as_bytes().to_vec();
        let libraries = self.launch.libraries.iter().map(bytes).collect();
        let rights = self.launch.rights;
        send(&helper.socket, &Request::Start { regions, libraries, rights })?;
        self.defined.values().try_for_each(|request| send(&helper.socket, request))?;
        self.open.iter().try_for_each(|range| send(&helper.socket, &opening(range)))?;
        receive(&helper.socket)
    }

    /// Says what lies at an address, once.
    fn tell(&mut self, address: u64, request: impl FnOnce() -> Request) {
        let Entry::Vacant(entry) = self.defined.entry(address) else { return };
        let request = entry.insert(request());
        if let Some(helper) = &self.helper {
            // A helper that is gone is found out by the call.
            let _ = send(&helper.socket, request);
        }
    }

    /// Opens the pages of the objects that are shown and closes all others; guards that may have been overwritten
    /// are filled again.
    fn expose(&mut self) {
        let Exposure { open, guards } = Exposure::of(self.shown.iter().map(|(a, s)| (*a, *s)));
        for guard in &guards {
            if !self.intact || !self.guards.contains(&(guard.start, guard.end)) {
                self.window.fill(guard, GUARD);
            }
        }
        self.intact = true;
        self.guards = guards.iter().map(|guard| (guard.start, guard.end)).collect();
        let closed = without(&self.open, &open).into_iter().map(|range| closing(&range));
        let opened = without(&open, &self.open).into_iter().map(|range| opening(&range));
        if let Some(helper) = &self.helper {
            // A helper that is gone is found out by the call.
            let _ = closed.chain(opened).try_for_each(|change| send(&helper.socket, &change));
        }
        self.open = open;
    }

    /// Sends a request and waits for the reply.
    fn ask(&mut self, request: &Request, deadline: Option<Instant>) -> Reply {
        let helper = match self.helper.take().map_or_else(|| self.helper(), Ok) {
            Ok(helper) => helper,
            Err(error) => return Reply::Lost(NativeGap::Unreachable(error.to_string())),
        };
        self.intact = false;
        match helper.ask(request, deadline) {
            Ok(response) => {
                self.helper = Some(helper);
                reply(response)
            }
            Err(error) => helper.post_mortem(&error),
        }
    }
}

impl Native for Bridge {
    fn reaches(&self, address: u64, len: u64) -> bool {
        self.window.reaches(address, len)
    }

    fn show(&mut self, objects: &[(u64, &[u8])]) {
        self.shown.clear();
        self.show_more(objects);
    }

    fn show_more(&mut self, objects: &[(u64, &[u8])]) {
        self.shown.extend(objects.iter().map(|(address, bytes)| (*address, bytes.len() as u64)));
        self.expose();
        objects.iter().for_each(|(address, bytes)| self.window.write(*address, bytes));
    }

    fn missed_write(&mut self) -> Option<u64> {
        let changed =
            self.guards.iter().find_map(|(start, end)| self.window.differs(&(*start..*end), GUARD));
        self.intact = changed.is_none();
        changed
    }

    fn read(&self, address: u64, bytes: &mut [u8]) {
        self.window.read(address, bytes);
    }

    fn define(&mut self, callable: &Callable) {
        self.tell(callable.address, || Request::Define(callable.clone()));
    }

    fn alias(&mut self, address: u64, name: &str) {
        self.tell(address, || Request::Alias { address, name: name.to_owned() });
    }

    fn call(&mut self, call: &Call, deadline: Option<Instant>) -> Reply {
        self.ask(&Request::Call(call.clone()), deadline)
    }

    fn resume(&mut self, words: Words, errno: i32, deadline: Option<Instant>) -> Reply {
        self.ask(&Request::Answer { words, errno }, deadline)
    }

    fn retry(&mut self, deadline: Option<Instant>) -> Reply {
        self.ask(&Request::Retry, deadline)
    }

    fn abandon(&mut self) {
        if let Some(mut helper) = self.helper.take() {
            helper.end();
        }
    }

    fn finished(&mut self, objects: u64) {
        if self.pages.called(objects, self.window.present()) {
            self.window.clear();
            self.intact = false;
        }
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        self.abandon();
    }
}

impl Helper {
    fn ask(&self, request: &Request, deadline: Option<Instant>) -> io::Result<Response> {
        // A timeout of zero would mean no timeout.
        let left = deadline
            .map(|end| end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1)));
        self.socket.set_read_timeout(left)?;
        send(&self.socket, request)?;
        receive(&self.socket)
    }

    /// How a helper that does not answer has ended.
    fn post_mortem(mut self, error: &io::Error) -> Reply {
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                self.end();
                return Reply::TimedOut;
            }
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::ConnectionReset => {}
            _ => {
                self.end();
                return Reply::Lost(NativeGap::Unreachable(error.to_string()));
            }
        }
        // Native code may have closed the socket and live on.
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        match self.wait() {
            Some(status) => match status.signal() {
                Some(LOST) => Reply::Lost(NativeGap::Disconnected),
                Some(FULL) => Reply::Lost(NativeGap::TooManyMappings),
                // Limits of ours, or of the system's.
                Some(libc::SIGXFSZ) => Reply::Lost(NativeGap::FileLimit),
                Some(libc::SIGKILL) => Reply::Lost(NativeGap::Killed),
                Some(signal) => Reply::Crashed(signal),
                None => Reply::Exited(status.code().unwrap_or(0)),
            },
            None => {
                self.end();
                Reply::Lost(NativeGap::Disconnected)
            }
        }
    }

    /// Waits for the end of a process that is about to end.
    fn wait(&mut self) -> Option<std::process::ExitStatus> {
        for _ in 0..500 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn opening(range: &Range<u64>) -> Request {
    Request::Open { start: range.start, size: range.end - range.start }
}

fn closing(range: &Range<u64>) -> Request {
    Request::Close { start: range.start, size: range.end - range.start }
}

fn reply(response: Response) -> Reply {
    match response {
        Response::Returned { words, errno } => Reply::Returned { words, errno },
        Response::Callback { address, args, errno } => Reply::Callback { address, args, errno },
        Response::Touched { address, write } => Reply::Touched { address, write },
        Response::Missing => Reply::Missing,
        Response::Refused(why) => Reply::Refused(NativeGap::Refused(why)),
        Response::Ready | Response::NoRegion(..) | Response::NoStart(_) => {
            Reply::Lost(NativeGap::StrangeAnswer)
        }
    }
}
