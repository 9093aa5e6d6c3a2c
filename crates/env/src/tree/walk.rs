//! From a path to a node.

use super::{Body, Last, Node, NodeId, Path, PathEnd, ROOT, Tree, User, Want};
use crate::bytes::Bytes;
use crate::errno::Errno;

/// The longest name.
pub(crate) const NAME_MAX: usize = 255;

/// More symbolic links than this in one path are a loop.
pub(crate) const MAX_LINKS: u32 = 40;

/// What to do with a symbolic link at the end of a path. Those on the way are always followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Follow {
    /// Follow it.
    Yes,
    /// Follow it only if the path ends in a slash.
    No,
    /// Never: the name itself is to be made or removed.
    Never,
}

/// Where a path leads: a name in a directory, which may not exist yet.
#[derive(Debug)]
pub(crate) struct DirEntry {
    /// The directory of the last component.
    pub dir: NodeId,
    /// The last component, symbolic links followed; `.` and `..` as they are, empty for the root.
    pub name: Bytes,
    /// What is there now.
    pub node: Option<NodeId>,
    /// Whether the path ended in a slash.
    pub end: PathEnd,
}

impl DirEntry {
    /// Whether the last component is a name, and not `.`, `..` or the root.
    pub fn is_name(&self) -> bool {
        !matches!(self.name.plain(), Some(b"" | b"." | b".."))
    }

    /// Whether the path ended in a slash.
    pub fn is_slashed(&self) -> bool {
        self.end == PathEnd::Slash
    }
}

impl Tree {
    /// The node a path leads to.
    pub fn find(
        &mut self,
        start: NodeId,
        path: &Path,
        follow: Follow,
        user: User,
    ) -> Result<NodeId, Errno> {
        let entry = self.walk(start, path, follow, user)?;
        let id = entry.node.ok_or(Errno::NOENT)?;
        if entry.end == PathEnd::Slash && !self.node(id).is_directory() {
            return Err(Errno::NOTDIR);
        }
        Ok(id)
    }

    /// The entry a path leads to, whether or not it exists.
    pub fn walk(
        &mut self,
        start: NodeId,
        path: &Path,
        follow: Follow,
        user: User,
    ) -> Result<DirEntry, Errno> {
        match path {
            Path::Plain(text) => self.walk_text(start, text, follow, user),
            Path::Last(last) => self.walk_last(last, follow, user),
            Path::Absent => {
                let name = b"nothing"[..].into();
                Ok(DirEntry { dir: ROOT, name, node: None, end: PathEnd::Plain })
            }
            Path::Fails(errno) => Err(*errno),
        }
    }

    /// The same for a path of which all but the last component is walked.
    fn walk_last(&mut self, last: &Last, follow: Follow, user: User) -> Result<DirEntry, Errno> {
        let Last { dir, ref name, end, ref target } = *last;
        if let (Some(plain), None) = (name.plain(), target) {
            let slash: &[u8] = if end == PathEnd::Slash { b"/" } else { b"" };
            return self.walk_text(dir, &[plain, slash].concat(), follow, user);
        }
        let follows = follow == Follow::Yes || (follow == Follow::No && end == PathEnd::Slash);
        match target {
            Some(target) if follows => {
                let to = self.walk(dir, target, Follow::Yes, user)?;
                Ok(DirEntry { end: to.end.or(end), ..to })
            }
            _ => Ok(DirEntry { dir, name: name.clone(), node: self.last_node(last, user)?, end }),
        }
    }

    /// What the last component of a path is the name of.
    pub fn last_node(&mut self, last: &Last, user: User) -> Result<Option<NodeId>, Errno> {
        if let Some(plain) = last.name.plain() {
            return self.step(last.dir, plain, user);
        }
        let symbolic = &self.node(last.dir).directory()?.symbolic;
        Ok(symbolic.iter().find(|(name, _)| *name == last.name).map(|(_, id)| *id))
    }

    /// The entry a text leads to. No name that is symbolic is one of its components.
    pub fn walk_text(
        &mut self,
        start: NodeId,
        path: &[u8],
        follow: Follow,
        user: User,
    ) -> Result<DirEntry, Errno> {
        if path.is_empty() {
            return Err(Errno::NOENT);
        }
        let mut dir = if path.starts_with(b"/") { ROOT } else { start };
        let mut end = PathEnd::of(path);
        let mut todo = components(path);
        let mut links = 0;
        loop {
            let Some(name) = todo.pop() else {
                return Ok(DirEntry { dir, name: Bytes::default(), node: Some(dir), end });
            };
            let last = todo.is_empty();
            let Some(id) = self.step(dir, &name, user)? else {
                self.note_hidden(dir, &name, &todo);
                if last {
                    return Ok(DirEntry { dir, name: name.into(), node: None, end });
                }
                return Err(Errno::NOENT);
            };
            if let Body::Link(target) = &self.node(id).body
                && (!last
                    || follow == Follow::Yes
                    || (follow == Follow::No && end == PathEnd::Slash))
            {
                links += 1;
                if links > MAX_LINKS {
                    return Err(Errno::LOOP);
                }
                if last && target.ends_with(b"/") {
                    end = PathEnd::Slash;
                }
                if target.starts_with(b"/") {
                    dir = ROOT;
                }
                todo.extend(components(target));
            } else if last {
                return Ok(DirEntry { dir, name: name.into(), node: Some(id), end });
            } else {
                dir = id;
            }
        }
    }

    /// What one component leads to.
    fn step(&mut self, dir: NodeId, name: &[u8], user: User) -> Result<Option<NodeId>, Errno> {
        let node: &Node = self.node(dir);
        let parent = node.directory()?.parent;
        user.may(Want::SEARCH, node)?;
        if name.len() > NAME_MAX {
            return Err(Errno::NAMETOOLONG);
        }
        match name {
            b"." => Ok(Some(dir)),
            b".." => Ok(Some(parent)),
            _ => self.lookup(dir, name),
        }
    }
}

/// The components of a path, the first one last.
fn components(path: &[u8]) -> Vec<Vec<u8>> {
    path.split(|&b| b == b'/').filter(|c| !c.is_empty()).rev().map(<[u8]>::to_vec).collect()
}
