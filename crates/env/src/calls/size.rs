//! The length of files, and what would write them back.

use crate::call::Call;
use crate::descriptors::Target;
use crate::errno::Errno;
use crate::reply::{DONE, SysResult};
use crate::tree::{Body, Follow, NodeId, Want};

use super::span;

/// The regular file behind a descriptor.
pub(super) fn file_of(call: &Call<'_>, fd: u32) -> Result<NodeId, Errno> {
    match call.kernel.descriptors.get(fd)?.target {
        Target::Node(id) if call.kernel.is_file(id) => Ok(id),
        _ => Err(Errno::INVAL),
    }
}

pub(crate) fn ftruncate(call: &mut Call<'_>) -> SysResult {
    let len = span::size(call, 1)?;
    if len > i64::MAX as u64 {
        return Err(Errno::INVAL.into());
    }
    let fd = call.fd(0)?;
    let open = call.kernel.descriptors.get_opened(fd)?;
    open.writable().map_err(|_| Errno::INVAL)?;
    let id = file_of(call, fd)?;
    let now = call.kernel.clock.stamp();
    call.kernel.tree_mut().resize(id, len, now)?;
    DONE
}

pub(crate) fn truncate(call: &mut Call<'_>) -> SysResult {
    let len = span::size(call, 1)?;
    if len > i64::MAX as u64 {
        return Err(Errno::INVAL.into());
    }
    let path = call.path(0)?;
    let id = call.find(call.kernel.cwd, &path, Follow::Yes)?;
    let node = call.kernel.tree.node(id);
    match node.body {
        Body::File(_) => {}
        Body::Directory(_) => return Err(Errno::ISDIR.into()),
        _ => return Err(Errno::INVAL.into()),
    }
    call.kernel.user.may(Want::WRITE, node)?;
    let now = call.kernel.clock.stamp();
    call.kernel.tree_mut().resize(id, len, now)?;
    DONE
}

pub(crate) fn fallocate(call: &mut Call<'_>) -> SysResult {
    const KEEP_SIZE: u32 = 1;
    let (fd, mode) = (call.fd(0)?, call.flags(1));
    let (offset, len) = (call.word(2), call.word(3));
    let open = call.kernel.descriptors.get_opened(fd)?;
    if offset > i64::MAX as u64 || len > i64::MAX as u64 || len == 0 {
        return Err(Errno::INVAL.into());
    }
    if mode & !KEEP_SIZE != 0 {
        return Err(Errno::OPNOTSUPP.into());
    }
    open.writable()?;
    let id = match open.target {
        Target::Node(id) if call.kernel.is_file(id) => id,
        Target::Node(_) => return Err(Errno::NODEV.into()),
        _ => return Err(Errno::SPIPE.into()),
    };
    let end = offset + len;
    if mode == 0 && end > call.kernel.tree.node(id).size() {
        let now = call.kernel.clock.stamp();
        call.kernel.tree_mut().resize(id, end, now)?;
    }
    DONE
}

/// `fsync`, `fdatasync`, `syncfs`, `fadvise64`, `readahead`: there is nothing to write back, and
/// advice changes nothing.
pub(crate) fn sync_descriptor(call: &mut Call<'_>) -> SysResult {
    match call.kernel.descriptors.get_opened(call.fd(0)?)?.target {
        Target::Node(_) => DONE,
        _ => Err(Errno::INVAL.into()),
    }
}

/// `sync`.
pub(crate) fn sync(_: &mut Call<'_>) -> SysResult {
    DONE
}
