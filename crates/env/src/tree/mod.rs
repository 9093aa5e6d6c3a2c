//! The file system of one state: an overlay in memory over the host, read-only.
//!
//! Nodes come into being when a name is first looked up; from then on the kernel's own copy counts
//! and the host is asked no more about it. Everything a program makes, changes, renames or removes
//! is here only. A directory that was renamed still finds its host contents, because each node
//! knows where it came from.

mod change;
mod mode;
mod node;
mod path;
mod walk;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path as HostPath, PathBuf};
use std::rc::Rc;

use crate::bytes::Bytes;
use crate::clock::Time;
use crate::errno::Errno;
use crate::host::{self, Aspect, Found, FoundKind, Glimpse};
use crate::sight::{Shown, Sight};
use crate::store::Store;

pub(crate) use mode::Mode;
pub(crate) use node::{
    Body, Contents, Device, Directory, Node, NodeId, S_IFCHR, S_IFDIR, S_IFIFO, S_IFMT, S_IFREG,
    Times, User, Want,
};
pub(crate) use path::{Last, Path, PathEnd};
pub(crate) use walk::{DirEntry, Follow, MAX_LINKS, NAME_MAX};

/// The largest file there can be. What a program writes is held in memory.
pub(crate) const MAX_FILE: u64 = 1 << 30;

/// The root directory.
pub(crate) const ROOT: NodeId = NodeId(0);

/// All files of one state. Nodes are shared with other states until one side writes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tree {
    /// By number, which is never used twice. None for a node that is gone.
    nodes: Vec<Option<Rc<Node>>>,
    /// Host files of several names, so that the second name finds the node of the first.
    several: BTreeMap<(u64, u64), NodeId>,
    /// What nodes from the host are given as owner and time.
    user: User,
    time: Time,
    /// Which parts of the host are shown.
    sight: Rc<Sight>,
    /// Parts of the host that were asked for and not shown.
    pub hidden: Vec<PathBuf>,
    /// Parts of the host that were looked at.
    pub glimpses: Vec<Glimpse>,
    /// How many names in all directories are symbolic.
    symbolic_names: usize,
}

impl Tree {
    /// The host's files, or none, with `/dev`, of which only `/dev/shm` can be the host's, and `/proc` and `/sys` empty.
    pub fn new(host: Option<(PathBuf, Sight)>, user: User, time: Time) -> Tree {
        let is_hosted = host.is_some();
        let (host, sight) =
            host.map_or((None, Sight::default()), |(root, sight)| (Some(root), sight));
        let mut tree = Tree {
            nodes: Vec::new(),
            several: BTreeMap::new(),
            user,
            time,
            sight: Rc::new(sight),
            hidden: Vec::new(),
            glimpses: Vec::new(),
            symbolic_names: 0,
        };
        let shared = host.as_ref().map(|root| root.join("dev/shm")).filter(|path| path.is_dir());
        let root = tree.add(tree.directory(ROOT, host), 0o755);
        tree.node_mut(root).links = 1;
        let dev = tree.give_directory(ROOT, b"dev", 0o755);
        let devices = [
            (&b"null"[..], Device::Null),
            (b"zero", Device::Zero),
            (b"full", Device::Full),
            (b"random", Device::Random),
            (b"urandom", Device::Random),
            (b"tty", Device::Terminal),
            (b"stdin", Device::Descriptor(0)),
            (b"stdout", Device::Descriptor(1)),
            (b"stderr", Device::Descriptor(2)),
        ];
        for (name, device) in devices {
            let id = tree.add(Body::Device(device), 0o666);
            tree.attach(dev, &name.into(), id);
        }
        let shm = tree.give_directory(dev, b"shm", 0o1777);
        tree.node_mut(shm).body = tree.directory(dev, shared);
        tree.give_directory(ROOT, b"proc", 0o555);
        tree.give_directory(ROOT, b"sys", 0o555);
        if !is_hosted {
            tree.give_directory(ROOT, b"tmp", 0o1777);
        }
        tree
    }

    fn directory(&self, parent: NodeId, host: Option<PathBuf>) -> Body {
        Body::Directory(Directory { entries: BTreeMap::new(), symbolic: Vec::new(), parent, host })
    }

    fn give_directory(&mut self, parent: NodeId, name: &[u8], mode: u32) -> NodeId {
        let id = self.add(self.directory(parent, None), mode);
        self.node_mut(id).is_made_up = true;
        self.attach(parent, &name.into(), id);
        id
    }

    /// Makes a node without a name, as old as the tree.
    fn add(&mut self, body: Body, mode: u32) -> NodeId {
        let Tree { user, time, .. } = *self;
        self.push(Node {
            mode: mode.into(),
            user: user.id,
            group: user.group,
            links: 0,
            times: Times::all(time),
            is_made_up: false,
            body,
        })
    }

