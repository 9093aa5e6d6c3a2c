//! Opening, closing and duplicating descriptors.

use gap::SystemGap;

use super::wish::Wish;
use crate::call::Call;
use crate::descriptors::{AtExec, Open, Status, Target, flags};
use crate::errno::Errno;
use crate::kernel::Kernel;
use crate::numbers::{INT, Made};
use crate::reply::{DONE, Stop, SysResult, number};
use crate::store::Store;
use crate::tree::{Body, Contents, Device, DirEntry, Follow, MAX_FILE, Mode, Node, NodeId, Path};

impl Kernel {
    /// The directory behind a descriptor.
    pub(crate) fn directory_of(&self, fd: u32) -> Result<NodeId, Errno> {
        match self.descriptors.get(fd)?.target {
            Target::Node(id) if self.tree.node(id).is_directory() => Ok(id),
            _ => Err(Errno::NOTDIR),
        }
    }

    /// Gives a node a descriptor.
    fn open_node(&mut self, id: NodeId, status: Status, at_exec: AtExec) -> SysResult {
        let open = Open::new(Target::Node(id), status);
        number(u64::from(self.descriptors.add(open, at_exec)?))
    }

    fn open_as_wished(&mut self, id: NodeId, wish: &Wish<'_>) -> SysResult {
        self.open_node(id, wish.status()?, wish.at_exec()?)
    }

    /// Opens a file, or makes one with these permission bits.
    fn open(&mut self, start: NodeId, path: &Path, wish: &Wish<'_>, mode: Mode) -> SysResult {
        self.descriptors.has_room()?;
        if wish.is_unnamed()? {
            return self.open_unnamed(start, path, wish, mode);
        }
        let user = self.user;
        if !wish.makes()? {
            let id = self.tree_mut().find(start, path, wish.follow()?, user)?;
            return self.open_existing(id, wish);
        }
        // A name with a slash behind it is refused whatever it leads to.
        let follow = if path.is_slashed() { Follow::Never } else { wish.follow()? };
        let entry = self.tree_mut().walk(start, path, follow, user)?;
        if entry.is_name() && entry.is_slashed() {
            return Err(Errno::ISDIR.into());
        }
        match entry.node {
            Some(_) if wish.has(flags::EXCL)? => Err(Errno::EXIST.into()),
            Some(id) if self.tree.node(id).is_directory() => Err(Errno::ISDIR.into()),
            Some(id) => self.open_existing(id, wish),
            None => {
                let id = self.make_file(&entry, mode)?;
                self.open_as_wished(id, wish)
            }
        }
    }

    fn make_file(&mut self, entry: &DirEntry, mode: Mode) -> Result<NodeId, Errno> {
        let (user, now) = (self.user, self.clock.stamp());
        self.tree.may_enter(entry.dir, user)?;
        let id = self.make_unnamed(mode);
        self.tree_mut().name(entry, id, now);
        Ok(id)
    }

    /// An empty file without a name.
    fn make_unnamed(&mut self, mode: Mode) -> NodeId {
        let (user, now) = (self.user, self.clock.stamp());
        self.tree_mut().make(Body::File(Contents::Own(Store::default())), mode, user, now)
    }

    fn open_unnamed(
        &mut self,
        start: NodeId,
        path: &Path,
        wish: &Wish<'_>,
        mode: Mode,
    ) -> SysResult {
        let user = self.user;
        let dir = self.tree_mut().find(start, path, Follow::Yes, user)?;
        self.tree.node(dir).directory()?;
        self.tree.may_enter(dir, user)?;
        let id = self.make_unnamed(mode);
        self.open_as_wished(id, wish)
    }

