//! What is known about files: `stat` and similar calls, `access`, `readlink`, `statfs`.

use memory::Value;
use numeric::Bits;

use crate::bytes::Bytes;
use crate::call::{AT_FDCWD, Call};
use crate::descriptors::{Stream, Target};
use crate::errno::Errno;
use crate::kernel::Kernel;
use crate::layout::{Stat, statfs as statfs_layout};
use crate::reply::{DONE, Stop, SysResult, number};
use crate::tree::{Body, Device, Follow, NodeId, Path, S_IFCHR, S_IFIFO, S_IFMT, Times, Want};

const AT_SYMLINK_NOFOLLOW: u32 = 0x100;
const AT_EMPTY_PATH: u32 = 0x1000;

/// The devices that files, pipes and the terminal are on.
const FILES: u32 = 1;
const PIPES: u32 = 2;
const TERMINALS: u32 = 3;

/// Where the mode is in `struct stat` and `struct statx`.
const STAT_MODE: u64 = 24;
const STATX_MODE: u64 = 28;

/// The number of the terminal, as a device.
const TERMINAL: u64 = 0x8800;

impl Kernel {
    pub(crate) fn stat_node(&self, id: NodeId) -> Stat {
        let node = self.tree.node(id);
        Stat {
            device: FILES,
            inode: id.inode(),
            // One name means that the number of directories inside is not known.
            links: node.links,
            mode: node.type_bits() | node.mode.bits(),
            given: node.mode.given().cloned(),
            user: node.user,
            group: node.group,
            special: node.device_number(),
            size: node.size(),
            blocks: node.blocks(),
            times: node.times,
        }
    }

    pub(crate) fn stat_open(&self, fd: u32) -> Result<Stat, Errno> {
        let target = self.descriptors.get(fd)?.target;
        let (device, inode, mode) = match target {
            Target::Node(id) => return Ok(self.stat_node(id)),
            Target::PipeIn(id) | Target::PipeOut(id) => (PIPES, id.0 as u64 + 4, S_IFIFO | 0o600),
            // There is one terminal, whichever streams it stands for.
            target if self.tty.is(target) => (TERMINALS, 1, S_IFCHR | 0o620),
            // The standard streams are pipes otherwise.
            Target::Input => (PIPES, 1, S_IFIFO | 0o600),
            Target::Output(Stream::Out) => (PIPES, 2, S_IFIFO | 0o600),
            Target::Output(Stream::Err) => (PIPES, 3, S_IFIFO | 0o600),
        };
        Ok(Stat {
            device,
            inode,
            links: 1,
            mode,
            given: None,
            user: self.user.id,
            group: self.user.group,
            special: if device == TERMINALS { TERMINAL } else { 0 },
            size: 0,
            blocks: 0,
            times: Times::all(self.clock.start()),
        })
    }

    /// What a path leads to, or the descriptor itself.
    fn stat_path(&mut self, start: NodeId, path: &Path, follow: Follow) -> Result<Stat, Errno> {
        let user = self.user;
        let id = self.tree_mut().find(start, path, follow, user)?;
        match self.tree.node(id).body {
            Body::Device(Device::Descriptor(fd)) if follow == Follow::Yes => {
                self.stat_open(fd).map_err(|_| Errno::NOENT)
            }
            _ => Ok(self.stat_node(id)),
        }
    }
}

fn follow(flags: u32) -> Follow {
    if flags & AT_SYMLINK_NOFOLLOW != 0 { Follow::No } else { Follow::Yes }
}

/// The file that a directory descriptor, a path and flags mean.
fn stat_at(call: &mut Call<'_>, flags: u32) -> Result<Stat, Stop> {
    // With the flag, newer programs pass null for the empty path.
    let empty = flags & AT_EMPTY_PATH != 0;
    let path =
        if empty && call.word(1) == 0 { Path::Plain(Vec::new()) } else { call.path_or_empty(1)? };
    if empty && path.is_empty() {
        return Ok(match call.int(0) {
            AT_FDCWD => call.kernel.stat_node(call.kernel.cwd),
            _ => call.kernel.stat_open(call.fd(0)?)?,
        });
    }
    let start = call.start(0, &path)?;
    Ok(call.kernel.stat_path(start, &path, follow(flags))?)
}

fn put_stat(call: &mut Call<'_>, index: usize, stat: &Stat) -> SysResult {
    let at = call.pointer(index);
    call.put(&at, &stat.stat())?;
    put_mode(call, &call.shift(&at, STAT_MODE), stat)
}

/// Writes permission bits over those that are there, if some are symbolic. Two bytes hold all of them.
fn put_mode(call: &mut Call<'_>, at: &Value, stat: &Stat) -> SysResult {
    let Some(given) = &stat.given else { return DONE };
    let terms = call.memory.terms();
    let kind = terms.number(given.width(), (stat.mode & S_IFMT).into());
    let mode = terms.or(&kind, given);
    let mut bytes = Bytes::default();
    for bit in [0, 8] {
        bytes.push_term(terms.extract(&mode, bit, Bits(8)));
    }
    call.scatter(at, &bytes)?;
    DONE
}

