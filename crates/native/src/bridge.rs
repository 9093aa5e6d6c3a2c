//! The engine's side: starts the helper, talks to it, and starts another when it is gone.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::io::FdFlags;

use crate::pages::Pages;
use crate::protocol::{Request, Response, receive, send};
use crate::window::Window;
use crate::{Call, Callable, Native, Region, Reply, Words};

/// What to start.
#[derive(Clone, Debug)]
pub struct Launch {
    /// A program that does [`serve`](crate::serve) with two last arguments.
    pub program: PathBuf,
    /// The arguments before these.
    pub args: Vec<OsString>,
    /// Libraries to look for functions in, beyond those of C.
    pub libraries: Vec<PathBuf>,
}

/// Why there is no helper.
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
        let child = Command::new(&self.launch.program)
            .args(&self.launch.args)
            .args([theirs.as_raw_fd().to_string(), self.window.fd().to_string()])
            .stdin(Stdio::null())
            // An interrupt is for the engine.
            .process_group(0)
            .spawn()?;
        Ok(Helper { child, socket })
    }

    fn introduce(&self, helper: &Helper) -> io::Result<Response> {
        let regions = self.regions.iter().map(|r| (r.base, r.size, r.role)).collect();
        let bytes = |path: &PathBuf| path.as_os_str().as_bytes().to_vec();
        let libraries = self.launch.libraries.iter().map(bytes).collect();
        send(&helper.socket, &Request::Start { regions, libraries })?;
        self.defined.values().try_for_each(|request| send(&helper.socket, request))?;
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

    /// Says something and waits for what comes of it.
    fn ask(&mut self, request: &Request, deadline: Option<Instant>) -> Reply {
        let helper = match self.helper.take().map_or_else(|| self.helper(), Ok) {
            Ok(helper) => helper,
            Err(error) => return Reply::Lost(error.to_string()),
        };
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

    fn write(&mut self, address: u64, bytes: &[u8]) {
        self.window.write(address, bytes);
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

    fn abandon(&mut self) {
        if let Some(mut helper) = self.helper.take() {
            helper.end();
        }
    }

    fn finished(&mut self, objects: u64) {
        if self.pages.called(objects, self.window.present()) {
            self.window.clear();
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
        // A time of zero would be none.
        let left = deadline
            .map(|end| end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1)));
        self.socket.set_read_timeout(left)?;
        send(&self.socket, request)?;
        receive(&self.socket)
    }

    /// What became of a helper that does not answer.
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
                return Reply::Lost(error.to_string());
            }
        }
        // Native code may have closed the socket and live on.
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        match self.wait() {
            Some(status) => match status.signal() {
                Some(signal) => Reply::Crashed(signal),
                None => Reply::Exited(status.code().unwrap_or(0)),
            },
            None => {
                self.end();
                Reply::Lost("it closed its connection".to_owned())
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

fn reply(response: Response) -> Reply {
    match response {
        Response::Returned { words, errno } => Reply::Returned { words, errno },
        Response::Callback { address, args, errno } => Reply::Callback { address, args, errno },
        Response::Missing => Reply::Missing,
        Response::Refused(why) => Reply::Refused(why),
        Response::Ready | Response::NoRegion(..) | Response::NoStart(_) => {
            Reply::Lost("it says what it has no reason to".to_owned())
        }
    }
}
