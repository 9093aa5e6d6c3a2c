//! The allocator of the command: mimalloc, with a count of the bytes in use.
//!
//! A run that keeps below a limit of memory needs what is allocated and not freed: what is resident does
//! not fall when states are ended, and differs between two runs. States and terms are small allocations
//! by the million, so the count must be cheap: each thread has its own, and none is atomic. A run is one
//! thread, and what a thread frees of another's is not worth counting.

#![expect(unsafe_code, reason = "an allocator is an unsafe trait, and mimalloc is C")]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ffi::{c_int, c_long, c_void};
use std::io::{self, Write};

use libmimalloc_sys::{mi_free, mi_malloc, mi_malloc_aligned, mi_zalloc_aligned};
use libmimalloc_sys::{mi_realloc, mi_realloc_aligned};

use crate::output::INCOMPLETE;

/// mimalloc, counting.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// mimalloc's `mi_option_destroy_on_exit`. Above 1, it does nothing when the process exits.
const DESTROY_ON_EXIT: c_int = 22;

unsafe extern "C" {
    /// Part of mimalloc, but not of what its crate declares without further dependencies.
    fn mi_option_set(option: c_int, value: c_long);
}

/// Leaves all memory to the system when the process exits. Otherwise mimalloc visits each of its pages for blocks
/// to free, which takes a fifth of a second for a gigabyte, after every limit of time.
pub fn leave_memory_at_exit() {
    // SAFETY: the option exists, and there is only one thread yet.
    unsafe { mi_option_set(DESTROY_ON_EXIT, 2) }
}

thread_local! {
    /// Bytes that this thread allocated, less those that it freed.
    static IN_USE: Cell<isize> = const { Cell::new(0) };
}

/// Bytes that this thread has allocated and not freed.
pub fn bytes_in_use() -> u64 {
    IN_USE.get().max(0) as u64
}

fn count(bytes: isize) {
    IN_USE.set(IN_USE.get() + bytes);
}

/// Whether mimalloc aligns blocks of this layout by itself. It does up to the alignment of C's largest scalars, if
/// the size is not below the alignment.
fn is_plain(layout: Layout) -> bool {
    layout.align() <= 16 && layout.align() <= layout.size()
}

/// A block, if there is one. Without memory nothing can go on: what a run found so far is in its directory, and
/// the status says that it is not complete. Nothing here may allocate.
fn given(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null() {
        let mut text = [0; 96];
        let mut rest = &mut text[..];
        let _ = writeln!(rest, "strata: the system has no memory left: {size} bytes refused");
        let left = rest.len();
        let _ = io::stderr().write_all(&text[..text.len() - left]);
        std::process::exit(i32::from(INCOMPLETE));
    }
    block
}

// SAFETY: mimalloc gives blocks of at least the size and the alignment asked for, each to one owner.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: a size and, where one is given, an alignment that is a power of two.
        let block = unsafe {
            match is_plain(layout) {
                true => mi_malloc(layout.size()),
                false => mi_malloc_aligned(layout.size(), layout.align()),
            }
        };
        debug_assert!(block.addr().is_multiple_of(layout.align()), "{layout:?}");
        given(block.cast(), layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: as above.
        let block = unsafe { mi_zalloc_aligned(layout.size(), layout.align()) };
        given(block.cast(), layout.size())
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller frees a block of ours, once.
        unsafe { mi_free(block.cast::<c_void>()) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: a block of ours that the caller gives up for the new one.
        let block = unsafe {
            match is_plain(layout) && layout.align() <= size {
                true => mi_realloc(block.cast::<c_void>(), size),
                false => mi_realloc_aligned(block.cast::<c_void>(), size, layout.align()),
            }
        };
        given(block.cast(), size)
    }
}
