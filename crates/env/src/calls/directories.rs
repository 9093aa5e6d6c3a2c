//! Directories: listing, making and removing them, and the working directory.

use std::rc::Rc;

use crate::bytes::Bytes;
use crate::call::Call;
use crate::descriptors::{Listed, Target};
use crate::errno::Errno;
use crate::kernel::Kernel;
use crate::layout::dirent;
use crate::numbers::Made;
use crate::reply::{DONE, Stop, SysResult, number};
use crate::tree::{Follow, Mode, NodeId, Path, S_IFDIR, Want};

impl Kernel {
    /// A directory as it is now, in the order of names.
    fn listing(&mut self, dir: NodeId) -> Result<Vec<Listed>, Errno> {
        let parent = self.tree.node(dir).directory()?.parent;
        let dots = [(&b"."[..], dir), (b"..", parent)];
        let mut listing: Vec<Listed> = dots
            .into_iter()
            .map(|(name, id)| Listed { name: name.into(), inode: id.inode(), type_bits: S_IFDIR })
            .collect();
        let entries = self.tree_mut().list(dir)?;
        listing.extend(entries.into_iter().map(|(name, id)| Listed {
            name,
            inode: id.inode(),
            type_bits: self.tree.node(id).type_bits(),
        }));
        Ok(listing)
    }

    fn remove_directory(&mut self, start: NodeId, path: &Path) -> SysResult {
        let (user, now) = (self.user, self.clock.stamp());
        let entry = self.tree_mut().walk(start, path, Follow::Never, user)?;
        self.tree_mut().remove_directory(&entry, user, now)?;
        DONE
    }

    fn make_directory(&mut self, start: NodeId, path: &Path, mode: Mode) -> SysResult {
        let (user, now) = (self.user, self.clock.stamp());
        let entry = self.tree_mut().walk(start, path, Follow::Never, user)?;
        self.tree_mut().make_directory(&entry, mode, user, now)?;
        DONE
    }

    fn enter(&mut self, dir: NodeId) -> SysResult {
        let node = self.tree.node(dir);
        node.directory()?;
        self.user.may(Want::SEARCH, node)?;
        self.cwd = dir;
        DONE
    }
}

impl Call<'_> {
    /// The path of a directory.
    pub fn path_of(&self, directory: NodeId) -> Result<Bytes, Stop> {
        let names = self.kernel.tree.way_to(directory).ok_or(Errno::NOENT)?;
        let mut path = Bytes::from(if names.is_empty() { &b"/"[..] } else { b"" });
        for name in &names {
            path.push(b'/');
            path.append(&self.cut_name(name)?);
        }
        Ok(path)
    }
}

pub(crate) fn getdents64(call: &mut Call<'_>) -> SysResult {
    let (fd, at, size) = (call.fd(0)?, call.pointer(1), call.word(2) as u32 as usize);
    let open = call.kernel.descriptors.get_opened(fd)?;
    let Target::Node(dir) = open.target else { return Err(Errno::NOTDIR.into()) };
    call.kernel.tree.node(dir).directory()?;
    if call.kernel.tree.node(dir).links == 0 {
        return Err(Errno::NOENT.into());
    }
    let mut offset = open.offset()?;
    let listing = match &open.listing {
        Some(listing) if offset != 0 => listing.clone(),
        _ => Rc::new(call.kernel.listing(dir)?),
    };
    let mut bytes = Bytes::default();
    for entry in listing.iter().skip(usize::try_from(offset).unwrap_or(usize::MAX)) {
        let name = call.cut_name(&entry.name)?;
        let record = dirent(entry.inode, offset + 1, entry.type_bits, &name);
        if bytes.len() + record.len() > size {
            if bytes.is_empty() {
                return Err(Errno::INVAL.into());
            }
            break;
        }
        bytes.append(&record);
        offset += 1;
    }
    call.scatter(&at, &bytes)?;
    let open = call.kernel.descriptors.get_mut(fd)?;
    open.move_to(offset);
    open.listing = Some(listing);
    number(bytes.len() as u64)
}

pub(crate) fn getcwd(call: &mut Call<'_>) -> SysResult {
    let mut path = call.path_of(call.kernel.cwd)?;
    path.push(0);
    if path.len() as u64 > call.word(1) {
        return Err(Errno::RANGE.into());
    }
    call.scatter(&call.pointer(0), &path)?;
    number(path.len() as u64)
}

pub(crate) fn chdir(call: &mut Call<'_>) -> SysResult {
    let path = call.path(0)?;
    let dir = call.find(call.kernel.cwd, &path, Follow::Yes)?;
    call.kernel.enter(dir)
}

pub(crate) fn fchdir(call: &mut Call<'_>) -> SysResult {
    let dir = call.kernel.directory_of(call.fd(0)?)?;
    call.kernel.enter(dir)
}

pub(crate) fn mkdir(call: &mut Call<'_>) -> SysResult {
    let path = call.new_path(0)?;
    let mode = call.new_mode(1, 0o1777, Made::Directory)?;
    call.kernel.make_directory(call.kernel.cwd, &path, mode)
}

pub(crate) fn mkdirat(call: &mut Call<'_>) -> SysResult {
    let path = call.new_path(1)?;
    let start = call.start(0, &path)?;
    let mode = call.new_mode(2, 0o1777, Made::Directory)?;
    call.kernel.make_directory(start, &path, mode)
}

pub(crate) fn rmdir(call: &mut Call<'_>) -> SysResult {
    let path = call.old_path(0)?;
    call.kernel.remove_directory(call.kernel.cwd, &path)
}

pub(crate) fn unlinkat(call: &mut Call<'_>) -> SysResult {
    const AT_REMOVEDIR: u32 = 0x200;
    let flags = call.flags(2);
    if flags & !AT_REMOVEDIR != 0 {
        return Err(Errno::INVAL.into());
    }
    let path = call.old_path(1)?;
    let start = call.start(0, &path)?;
    if flags == 0 {
        call.kernel.unlink(start, &path)
    } else {
        call.kernel.remove_directory(start, &path)
    }
}
