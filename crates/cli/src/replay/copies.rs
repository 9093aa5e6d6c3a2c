//! What lies in the working directory of a run, for the native program of a test to change as it likes.
//!
//! A program may write to the files that it finds, or remove them, as it did in the overlay of its path. Each test is
//! given copies: the originals stay as they are, and no test sees what another one did. What is too large to be
//! copied for each test, or is neither a file, a directory nor a link, is a link to the original.

use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// What is copied for one test.
#[derive(Clone, Copy)]
struct Room {
    entries: usize,
    bytes: u64,
}

const ROOM: Room = Room { entries: 500, bytes: 4 << 20 };

/// Puts what is in `from`, which is a whole path, into `to`, except for some of it.
pub fn fill(from: &Path, to: &Path, is_left_out: impl Fn(&Path) -> bool) -> io::Result<()> {
    let mut names: Vec<PathBuf> = fs::read_dir(from)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    names.retain(|path| !is_left_out(path));
    names.sort();
    let mut room = ROOM;
    for path in names {
        let new = to.join(path.file_name().unwrap_or_default());
        match left_after(&path, from, room) {
            Some(left) => {
                room = left;
                copy(&path, &new)?;
            }
            None => symlink(&path, &new)?,
        }
    }
    Ok(())
}

/// What is left of the room after an entry; none if it does not fit, or cannot be copied.
fn left_after(path: &Path, top: &Path, room: Room) -> Option<Room> {
    let room = Room { entries: room.entries.checked_sub(1)?, ..room };
    let known = fs::symlink_metadata(path).ok()?;
    if known.is_symlink() {
        return stays_within(path, top).then_some(room);
    }
    if known.is_file() {
        File::open(path).ok()?;
        return Some(Room { bytes: room.bytes.checked_sub(known.len())?, ..room });
    }
    // A copy that cannot be written could not be removed.
    if !known.is_dir() || known.permissions().mode() & 0o700 != 0o700 {
        return None;
    }
    let mut entries = fs::read_dir(path).ok()?;
    entries.try_fold(room, |room, entry| left_after(&entry.ok()?.path(), top, room))
}

/// Whether a link leads to something that is copied as well.
fn stays_within(link: &Path, top: &Path) -> bool {
    let is_relative = fs::read_link(link).is_ok_and(|target| target.is_relative());
    is_relative && link.canonicalize().is_ok_and(|end| end.starts_with(top))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let known = fs::symlink_metadata(from)?;
    if known.is_symlink() {
        return symlink(fs::read_link(from)?, to);
    }
    if known.is_file() {
        // No more than it is said to have: a file of the kernel's may never end.
        let mut bytes = File::open(from)?.take(known.len());
        io::copy(&mut bytes, &mut File::create_new(to)?)?;
        return fs::set_permissions(to, known.permissions());
    }
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    fs::set_permissions(to, known.permissions())
}

/// Removes a directory in which a program ran. It may have taken away the rights to do so.
pub fn remove(directory: &Path) -> io::Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            allow(directory)?;
            fs::remove_dir_all(directory)
        }
        done => done,
    }
}

fn allow(directory: &Path) -> io::Result<()> {
    fs::set_permissions(directory, Permissions::from_mode(0o700))?;
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            allow(&entry.path())?;
        }
    }
    Ok(())
}
