//! Functions of the program as native code sees them.
//!
//! At the address of each lies a jump to a closure of libffi, which knows the types and asks the engine. While
//! native code waits for the answer, the engine may make other calls.

#![expect(unsafe_code, reason = "machine code at an address, and arguments by type")]

use std::ffi::c_void;
use std::ptr;

use libffi::low::ffi_cif;
use libffi::middle::{Cif, Closure};
use rustix::mm::MprotectFlags;

use crate::exposure::PAGE;
use crate::invoke::{Room, class_type, result_type};
use crate::protocol::Response;
use crate::serve::Server;
use crate::{Callable, RegisterClass, Slot, Words};

/// `int3`: what lies between jumps.
const BREAK: u8 = 0xcc;

/// A function that can be called.
struct Entry {
    server: &'static Server,
    callable: Callable,
}

/// `movabs r11, target; jmp r11`: it leaves all registers of arguments alone.
fn jump(target: u64) -> [u8; 13] {
    let mut code = [0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0xff, 0xe3];
    code[2..10].copy_from_slice(&target.to_le_bytes());
    code
}

/// Puts a jump at the address of a function; `false` if closures cannot have its type. Pages without jumps
/// cannot be executed, and in others everything else is a trap.
pub fn define(server: &'static Server, callable: Callable) -> bool {
    let Ok(result) = result_type(&callable.results) else { return false };
    let types: Vec<_> = callable.params.iter().map(|class| class_type(*class)).collect();
    let Ok(cif) = Cif::try_new(types, result) else { return false };
    let address = callable.address;
    // They are as long there as the process.
    let entry: &'static Entry = Box::leak(Box::new(Entry { server, callable }));
    let closure: &'static Closure<'static> = Box::leak(Box::new(Closure::new(cif, called, entry)));
    put_jump(address, *closure.code_ptr() as usize as u64)
}

/// Puts a jump at an address in the region of code; `false` if its page cannot be made executable.
pub fn put_jump(address: u64, target: u64) -> bool {
    let code = jump(target);
    let page = (address & !(PAGE - 1)) as *mut c_void;
    let (writing, done) =
        (MprotectFlags::READ | MprotectFlags::WRITE, MprotectFlags::READ | MprotectFlags::EXEC);
    // SAFETY: the server asks for it only at addresses in the region of code, which is mapped for this and
    // where nothing else lies. Functions are aligned to 16 bytes, so the jump is in one page.
    unsafe {
        if rustix::mm::mprotect(page, PAGE as usize, writing).is_err() {
            return false;
        }
        // No jump reaches the last byte of a page: it tells whether the page is new.
        if page.cast::<u8>().add(PAGE as usize - 1).read() != BREAK {
            ptr::write_bytes(page.cast::<u8>(), BREAK, PAGE as usize);
        }
        ptr::copy_nonoverlapping(code.as_ptr(), address as *mut u8, code.len());
        rustix::mm::mprotect(page, PAGE as usize, done).is_ok()
    }
}

/// What the closures run.
unsafe extern "C" fn called(
    _: &ffi_cif,
    result: &mut Words,
    args: *const *const c_void,
    entry: &Entry,
) {
    let params = entry.callable.params.iter().enumerate();
    // SAFETY: libffi gives a pointer to each argument, of the types of the closure.
    let args = params.map(|(at, class)| unsafe { argument(*class, *args.add(at)) }).collect();
    // SAFETY: the thread has an `errno`.
    let errno = unsafe { *libc::__errno_location() };
    let address = entry.callable.address;
    let (words, errno) = entry.server.call_engine(&Response::Callback { address, args, errno });
    let room = Room(words);
    let bytes = match &entry.callable.results[..] {
        [] => 0,
        [RegisterClass::Float] => 4,
        [RegisterClass::Int | RegisterClass::Double] => 8,
        _ => 16,
    };
    // SAFETY: the result has room for what its type says, and at least that many bytes.
    unsafe {
        ptr::copy_nonoverlapping(
            (&raw const room).cast::<u8>(),
            ptr::from_mut(result).cast(),
            bytes,
        );
        *libc::__errno_location() = errno;
    }
}

/// Reads an argument. The pointer is to a value of that class.
unsafe fn argument(class: RegisterClass, at: *const c_void) -> Slot {
    // SAFETY: the caller says so.
    unsafe {
        match class {
            RegisterClass::Int => Slot::Int(at.cast::<u64>().read_unaligned()),
            RegisterClass::Float => Slot::Float(at.cast::<u32>().read_unaligned()),
            RegisterClass::Double => Slot::Double(at.cast::<u64>().read_unaligned()),
            RegisterClass::Long => Slot::Long(at.cast::<[u8; 10]>().read_unaligned()),
        }
    }
}
