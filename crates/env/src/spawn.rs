//! How attempts to make other processes end: commands have the results that a script gives them.
//!
//! A process that the program makes runs the program's own code until it ends or executes a command. A command is
//! not run: it writes what its script says, reads its standard input to the end if that is a pipe, and ends with
//! the status of its script. A command without a script does not exist.
//!
//! Programs look for commands before they execute them: those with a script are files, in `/bin` if they have no path.

use std::rc::Rc;

use crate::kernel::Kernel;

/// How an attempt to make another process or thread ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Spawn {
    /// It is not modelled.
    #[default]
    Unsupported,
    /// It fails, as if there were too many already.
    Fails,
    /// Processes are made, threads are not; of the commands they execute, these are there. The first that fits is
    /// taken.
    Scripted(Rc<[Script]>),
}

/// How a command ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// Which command: `*` for any; its words with blanks between; the name of its program; or with a slash, the path
    /// of its program.
    pub command: Vec<u8>,
    /// Its exit status.
    pub status: u8,
    /// What it writes to its standard output.
    pub output: Rc<[u8]>,
}

/// A command that is executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Command {
    /// The file that is executed; `None` for a text that only a shell understands.
    program: Option<Vec<u8>>,
    /// The name of the program and the other words, or the text.
    pub text: Vec<u8>,
}

impl Command {
    /// What `execve` is given. A shell that is given a text (`sh -c TEXT`) executes the command of that text.
    pub fn new(path: Vec<u8>, words: &[Vec<u8>]) -> Command {
        match words {
            [_, flag, text, ..] if name(&path) == b"sh" && is_command_flag(flag) => {
                let text = text.trim_ascii().to_vec();
                let first = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
                let is_plain = text.iter().all(is_plain) && !first.contains(&b'=');
                Command { program: is_plain.then(|| first.to_vec()), text }
            }
            _ => {
                let words = words.iter().skip(1).map(|word| &word[..]);
                let text: Vec<&[u8]> = std::iter::once(name(&path)).chain(words).collect();
                Command { text: text.join(&b' '), program: Some(path) }
            }
        }
    }
}

/// `-c`, or `-ec`, as make has it for POSIX.
fn is_command_flag(word: &[u8]) -> bool {
    matches!(word, b"-c" | b"-ec")
}

/// Whether a byte stands for itself in the text of a shell, or ends a word.
fn is_plain(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b" \t_./,:+@%^-=".contains(byte)
}

/// The last part of a path.
fn name(path: &[u8]) -> &[u8] {
    path.rsplit(|&b| b == b'/').next().unwrap_or_default()
}

/// Makes the files of commands, and the shell.
pub(crate) fn provide(kernel: &mut Kernel) {
    let Spawn::Scripted(scripts) = kernel.spawn.clone() else { return };
    for path in scripts.iter().filter_map(Script::path).chain([b"/bin/sh".to_vec()]) {
        kernel.provide_system_file(&path, Vec::new(), 0o755);
    }
}

impl Script {
    /// Where its program is, if that is known.
    fn path(&self) -> Option<Vec<u8>> {
        let text = &self.command[..];
        let first = text.split(u8::is_ascii_whitespace).next().filter(|word| !word.is_empty())?;
        match first.contains(&b'/') {
            _ if !text.iter().all(is_plain) || first.contains(&b'=') => None,
            true => Some(first.to_vec()),
            false => Some([b"/bin/", first].concat()),
        }
    }

    pub(crate) fn fits(&self, command: &Command) -> bool {
        let wanted = &self.command[..];
        let is_program = |path: &Vec<u8>| match wanted.contains(&b'/') {
            true => wanted == path,
            false => wanted == name(path),
        };
        wanted == b"*" || wanted == command.text || command.program.as_ref().is_some_and(is_program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(script: &str, path: &str, words: &[&str]) -> bool {
        let script = Script { command: script.into(), status: 0, output: Rc::default() };
        let words: Vec<Vec<u8>> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        script.fits(&Command::new(path.into(), &words))
    }

    #[test]
    fn by_name_path_and_words() {
        let words = ["cc", "-c", "a.c"];
        for script in ["cc", "/usr/bin/cc", "cc -c a.c", "*"] {
            assert!(fits(script, "/usr/bin/cc", &words), "{script}");
        }
        for script in ["c", "/bin/cc", "cc -c b.c", "cc -c", "-c", ""] {
            assert!(!fits(script, "/usr/bin/cc", &words), "{script}");
        }
    }

    #[test]
    fn texts_of_a_shell() {
        let shell = |script, text| fits(script, "/bin/sh", &["sh", "-c", text]);
        assert!(shell("cc", "cc -c a.c") && shell("cc -c a.c", " cc -c a.c"));
        assert!(shell("cd x && make", "cd x && make") && shell("*", "cd x && make"));
        // What a shell makes of these is not known.
        for text in ["cc -c a.c && true", "cc $(FLAGS)", "cc 'a b'", "cc >out", "cc=1 make"] {
            assert!(!shell("cc", text), "{text}");
        }
        assert!(!shell("sh", "cc -c a.c"), "the shell is not the command");
        assert!(fits("sh", "/bin/sh", &["sh", "script"]));
    }
}
