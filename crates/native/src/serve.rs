//! The helper: reserves the regions, opens the libraries, and makes the calls that the engine asks for.

#![expect(unsafe_code, reason = "mappings at fixed addresses, and libraries of others")]

use std::ffi::{CString, OsStr, OsString, c_void};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Command;

use libloading::os::unix::Library;
use rustix::io::FdFlags;
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags};
use rustix::process::Signal;

use crate::protocol::{Request, Response, receive, send};
use crate::{Call, Rights, Role, Words, callback, invoke, sandbox, touch};

/// Where functions are looked for that no given library has.
const USUAL: [&str; 2] = ["libc.so.6", "libm.so.6"];

/// The signal with which a helper that has lost its connection to the engine ends itself. Nothing else uses it,
/// so that it cannot be taken for the end of a native function.
pub(crate) const LOST: i32 = 63;
/// The same for a helper whose mappings the system has no room for.
pub(crate) const FULL: i32 = 62;

/// The helper once it is ready.
pub(crate) struct Server {
    socket: UnixStream,
    libraries: Vec<Library>,
    /// Where functions of the program may be.
    code: Vec<(u64, u64)>,
    /// Where its objects may be.
    data: Vec<(u64, u64)>,
    process: u32,
}

/// Runs a helper until the engine is gone. `args` are the two that [`Bridge`](crate::Bridge) gives last.
pub fn serve(args: &[OsString]) -> Result<(), String> {
    let number = |arg: &OsString| arg.to_str().and_then(|text| text.parse::<RawFd>().ok());
    let fds: Option<Vec<RawFd>> = args.iter().map(number).collect();
    let Some(&[socket, memory]) = fds.as_deref() else {
        return Err("this command is for strata itself".to_owned());
    };
    fix_addresses();
    sandbox::close_others([socket, memory]);
    // A helper whose engine is gone is of no use, however busy it is.
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    // SAFETY: the engine passed both to this process, and nothing else in it uses them.
    let (socket, memory) = unsafe { (OwnedFd::from_raw_fd(socket), OwnedFd::from_raw_fd(memory)) };
    let socket = UnixStream::from(socket);
    rustix::io::fcntl_setfd(&socket, FdFlags::CLOEXEC).map_err(|error| error.to_string())?;
    let request = receive(&socket).map_err(|error| error.to_string())?;
    let Request::Start { regions, libraries, rights } = request else {
        return Err("the engine does not introduce itself".to_owned());
    };
    let refuse = |response: &Response| send(&socket, response).map_err(|error| error.to_string());
    if let Err((index, why)) = reserve(&regions, memory.as_fd()) {
        return refuse(&Response::NoRegion(index, why));
    }
    // The mappings stay, and native code has no other way to them.
    drop(memory);
    if rights == Rights::Few
        && let Err(why) = sandbox::confine(&libraries)
    {
        return refuse(&Response::NoStart(format!("native code cannot be confined: {why}")));
    }
    let libraries = match open(&libraries) {
        Ok(libraries) => libraries,
        Err(why) => return refuse(&Response::NoStart(why)),
    };
    let of = |role| regions.iter().filter(move |r| r.2 == role).map(|r| (r.0, r.1)).collect();
    let (code, data, process) = (of(Role::Code), of(Role::Data), std::process::id());
    let server = Server { socket, libraries, code, data, process };
    // As long there as the process: closures refer to it.
    let server: &'static Server = Box::leak(Box::new(server));
    touch::watch(server);
    if send(&server.socket, &Response::Ready).is_err() {
        return Ok(());
    }
    while let Ok(request) = receive(&server.socket) {
        server.obey(request);
    }
    lost()
}

/// Ends a helper that has lost its engine.
pub(crate) fn lost() -> ! {
    end_by(LOST)
}

/// Ends one that cannot have more mappings.
pub(crate) fn full() -> ! {
    end_by(FULL)
}

fn end_by(signal: i32) -> ! {
    // SAFETY: this ends the process, whatever native code made of the signal.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
        libc::abort()
    }
}

/// Starts this program again with addresses that the host does not choose at random, where that is allowed: a
/// native address that a path holds is then the same in every run.
fn fix_addresses() {
    const ASK: libc::c_ulong = 0xffff_ffff;
    // SAFETY: this asks, and then sets, how this process alone is run.
    let changed = unsafe {
        let now = libc::personality(ASK);
        let fixed = now | libc::ADDR_NO_RANDOMIZE;
        now >= 0 && now != fixed && libc::personality(fixed as libc::c_ulong) >= 0
    };
    if changed {
        let args = std::env::args_os().skip(1);
        // It returns only if it fails, and then all goes on as it was.
        let _ = Command::new("/proc/self/exe").args(args).exec();
    }
}

