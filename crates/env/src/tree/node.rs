//! What a name in the file system stands for.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use crate::bytes::Bytes;
use crate::clock::Time;
use crate::errno::Errno;
use crate::host::HostFile;
use crate::store::Store;

use super::Mode;

/// A node's number; its inode number is one more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeId(pub u32);

impl NodeId {
    pub fn inode(self) -> u64 {
        u64::from(self.0) + 1
    }
}

/// When something last happened to a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Times {
    pub access: Time,
    pub modification: Time,
    pub change: Time,
}

impl Times {
    pub fn all(time: Time) -> Times {
        Times { access: time, modification: time, change: time }
    }
}

/// A file, directory, symbolic link or device.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node {
    /// The permission bits.
    pub mode: Mode,
    pub user: u32,
    pub group: u32,
    /// How many names it has.
    pub links: u64,
    pub times: Times,
    /// Whether the kernel made it up, so that the host may have another in its place.
    pub is_made_up: bool,
    pub body: Body,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Body {
    File(Contents),
    Directory(Directory),
    /// The target of a symbolic link.
    Link(Rc<[u8]>),
    Device(Device),
}

/// The bytes of a file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Contents {
    /// As on the host.
    Host(Rc<HostFile>),
    /// Written by the program, or given.
    Own(Store),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Directory {
    /// Names looked up so far and names the program made or removed; `None` for what is not there.
    pub entries: BTreeMap<Vec<u8>, Option<NodeId>>,
    /// Names that the program made of symbolic bytes, in the order it made them. A zero ends a name, and then
    /// only zeros follow.
    ///
    /// Invariant: the path says that each differs from all other names here, and has no slash.
    pub symbolic: Vec<(Bytes, NodeId)>,
    pub parent: NodeId,
    /// Where on the host further names may be; `None` once all are in `entries`.
    pub host: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Device {
    Null,
    Zero,
    /// Zeros to read, no space to write.
    Full,
    Random,
    /// The terminal of the program, if it has one.
    Terminal,
    /// Opening it gives another descriptor for an open file.
    Descriptor(u32),
}

/// The type bits of a mode, and what `getdents64` calls the same.
pub(crate) const S_IFMT: u32 = 0o170_000;
pub(crate) const S_IFIFO: u32 = 0o010_000;
pub(crate) const S_IFCHR: u32 = 0o020_000;
pub(crate) const S_IFDIR: u32 = 0o040_000;
pub(crate) const S_IFREG: u32 = 0o100_000;
pub(crate) const S_IFLNK: u32 = 0o120_000;

impl Node {
    /// The type bits of its mode.
    pub fn type_bits(&self) -> u32 {
        match self.body {
            Body::File(_) => S_IFREG,
            Body::Directory(_) => S_IFDIR,
            Body::Link(_) | Body::Device(Device::Descriptor(_)) => S_IFLNK,
            Body::Device(_) => S_IFCHR,
        }
    }

    pub fn is_directory(&self) -> bool {
        matches!(self.body, Body::Directory(_))
    }

    pub fn directory(&self) -> Result<&Directory, Errno> {
        match &self.body {
            Body::Directory(directory) => Ok(directory),
            _ => Err(Errno::NOTDIR),
        }
    }

    /// What `stat` says is its size.
    pub fn size(&self) -> u64 {
        match &self.body {
            Body::File(Contents::Host(file)) => file.len(),
            Body::File(Contents::Own(bytes)) => bytes.len() as u64,
            Body::Directory(_) => 4096,
            Body::Link(target) => target.len() as u64,
            Body::Device(_) => 0,
        }
    }

    /// What `stat` says that it takes on its device, in units of 512 bytes: as on the host, or what a new file of that
    /// size takes there, without holes.
    pub fn blocks(&self) -> u64 {
        const PAGE: u64 = 4096;
        match &self.body {
            Body::File(Contents::Host(file)) => file.blocks,
            Body::File(Contents::Own(_)) | Body::Directory(_) => {
                self.size().div_ceil(PAGE) * (PAGE / 512)
            }
            Body::Link(_) | Body::Device(_) => 0,
        }
    }

    /// Major and minor number, for a device.
    pub fn device_number(&self) -> u64 {
        let minor = match self.body {
            Body::Device(Device::Null) => 3,
            Body::Device(Device::Zero) => 5,
            Body::Device(Device::Full) => 7,
            Body::Device(Device::Random) => 9,
            Body::Device(Device::Terminal) => return 5 << 8,
            _ => return 0,
        };
        1 << 8 | minor
    }
}

/// What an access wants: read 4, write 2, search or execute 1, or a sum of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Want(pub u32);

impl Want {
    pub const READ: Want = Want(4);
    pub const WRITE: Want = Want(2);
    pub const SEARCH: Want = Want(1);
}

/// The user a call is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct User {
    pub id: u32,
    pub group: u32,
}

impl User {
    /// Whether the permission bits allow it.
    pub fn may(self, want: Want, node: &Node) -> Result<(), Errno> {
        let class = if self.id == 0 {
            // The superuser may do everything but execute a file that no user may execute.
            let execute = node.is_directory() || node.mode.bits() & 0o111 != 0;
            0o6 | u32::from(execute)
        } else if self.id == node.user {
            node.mode.bits() >> 6
        } else if self.group == node.group {
            node.mode.bits() >> 3
        } else {
            node.mode.bits()
        };
        if want.0 & !class & 7 == 0 { Ok(()) } else { Err(Errno::ACCES) }
    }

    /// Whether this is the owner, or may act as the owner.
    pub fn owns(self, node: &Node) -> Result<(), Errno> {
        if self.id == 0 || self.id == node.user { Ok(()) } else { Err(Errno::PERM) }
    }
}
