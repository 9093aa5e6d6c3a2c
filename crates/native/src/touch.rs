//! Native code that touches a closed page: the engine is asked, as the program may well have an object there.
//!
//! The signal may come anywhere, in the middle of the allocator too, so nothing here allocates: messages are
//! of fixed size and on the stack. Anything but a data access to the regions of the program ends the process as
//! it would without this handler.

#![expect(unsafe_code, reason = "a handler of SIGSEGV")]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use rustix::mm::MprotectFlags;

use crate::protocol::{Request, Response, SHORT, decode};
use crate::serve::{Server, lost};

/// The helper that is asked about.
static SERVER: AtomicPtr<Server> = AtomicPtr::new(ptr::null_mut());

/// Room for the handler where native code has used up its stack.
const STACK: usize = 64 << 10;

/// Bits of the error code of a page fault.
const WRITE: i64 = 1 << 1;
const FETCH: i64 = 1 << 4;

/// Asks from now on; as long there as the process.
pub fn watch(server: &'static Server) {
    SERVER.store(ptr::from_ref(server).cast_mut(), Ordering::Release);
    let stack: &'static mut [u8] = Box::leak(vec![0; STACK].into_boxed_slice());
    let room = libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: STACK };
    // SAFETY: the stack is never used for anything else; the handler has the type that the flags say. Where
    // one of them fails, such accesses are crashes.
    unsafe {
        libc::sigaltstack(&raw const room, ptr::null_mut());
        let mut action: libc::sigaction = std::mem::zeroed();
        let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = touched;
        action.sa_sigaction = handler as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
        libc::sigaction(libc::SIGSEGV, &raw const action, ptr::null_mut());
    }
}

extern "C" fn touched(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the system gives both; the server is there before the handler and for ever.
    let (address, error, server) = unsafe {
        let machine = &(*context.cast::<libc::ucontext_t>()).uc_mcontext;
        let error = machine.gregs[libc::REG_ERR as usize];
        ((*info).si_addr() as u64, error, &*SERVER.load(Ordering::Acquire))
    };
    if error & FETCH != 0 || !server.is_data(address) || !server.is_ours() {
        // SAFETY: the same instruction then ends the process.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
        return;
    }
    // SAFETY: the thread has an `errno`, which is not that of the interrupted code to change.
    let errno = unsafe { *libc::__errno_location() };
    ask(server.descriptor(), address, error & WRITE != 0);
    // SAFETY: as before.
    unsafe { *libc::__errno_location() = errno };
}

/// Tells the engine, and opens what it says until it says to go on. It says nothing else meanwhile, so that no
/// message here has parts that would have to be allocated.
fn ask(socket: c_int, address: u64, write: bool) {
    let mut message = [0; 4 + SHORT];
    let touched = Response::Touched { address, write };
    let Ok(body) = postcard::to_slice(&touched, &mut message[4..]) else { lost() };
    let len = body.len();
    message[..4].copy_from_slice(&(len as u32).to_le_bytes());
    let message = &message[..4 + len];
    // SAFETY: the bytes are there.
    let sent = unsafe { libc::write(socket, message.as_ptr().cast(), message.len()) };
    if usize::try_from(sent) != Ok(message.len()) {
        lost();
    }
    loop {
        let mut len = [0; 4];
        read(socket, &mut len);
        let mut bytes = [0; SHORT];
        let len = u32::from_le_bytes(len) as usize;
        let Some(body) = bytes.get_mut(..len) else { lost() };
        read(socket, body);
        match decode(body) {
            Some(Request::Retry) => return,
            Some(Request::Open { start, size }) => {
                protect(start, size, MprotectFlags::READ | MprotectFlags::WRITE);
            }
            _ => lost(),
        }
    }
}

fn read(socket: c_int, mut bytes: &mut [u8]) {
    while !bytes.is_empty() {
        // SAFETY: the bytes are there to be written.
        let got = unsafe { libc::read(socket, bytes.as_mut_ptr().cast(), bytes.len()) };
        match usize::try_from(got) {
            Ok(0) | Err(_) => lost(),
            Ok(got) => bytes = &mut bytes[got..],
        }
    }
}

/// Opens or closes pages in the regions. Each piece that differs from its neighbours takes an entry in a table of
/// the system, whose size is limited.
pub fn protect(start: u64, size: u64, access: MprotectFlags) {
    // SAFETY: the engine asks for pages in the regions, where nothing of ours lies.
    if unsafe { rustix::mm::mprotect(start as *mut c_void, size as usize, access) }.is_err() {
        crate::serve::full();
    }
}
