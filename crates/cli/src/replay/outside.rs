//! The world of a test: which of its objects are arguments, files and standard input of the program.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use report::ktest::{Ktest, KtestObject};

use crate::error::CliError;
use crate::replay::copies;
use crate::symbolic::{Arg, Words};

/// What a native run is given besides the test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outside {
    /// The program's name and its arguments.
    pub args: Vec<Vec<u8>>,
    /// Files by their paths from the working directory.
    pub files: Vec<(Vec<u8>, Vec<u8>)>,
    /// Variables of the environment, `NAME=value` each.
    pub variables: Vec<Vec<u8>>,
    pub stdin: Option<Vec<u8>>,
    /// The test with what is left for the program to ask for, if that is not all.
    pub rest: Option<Ktest>,
    /// Whether a system call or an allocation has to fail for no reason.
    pub has_failure: bool,
}

impl Outside {
    /// Takes the objects of the world off a test. Fails where they are not what its arguments say.
    pub fn of(test: &Ktest) -> Result<Outside, CliError> {
        let words: Vec<OsString> =
            test.args.iter().skip(1).map(|arg| OsString::from_vec(arg.clone())).collect();
        let words = Words::parse(&words)?;
        let mut objects = Objects(&test.objects);
        let mut outside =
            Outside { args: test.args[..test.args.len().min(1)].to_vec(), ..Outside::default() };
        let mut symbolic = 0;
        for arg in &words.args {
            let count = match arg {
                Arg::Plain(text) => {
                    outside.args.push(text.clone());
                    continue;
                }
                Arg::Symbolic(_) => 1,
                Arg::Several { least, most, .. } if least == most => *least,
                Arg::Several { .. } => objects.number("n_args")?,
            };
            for _ in 0..count {
                let text = objects.take(&format!("arg{symbolic:02}"))?;
                outside.args.push(text.split(|&b| b == 0).next().unwrap_or_default().to_vec());
                symbolic += 1;
            }
        }
        outside.take_world(&words, &mut objects)?;
        let has_world = words.has_world() || symbolic > 0;
        if has_world {
            objects.take("model_version")?;
        }
        let (refusals, objects): (Vec<_>, Vec<_>) =
            objects.0.iter().cloned().partition(|object| object.name == exec::REFUSAL.as_bytes());
        outside.has_failure |= refusals.iter().any(|refusal| refusal.bytes != [0]);
        if has_world || !refusals.is_empty() {
            outside.rest = Some(Ktest { args: test.args.clone(), objects });
        }
        Ok(outside)
    }

    fn take_world(&mut self, words: &Words, objects: &mut Objects<'_>) -> Result<(), CliError> {
        for (name, _) in &words.variables {
            let value = objects.take(&format!("env_{}", exec::name_text(name)))?;
            let value = value.split(|&b| b == 0).next().unwrap_or_default();
            self.variables.push([name, &b"="[..], value].concat());
        }
        for (path, _) in &words.files {
            let name = format!("{}_data", exec::name_text(path));
            self.files.push((path.clone(), objects.take(&name)?.to_vec()));
            objects.take(&format!("{name}_stat"))?;
        }
        if words.stdin.is_some() {
            self.stdin = Some(objects.take("stdin")?.to_vec());
            objects.take("stdin_stat")?;
        }
        if words.failures > 0 {
            for name in env::Failures::NAMES {
                self.has_failure |= objects.number(name)? != 0;
            }
        }
        if words.stdout {
            objects.take("stdout")?;
            objects.take("stdout_stat")?;
        }
        Ok(())
    }

    /// Makes a working directory with the files below another one, which is made anew. What lies in the working
    /// directory of the run is there too, except for directories of runs. The new one has the same path below `root`,
    /// so that a name that leads up and down again leads there.
    pub fn make_directory(
        &self,
        root: &Path,
        here: &Path,
        runs: &[PathBuf],
    ) -> io::Result<PathBuf> {
        if root.exists() {
            copies::remove(root)?;
        }
        let directory = root.join(here.strip_prefix("/").unwrap_or(here));
        fs::create_dir_all(&directory)?;
        copies::fill(here, &directory, |path| {
            let is_it = |(name, _): &(Vec<u8>, Vec<u8>)| path.ends_with(OsStr::from_bytes(name));
            runs.iter().any(|run| run == path) || self.files.iter().any(is_it)
        })?;
        for (path, bytes) in &self.files {
            let file = directory.join(OsStr::from_bytes(path));
            fs::write(file, bytes)?;
        }
        Ok(directory)
    }
}

/// The objects that are left.
struct Objects<'a>(&'a [KtestObject]);

impl<'a> Objects<'a> {
    fn take(&mut self, name: &str) -> Result<&'a [u8], CliError> {
        match self.0.split_first() {
            Some((object, rest)) if exec::name_text(&object.name) == name => {
                self.0 = rest;
                Ok(&object.bytes)
            }
            other => {
                let found = match other {
                    Some((object, _)) => format!("has {}", exec::name_text(&object.name)),
                    None => "ends".to_owned(),
                };
                let text = format!("the test {found} where its arguments say {name}");
                Err(CliError::Object(text))
            }
        }
    }

    fn number(&mut self, name: &str) -> Result<u32, CliError> {
        let bytes: Result<[u8; 4], _> = self.take(name)?.try_into();
        bytes.map(u32::from_le_bytes).map_err(|_| {
            CliError::Object(format!("{name} of the test is not a number of four bytes"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(args: &str, objects: &[(&str, &[u8])]) -> Ktest {
        let object = |(name, bytes): &(&str, &[u8])| KtestObject {
            name: name.as_bytes().to_vec(),
            bytes: bytes.to_vec(),
        };
        Ktest {
            args: args.split(' ').map(|arg| arg.as_bytes().to_vec()).collect(),
            objects: objects.iter().map(object).collect(),
        }
    }

    #[test]
    fn arguments_files_and_what_is_left() {
        let test = test(
            "p x --sym-args 0 2 2 --sym-files 1 1 --sym-stdin 2",
            &[
                ("n_args", &[1, 0, 0, 0]),
                ("arg00", b"a\0\0"),
                ("A_data", b"z"),
                ("A_data_stat", b""),
                ("stdin", b"in"),
                ("stdin_stat", b""),
                ("model_version", &[1, 0, 0, 0]),
                ("own", b"1"),
            ],
        );
        let outside = Outside::of(&test).unwrap();
        assert_eq!(outside.args, [&b"p"[..], b"x", b"a"]);
        assert_eq!(outside.files, [(b"A".to_vec(), b"z".to_vec())]);
        assert_eq!(outside.stdin, Some(b"in".to_vec()));
        assert_eq!(outside.rest.unwrap().objects, test.objects[7..]);
    }

    #[test]
    fn a_test_without_a_world_is_left_alone() {
        let test = test("p x --flag", &[("own", b"1")]);
        let outside = Outside::of(&test).unwrap();
        assert_eq!((outside.args, outside.rest), (test.args, None));
    }

    #[test]
    fn objects_of_another_program() {
        let error = Outside::of(&test("p --sym-arg 1", &[("x", b"1")])).unwrap_err();
        assert_eq!(error.to_string(), "the test has x where its arguments say arg00");
        let error = Outside::of(&test("p --sym-arg 1", &[])).unwrap_err();
        assert_eq!(error.to_string(), "the test ends where its arguments say arg00");
    }
}
