//! Files that are used, shared, damaged, foreign and full.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, thread};

use random::Random;
use tempfile::TempDir;

use super::{BATCH, Digest, MOST_WAITING, OnDisk, Problem};

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

/// Another process that does not let go of a file keeps nobody waiting for long, and what is to be written waits for it.
#[test]
fn another_process_holds_the_file() {
    let directory = directory();
    let path = file(&directory);
    fill(&path, 0..100);
    let holder = rusqlite::Connection::open(&path).expect("a database");
    let mut shelf = open(&path);
    holder.execute_batch("BEGIN IMMEDIATE").expect("nobody else has it");
    let began = Instant::now();
    for number in 0..20 * BATCH as u64 {
        assert_eq!(shelf.find(&digest(number)).is_some(), number < 100);
        shelf.keep(digest(1000 + number), entry(number));
    }
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    holder.execute_batch("COMMIT").expect("written");
    shelf.finish().expect("written");
    let mut shelf = open(&path);
    assert!((0..20 * BATCH as u64).all(|number| shelf.find(&digest(1000 + number)).is_some()));

    // If it never lets go, what was found out is lost, and that is no failure.
    holder.execute_batch("BEGIN IMMEDIATE").expect("nobody else has it");
    let began = Instant::now();
    (0..100_000).for_each(|number| shelf.keep(digest(5000 + number), entry(number)));
    assert!(shelf.waiting() <= MOST_WAITING);
    shelf.finish().expect("no failure");
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    holder.execute_batch("COMMIT").expect("written");
    assert!(open(&path).find(&digest(5000)).is_none());
}

/// Entries that would take the place of all others are not kept.
#[test]
fn huge_entries() {
    let directory = directory();
    let path = file(&directory);
    let mut shelf = OnDisk::open(&path, "1", 1 << 20).expect("a file of ours");
    for (number, len) in [(1, 1 << 14), (2, (1 << 14) + 1), (3, 1 << 24)] {
        shelf.keep(digest(number), vec![7; len]);
    }
    shelf.finish().expect("written");
    let mut roomy = open(&path);
    let found = [1, 2, 3].map(|number| roomy.find(&digest(number)).is_some());
    assert_eq!(found, [true, false, false]);
    roomy.keep(digest(2), vec![7; (1 << 14) + 1]);
    roomy.finish().expect("written");
    assert!(shelf.find(&digest(2)).is_none(), "too large for this one");
}

/// A file that has our name but other tables is refused before anything in it is looked at.
#[test]
fn what_only_looks_like_ours() {
    let directory = directory();
    for (name, change) in [
        ("trigger", "CREATE TRIGGER t AFTER UPDATE ON maker BEGIN DELETE FROM entries; END"),
        (
            "view",
            "DROP INDEX oldest; DROP TABLE entries; CREATE INDEX oldest ON maker (version);
             CREATE VIEW entries AS WITH RECURSIVE n (d) AS (SELECT 1 UNION ALL SELECT d FROM n)
             SELECT d digest, d entry, d seal, d generation FROM n",
        ),
        ("column", "ALTER TABLE entries ADD COLUMN more"),
    ] {
        let path = directory.path().join(name);
        fill(&path, 0..3);
        rusqlite::Connection::open(&path).expect("a database").execute_batch(change).expect("SQL");
        let refused = OnDisk::open(&path, "1", ROOM).err();
        assert!(matches!(refused, Some(Problem::Foreign)), "{name}: {refused:?}");
    }
}

/// A file at its bound stays there, and writing does not get slow: the real bound, if there is time.
#[test]
fn at_the_bound() {
    let directory = directory();
    let path = file(&directory);
    let most = testing::amount(8 << 20, 256 << 20);
    let entries = most / 4000;
    let mut random = Random::new(5);
    let mut some = || -> Digest { std::array::from_fn(|_| random.below(256) as u8) };
    let mut fill = |count: u64| {
        let mut shelf = OnDisk::open(&path, "1", most).expect("a file of ours");
        (0..count).for_each(|number| shelf.keep(some(), vec![number as u8; 3600]));
        shelf.finish().expect("written");
        fs::metadata(&path).expect("a file").len()
    };
    fill(entries);
    for _ in 0..3 {
        let size = fill(entries / 2);
        assert!(size < most + most / 8, "{size} bytes of {most}");
    }
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