    fn open_existing(&mut self, id: NodeId, wish: &Wish<'_>) -> SysResult {
        let node: &Node = self.tree.node(id);
        if wish.has(flags::DIRECTORY)? {
            node.directory()?;
        }
        if let Body::Device(Device::Descriptor(fd)) = node.body
            && !wish.has(flags::NOFOLLOW)?
        {
            return self.open_descriptor(fd, wish);
        }
        if wish.is_path()? {
            return self.open_as_wished(id, wish);
        }
        match node.body {
            Body::Link(_) | Body::Device(Device::Descriptor(_)) => return Err(Errno::LOOP.into()),
            Body::Device(Device::Terminal) => return self.open_terminal(wish),
            Body::Directory(_) if wish.writes()? => return Err(Errno::ISDIR.into()),
            _ => {}
        }
        self.user.may(wish.want()?, node)?;
        if matches!(node.body, Body::File(_)) && wish.has(flags::TRUNC)? {
            let now = self.clock.stamp();
            self.tree_mut().resize(id, 0, now)?;
        }
        self.fetch(id)?;
        self.note_opened(id);
        self.open_as_wished(id, wish)
    }

    /// Reads a host file now, so that it is the opening that fails.
    fn fetch(&mut self, id: NodeId) -> Result<(), Stop> {
        let node = self.tree.node(id);
        if let Body::File(Contents::Host(_)) = node.body {
            if node.size() > MAX_FILE {
                return Err(Stop::Unsupported(SystemGap::LargeHostFile { bytes: node.size() }));
            }
            if let Some(unread) = self.tree.unread(id) {
                self.tree_mut().glimpses.push(unread);
            }
            self.tree.contents(id)?;
        }
        Ok(())
    }

    /// Opens `/dev/tty`: the first of the descriptors that are the terminal and can do what is asked for.
    fn open_terminal(&mut self, wish: &Wish<'_>) -> SysResult {
        let has_terminal = self.tty.look();
        for fd in 0..self.descriptors.bound() {
            if let Ok(open) = self.descriptors.get(fd)
                && self.tty.is(open.target)
                && wish.fits(open)?
            {
                return self.open_descriptor(fd, wish);
            }
        }
        Err(if has_terminal { Stop::Unsupported(SystemGap::Terminal) } else { Errno::NXIO.into() })
    }

    /// Opens `/dev/stdin` or one of the other standard streams, which is a link to what its descriptor stands for: a file
    /// is opened again and read from its beginning, a pipe or a terminal is shared with the descriptor.
    fn open_descriptor(&mut self, fd: u32, wish: &Wish<'_>) -> SysResult {
        let open = self.descriptors.get(fd).map_err(|_| Errno::NOENT)?;
        if let Target::Node(id) = open.target {
            return match self.tree.node(id).body {
                // The link itself, opened as such.
                Body::Device(Device::Descriptor(_)) => Err(Errno::LOOP.into()),
                _ => self.open_existing(id, wish),
            };
        }
        if !wish.fits(open)? {
            return Err(Errno::ACCES.into());
        }
        number(u64::from(self.descriptors.duplicate(fd, 0, wish.at_exec()?)?))
    }
}

pub(crate) fn open(call: &mut Call<'_>) -> SysResult {
    let wish = Wish::of(call, 1)?;
    let path = wanted_path(call, 0, &wish)?;
    let mode = wanted_mode(call, 2, &wish)?;
    call.kernel.open(call.kernel.cwd, &path, &wish, mode)
}

/// The path of a file to open, which may have to be made.
fn wanted_path(call: &mut Call<'_>, index: usize, wish: &Wish<'_>) -> Result<Path, Stop> {
    if wish.makes()? { call.new_path(index) } else { call.path(index) }
}

/// The permission bits of that file, which otherwise mean nothing and need not be given.
fn wanted_mode(call: &Call<'_>, index: usize, wish: &Wish<'_>) -> Result<Mode, Stop> {
    match wish.makes()? || wish.is_unnamed()? {
        true => call.new_mode(index, 0o7777, Made::File),
        false => Ok(Mode::default()),
    }
}

pub(crate) fn openat(call: &mut Call<'_>) -> SysResult {
    let wish = Wish::of(call, 2)?;
    let path = wanted_path(call, 1, &wish)?;
    let start = call.start(0, &path)?;
    let mode = wanted_mode(call, 3, &wish)?;
    call.kernel.open(start, &path, &wish, mode)
}