/// Maps all regions; else the first that cannot be, and why.
fn reserve(regions: &[(u64, u64, Role)], memory: BorrowedFd<'_>) -> Result<(), (u32, String)> {
    let mut offset = 0;
    for (index, &(base, size, role)) in regions.iter().enumerate() {
        let at = base as *mut c_void;
        let flags = MapFlags::NORESERVE | MapFlags::FIXED_NOREPLACE;
        // Pages are opened when there is something in them.
        let access = ProtFlags::empty();
        // SAFETY: nothing is replaced.
        let mapped = unsafe {
            match role {
                Role::Data => {
                    let flags = flags | MapFlags::SHARED;
                    rustix::mm::mmap(at, size as usize, access, flags, memory, offset)
                }
                Role::Code => {
                    let flags = flags | MapFlags::PRIVATE;
                    rustix::mm::mmap_anonymous(at, size as usize, access, flags)
                }
            }
        };
        match mapped {
            // An old kernel takes the address for a hint.
            Ok(there) if there == at => {}
            Ok(_) => return Err((index as u32, "something else is there".to_owned())),
            Err(error) => return Err((index as u32, error.to_string())),
        }
        if role == Role::Data {
            offset += size;
        }
    }
    Ok(())
}

fn open(libraries: &[Vec<u8>]) -> Result<Vec<Library>, String> {
    let given = libraries.iter().map(|name| OsStr::from_bytes(name));
    given
        .chain(USUAL.iter().map(OsStr::new))
        .map(|name| {
            // SAFETY: a library may do anything when it is opened; it does so here and not in the engine.
            unsafe { Library::new(name) }.map_err(|error| {
                let why = std::error::Error::source(&error)
                    .map_or_else(|| error.to_string(), |why| why.to_string());
                format!("the library {} cannot be opened: {why}", name.display())
            })
        })
        .collect()
}

impl Server {
    fn obey(&'static self, request: Request) {
        match request {
            Request::Define(callable) => {
                if self.is_code(callable.address) {
                    callback::define(self, callable);
                }
            }
            Request::Alias { address, name } => {
                if self.is_code(address)
                    && let Some(function) = self.find(&name)
                {
                    callback::put_jump(address, function as usize as u64);
                }
            }
            Request::Call(call) => self.say(&self.call(&call)),
            Request::Open { start, size } => {
                touch::protect(start, size, MprotectFlags::READ | MprotectFlags::WRITE);
            }
            Request::Close { start, size } => touch::protect(start, size, MprotectFlags::empty()),
            // There is nothing to answer, or to start again.
            Request::Answer { .. } | Request::Start { .. } | Request::Retry => {}
        }
    }

    /// Whether a jump may be put at an address.
    fn is_code(&self, address: u64) -> bool {
        let inside = |&(base, size): &(u64, u64)| {
            address.checked_sub(base).is_some_and(|at| at < size && size - at >= 16)
        };
        address.is_multiple_of(16) && self.code.iter().any(inside)
    }

    /// Whether an object of the program may be at an address.
    pub(crate) fn is_data(&self, address: u64) -> bool {
        self.data.iter().any(|(base, size)| (*base..base + size).contains(&address))
    }

    /// Whether this is the helper, and not a copy that native code has made of it.
    pub(crate) fn is_ours(&self) -> bool {
        std::process::id() == self.process
    }

    pub(crate) fn descriptor(&self) -> RawFd {
        self.socket.as_raw_fd()
    }

    fn call(&self, call: &Call) -> Response {
        let Some(function) = self.find(&call.name) else { return Response::Missing };
        let result = invoke::invoke(function, call);
        // What it printed must come before what the next path prints.
        // SAFETY: null stands for all streams.
        unsafe { libc::fflush(std::ptr::null_mut()) };
        match result {
            Ok((words, errno)) => Response::Returned { words, errno },
            Err(why) => Response::Refused(why),
        }
    }

    fn find(&self, name: &str) -> Option<*const c_void> {
        let name = CString::new(name).ok()?;
        let found = self.libraries.iter().find_map(|library| {
            // SAFETY: the address is only taken; its caller says with what types.
            let symbol = unsafe { library.get::<*const c_void>(name.as_bytes_with_nul()) };
            symbol.ok().map(|symbol| symbol.into_raw().cast_const())
        });
        found.filter(|address| !address.is_null())
    }

    /// Tells the engine something; without it there is nothing to do.
    fn say(&self, response: &Response) {
        if !self.is_ours() {
            // SAFETY: a copy of the helper just ends; nothing of its parent's is flushed twice.
            unsafe { libc::_exit(0) };
        }
        if send(&self.socket, response).is_err() {
            lost();
        }
    }

    /// Has the engine run a function of the program.
    pub(crate) fn call_engine(&'static self, callback: &Response) -> (Words, i32) {
        self.say(callback);
        loop {
            match receive(&self.socket) {
                Ok(Request::Answer { words, errno }) => return (words, errno),
                Ok(request) => self.obey(request),
                Err(_) => lost(),
            }
        }
    }
}
