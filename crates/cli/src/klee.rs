//! KLEE's command lines, translated to our options.
//!
//! KLEE's options take one dash or two, flags may have a value (`-emit-all-errors=true`), and `@FILE` stands for the
//! words of a file. Everything before the program's file name is rewritten so, and options that only KLEE has are
//! looked up in a [table](table::TABLE): each means options of ours, or is not needed, which a warning says once, or is
//! refused, since the results would not be what was asked for. Unknown options get the ordinary message.

mod table;

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;

use clap::{Arg, Args, Command};

use crate::error::CliError;
use crate::options::RunOptions;
use crate::symbolic;
use crate::wrap::response;
use table::{Said, TABLE, Takes};

/// A command line in our words.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Translated {
    pub words: Vec<OsString>,
    /// What was not needed, each once.
    pub warnings: Vec<String>,
}

/// The names of KLEE's options that we do not have ourselves.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|row| row.name)
}

/// Rewrites a command line whose first word is our own name. Only `run` is a command of KLEE.
pub fn translated(line: impl Iterator<Item = OsString>) -> Result<Translated, CliError> {
    let mut words: VecDeque<OsString> = line.collect();
    if words.get(1).is_none_or(|command| command != "run") {
        return Ok(Translated { words: words.into(), warnings: Vec::new() });
    }
    let mut translation = Translation::new(words.drain(..2).collect());
    while let Some(word) = words.pop_front() {
        if word.as_encoded_bytes().starts_with(b"@") {
            let inside = response::expand(std::slice::from_ref(&word))?;
            if inside != [word.clone()] {
                inside.into_iter().rev().for_each(|word| words.push_front(word));
                continue;
            }
        }
        if !translation.option(&word, &mut words)? {
            translation.words.push(word);
            translation.words.extend(words);
            break;
        }
    }
    Ok(Translated { words: translation.words, warnings: translation.warnings })
}

struct Translation {
    ours: Command,
    words: Vec<OsString>,
    warnings: Vec<String>,
    warned: BTreeSet<&'static str>,
}

impl Translation {
    fn new(words: Vec<OsString>) -> Translation {
        let ours = RunOptions::augment_args(Command::new("run"));
        Translation { ours, words, warnings: Vec::new(), warned: BTreeSet::new() }
    }

    /// Takes an option with its value, which may be the next word. False where the options end.
    fn option(&mut self, word: &OsString, rest: &mut VecDeque<OsString>) -> Result<bool, CliError> {
        let text = word.to_str().unwrap_or_default();
        let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'));
        let Some(name) = name.filter(|name| !name.is_empty()) else { return Ok(false) };
        let (name, value) = match name.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (name, None),
        };
        if let Some(row) = TABLE.iter().find(|row| row.name == name) {
            let value = match (row.takes, value) {
                (_, Some(value)) => truth(value).unwrap_or(value).to_owned(),
                (Takes::Flag, None) => "true".to_owned(),
                (Takes::Value, None) => value_of(text, rest)?,
            };
            return self.say(row.name, (row.says)(&value));
        }
        let option = self.ours.get_arguments().find(|option| is_called(option, name));
        let Some(option) = option else {
            if symbolic::NAMES.contains(&name) {
                let problem =
                    "symbolic input stands behind the program's file name, as in strata run FILE";
                return Err(CliError::Option(format!("--{name}"), format!("{problem} --{name} …")));
            }
            let short = self.ours.get_arguments().find(|option| is_short(option, text));
            self.words.push(word.clone());
            // Its value is not the program.
            if short.is_some_and(|option| option.get_action().takes_values()) {
                self.words.extend(rest.pop_front());
            }
            return Ok(true);
        };
        if !option.get_action().takes_values() {
            match value.map(truth) {
                Some(Some("false")) => {}
                Some(None) => self.words.push(format!("--{name}={}", value.unwrap_or("")).into()),
                None | Some(_) => self.add(vec![format!("--{name}")]),
            }
            return Ok(true);
        }
        let awaits = value.is_none() && !option.is_require_equals_set();
        self.words.push(format!("--{}", text.trim_start_matches('-')).into());
        if awaits {
            self.words.extend(rest.pop_front());
        }
        Ok(true)
    }

    /// Does what the table says about the option of this name.
    fn say(&mut self, name: &'static str, said: Said) -> Result<bool, CliError> {
        match said {
            Said::Nothing => {}
            Said::Words(words) => self.add(words),
            Said::Instead(words, why) => {
                self.warn(name, &format!("{} instead, because {why}", words.join(" ")));
                self.add(words);
            }
            Said::NotNeeded(why) => self.warn(name, &format!("not needed, because {why}")),
            Said::Refused(why) => {
                return Err(CliError::Option(format!("--{name}"), why.to_owned()));
            }
        }
        Ok(true)
    }

    /// Two of KLEE's options may mean one of ours.
    fn add(&mut self, words: Vec<String>) {
        for word in words.into_iter().map(OsString::from) {
            if !self.words.contains(&word) {
                self.words.push(word);
            }
        }
    }

    fn warn(&mut self, name: &'static str, text: &str) {
        if self.warned.insert(name) {
            self.warnings.push(format!("WARNING: --{name}: {text}"));
        }
    }
}

/// The next word, which an option needs.
fn value_of(option: &str, rest: &mut VecDeque<OsString>) -> Result<String, CliError> {
    let next = rest.pop_front().and_then(|word| word.into_string().ok());
    next.ok_or_else(|| CliError::Option(option.to_owned(), "its value is missing".to_owned()))
}

/// A value of a flag, as LLVM's options have them.
fn truth(value: &str) -> Option<&'static str> {
    match value {
        "" | "true" | "TRUE" | "True" | "1" => Some("true"),
        "false" | "FALSE" | "False" | "0" => Some("false"),
        _ => None,
    }
}

fn is_called(option: &Arg, name: &str) -> bool {
    let aliases = option.get_all_aliases().unwrap_or_default();
    option.get_long().into_iter().chain(aliases).any(|known| known == name)
}

/// Whether a word is the short form of an option and nothing more.
fn is_short(option: &Arg, word: &str) -> bool {
    option.get_short().is_some_and(|short| word == format!("-{short}"))
}

#[cfg(test)]
mod tests;
