//! Files that are used, shared, damaged, foreign and full.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, thread};

use random::Random;
use tempfile::TempDir;

use super::{BATCH, Digest, OnDisk, Problem};

const ROOM: u64 = 64 << 20;

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

fn file(directory: &TempDir) -> PathBuf {
    directory.path().join("cache")
}

fn open(path: &Path) -> OnDisk {
    OnDisk::open(path, "1", ROOM).expect("a file of ours")
}

fn digest(number: u64) -> Digest {
    let mut digest = [0; 32];
    digest[..8].copy_from_slice(&number.to_le_bytes());
    digest
}

fn entry(number: u64) -> Vec<u8> {
    number.to_le_bytes().repeat(1 + number as usize % 40)
}

/// Fills a file with the entries of these numbers.
fn fill(path: &Path, numbers: std::ops::Range<u64>) {
    let mut shelf = open(path);
    numbers.for_each(|number| shelf.keep(digest(number), entry(number)));
    shelf.finish().expect("written");
}

#[test]
fn what_was_kept_is_found() {
    let directory = directory();
    let path = file(&directory);
    fill(&path, 0..1000);
    let mut shelf = open(&path);
    for number in 0..1000 {
        assert_eq!(shelf.find(&digest(number)), Some(entry(number)));
    }
    assert_eq!(shelf.find(&digest(1000)), None);
    shelf.keep(digest(3), entry(4));
    shelf.finish().expect("written");
    assert_eq!(open(&path).find(&digest(3)), Some(entry(4)), "the last one counts");
}

/// What is dropped without a word is written as well.
#[test]
fn the_rest_is_written_at_the_end() {
    let directory = directory();
    let path = file(&directory);
    open(&path).keep(digest(1), entry(1));
    assert_eq!(open(&path).find(&digest(1)), Some(entry(1)));
}

#[test]
fn other_files_are_refused_and_stay_as_they_are() {
    let directory = directory();
    let path = file(&directory);
    let refused = |path: &Path, version: &str| OnDisk::open(path, version, ROOM).err();
    fs::write(&path, "a text, and not a short one: ".repeat(100)).expect("a file");
    let before = fs::read(&path).expect("a file");
    assert!(matches!(refused(&path, "1"), Some(Problem::Foreign)));
    assert_eq!(fs::read(&path).expect("a file"), before);

    let other = directory.path().join("other");
    let database = rusqlite::Connection::open(&other).expect("a database");
    database.execute_batch("CREATE TABLE t (x)").expect("a table");
    assert!(matches!(refused(&other, "1"), Some(Problem::Foreign)));

    let ours = directory.path().join("ours");
    drop(open(&ours));
    assert!(matches!(refused(&ours, "2"), Some(Problem::Version(made)) if made == "1"));
    assert!(matches!(refused(directory.path(), "1"), Some(Problem::Foreign)));
    assert!(matches!(refused(&directory.path().join("no/such"), "1"), Some(Problem::Failed(_))));
    let empty = directory.path().join("empty");
    fs::write(&empty, "").expect("a file");
    drop(open(&empty));
}

/// Whatever happens to the bytes of a file, an entry is returned as it was written or not at all.
#[test]
fn damage_is_noticed() {
    let directory = directory();
    let path = file(&directory);
    fill(&path, 0..300);
    let whole = fs::read(&path).expect("a file");
    let mut random = Random::new(7);
    let (mut refused, mut noticed) = (0, 0);
    for _ in 0..200 {
        let mut bytes = whole.clone();
        for _ in 0..1 + random.below(20) {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] ^= 1 << random.below(8);
        }
        if random.below(8) == 0 {
            bytes.truncate(random.below(whole.len() as u64) as usize);
        }
        let damaged = directory.path().join("damaged");
        fs::write(&damaged, bytes).expect("a file");
        match OnDisk::open(&damaged, "1", ROOM) {
            Err(_) => refused += 1,
            Ok(mut shelf) => {
                for number in 0..300 {
                    if let Some(found) = shelf.find(&digest(number)) {
                        assert_eq!(found, entry(number), "number {number}");
                    }
                }
                noticed += u32::from(shelf.finish().is_err());
            }
        }
        for rest in ["damaged", "damaged-wal", "damaged-shm"] {
            let _ = fs::remove_file(directory.path().join(rest));
        }
    }
    assert!(refused > 0 && noticed > 50, "{refused} refused, {noticed} noticed");
}

/// The oldest entries go, and those that were found again stay.
#[test]
fn the_size_is_bounded() {
    let directory = directory();
    let path = file(&directory);
    let most = 1 << 20;
    for generation in 0..40 {
        let mut shelf = OnDisk::open(&path, "1", most).expect("a file of ours");
        for number in 0..500 {
            shelf.keep(digest(1000 * generation + number), entry(number));
        }
        (0..50).for_each(|number| {
            let kept = shelf.find(&digest(number));
            assert!(kept.is_some() || generation == 0, "{number} in {generation}");
        });
        shelf.finish().expect("written");
    }
    let size = fs::metadata(&path).expect("a file").len();
    assert!(size < most + most / 4, "{size} bytes");
    let mut shelf = open(&path);
    assert_eq!(shelf.find(&digest(1400)), None, "of the second generation");
    assert_eq!(shelf.find(&digest(39_400)), Some(entry(400)), "of the last");
}

/// Several that write and read at once see whole entries, and none fails.
#[test]
fn several_at_once() {
    let directory = directory();
    let path = file(&directory);
    let work = |seed: u64| {
        let path = path.clone();
        move || {
            let (mut shelf, mut random) = (open(&path), Random::new(seed));
            let mut found = 0;
            for _ in 0..40 * BATCH {
                let number = random.below(2000);
                match shelf.find(&digest(number)) {
                    Some(kept) => {
                        assert_eq!(kept, entry(number));
                        found += 1;
                    }
                    None => shelf.keep(digest(number), entry(number)),
                }
            }
            shelf.finish().expect("written");
            found
        }
    };
    let workers: Vec<_> = (1..=4).map(|seed| thread::spawn(work(seed))).collect();
    let found: usize = workers.into_iter().map(|worker| worker.join().expect("no panic")).sum();
    assert!(found > 1000, "{found}");
    let mut shelf = open(&path);
    let all: HashMap<u64, bool> =
        (0..2000).map(|number| (number, shelf.find(&digest(number)).is_some())).collect();
    assert!(all.values().filter(|kept| **kept).count() > 1900);
}
