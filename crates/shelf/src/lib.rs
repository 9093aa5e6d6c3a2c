//! What solvers decided, in a file that outlasts the process.
//!
//! The file is a SQLite database, which several processes may use at once, and which is whole after a `kill -9`. An entry
//! is found by a digest of what was asked. It has a seal, a hash over both and the version of its maker: an entry
//! without a right seal is never returned, and the file is then not used any further. Files of others and of other
//! versions are refused.
//!
//! The size is bounded. Each process that opens the file is a generation; an entry is of the last generation that wrote or
//! found it, and the oldest entries make room for new ones.
//!
//! It does not know what entries mean, and never fails while it is in use: what cannot be read is not there, what cannot be
//! written is dropped, and [`OnDisk::finish`] says why.

#[cfg(test)]
mod tests;

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior, params};
use sha2::{Digest as _, Sha256};

/// What an entry is found by.
pub type Digest = [u8; 32];

/// Marks the file as ours: "Stra".
const APPLICATION: i32 = 0x5374_7261;

/// That many changes are written at once.
const BATCH: usize = 64;

/// How long another process may keep us from opening a file,
const PATIENCE: Duration = Duration::from_secs(2);
/// from writing a batch, which can also be written with the next one,
const MOMENT: Duration = Duration::from_millis(20);
/// and from writing the last.
const LAST: Duration = Duration::from_millis(500);

/// At most this many changes wait for another process. They are only what others will have to find out again.
const MOST_WAITING: usize = 64 * BATCH;

/// An entry takes at most this part of the file.
const LARGEST: u64 = 64;

const TABLES: &str = "
    CREATE TABLE maker (version TEXT NOT NULL, generation INTEGER NOT NULL);
    CREATE TABLE entries (
        digest BLOB PRIMARY KEY, entry BLOB NOT NULL, seal BLOB NOT NULL, generation INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX oldest ON entries (generation);
";

/// Entries in a file.
pub struct OnDisk {
    file: Connection,
    version: String,
    /// The most bytes that entries take.
    most: u64,
    generation: i64,
    /// Entries that are still to be written.
    new: Vec<(Digest, Vec<u8>)>,
    /// Entries that were found, and are of this generation now.
    found: Vec<Digest>,
    /// Changes are written once they are so many.
    due: usize,
    /// Why the file is not used any further.
    problem: Option<Problem>,
}

/// Why a file cannot be used.
#[derive(Debug)]
pub enum Problem {
    /// It is not a file of this kind.
    Foreign,
    /// Another version made it.
    Version(String),
    /// An entry is not what was written.
    Damaged,
    /// It cannot be read or written.
    Failed(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Foreign => f.write_str("it is not a query cache"),
            Problem::Version(version) => write!(f, "it was made by version {version}"),
            Problem::Damaged => f.write_str("it is damaged"),
            Problem::Failed(why) => f.write_str(why),
        }
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Problem::Foreign,
            Some(ErrorCode::DatabaseCorrupt) => Problem::Damaged,
            _ => Problem::Failed(error.to_string()),
        }
    }
}

