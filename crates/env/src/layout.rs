//! Structures of the system-call boundary, field by field, little-endian.

use term::Term;

use crate::bytes::Bytes;
use crate::clock::Time;
use crate::tree::Times;

/// Bytes being laid out.
#[derive(Default)]
pub(crate) struct Layout(Vec<u8>);

impl Layout {
    pub fn new() -> Layout {
        Layout::default()
    }

    pub fn u8(mut self, n: u8) -> Layout {
        self.0.push(n);
        self
    }

    pub fn u16(mut self, n: u16) -> Layout {
        self.0.extend_from_slice(&n.to_le_bytes());
        self
    }

    pub fn u32(mut self, n: u32) -> Layout {
        self.0.extend_from_slice(&n.to_le_bytes());
        self
    }

    pub fn u64(mut self, n: u64) -> Layout {
        self.0.extend_from_slice(&n.to_le_bytes());
        self
    }

    pub fn bytes(mut self, bytes: &[u8]) -> Layout {
        self.0.extend_from_slice(bytes);
        self
    }

    /// Text in a field of `len` bytes, the rest zero; at least one zero at the end.
    pub fn text(mut self, text: &[u8], len: usize) -> Layout {
        let end = self.0.len() + len;
        self.0.extend_from_slice(&text[..text.len().min(len - 1)]);
        self.0.resize(end, 0);
        self
    }

    /// Zeros up to a length of `len` in all.
    pub fn zeros_to(mut self, len: usize) -> Layout {
        debug_assert!(self.0.len() <= len);
        self.0.resize(len, 0);
        self
    }

    pub fn finish(self) -> Vec<u8> {
        self.0
    }

    fn timespec(self, time: Time) -> Layout {
        self.u64(time.seconds).u64(time.nanoseconds)
    }

    fn statx_time(self, time: Time) -> Layout {
        self.u64(time.seconds).u32(time.nanoseconds as u32).u32(0)
    }
}

/// `struct timespec`.
pub(crate) fn timespec(time: Time) -> Vec<u8> {
    Layout::new().timespec(time).finish()
}

/// `struct timeval`.
pub(crate) fn timeval(time: Time) -> Vec<u8> {
    Layout::new().u64(time.seconds).u64(time.nanoseconds / 1000).finish()
}

/// What `stat` and similar calls return.
#[derive(Clone, Debug)]
pub(crate) struct Stat {
    pub device: u32,
    pub inode: u64,
    pub links: u64,
    /// Type and permission bits.
    pub mode: u32,
    /// The permission bits, if some are symbolic.
    pub given: Option<Term>,
    pub user: u32,
    pub group: u32,
    pub special: u64,
    pub size: u64,
    /// What it takes on its device, in units of 512 bytes.
    pub blocks: u64,
    pub times: Times,
}

const BLOCK: u32 = 4096;

impl Stat {
    /// `struct stat`.
    pub fn stat(&self) -> Vec<u8> {
        Layout::new()
            .u64(u64::from(self.device))
            .u64(self.inode)
            .u64(self.links)
            .u32(self.mode)
            .u32(self.user)
            .u32(self.group)
            .u32(0)
            .u64(self.special)
            .u64(self.size)
            .u64(u64::from(BLOCK))
            .u64(self.blocks)
            .timespec(self.times.access)
            .timespec(self.times.modification)
            .timespec(self.times.change)
            .zeros_to(144)
            .finish()
    }

    /// `struct statx`. The time of birth is left out.
    pub fn statx(&self) -> Vec<u8> {
        const BASIC: u32 = 0x7ff;
        Layout::new()
            .u32(BASIC)
            .u32(BLOCK)
            .u64(0)
            .u32(self.links as u32)
            .u32(self.user)
            .u32(self.group)
            .u16(self.mode as u16)
            .u16(0)
            .u64(self.inode)
            .u64(self.size)
            .u64(self.blocks)
            .u64(0)
            .statx_time(self.times.access)
            .statx_time(Time { seconds: 0, nanoseconds: 0 })
            .statx_time(self.times.change)
            .statx_time(self.times.modification)
            .u32((self.special >> 8) as u32)
            .u32((self.special & 0xff) as u32)
            .u32(0)
            .u32(self.device)
            .zeros_to(256)
            .finish()
    }
}

