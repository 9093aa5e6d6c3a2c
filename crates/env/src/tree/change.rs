//! Making, renaming and removing names.

use super::{Body, DirEntry, Mode, Node, NodeId, ROOT, Times, Tree, User, Want};
use crate::bytes::Bytes;
use crate::clock::Time;
use crate::errno::Errno;

/// The largest number of names of one file.
const LINK_MAX: u64 = 65_000;

impl Tree {
    /// Gives a node one more name. The name must be free.
    pub(super) fn attach(&mut self, dir: NodeId, name: &Bytes, id: NodeId) {
        self.enter(dir, name, Some(id));
        let node = self.node_mut(id);
        node.links += 1;
        if let Body::Directory(directory) = &mut node.body {
            directory.parent = dir;
        }
    }

    /// Takes a name away; the node stays as long as something refers to it.
    fn detach(&mut self, entry: &DirEntry, id: NodeId) {
        self.enter(entry.dir, &entry.name, None);
        let node = self.node_mut(id);
        node.links = node.links.saturating_sub(1);
    }

    fn touch(&mut self, dir: NodeId, now: Time) {
        let times = &mut self.node_mut(dir).times;
        times.modification = now;
        times.change = now;
    }

    /// Makes a node that has no name.
    pub fn make(&mut self, body: Body, mode: Mode, user: User, now: Time) -> NodeId {
        self.push(Node {
            mode,
            user: user.id,
            group: user.group,
            links: 0,
            times: Times::all(now),
            is_made_up: false,
            body,
        })
    }

    /// Whether something may be made under a name, other than a directory.
    pub fn may_make(&self, entry: &DirEntry, user: User) -> Result<(), Errno> {
        if entry.node.is_some() {
            return Err(Errno::EXIST);
        }
        if entry.is_slashed() {
            return Err(Errno::NOENT);
        }
        self.may_enter(entry.dir, user)
    }

    /// Whether a name may be added to a directory.
    pub fn may_enter(&self, dir: NodeId, user: User) -> Result<(), Errno> {
        let node = self.node(dir);
        if node.links == 0 {
            return Err(Errno::NOENT);
        }
        user.may(Want(Want::WRITE.0 | Want::SEARCH.0), node)
    }

    /// Puts a node under the name of an entry, which is free.
    pub fn name(&mut self, entry: &DirEntry, id: NodeId, now: Time) {
        self.attach(entry.dir, &entry.name, id);
        self.touch(entry.dir, now);
        self.node_mut(id).times.change = now;
    }

    /// Makes a directory.
    pub fn make_directory(
        &mut self,
        entry: &DirEntry,
        mode: Mode,
        user: User,
        now: Time,
    ) -> Result<NodeId, Errno> {
        if entry.node.is_some() {
            return Err(Errno::EXIST);
        }
        self.may_enter(entry.dir, user)?;
        let id = self.make(self.directory(entry.dir, None), mode, user, now);
        self.name(entry, id, now);
        Ok(id)
    }

    /// Another name for a node.
    pub fn link(
        &mut self,
        id: NodeId,
        entry: &DirEntry,
        user: User,
        now: Time,
    ) -> Result<(), Errno> {
        self.may_make(entry, user)?;
        let node = self.node(id);
        if node.is_directory() {
            return Err(Errno::PERM);
        }
        if node.links >= LINK_MAX {
            return Err(Errno(31));
        }
        self.name(entry, id, now);
        Ok(())
    }

    /// Removes a name that is not a directory's. Returns the node it was of.
    pub fn unlink(&mut self, entry: &DirEntry, user: User, now: Time) -> Result<NodeId, Errno> {
        if !entry.is_name() {
            return Err(Errno::ISDIR);
        }
        let id = entry.node.ok_or(Errno::NOENT)?;
        let directory = self.node(id).is_directory();
        if entry.is_slashed() {
            return Err(if directory { Errno::ISDIR } else { Errno::NOTDIR });
        }
        self.may_remove(entry.dir, id, user)?;
        if directory {
            return Err(Errno::ISDIR);
        }
        self.detach(entry, id);
        self.touch(entry.dir, now);
        self.node_mut(id).times.change = now;
        Ok(id)
    }

    /// Removes an empty directory. Returns its node.
    pub fn remove_directory(
        &mut self,
        entry: &DirEntry,
        user: User,
        now: Time,
    ) -> Result<NodeId, Errno> {
        match entry.name.plain() {
            Some(b"") => return Err(Errno::BUSY),
            Some(b".") => return Err(Errno::INVAL),
            Some(b"..") => return Err(Errno::NOTEMPTY),
            _ => {}
        }
        let id = entry.node.ok_or(Errno::NOENT)?;
        self.may_remove(entry.dir, id, user)?;
        self.node(id).directory()?;
        if !self.list(id)?.is_empty() {
            return Err(Errno::NOTEMPTY);
        }
        self.detach(entry, id);
        self.touch(entry.dir, now);
        Ok(id)
    }

    /// Whether a name of a node may be taken out of a directory.
    fn may_remove(&self, dir: NodeId, id: NodeId, user: User) -> Result<(), Errno> {
        let directory = self.node(dir);
        user.may(Want(Want::WRITE.0 | Want::SEARCH.0), directory)?;
        // In a sticky directory only the owner of either may.
        if directory.mode.bits() & 0o1000 != 0 && user.owns(directory).is_err() {
            user.owns(self.node(id))?;
        }
        Ok(())
    }

    /// Renames. Returns the node whose name was taken, if there was one.
    pub fn rename(
        &mut self,
        from: &DirEntry,
        to: &DirEntry,
        user: User,
        now: Time,
    ) -> Result<Option<NodeId>, Errno> {
        if !from.is_name() || !to.is_name() {
            return Err(Errno::BUSY);
        }
        let id = from.node.ok_or(Errno::NOENT)?;
        let directory = self.node(id).is_directory();
        if !directory && (from.is_slashed() || to.is_slashed()) {
            return Err(Errno::NOTDIR);
        }
        if directory && self.is_within(to.dir, id) {
            return Err(Errno::INVAL);
        }
        // The target must not be the directory its own source lies in.
        if let Some(target) = to.node
            && self.is_within(from.dir, target)
        {
            return Err(Errno::NOTEMPTY);
        }
        if to.node == Some(id) {
            return Ok(None);
        }
        self.may_remove(from.dir, id, user)?;
        match to.node {
            Some(target) => {
                self.may_remove(to.dir, target, user)?;
                self.may_replace(target, id)?;
            }
            None => self.may_enter(to.dir, user)?,
        }
        if let Some(target) = to.node {
            self.detach(to, target);
            self.node_mut(target).times.change = now;
        }
        self.detach(from, id);
        self.touch(from.dir, now);
        self.name(to, id, now);
        Ok(to.node)
    }

    /// Whether a node may take the name of another.
    fn may_replace(&mut self, target: NodeId, id: NodeId) -> Result<(), Errno> {
        match (self.node(id).is_directory(), self.node(target).is_directory()) {
            (true, false) => Err(Errno::NOTDIR),
            (false, true) => Err(Errno::ISDIR),
            (true, true) if !self.list(target)?.is_empty() => Err(Errno::NOTEMPTY),
            _ => Ok(()),
        }
    }

    /// Whether `dir` is `ancestor` or lies below it.
    fn is_within(&self, mut dir: NodeId, ancestor: NodeId) -> bool {
        loop {
            if dir == ancestor {
                return true;
            }
            if dir == ROOT {
                return false;
            }
            match self.node(dir).directory() {
                Ok(directory) => dir = directory.parent,
                Err(_) => return false,
            }
        }
    }
}