impl OnDisk {
    /// Opens a file, or makes it if it is not there or empty. Entries take about `most` bytes.
    pub fn open(path: &Path, version: &str, most: u64) -> Result<OnDisk, Problem> {
        // A pipe would keep us waiting.
        if fs::metadata(path).is_ok_and(|it| !it.is_file()) {
            return Err(Problem::Foreign);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut file = Connection::open_with_flags(path, flags)?;
        file.busy_timeout(PATIENCE)?;
        let generation = begin(&mut file, version)?;
        // Readers and the writer do not wait for each other. What a failure of power takes is only the latest.
        file.pragma_update(None, "journal_mode", "wal")?;
        file.pragma_update(None, "synchronous", "normal")?;
        file.busy_timeout(MOMENT)?;
        let version = version.to_owned();
        let (new, found) = (Vec::new(), Vec::new());
        Ok(OnDisk { file, version, most, generation, new, found, due: BATCH, problem: None })
    }

    /// The entry that was kept last under a digest.
    pub fn find(&mut self, digest: &Digest) -> Option<Vec<u8>> {
        if self.problem.is_some() {
            return None;
        }
        match self.look_up(digest) {
            Ok(None) => None,
            Ok(Some((entry, seal))) if seal == sealed(&self.version, digest, &entry) => {
                self.found.push(*digest);
                self.write_if_many();
                Some(entry)
            }
            Ok(Some(_)) => {
                self.problem = Some(Problem::Damaged);
                None
            }
            Err(error) => {
                self.problem = Some(error.into());
                None
            }
        }
    }

    fn look_up(&self, digest: &Digest) -> rusqlite::Result<Option<(Vec<u8>, Vec<u8>)>> {
        let mut select = self.file.prepare_cached(
            "SELECT entry, seal FROM entries WHERE digest = ? AND length(entry) <= ?",
        )?;
        let found = select.query_row(params![&digest[..], self.largest() as i64], |row| {
            Ok((row.get(0)?, row.get(1)?))
        });
        found.optional()
    }

    /// The most bytes of an entry.
    fn largest(&self) -> u64 {
        self.most / LARGEST
    }

    /// Keeps an entry, unless it is too large.
    pub fn keep(&mut self, digest: Digest, entry: Vec<u8>) {
        if self.problem.is_none() && entry.len() as u64 <= self.largest() {
            self.new.push((digest, entry));
            self.write_if_many();
        }
    }

    /// Writes what is still to be written. Returns why the file could not be used to the end, if so.
    pub fn finish(&mut self) -> Result<(), Problem> {
        if self.problem.is_none() && self.waiting() > 0 {
            let patient = self.file.busy_timeout(LAST);
            match patient.and_then(|()| self.try_to_write()) {
                Err(error) if !is_busy(&error) => self.problem = Some(error.into()),
                _ => {}
            }
            self.clear();
        }
        self.problem.take().map_or(Ok(()), Err)
    }

    /// How many changes are still to be written.
    fn waiting(&self) -> usize {
        self.new.len() + self.found.len()
    }

    fn clear(&mut self) {
        self.new.clear();
        self.found.clear();
        self.due = BATCH;
    }

    fn write_if_many(&mut self) {
        let waiting = self.waiting();
        if waiting < self.due {
            return;
        }
        match self.try_to_write() {
            Err(error) if is_busy(&error) && waiting < MOST_WAITING => self.due = waiting + BATCH,
            Err(error) if !is_busy(&error) => {
                self.problem = Some(error.into());
                self.clear();
            }
            _ => self.clear(),
        }
    }

    fn try_to_write(&mut self) -> rusqlite::Result<()> {
        let OnDisk { file, version, .. } = self;
        let generation = self.generation;
        let writing = file.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let mut renew = writing.prepare_cached(
                "UPDATE entries SET generation = ?1 WHERE digest = ?2 AND generation < ?1",
            )?;
            for digest in &self.found {
                renew.execute(params![generation, &digest[..]])?;
            }
            let mut insert =
                writing.prepare_cached("INSERT OR REPLACE INTO entries VALUES (?1, ?2, ?3, ?4)")?;
            for (digest, entry) in &self.new {
                let seal = sealed(version, digest, entry);
                insert.execute(params![&digest[..], entry, seal, generation])?;
            }
            if taken(&writing)? > self.most {
                // More than was added, so that it gets smaller; an entry may be larger than others.
                let mut remove = writing.prepare_cached(
                    "DELETE FROM entries WHERE digest IN
                        (SELECT digest FROM entries ORDER BY generation LIMIT ?1)",
                )?;
                remove.execute([4 * (self.new.len() + BATCH) as i64])?;
            }
        }
        writing.commit()
    }
}

impl Drop for OnDisk {
    fn drop(&mut self) {
        // Who wants to know asks before.
        let _ = self.finish();
    }
}

/// Whether another process is to blame.
fn is_busy(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// The tables of a file, and whatever else is defined in it.
fn schema(file: &Connection) -> rusqlite::Result<Vec<Option<String>>> {
    let mut select = file.prepare("SELECT sql FROM sqlite_schema ORDER BY rowid")?;
    let rows = select.query_map([], |row| row.get(0))?;
    rows.collect()
}

/// Makes the tables of a new file, checks those of another, and begins a generation.
fn begin(file: &mut Connection, version: &str) -> Result<i64, Problem> {
    let opening = file.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let application: i32 = opening.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let ours = Connection::open_in_memory()?;
    ours.execute_batch(TABLES)?;
    let found = schema(&opening)?;
    match application {
        0 if found.is_empty() => {
            opening.execute_batch(TABLES)?;
            opening.pragma_update(None, "application_id", APPLICATION)?;
            opening.execute("INSERT INTO maker VALUES (?1, 0)", [version])?;
        }
        // A view, for instance, may take any time to look at.
        APPLICATION if found == schema(&ours)? => {}
        _ => return Err(Problem::Foreign),
    }
    let made: String = opening.query_row("SELECT version FROM maker", [], |row| row.get(0))?;
    if made != version {
        return Err(Problem::Version(made));
    }
    opening.execute("UPDATE maker SET generation = generation + 1", [])?;
    let generation = opening.query_row("SELECT generation FROM maker", [], |row| row.get(0))?;
    opening.commit()?;
    Ok(generation)
}

/// How many bytes of the file are in use.
fn taken(file: &Connection) -> rusqlite::Result<u64> {
    let of = |pragma: &str| file.query_row(pragma, [], |row| row.get::<_, i64>(0));
    let pages = of("PRAGMA page_count")? - of("PRAGMA freelist_count")?;
    Ok((pages * of("PRAGMA page_size")?) as u64)
}

/// The seal of an entry.
fn sealed(version: &str, digest: &Digest, entry: &[u8]) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(version);
    hash.update(digest);
    hash.update(entry);
    hash.finalize()[..16].to_vec()
}