pub(crate) fn stat(call: &mut Call<'_>) -> SysResult {
    let path = call.path(0)?;
    let stat = call.kernel.stat_path(call.kernel.cwd, &path, Follow::Yes)?;
    put_stat(call, 1, &stat)
}

pub(crate) fn lstat(call: &mut Call<'_>) -> SysResult {
    let path = call.path(0)?;
    let stat = call.kernel.stat_path(call.kernel.cwd, &path, Follow::No)?;
    put_stat(call, 1, &stat)
}

pub(crate) fn fstat(call: &mut Call<'_>) -> SysResult {
    let stat = call.kernel.stat_open(call.fd(0)?)?;
    put_stat(call, 1, &stat)
}

pub(crate) fn newfstatat(call: &mut Call<'_>) -> SysResult {
    let stat = stat_at(call, call.flags(3))?;
    put_stat(call, 2, &stat)
}

pub(crate) fn statx(call: &mut Call<'_>) -> SysResult {
    let stat = stat_at(call, call.flags(2))?;
    call.put(&call.pointer(4), &stat.statx())?;
    put_mode(call, &call.shift(&call.pointer(4), STATX_MODE), &stat)
}

/// The permissions that `access` asks for.
fn access_wish(call: &Call<'_>, index: usize) -> Result<Want, Stop> {
    match call.exceeds(&call.int_term(index), 7)? {
        true => Err(Errno::INVAL.into()),
        false => Ok(Want(call.bits(index, 7)?)),
    }
}

fn check_access(call: &mut Call<'_>, id: NodeId, want: Want) -> SysResult {
    call.kernel.user.may(want, call.kernel.tree.node(id))?;
    DONE
}

pub(crate) fn access(call: &mut Call<'_>) -> SysResult {
    let want = access_wish(call, 1)?;
    let path = call.path(0)?;
    let id = call.find(call.kernel.cwd, &path, Follow::Yes)?;
    check_access(call, id, want)
}

pub(crate) fn faccessat(call: &mut Call<'_>) -> SysResult {
    let want = access_wish(call, 2)?;
    let path = call.path(1)?;
    let start = call.start(0, &path)?;
    let id = call.find(start, &path, Follow::Yes)?;
    check_access(call, id, want)
}

pub(crate) fn faccessat2(call: &mut Call<'_>) -> SysResult {
    let (want, flags) = (access_wish(call, 2)?, call.flags(3));
    let path = call.path_or_empty(1)?;
    let id = if path.is_empty() && flags & AT_EMPTY_PATH != 0 {
        call.node_at(0)?
    } else {
        let start = call.start(0, &path)?;
        call.find(start, &path, follow(flags))?
    };
    check_access(call, id, want)
}

/// The size of the buffer for the target of a link.
fn target_size(call: &Call<'_>, index: usize) -> Result<usize, Errno> {
    usize::try_from(call.int(index)).ok().filter(|&size| size > 0).ok_or(Errno::INVAL)
}

/// Writes the target of a link, cut to the buffer and without a zero at the end.
fn put_target(call: &mut Call<'_>, id: NodeId, at: &Value, size: usize) -> SysResult {
    let target = match &call.kernel.tree.node(id).body {
        Body::Link(target) => target.to_vec(),
        Body::Device(Device::Descriptor(fd)) => format!("/proc/self/fd/{fd}").into_bytes(),
        _ => return Err(Errno::INVAL.into()),
    };
    let len = target.len().min(size);
    call.put(at, &target[..len])?;
    number(len as u64)
}

pub(crate) fn readlink(call: &mut Call<'_>) -> SysResult {
    let size = target_size(call, 2)?;
    let path = call.path(0)?;
    let id = call.find(call.kernel.cwd, &path, Follow::No)?;
    put_target(call, id, &call.pointer(1), size)
}

pub(crate) fn readlinkat(call: &mut Call<'_>) -> SysResult {
    let size = target_size(call, 3)?;
    let path = call.path_or_empty(1)?;
    let id = if path.is_empty() {
        // A descriptor that stands for a link is meant, and no other.
        match call.node_at(0) {
            Ok(id) if matches!(call.kernel.tree.node(id).body, Body::Link(_)) => id,
            Err(Errno::BADF) => return Err(Errno::BADF.into()),
            _ => return Err(Errno::NOENT.into()),
        }
    } else {
        let start = call.start(0, &path)?;
        call.find(start, &path, Follow::No)?
    };
    put_target(call, id, &call.pointer(2), size)
}

pub(crate) fn statfs(call: &mut Call<'_>) -> SysResult {
    let path = call.path(0)?;
    call.find(call.kernel.cwd, &path, Follow::Yes)?;
    call.put(&call.pointer(1), &statfs_layout())?;
    DONE
}

pub(crate) fn fstatfs(call: &mut Call<'_>) -> SysResult {
    call.kernel.descriptors.get(call.fd(0)?)?;
    call.put(&call.pointer(1), &statfs_layout())?;
    DONE
}
