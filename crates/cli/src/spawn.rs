//! `--spawn`: the results of commands that the program executes.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::rc::Rc;

use env::{Script, Spawn};

use crate::error::CliError;

/// How processes end, by the values of the option.
pub fn spawn(words: &[OsString]) -> Result<Spawn, CliError> {
    if words.is_empty() {
        return Ok(Spawn::Unsupported);
    }
    if is_refused(words) {
        return Ok(Spawn::Fails);
    }
    let scripts = words.iter().filter(|word| *word != "fail").map(|word| script(word.as_bytes()));
    Ok(Spawn::Scripted(scripts.collect::<Result<_, _>>()?))
}

/// Whether no process or thread can be created.
pub fn is_refused(words: &[OsString]) -> bool {
    !words.is_empty() && words.iter().all(|word| word == "fail")
}

/// `COMMAND=STATUS` or `COMMAND=STATUS:FILE`. A command may have equals signs of its own: the last one that is
/// followed by a status counts.
fn script(word: &[u8]) -> Result<Script, CliError> {
    let equals = (0..word.len()).rev().filter(|&at| at > 0 && word[at] == b'=');
    let mut parts = equals.filter_map(|at| result(&word[at + 1..]).map(|result| (at, result)));
    let Some((at, (status, file))) = parts.next() else {
        let problem = format!(
            "{:?} is neither fail nor COMMAND=STATUS, with a status of 0 to 255",
            String::from_utf8_lossy(word)
        );
        return Err(CliError::World("--spawn".to_owned(), problem));
    };
    let output = match file {
        Some(file) => {
            let read = report::file::read(&file);
            read.map_err(|error| CliError::Read(file, error))?.into()
        }
        None => Rc::default(),
    };
    Ok(Script { command: word[..at].to_vec(), status, output })
}

/// `STATUS` or `STATUS:FILE`.
fn result(text: &[u8]) -> Option<(u8, Option<PathBuf>)> {
    let colon = text.iter().position(|&b| b == b':');
    let (status, file) = match colon {
        Some(at) => {
            (&text[..at], Some(PathBuf::from(std::ffi::OsStr::from_bytes(&text[at + 1..]))))
        }
        None => (text, None),
    };
    let digits = !status.is_empty() && status.iter().all(u8::is_ascii_digit);
    let status = std::str::from_utf8(status).ok().filter(|_| digits)?.parse().ok()?;
    Some((status, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Spawn, String> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        spawn(&words).map_err(|error| error.to_string())
    }

    fn one(word: &str) -> (String, u8) {
        let Ok(Spawn::Scripted(scripts)) = parse(&[word]) else { panic!("{word}") };
        (String::from_utf8(scripts[0].command.clone()).unwrap(), scripts[0].status)
    }

    #[test]
    fn words() {
        assert_eq!(parse(&[]), Ok(Spawn::Unsupported));
        assert_eq!(parse(&["fail"]), Ok(Spawn::Fails));
        assert_eq!(one("cc=0"), ("cc".into(), 0));
        assert_eq!(one("cc -DX=1 a.c=3"), ("cc -DX=1 a.c".into(), 3));
        assert_eq!(one("cc -DX=300=255"), ("cc -DX=300".into(), 255));
        assert!(matches!(parse(&["a=0", "fail", "b=1"]), Ok(Spawn::Scripted(s)) if s.len() == 2));
        for wrong in ["", "cc", "cc=", "=0", "cc=256", "cc=-1", "cc=+1", "cc=x"] {
            assert!(parse(&[wrong]).unwrap_err().contains("neither fail nor"), "{wrong}");
        }
        assert!(parse(&["cc=0:/nonexistent/file"]).unwrap_err().contains("/nonexistent/file"));
    }
}
