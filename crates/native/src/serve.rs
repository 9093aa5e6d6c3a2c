//! The helper: reserves the regions, opens the libraries, and calls what it is told to.

#![expect(unsafe_code, reason = "mappings at fixed addresses, and libraries of others")]

use std::ffi::{CString, OsStr, OsString, c_void};
use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Command;

use libloading::os::unix::Library;
use rustix::mm::{MapFlags, ProtFlags};
use rustix::process::Signal;

use crate::protocol::{Request, Response, receive, send};
use crate::{Call, Role, Words, callback, invoke};

/// Where functions are looked for that no given library has.
const USUAL: [&str; 2] = ["libc.so.6", "libm.so.6"];

/// The helper once it is ready.
pub(crate) struct Server {
    socket: UnixStream,
    libraries: Vec<Library>,
    /// Where functions of the program may be.
    code: Vec<(u64, u64)>,
}

/// Runs a helper until the engine is gone. `args` are the two that [`Bridge`](crate::Bridge) gives last.
pub fn serve(args: &[OsString]) -> Result<(), String> {
    let number = |arg: &OsString| arg.to_str().and_then(|text| text.parse::<RawFd>().ok());
    let fds: Option<Vec<RawFd>> = args.iter().map(number).collect();
    let Some(&[socket, memory]) = fds.as_deref() else {
        return Err("this command is for strata itself".to_owned());
    };
    fix_addresses();
    // Nobody waits for a helper whose engine is gone, however busy it is.
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    // SAFETY: whoever started this gave us the two and nobody else in this process knows them.
    let (socket, memory) =
        unsafe { (UnixStream::from(OwnedFd::from_raw_fd(socket)), BorrowedFd::borrow_raw(memory)) };
    let request = receive(&socket).map_err(|error| error.to_string())?;
    let Request::Start { regions, libraries } = request else {
        return Err("the engine does not introduce itself".to_owned());
    };
    let refuse = |response: &Response| send(&socket, response).map_err(|error| error.to_string());
    if let Err((index, why)) = reserve(&regions, memory) {
        return refuse(&Response::NoRegion(index, why));
    }
    let libraries = match open(&libraries) {
        Ok(libraries) => libraries,
        Err(why) => return refuse(&Response::NoStart(why)),
    };
    let code = regions.iter().filter(|r| r.2 == Role::Code).map(|r| (r.0, r.1)).collect();
    // As long there as the process: closures refer to it.
    let server: &'static Server = Box::leak(Box::new(Server { socket, libraries, code }));
    if send(&server.socket, &Response::Ready).is_err() {
        return Ok(());
    }
    while let Ok(request) = receive(&server.socket) {
        server.obey(request);
    }
    Ok(())
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
        let access = ProtFlags::READ | ProtFlags::WRITE;
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
            // There is nothing to answer, or to start again.
            Request::Answer { .. } | Request::Start { .. } => {}
        }
    }

    /// Whether a jump may be put at an address.
    fn is_code(&self, address: u64) -> bool {
        let inside = |&(base, size): &(u64, u64)| {
            address.checked_sub(base).is_some_and(|at| at < size && size - at >= 16)
        };
        address.is_multiple_of(16) && self.code.iter().any(inside)
    }

    fn call(&self, call: &Call) -> Response {
        let Some(function) = self.find(&call.name) else { return Response::Missing };
        let result = invoke::invoke(function, call);
        // What it printed should be there when the next path prints.
        // SAFETY: it takes no arguments but none.
        unsafe { libc::fflush(std::ptr::null_mut()) };
        match result {
            Ok((words, errno)) => Response::Returned { words, errno },
            Err(why) => Response::Refused(why),
        }
    }

    fn find(&self, name: &str) -> Option<*const c_void> {
        let name = CString::new(name).ok()?;
        let found = self.libraries.iter().find_map(|library| {
            // SAFETY: the address is only taken; who calls it says with what types.
            let symbol = unsafe { library.get::<*const c_void>(name.as_bytes_with_nul()) };
            symbol.ok().map(|symbol| symbol.into_raw().cast_const())
        });
        found.filter(|address| !address.is_null())
    }

    /// Tells the engine something; without it there is nothing to do.
    fn say(&self, response: &Response) {
        if send(&self.socket, response).is_err() {
            std::process::exit(0);
        }
    }

    /// Has the engine run a function of the program.
    pub(crate) fn call_engine(&'static self, callback: &Response) -> (Words, i32) {
        self.say(callback);
        loop {
            match receive(&self.socket) {
                Ok(Request::Answer { words, errno }) => return (words, errno),
                Ok(request) => self.obey(request),
                Err(_) => std::process::exit(0),
            }
        }
    }
}
