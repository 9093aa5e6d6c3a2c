//! What the paths of a saved run saw of the host.
//!
//! Paths that have ended are not executed again, so nothing shows that one of them would now see something else. It is
//! recorded what they looked at, and looked at again when the run goes on.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use env::{Aspect, Glimpse};
use tree::{Malformed, Reader, Saved, put_number};

/// What was recorded by this process.
#[derive(Default)]
pub(crate) struct Outlook {
    seen: BTreeSet<Glimpse>,
}

impl Outlook {
    /// Adds what a path looked at; returns what is to be recorded if it is new.
    pub fn add(&mut self, glimpse: Glimpse) -> Option<Vec<u8>> {
        if self.seen.contains(&glimpse) {
            return None;
        }
        let mut bytes = Vec::new();
        put_number(&mut bytes, glimpse.print());
        bytes.push(u8::from(glimpse.aspect == Aspect::Names));
        bytes.extend(glimpse.path.as_os_str().as_bytes());
        self.seen.insert(glimpse);
        Some(bytes)
    }
}

/// What paths of a saved run looked at that is not what it was, in order.
pub(crate) fn changed(saved: &Saved) -> BTreeSet<PathBuf> {
    let read = saved.seen.iter().filter_map(|bytes| read(bytes).ok());
    let other = read.filter(|(glimpse, print)| glimpse.print() != *print);
    other.map(|(glimpse, _)| glimpse.path).collect()
}

fn read(bytes: &[u8]) -> Result<(Glimpse, u64), Malformed> {
    let mut from = Reader(bytes);
    let print = from.number()?;
    let aspect = if from.byte()? == 0 { Aspect::Entry } else { Aspect::Names };
    Ok((Glimpse { path: OsStr::from_bytes(from.0).into(), aspect }, print))
}
