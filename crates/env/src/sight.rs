//! Which files of the host a program is shown.
//!
//! A path of the host is *shown* if it was named or lies below one that was. It is a *way* if it leads to one
//! that was named: such a directory is there, with the names that lead on and no others. All else is *hidden*,
//! and to the program it does not exist.
//!
//! Paths are judged with their symbolic links resolved. The tree walks links itself, name by name, so that the
//! path of a node has none, and a link that leads out of what is shown, or `..`, arrives at a path that is
//! judged by itself.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use crate::config::{Config, Host};
use crate::host;

/// More symbolic links than this on the way of one path are a loop.
const MAX_LINKS: u32 = 40;

/// What a program is shown of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// All of it.
    Whole,
    /// That it is there, and what of it leads on.
    Way,
    /// Nothing.
    Hidden,
}

/// What is shown of the host.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Sight {
    /// Only these paths, if it is not everything.
    parts: Option<Parts>,
    /// And none of these.
    unseen: BTreeSet<PathBuf>,
}

/// Paths without symbolic links in them.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Parts {
    whole: BTreeSet<PathBuf>,
    ways: BTreeSet<PathBuf>,
}

/// The directory of the host that is the program's `/`, and what is shown of it; `None` if nothing is.
pub(crate) fn hosted(config: &Config) -> Option<(PathBuf, Sight)> {
    let (root, parts) = match &config.host {
        Host::None => return None,
        Host::Under(root) => (root.clone(), None),
        Host::Only(paths) => {
            let cwd = PathBuf::from(OsStr::from_bytes(&config.cwd));
            let parts = Parts::new(paths, &[cwd, PathBuf::from("/tmp")]);
            (PathBuf::from("/"), Some(parts))
        }
    };
    let unseen = config.unseen.iter().cloned().collect();
    Some((root, Sight { parts, unseen }))
}

impl Sight {
    pub fn of(&self, path: &Path) -> Shown {
        if path.ancestors().any(|above| self.unseen.contains(above)) {
            return Shown::Hidden;
        }
        self.parts.as_ref().map_or(Shown::Whole, |parts| parts.of(path))
    }

    /// The names in a way that lead on.
    pub fn names_in(&self, way: &Path) -> BTreeSet<OsString> {
        self.parts.as_ref().map_or_else(BTreeSet::new, |parts| parts.names_in(way))
    }
}

impl Parts {
    /// Shows these paths, each with all that lies below it, and each directory of `ways` as one that may be
    /// empty. Paths are absolute.
    pub fn new(whole: &[PathBuf], ways: &[PathBuf]) -> Parts {
        let mut parts = Parts::default();
        for path in whole {
            let end = parts.follow(path);
            parts.whole.extend(end);
        }
        for path in ways {
            let end = parts.follow(path);
            parts.ways.extend(end);
        }
        parts
    }

    fn of(&self, path: &Path) -> Shown {
        if path.ancestors().any(|above| self.whole.contains(above)) {
            return Shown::Whole;
        }
        // Paths are in the order of their components: those below a path come right after it.
        let leads_on = |set: &BTreeSet<PathBuf>| {
            set.range(path.to_owned()..).next().is_some_and(|next| next.starts_with(path))
        };
        if leads_on(&self.whole) || leads_on(&self.ways) { Shown::Way } else { Shown::Hidden }
    }

    fn names_in(&self, way: &Path) -> BTreeSet<OsString> {
        let below = |set: &'_ BTreeSet<PathBuf>| -> Vec<OsString> {
            let from = set.range(way.to_owned()..).take_while(|path| path.starts_with(way));
            let next = from.filter_map(|path| path.strip_prefix(way).ok()?.components().next());
            next.map(|name| name.as_os_str().to_owned()).collect()
        };
        below(&self.whole).into_iter().chain(below(&self.ways)).collect()
    }

    /// Shows the symbolic links along a path, and returns where it ends. If nothing is there, its directory is
    /// shown as a way, if it exists: a program may be asked to make the file.
    fn follow(&mut self, path: &Path) -> Option<PathBuf> {
        let mut at = PathBuf::from("/");
        let mut todo = VecDeque::new();
        push_front(&mut todo, path);
        let mut links = 0;
        while let Some(name) = todo.pop_front() {
            if name == OsStr::new("..") {
                at.pop();
                continue;
            }
            let next = at.join(&name);
            match host::target(&next) {
                Ok(Some(target)) => {
                    links += 1;
                    if links > MAX_LINKS {
                        return None;
                    }
                    if target.is_absolute() {
                        at = PathBuf::from("/");
                    }
                    push_front(&mut todo, &target);
                    self.whole.insert(next);
                }
                Ok(None) => at = next,
                Err(_) => {
                    if todo.is_empty() {
                        self.ways.insert(at);
                    }
                    return None;
                }
            }
        }
        Some(at)
    }
}

/// Puts the components of a path in front of what is to be done.
fn push_front(todo: &mut VecDeque<OsString>, path: &Path) {
    for component in path.components().rev() {
        match component {
            Component::Normal(name) => todo.push_front(name.to_owned()),
            Component::ParentDir => todo.push_front("..".into()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(whole: &[&str], ways: &[&str]) -> Sight {
        let set = |paths: &[&str]| paths.iter().map(PathBuf::from).collect();
        Sight {
            parts: Some(Parts { whole: set(whole), ways: set(ways) }),
            unseen: BTreeSet::from(["/a/b/run".into()]),
        }
    }

    #[test]
    fn what_was_named_is_shown_and_the_way_to_it() {
        let sight = parts(&["/a/b", "/a/b.c/d"], &["/w/x"]);
        let of = |path: &str| sight.of(Path::new(path));
        for path in ["/a/b", "/a/b/c", "/a/b/c/d", "/a/b.c/d", "/a/b.c/d/e"] {
            assert_eq!(of(path), Shown::Whole, "{path}");
        }
        for path in ["/", "/a", "/a/b.c", "/w", "/w/x"] {
            assert_eq!(of(path), Shown::Way, "{path}");
        }
        for path in ["/a/bb", "/a/a", "/a/b.c/e", "/w/x/y", "/w/xx", "/b", "/a/b/run", "/a/b/run/x"]
        {
            assert_eq!(of(path), Shown::Hidden, "{path}");
        }
        let names =
            |path: &str| -> Vec<_> { sight.names_in(Path::new(path)).into_iter().collect() };
        assert_eq!(names("/"), ["a", "w"]);
        assert_eq!(names("/a"), ["b", "b.c"]);
        assert!(names("/w/x").is_empty());
    }
}