    fn push(&mut self, node: Node) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 files"));
        self.nodes.push(Some(Rc::new(node)));
        id
    }

    /// A node that exists: a name or an open file refers to it.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes[id.0 as usize].as_ref().expect("the node is referred to")
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let node = self.nodes[id.0 as usize].as_mut().expect("the node is referred to");
        Rc::make_mut(node)
    }

    /// Forgets a node that no open file refers to, if it has no name either. Directories stay: a
    /// removed directory that is still open may have this one as its parent.
    pub fn forget(&mut self, id: NodeId) {
        let node = self.node(id);
        if node.links == 0 && !node.is_directory() {
            self.nodes[id.0 as usize] = None;
        }
    }

    /// The node of this name in a directory. The name is neither `.` nor `..`, and differs from all symbolic names
    /// there.
    pub fn lookup(&mut self, dir: NodeId, name: &[u8]) -> Result<Option<NodeId>, Errno> {
        let directory = self.node(dir).directory()?;
        if let Some(&known) = directory.entries.get(name) {
            return Ok(known);
        }
        let Some(host) = &directory.host else { return Ok(None) };
        let path = host.join(OsStr::from_bytes(name));
        if self.sight.of(&path) == Shown::Hidden {
            return Ok(None);
        }
        self.glimpses.push(Glimpse { path: path.clone(), aspect: Aspect::Entry });
        let found = host::look(&path)?.map(|found| self.take(dir, path, found));
        self.enter(dir, &name.into(), found);
        Ok(found)
    }

    /// The node for something on the host.
    fn take(&mut self, dir: NodeId, path: PathBuf, found: Found) -> NodeId {
        let body = match found.kind {
            FoundKind::Directory => self.directory(dir, Some(path)),
            FoundKind::Link(target) => Body::Link(target.into()),
            FoundKind::File(file) => {
                if let Some(identity) = file.identity {
                    let known = self.several.get(&identity).copied();
                    if let Some(id) = known.filter(|id| self.nodes[id.0 as usize].is_some()) {
                        return id;
                    }
                    self.several.insert(identity, NodeId(self.nodes.len() as u32));
                }
                Body::File(Contents::Host(Rc::new(file)))
            }
        };
        let links = match &body {
            Body::File(Contents::Host(file)) => file.links,
            _ => 1,
        };
        let id = self.add(body, found.mode);
        self.node_mut(id).links = links;
        id
    }

    fn enter(&mut self, dir: NodeId, name: &Bytes, id: Option<NodeId>) {
        let Body::Directory(directory) = &mut self.node_mut(dir).body else { return };
        match (name.plain(), id) {
            (Some(plain), id) => {
                directory.entries.insert(plain.to_vec(), id);
            }
            (None, Some(id)) => {
                directory.symbolic.push((name.clone(), id));
                self.symbolic_names += 1;
            }
            (None, None) => {
                directory.symbolic.retain(|(other, _)| other != name);
                self.symbolic_names -= 1;
            }
        }
    }

    /// Whether a name somewhere is symbolic, so that other names may have to be compared with it.
    pub fn has_symbolic_names(&self) -> bool {
        self.symbolic_names > 0
    }

    /// Everything in a directory that can be seen, for comparison. What is hidden does not count as asked for.
    pub fn seen(&mut self, dir: NodeId) -> Result<Vec<(Bytes, NodeId)>, Errno> {
        let hidden = self.hidden.len();
        let all = self.list(dir);
        self.hidden.truncate(hidden);
        all
    }

    /// Everything in a directory but `.` and `..`, by name; last what has a symbolic one.
    pub fn list(&mut self, dir: NodeId) -> Result<Vec<(Bytes, NodeId)>, Errno> {
        if let Some(host) = self.node(dir).directory()?.host.clone() {
            match self.sight.of(&host) {
                Shown::Whole => self.list_whole(dir, &host)?,
                Shown::Way | Shown::Hidden => self.list_way(dir, &host)?,
            }
        }
        let Directory { entries, symbolic, .. } = self.node(dir).directory()?;
        let plain = entries.iter().filter_map(|(name, id)| Some((name[..].into(), (*id)?)));
        Ok(plain.chain(symbolic.iter().cloned()).collect())
    }

    fn list_whole(&mut self, dir: NodeId, host: &HostPath) -> Result<(), Errno> {
        self.glimpses.push(Glimpse { path: host.to_path_buf(), aspect: Aspect::Names });
        for name in host::list(host)? {
            self.lookup(dir, &name)?;
        }
        if let Body::Directory(directory) = &mut self.node_mut(dir).body {
            directory.host = None;
        }
        Ok(())
    }

    /// Looks up the names that may be shown. The host's own list only tells whether there are others.
    fn list_way(&mut self, dir: NodeId, host: &HostPath) -> Result<(), Errno> {
        let names = self.sight.names_in(host);
        for name in &names {
            self.lookup(dir, name.as_bytes())?;
        }
        let left_out = |name: &Vec<u8>| !names.contains(OsStr::from_bytes(name));
        if host::list(host).is_ok_and(|all| all.iter().any(left_out)) {
            self.hidden.push(host.join("*"));
        }
        Ok(())
    }

    /// Remembers that a name was not found because it is hidden, if it is, with what was asked for below it.
    pub fn note_hidden(&mut self, dir: NodeId, name: &[u8], below: &[Vec<u8>]) {
        let Ok(Directory { host: Some(host), .. }) = self.node(dir).directory() else { return };
        let mut path = host.join(OsStr::from_bytes(name));
        if self.sight.of(&path) == Shown::Hidden {
            path.extend(below.iter().rev().map(|name| OsStr::from_bytes(name)));
            if host::exists(&path) {
                self.hidden.push(path);
            }
        }
    }

    /// The bytes of a file.
    pub fn contents(&self, id: NodeId) -> Result<Store, Errno> {
        match &self.node(id).body {
            Body::File(Contents::Own(bytes)) => Ok(bytes.clone()),
            Body::File(Contents::Host(file)) => file.bytes(),
            Body::Directory(_) => Err(Errno::ISDIR),
            Body::Link(_) | Body::Device(_) => Err(Errno::INVAL),
        }
    }

    /// The files that are not the host's: those that were given or that the program wrote, with their paths. Names in
    /// these that are symbolic may have zeros behind them.
    pub fn own_files(&self) -> Vec<(Bytes, &Store)> {
        let mut found = Vec::new();
        let mut rest = vec![(Bytes::default(), ROOT)];
        while let Some((path, id)) = rest.pop() {
            match &self.node(id).body {
                Body::File(Contents::Own(bytes)) => found.push((path, bytes)),
                Body::Directory(directory) => {
                    let below = |name: &Bytes| {
                        let mut below = path.clone();
                        below.push(b'/');
                        below.append(name);
                        below
                    };
                    let Directory { entries, symbolic, .. } = directory;
                    let plain = entries.iter().filter_map(|(name, id)| Some((name, (*id)?)));
                    rest.extend(plain.map(|(name, id)| (below(&name[..].into()), id)));
                    rest.extend(symbolic.iter().map(|(name, id)| (below(name), *id)));
                }
                Body::File(Contents::Host(_)) | Body::Link(_) | Body::Device(_) => {}
            }
        }
        found
    }

    /// A file of the host that will be read for the first time.
    pub fn unread(&self, id: NodeId) -> Option<Glimpse> {
        match &self.node(id).body {
            Body::File(Contents::Host(file)) if !file.is_read() => {
                Some(Glimpse { path: file.path().to_owned(), aspect: Aspect::Contents })
            }
            _ => None,
        }
    }

    /// The bytes of a file, to be changed at the time given.
    pub fn contents_mut(&mut self, id: NodeId, now: Time) -> Result<&mut Store, Errno> {
        if let Body::File(Contents::Host(_)) = self.node(id).body {
            let unread = self.unread(id);
            self.glimpses.extend(unread);
            let bytes = self.contents(id)?;
            self.node_mut(id).body = Body::File(Contents::Own(bytes));
        }
        let node = self.node_mut(id);
        node.times.modification = now;
        node.times.change = now;
        match &mut node.body {
            Body::File(Contents::Own(bytes)) => Ok(bytes),
            _ => Err(Errno::INVAL),
        }
    }

    /// Sets the length of a file; what is added is zero.
    pub fn resize(&mut self, id: NodeId, len: u64, now: Time) -> Result<(), Errno> {
        if len > MAX_FILE {
            return Err(Errno::FBIG);
        }
        if len == 0 && matches!(self.node(id).body, Body::File(_)) {
            // Not `contents_mut`: the old bytes need not be read from the host for this.
            self.node_mut(id).body = Body::File(Contents::Own(Store::default()));
        }
        self.contents_mut(id, now)?.resize(len as usize);
        Ok(())
    }

    /// The names that lead from the root to a directory; `None` if it has been removed.
    pub fn way_to(&self, mut dir: NodeId) -> Option<Vec<Bytes>> {
        let mut names = Vec::new();
        while dir != ROOT {
            let parent = self.node(dir).directory().ok()?.parent;
            let siblings = self.nodes[parent.0 as usize].as_ref()?.directory().ok()?;
            let plain = siblings.entries.iter().find(|(_, id)| **id == Some(dir));
            let symbolic = || siblings.symbolic.iter().find(|(_, id)| *id == dir);
            names.push(match plain {
                Some((name, _)) => name[..].into(),
                None => symbolic()?.0.clone(),
            });
            dir = parent;
        }
        names.reverse();
        Some(names)
    }
}
