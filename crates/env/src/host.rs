//! The host's file system: the only place that touches it, and only to read.
//!
//! Of a host file a program sees name, type, permission bits, size and contents. Owner, time stamps
//! and inode numbers are the kernel's own, so that they do not differ from machine to machine.
//! Devices, sockets and named pipes are not shown.

use std::cell::OnceCell;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::errno::Errno;
use crate::store::Store;

/// Something of the host that a program looked at.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Glimpse {
    /// Where it is.
    pub path: PathBuf,
    /// What of it was looked at.
    pub aspect: Aspect,
}

/// What a program looks at under a name of the host.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Aspect {
    /// What is there, but not what is in it.
    Entry,
    /// The names in a directory.
    Names,
    /// The bytes of a file.
    Contents,
}

impl Glimpse {
    /// A number for what there is to see of it at present.
    pub fn print(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match self.aspect {
            Aspect::Names => list(&self.path).ok().hash(&mut hasher),
            Aspect::Entry => match fs::symlink_metadata(&self.path) {
                Ok(at) => {
                    at.mode().hash(&mut hasher);
                    at.is_file().then(|| (at.len(), at.blocks(), at.nlink())).hash(&mut hasher);
                    let link = at.is_symlink().then(|| fs::read_link(&self.path).ok());
                    link.hash(&mut hasher);
                }
                Err(error) => error.raw_os_error().hash(&mut hasher),
            },
            Aspect::Contents => {
                let hashed = hash_contents(&self.path, &mut hasher);
                hashed.err().map(|error| error.raw_os_error()).hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

/// Hashes what is in a file, piece by piece: it may be large.
fn hash_contents(path: &Path, hasher: &mut impl Hasher) -> io::Result<()> {
    let mut file = fs::File::open(path)?;
    let mut piece = vec![0; 64 << 10];
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(len) => hasher.write(&piece[..len]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// What the host has under a name.
pub(crate) struct Found {
    pub kind: FoundKind,
    /// The permission bits.
    pub mode: u32,
}

pub(crate) enum FoundKind {
    File(HostFile),
    Directory,
    /// A symbolic link and its target.
    Link(Vec<u8>),
}

/// A regular file of the host, read when it is first needed and then never again, in this state or
/// one forked from it.
#[derive(Debug)]
pub(crate) struct HostFile {
    path: PathBuf,
    pub size: u64,
    /// What it takes on its device, in units of 512 bytes.
    pub blocks: u64,
    /// The number of its names on the host, and what tells it from others, if that is not one.
    pub identity: Option<(u64, u64)>,
    pub links: u64,
    bytes: OnceCell<Store>,
}

/// It is read once, so the file is its name.
impl PartialEq for HostFile {
    fn eq(&self, other: &HostFile) -> bool {
        self.path == other.path
    }
}

impl HostFile {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the contents were read.
    pub fn is_read(&self) -> bool {
        self.bytes.get().is_some()
    }

    /// The contents. A file that changes its size after it was first seen has the new one.
    pub fn bytes(&self) -> Result<Store, Errno> {
        if let Some(bytes) = self.bytes.get() {
            return Ok(bytes.clone());
        }
        let bytes = Store::from(fs::read(&self.path)?);
        Ok(self.bytes.get_or_init(|| bytes).clone())
    }

    /// The size, as read if it was read.
    pub fn len(&self) -> u64 {
        self.bytes.get().map_or(self.size, |bytes| bytes.len() as u64)
    }
}

/// What is there; `None` if nothing, or nothing a program may see.
pub(crate) fn look(path: &Path) -> Result<Option<Found>, Errno> {
    let metadata = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        Err(error) => match error.into() {
            Errno::NOENT | Errno::NOTDIR => return Ok(None),
            errno => return Err(errno),
        },
    };
    let kind = if metadata.is_dir() {
        FoundKind::Directory
    } else if metadata.is_symlink() {
        FoundKind::Link(fs::read_link(path)?.into_os_string().into_vec())
    } else if metadata.is_file() {
        FoundKind::File(HostFile {
            path: path.to_owned(),
            size: metadata.len(),
            blocks: metadata.blocks(),
            identity: (metadata.nlink() > 1).then(|| (metadata.dev(), metadata.ino())),
            links: metadata.nlink(),
            bytes: OnceCell::new(),
        })
    } else {
        return Ok(None);
    };
    Ok(Some(Found { kind, mode: metadata.mode() & 0o7777 }))
}

/// Where a symbolic link leads; `None` if it is something else. An error if there is nothing.
pub(crate) fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    if fs::symlink_metadata(path)?.is_symlink() { fs::read_link(path).map(Some) } else { Ok(None) }
}

/// Whether there is something, or may be something that we are not allowed to see.
pub(crate) fn exists(path: &Path) -> bool {
    !matches!(fs::symlink_metadata(path).map_err(Errno::from), Err(Errno::NOENT | Errno::NOTDIR))
}

/// The names in a directory, sorted.
pub(crate) fn list(path: &Path) -> Result<Vec<Vec<u8>>, Errno> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        names.push(entry?.file_name().into_vec());
    }
    names.sort_unstable();
    Ok(names)
}
