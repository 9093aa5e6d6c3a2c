//! What the paths of a saved run saw of the host.
//!
//! Paths that have ended are not executed again, so nothing shows that one of them would now see something else. It is
//! recorded what they looked at, and looked at again when the run goes on. Of a file that a path has read, that is what is
//! in it: a time of modification can be set to anything.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use env::{Aspect, Glimpse};
use tree::{Malformed, Reader, Saved, put_number};

/// What is recorded may take about this many bytes of memory, and half of that on disk.
const MOST: usize = 32 << 20;

/// What something costs besides the bytes of its name.
const EACH: usize = 64;

/// What was recorded, in this run and in those before that it goes on with.
#[derive(Default)]
pub(crate) struct Outlook {
    seen: BTreeSet<Glimpse>,
    size: usize,
    /// Whether there is more.
    full: bool,
}

/// Something recorded.
enum Item {
    Seen(Glimpse, u64),
    /// There was more, which is not recorded.
    More,
}

impl Outlook {
    /// What a saved run recorded.
    pub fn of(saved: &Saved) -> Outlook {
        let mut outlook = Outlook::default();
        for item in items(saved) {
            match item {
                Item::Seen(glimpse, _) => outlook.keep(glimpse),
                Item::More => outlook.full = true,
            }
        }
        outlook
    }

    /// Adds what a path looked at; returns what is to be recorded if it is new.
    pub fn add(&mut self, glimpse: Glimpse) -> Option<Vec<u8>> {
        if self.full || self.seen.contains(&glimpse) {
            return None;
        }
        self.full = self.size >= MOST;
        if self.full {
            return Some(Item::More.to_bytes());
        }
        let bytes = Item::Seen(glimpse.clone(), glimpse.print()).to_bytes();
        self.keep(glimpse);
        Some(bytes)
    }

    fn keep(&mut self, glimpse: Glimpse) {
        self.size += glimpse.path.as_os_str().len() + EACH;
        self.seen.insert(glimpse);
    }
}

/// What the paths of a saved run would see otherwise now.
pub(crate) struct Changes {
    /// What is not what it was, in order.
    pub files: BTreeSet<PathBuf>,
    /// Whether everything was recorded that they looked at.
    pub all_known: bool,
}

impl Changes {
    /// What has changed since a run was saved.
    pub fn since(saved: &Saved) -> Changes {
        let mut changes = Changes { files: BTreeSet::new(), all_known: true };
        for item in items(saved) {
            match item {
                Item::Seen(glimpse, print) if glimpse.print() != print => {
                    changes.files.insert(glimpse.path);
                }
                Item::Seen(..) => {}
                Item::More => changes.all_known = false,
            }
        }
        changes
    }
}

fn items(saved: &Saved) -> impl Iterator<Item = Item> {
    saved.seen.iter().filter_map(|bytes| Item::read(bytes).ok())
}

impl Item {
    fn to_bytes(&self) -> Vec<u8> {
        let Item::Seen(glimpse, print) = self else { return Vec::new() };
        let mut bytes = Vec::new();
        put_number(&mut bytes, *print);
        bytes.push(glimpse.aspect as u8);
        bytes.extend(glimpse.path.as_os_str().as_bytes());
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Item, Malformed> {
        if bytes.is_empty() {
            return Ok(Item::More);
        }
        let mut from = Reader(bytes);
        let print = from.number()?;
        let aspect = match from.byte()? {
            0 => Aspect::Entry,
            1 => Aspect::Names,
            2 => Aspect::Contents,
            _ => return Err(Malformed),
        };
        Ok(Item::Seen(Glimpse { path: OsStr::from_bytes(from.0).into(), aspect }, print))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glimpse(number: usize) -> Glimpse {
        Glimpse { path: format!("/no/such/{number:0>4000}").into(), aspect: Aspect::Entry }
    }

    /// However much paths look at, what is kept of it has a bound, and it is recorded once that there was more.
    #[test]
    fn there_is_a_bound() {
        let mut outlook = Outlook::default();
        let recorded: Vec<_> =
            (0..20_000).filter_map(|number| outlook.add(glimpse(number))).collect();
        assert!(outlook.add(glimpse(0)).is_none());
        let (more, all) = recorded.split_last().expect("some were recorded");
        assert!(more.is_empty() && all.iter().all(|bytes| bytes.len() > 4000));
        assert!((8_000..9_000).contains(&all.len()), "{}", all.len());
    }

    #[test]
    fn what_is_recorded_can_be_read() {
        for aspect in [Aspect::Entry, Aspect::Names, Aspect::Contents] {
            let bytes = Item::Seen(Glimpse { path: "/a".into(), aspect }, 1 << 40).to_bytes();
            let Ok(Item::Seen(read, print)) = Item::read(&bytes) else { panic!("{bytes:?}") };
            assert_eq!((read.aspect, print), (aspect, 1 << 40));
        }
        assert!(matches!(Item::read(b"\x01\x09/a"), Err(Malformed)));
    }
}