pub(crate) fn creat(call: &mut Call<'_>) -> SysResult {
    let meant = flags::CREAT | flags::WRONLY | flags::TRUNC;
    let wish = Wish::new(call, call.memory.terms().number(INT, meant.into()))?;
    let path = call.new_path(0)?;
    let mode = wanted_mode(call, 1, &wish)?;
    call.kernel.open(call.kernel.cwd, &path, &wish, mode)
}

pub(crate) fn memfd_create(call: &mut Call<'_>) -> SysResult {
    const CLOEXEC: u32 = 1;
    call.any_string(0)?;
    call.kernel.descriptors.has_room()?;
    let at_exec = if call.flags(1) & CLOEXEC != 0 { AtExec::Close } else { AtExec::Keep };
    let id = call.kernel.make_unnamed(0o777.into());
    call.kernel.open_node(id, (flags::RDWR | flags::LARGEFILE).into(), at_exec)
}

pub(crate) fn close(call: &mut Call<'_>) -> SysResult {
    let open = call.kernel.descriptors.close(call.fd(0)?)?;
    call.kernel.closed(open);
    DONE
}

pub(crate) fn close_range(call: &mut Call<'_>) -> SysResult {
    const AT_EXEC: u32 = 4;
    let (first, last) = (call.flags(0), call.flags(1));
    if first > last {
        return Err(Errno::INVAL.into());
    }
    for fd in first..call.kernel.descriptors.bound().min(last.saturating_add(1)) {
        if call.kernel.descriptors.get(fd).is_err() {
            continue;
        }
        if call.flags(2) & AT_EXEC != 0 {
            call.kernel.descriptors.set_at_exec(fd, AtExec::Close)?;
        } else {
            let open = call.kernel.descriptors.close(fd)?;
            call.kernel.closed(open);
        }
    }
    DONE
}

pub(crate) fn dup(call: &mut Call<'_>) -> SysResult {
    let fd = call.kernel.descriptors.duplicate(call.fd(0)?, 0, AtExec::Keep)?;
    number(u64::from(fd))
}

fn replace(call: &mut Call<'_>, at_exec: AtExec) -> SysResult {
    let (fd, new) = (call.fd(0)?, call.fd(1)?);
    let closed = call.kernel.descriptors.replace(fd, new, at_exec)?;
    call.kernel.closed(closed);
    number(u64::from(new))
}

pub(crate) fn dup2(call: &mut Call<'_>) -> SysResult {
    if call.int(0) == call.int(1) {
        let fd = call.fd(0)?;
        call.kernel.descriptors.get(fd)?;
        return number(u64::from(fd));
    }
    replace(call, AtExec::Keep)
}

pub(crate) fn dup3(call: &mut Call<'_>) -> SysResult {
    if call.int(0) == call.int(1) || call.flags(2) & !flags::CLOEXEC != 0 {
        return Err(Errno::INVAL.into());
    }
    replace(call, AtExec::of(call.flags(2)))
}

fn make_pipe(call: &mut Call<'_>, pipe_flags: u32) -> SysResult {
    if pipe_flags & !(flags::CLOEXEC | flags::NONBLOCK | 0o40_000) != 0 {
        return Err(Errno::INVAL.into());
    }
    let id = call.kernel.pipes.make();
    let (status, at_exec) = (pipe_flags & flags::NONBLOCK, AtExec::of(pipe_flags));
    let descriptors = &mut call.kernel.descriptors;
    let out = descriptors.add(Open::new(Target::PipeOut(id), status.into()), at_exec)?;
    let open = Open::new(Target::PipeIn(id), (status | flags::WRONLY).into());
    let into = match descriptors.add(open, at_exec) {
        Ok(fd) => fd,
        Err(errno) => {
            descriptors.close(out)?;
            return Err(errno.into());
        }
    };
    let pair = [out.to_le_bytes(), into.to_le_bytes()].concat();
    call.put(&call.pointer(0), &pair)?;
    DONE
}

pub(crate) fn pipe(call: &mut Call<'_>) -> SysResult {
    make_pipe(call, 0)
}

pub(crate) fn pipe2(call: &mut Call<'_>) -> SysResult {
    make_pipe(call, call.flags(1))
}
