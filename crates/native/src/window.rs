//! The shared memory as this process sees it: one mapping, wherever there is room.

#![expect(unsafe_code, reason = "memory that another process writes is not a Rust object")]

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::ptr;

use rustix::fs::{FallocateFlags, MemfdFlags, SealFlags};
use rustix::io::FdFlags;
use rustix::mm::{MapFlags, ProtFlags};

use crate::exposure::PAGE;
use crate::{Region, Role};

/// The regions of objects one after the other in a file in memory, mapped.
#[derive(Debug)]
pub struct Window {
    file: File,
    map: *mut u8,
    len: usize,
    /// The regions with where they start in the file.
    regions: Vec<(Region, u64)>,
}

impl Window {
    /// A window on regions without contents.
    pub fn new(regions: &[Region]) -> io::Result<Window> {
        let mut len = 0;
        let mut placed = Vec::new();
        for region in regions.iter().filter(|region| region.role == Role::Data) {
            placed.push((*region, len));
            len += region.size;
        }
        let flags = MemfdFlags::ALLOW_SEALING | MemfdFlags::CLOEXEC;
        let fd: OwnedFd = rustix::fs::memfd_create("strata", flags)?;
        let file = File::from(fd);
        file.set_len(len)?;
        // The file cannot be truncated, so that no access here can fail.
        rustix::fs::fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
        let (protection, flags) =
            (ProtFlags::READ | ProtFlags::WRITE, MapFlags::SHARED | MapFlags::NORESERVE);
        let len = usize::try_from(len).map_err(io::Error::other)?;
        // SAFETY: the kernel chooses a place where nothing is.
        let map =
            unsafe { rustix::mm::mmap(ptr::null_mut(), len, protection, flags, file.as_fd(), 0) }?;
        Ok(Window { file, map: map.cast(), len, regions: placed })
    }

    /// The file, for a child that is started next and for no other.
    pub fn inheritable(&self) -> io::Result<OwnedFd> {
        let fd = OwnedFd::from(self.file.try_clone()?);
        rustix::io::fcntl_setfd(&fd, FdFlags::empty())?;
        Ok(fd)
    }

    /// Where in the mapping bytes at these addresses are, if they are in one region.
    fn offset(&self, address: u64, len: u64) -> Option<usize> {
        let found = self.regions.iter().find_map(|(region, start)| {
            let offset = address.checked_sub(region.base)?;
            (offset <= region.size && len <= region.size - offset).then(|| start + offset)
        });
        found.map(|offset| offset as usize)
    }

    /// Whether bytes at these addresses are in one region.
    pub fn reaches(&self, address: u64, len: u64) -> bool {
        self.offset(address, len).is_some()
    }

    /// Writes bytes at an address that is reached.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        let at = self.offset(address, bytes.len() as u64).expect("an address in a region");
        // SAFETY: `offset` says that the bytes are inside of the mapping, which lives as long as we. No
        // reference to its bytes is ever made, and the helper waits for us while we write.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), self.map.add(at), bytes.len()) };
    }

    /// Writes the same byte everywhere in a range that is reached.
    pub fn fill(&mut self, range: &Range<u64>, byte: u8) {
        let len = range.end - range.start;
        let at = self.offset(range.start, len).expect("an address in a region");
        // SAFETY: as for writing.
        unsafe { ptr::write_bytes(self.map.add(at), byte, len as usize) };
    }

    /// The first address in a range that is reached whose byte is another.
    pub fn differs(&self, range: &Range<u64>, byte: u8) -> Option<u64> {
        let mut bytes = [0; PAGE as usize];
        let mut starts = range.clone().step_by(PAGE as usize);
        starts.find_map(|start| {
            let bytes = &mut bytes[..(range.end - start).min(PAGE) as usize];
            self.read(start, bytes);
            let at = bytes.iter().position(|found| *found != byte)?;
            Some(start + at as u64)
        })
    }

    /// Reads bytes at an address that is reached.
    pub fn read(&self, address: u64, bytes: &mut [u8]) {
        let at = self.offset(address, bytes.len() as u64).expect("an address in a region");
        // SAFETY: as for writing. A thread that native code left behind may write meanwhile; bytes are
        // then whatever they are.
        unsafe { ptr::copy_nonoverlapping(self.map.add(at), bytes.as_mut_ptr(), bytes.len()) };
    }

    /// How many pages are there.
    pub fn present(&self) -> u64 {
        self.file.metadata().map_or(0, |data| data.blocks() * 512 / PAGE)
    }

    /// Gives all pages back: everything reads as zero.
    pub fn clear(&mut self) {
        let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        // Pages that stay cost memory and nothing else.
        let _ = rustix::fs::fallocate(&self.file, flags, 0, self.len as u64);
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours and no pointer into it is left.
        let _ = unsafe { rustix::mm::munmap(self.map.cast(), self.len) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_stay_until_pages_are_given_back() {
        let region = |base| Region { name: "r", base, size: 1 << 40, role: Role::Data };
        let mut window = Window::new(&[region(1 << 44), region(1 << 45)]).unwrap();
        let last = (1 << 45) + (1 << 40) - 3;
        window.write(last, b"abc");
        window.write(1 << 44, b"d");
        let mut bytes = [0; 3];
        window.read(last, &mut bytes);
        assert_eq!(&bytes, b"abc");
        assert_eq!(window.present(), 2);
        assert!(window.reaches(last, 3) && !window.reaches(last, 4) && !window.reaches(1, 1));
        window.fill(&(last..last + 2), 7);
        assert_eq!(window.differs(&(last..last + 3), 7), Some(last + 2));
        assert_eq!(window.differs(&(last..last + 2), 7), None);
        window.clear();
        assert_eq!(window.present(), 0);
        window.read(last, &mut bytes);
        assert_eq!(bytes, [0; 3]);
    }
}
