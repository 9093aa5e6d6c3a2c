//! Making, renaming and removing names.

use crate::call::Call;
use crate::errno::Errno;
use crate::kernel::Kernel;
use crate::numbers::Made;
use crate::reply::{DONE, Stop, SysResult};
use crate::tree::{Body, Contents, DirEntry, Follow, Mode, NodeId, Path, S_IFMT, S_IFREG};
use gap::SystemGap;

/// The flag of `renameat2` that keeps what has the new name.
const NOREPLACE: u32 = 1;

const AT_SYMLINK_FOLLOW: u32 = 0x400;
const AT_EMPTY_PATH: u32 = 0x1000;

impl Kernel {
    pub(crate) fn unlink(&mut self, start: NodeId, path: &Path) -> SysResult {
        let (user, now) = (self.user, self.clock.stamp());
        let entry = self.entry(start, path)?;
        let id = self.tree_mut().unlink(&entry, user, now)?;
        self.forget(id);
        DONE
    }

    fn entry(&mut self, start: NodeId, path: &Path) -> Result<DirEntry, Errno> {
        let user = self.user;
        self.tree_mut().walk(start, path, Follow::Never, user)
    }

    fn rename(&mut self, source: &DirEntry, target: &DirEntry, flags: u32) -> SysResult {
        let taken = !target.is_name() || (source.node.is_some() && target.node.is_some());
        if flags == NOREPLACE && source.is_name() && taken {
            return Err(Errno::EXIST.into());
        }
        let (user, now) = (self.user, self.clock.stamp());
        if let Some(replaced) = self.tree_mut().rename(source, target, user, now)? {
            self.forget(replaced);
        }
        DONE
    }

    fn link(&mut self, id: NodeId, start: NodeId, path: &Path) -> SysResult {
        let (user, now) = (self.user, self.clock.stamp());
        let entry = self.entry(start, path)?;
        self.tree_mut().link(id, &entry, user, now)?;
        DONE
    }

    fn symlink(&mut self, target: &[u8], start: NodeId, path: &Path) -> SysResult {
        self.make_node(Body::Link(target.into()), 0o777.into(), start, path)
    }

    fn make_node(&mut self, body: Body, mode: Mode, start: NodeId, path: &Path) -> SysResult {
        let (user, now) = (self.user, self.clock.stamp());
        let entry = self.entry(start, path)?;
        let tree = self.tree_mut();
        tree.may_make(&entry, user)?;
        let id = tree.make(body, mode, user, now);
        tree.name(&entry, id, now);
        DONE
    }
}

pub(crate) fn unlink(call: &mut Call<'_>) -> SysResult {
    let path = call.old_path(0)?;
    call.kernel.unlink(call.kernel.cwd, &path)
}

pub(crate) fn rename(call: &mut Call<'_>) -> SysResult {
    let (from, to, cwd) = (call.moved_path(0)?, call.new_path_or_empty(1)?, call.kernel.cwd);
    let source = call.kernel.entry(cwd, &from)?;
    let target = call.kernel.entry(cwd, &to)?;
    call.kernel.rename(&source, &target, 0)
}

pub(crate) fn renameat(call: &mut Call<'_>) -> SysResult {
    rename_at(call, 0)
}

pub(crate) fn renameat2(call: &mut Call<'_>) -> SysResult {
    rename_at(call, call.flags(4))
}

fn rename_at(call: &mut Call<'_>, flags: u32) -> SysResult {
    if flags & !NOREPLACE != 0 {
        return Err(Stop::Unsupported(SystemGap::SpecialRename));
    }
    let (from, to) = (call.moved_path(1)?, call.new_path_or_empty(3)?);
    let from_start = call.start(0, &from)?;
    let source = call.kernel.entry(from_start, &from)?;
    let to_start = call.start(2, &to)?;
    let target = call.kernel.entry(to_start, &to)?;
    call.kernel.rename(&source, &target, flags)
}

pub(crate) fn link(call: &mut Call<'_>) -> SysResult {
    let (from, to, cwd) = (call.path(0)?, call.new_path_or_empty(1)?, call.kernel.cwd);
    let id = call.find(cwd, &from, Follow::No)?;
    call.kernel.link(id, cwd, &to)
}

pub(crate) fn linkat(call: &mut Call<'_>) -> SysResult {
    let flags = call.flags(4);
    if flags & !(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH) != 0 {
        return Err(Errno::INVAL.into());
    }
    let (from, to) = (call.path_or_empty(1)?, call.new_path_or_empty(3)?);
    let id = if from.is_empty() && flags & AT_EMPTY_PATH != 0 {
        call.node_at(0)?
    } else {
        let follow = if flags & AT_SYMLINK_FOLLOW != 0 { Follow::Yes } else { Follow::No };
        let start = call.start(0, &from)?;
        call.find(start, &from, follow)?
    };
    let start = call.start(2, &to)?;
    call.kernel.link(id, start, &to)
}

pub(crate) fn symlink(call: &mut Call<'_>) -> SysResult {
    let (target, path) = (call.link_text(0)?, call.new_path(1)?);
    call.kernel.symlink(&target, call.kernel.cwd, &path)
}

pub(crate) fn symlinkat(call: &mut Call<'_>) -> SysResult {
    let (target, path) = (call.link_text(0)?, call.new_path(2)?);
    let start = call.start(1, &path)?;
    call.kernel.symlink(&target, start, &path)
}

/// Only regular files can be made.
fn make_special(call: &mut Call<'_>, start: NodeId, path: &Path, mode: usize) -> SysResult {
    if !matches!(call.flags(mode) & S_IFMT, 0 | S_IFREG) {
        return Err(Stop::Unsupported(SystemGap::SpecialFile));
    }
    let permissions = call.new_mode(mode, 0o7777, Made::File)?;
    let body = Body::File(Contents::Own(Default::default()));
    call.kernel.make_node(body, permissions, start, path)
}

pub(crate) fn mknod(call: &mut Call<'_>) -> SysResult {
    let path = call.new_path(0)?;
    make_special(call, call.kernel.cwd, &path, 1)
}

pub(crate) fn mknodat(call: &mut Call<'_>) -> SysResult {
    let path = call.new_path(1)?;
    let start = call.start(0, &path)?;
    make_special(call, start, &path, 2)
}
