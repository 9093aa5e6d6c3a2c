//! The sources of the program, as far as they are still there.

use std::collections::HashMap;
use std::path::Path;

use report::coverage::CoverageRecord;

/// Source files, each read once.
pub struct Sources<'a> {
    directory: &'a str,
    files: HashMap<String, Option<Vec<String>>>,
}

/// No source is larger than this many bytes; what claims to be is not shown.
const MOST: u64 = 16 << 20;

impl<'a> Sources<'a> {
    /// The sources of a run with this coverage.
    pub fn of(coverage: &'a CoverageRecord) -> Sources<'a> {
        Sources { directory: &coverage.directory, files: HashMap::new() }
    }

    /// The lines of a file; none if it cannot be read.
    pub fn lines(&mut self, file: &str) -> Option<&[String]> {
        let directory = self.directory;
        let read = || read(&Path::new(directory).join(file));
        self.files.entry(file.to_owned()).or_insert_with(read).as_deref()
    }

    /// The lines around one, with their numbers.
    pub fn around(&mut self, file: &str, line: u32, before: u32, after: u32) -> Vec<(u32, String)> {
        let Some(lines) = self.lines(file) else { return Vec::new() };
        let from = line.saturating_sub(before).max(1);
        let numbered = (1..).zip(lines).skip(from as usize - 1);
        let shown = numbered.take_while(|(number, _)| *number <= line.saturating_add(after));
        shown.map(|(number, text)| (number, text.clone())).collect()
    }
}

fn read(path: &Path) -> Option<Vec<String>> {
    let small = path.metadata().is_ok_and(|file| file.is_file() && file.len() <= MOST);
    let bytes = small.then(|| report::file::read(path).ok())??;
    Some(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
}
