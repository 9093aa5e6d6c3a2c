//! From a path to a node.

use super::{Body, Node, NodeId, ROOT, Tree, User, Want};
use crate::errno::Errno;

/// The longest name.
const NAME_MAX: usize = 255;

/// More symbolic links than this in one path are a loop.
const MAX_LINKS: u32 = 40;

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

/// Where a path leads.
#[derive(Debug)]
pub(crate) struct Place {
    /// The directory of the last component.
    pub dir: NodeId,
    /// The last component, symbolic links followed; `.` and `..` as they are, empty for the root.
    pub name: Vec<u8>,
    /// What is there now.
    pub node: Option<NodeId>,
    /// Whether the path ended in a slash.
    pub end: PathEnd,
}

/// Whether a path ended in a slash, so that only a directory will do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PathEnd {
    Plain,
    Slash,
}

impl PathEnd {
    fn of(path: &[u8]) -> PathEnd {
        if path.ends_with(b"/") { PathEnd::Slash } else { PathEnd::Plain }
    }
}

impl Place {
    /// Whether the last component is a name, and not `.`, `..` or the root.
    pub fn is_name(&self) -> bool {
        !matches!(&self.name[..], b"" | b"." | b"..")
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
        path: &[u8],
        follow: Follow,
        user: User,
    ) -> Result<NodeId, Errno> {
        let place = self.walk(start, path, follow, user)?;
        let id = place.node.ok_or(Errno::NOENT)?;
        if place.end == PathEnd::Slash && !self.node(id).is_directory() {
            return Err(Errno::NOTDIR);
        }
        Ok(id)
    }

    /// The place a path leads to, whether or not there is something.
    pub fn walk(
        &mut self,
        start: NodeId,
        path: &[u8],
        follow: Follow,
        user: User,
    ) -> Result<Place, Errno> {
        if path.is_empty() {
            return Err(Errno::NOENT);
        }
        let mut dir = if path.starts_with(b"/") { ROOT } else { start };
        let mut end = PathEnd::of(path);
        let mut todo = components(path);
        let mut links = 0;
        loop {
            let Some(name) = todo.pop() else {
                return Ok(Place { dir, name: Vec::new(), node: Some(dir), end });
            };
            let last = todo.is_empty();
            let Some(id) = self.step(dir, &name, user)? else {
                self.note_hidden(dir, &name, &todo);
                if last {
                    return Ok(Place { dir, name, node: None, end });
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
                return Ok(Place { dir, name, node: Some(id), end });
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