/// `struct linux_dirent64`.
pub(crate) fn dirent(inode: u64, next: u64, type_bits: u32, name: &Bytes) -> Bytes {
    const NAME: usize = 19;
    let len = (NAME + name.len() + 1).next_multiple_of(8);
    let record = Layout::new()
        .u64(inode)
        .u64(next)
        .u16(len as u16)
        .u8((type_bits >> 12) as u8)
        .zeros_to(len)
        .finish();
    let mut record = Bytes::from(record);
    record.overwrite(NAME, name);
    record
}

/// `struct utsname`.
pub(crate) fn utsname() -> Vec<u8> {
    let fields: [&[u8]; 6] = [b"Linux", b"strata", b"6.1.0", b"#1 Strata", b"x86_64", b"(none)"];
    fields.iter().fold(Layout::new(), |layout, field| layout.text(field, 65)).finish()
}

/// `struct sysinfo` of a machine with 4 GiB, half of it free, that has been up this long.
pub(crate) fn sysinfo(uptime_seconds: u64) -> Vec<u8> {
    Layout::new()
        .u64(uptime_seconds)
        .u64(0)
        .u64(0)
        .u64(0)
        .u64(4 << 30)
        .u64(2 << 30)
        .u64(0)
        .u64(0)
        .u64(0)
        .u64(0)
        .u16(1)
        .zeros_to(104)
        .u32(1)
        .zeros_to(112)
        .finish()
}

/// `struct rusage` of a program that has used this much time.
pub(crate) fn rusage(used: Time) -> Vec<u8> {
    Layout::new().bytes(&timeval(used)).zeros_to(144).finish()
}

/// `struct statfs`.
pub(crate) fn statfs() -> Vec<u8> {
    const TMPFS: u64 = 0x0102_1994;
    const BLOCKS: u64 = 1 << 20;
    Layout::new()
        .u64(TMPFS)
        .u64(u64::from(BLOCK))
        .u64(BLOCKS)
        .u64(BLOCKS / 2)
        .u64(BLOCKS / 2)
        .u64(1 << 20)
        .u64(1 << 19)
        .u64(0)
        .u64(255)
        .u64(u64::from(BLOCK))
        .zeros_to(120)
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(bytes: &[u8], offset: usize, len: usize) -> u64 {
        bytes[offset..offset + len].iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))
    }

    fn stat() -> Stat {
        let time = |n| Time { seconds: n, nanoseconds: n + 1 };
        Stat {
            device: 1,
            inode: 2,
            links: 3,
            mode: 0o100644,
            given: None,
            user: 5,
            group: 6,
            special: 7 << 8 | 8,
            size: 513,
            blocks: 2,
            times: Times { access: time(10), modification: time(20), change: time(30) },
        }
    }

    #[test]
    fn stat_has_its_fields_where_x86_64_has_them() {
        let b = stat().stat();
        assert_eq!(b.len(), 144);
        let fields = [
            (0, 8, 1),
            (8, 8, 2),
            (16, 8, 3),
            (24, 4, 0o100644),
            (28, 4, 5),
            (32, 4, 6),
            (40, 8, 7 << 8 | 8),
            (48, 8, 513),
            (56, 8, 4096),
            (64, 8, 2),
            (72, 8, 10),
            (80, 8, 11),
            (88, 8, 20),
            (104, 8, 30),
        ];
        for (offset, len, value) in fields {
            assert_eq!(at(&b, offset, len), value, "at {offset}");
        }
    }

    #[test]
    fn statx_has_its_fields_where_linux_has_them() {
        let b = stat().statx();
        assert_eq!(b.len(), 256);
        let fields = [
            (4, 4, 4096),
            (16, 4, 3),
            (20, 4, 5),
            (24, 4, 6),
            (28, 2, 0o100644),
            (32, 8, 2),
            (40, 8, 513),
            (48, 8, 2),
            (64, 8, 10),
            (72, 4, 11),
            (96, 8, 30),
            (112, 8, 20),
            (128, 4, 7),
            (132, 4, 8),
            (140, 4, 1),
        ];
        for (offset, len, value) in fields {
            assert_eq!(at(&b, offset, len), value, "at {offset}");
        }
    }

    #[test]
    fn the_others_have_their_sizes() {
        assert_eq!(utsname().len(), 390);
        assert_eq!(sysinfo(1).len(), 112);
        assert_eq!(rusage(Time::from_nanoseconds(5)).len(), 144);
        assert_eq!(statfs().len(), 120);
        assert_eq!(dirent(1, 2, 0o100_000, &b"name"[..].into()).len(), 24);
        assert_eq!(dirent(1, 2, 0o100_000, &b"names"[..].into()).len(), 32);
    }
}
