//! The words after the program's file name: its arguments, and which parts of its world are symbolic.
//!
//! The options are those of KLEE's POSIX runtime, with one dash or two, and templates besides. They may stand
//! anywhere among the arguments; each symbolic argument takes its place. After a `--` right behind the file name,
//! everything is the program's.

use std::ffi::OsString;
use std::path::PathBuf;
use std::rc::Rc;

use clap::{Args, Command};
use env::{Argument, Symbolic, Template};

use crate::error::CliError;
use crate::options::RunOptions;

/// Stands for a byte of input in a template.
const MARK: u8 = b'?';

/// The options, without their dashes.
pub const NAMES: [&str; 14] = [
    "fd-fail",
    "max-fail",
    "save-all-writes",
    "sym-arg",
    "sym-arg-template",
    "sym-args",
    "sym-env",
    "sym-file",
    "sym-files",
    "sym-stdin",
    "sym-stdin-template",
    "sym-stdout",
    "template-mark",
    "template-range",
];

/// What the words say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    pub args: Vec<Arg>,
    pub variables: Vec<(Vec<u8>, Shape)>,
    pub files: Vec<(Vec<u8>, Shape)>,
    pub stdin: Option<Shape>,
    pub stdout: bool,
    pub failures: u32,
    mark: Option<u8>,
    range: Option<(u8, u8)>,
    /// Options of `strata run` that went to the program.
    pub stray: Vec<String>,
    /// Words that went to the program and look like options for symbolic input, but are none.
    pub unknown: Vec<String>,
}

/// One argument, or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    Plain(Vec<u8>),
    Symbolic(Shape),
    Several { least: u32, most: u32, each: Shape },
}

/// What input looks like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// This many bytes, any of them.
    Any(usize),
    /// This text, with marks for bytes that are input.
    Text(Vec<u8>),
    /// What is in this file, with marks.
    File(PathBuf),
}

impl Words {
    /// Reads what is behind the file name of a program.
    pub fn parse(words: &[OsString]) -> Result<Words, CliError> {
        let mut all = Words::default();
        let plain = |word: &OsString| Arg::Plain(word.as_encoded_bytes().to_vec());
        if let Some((first, rest)) = words.split_first()
            && first == "--"
        {
            all.args = rest.iter().map(plain).collect();
            return Ok(all);
        }
        let known = known_options();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.to_str().unwrap_or_default();
            let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'));
            if name.map(|name| all.option(name, text, &mut words)).transpose()? == Some(true) {
                continue;
            }
            let stem = name.and_then(|name| name.split('=').next()).filter(|stem| stem.len() > 1);
            if stem.is_some_and(|stem| known.iter().any(|known| known == stem)) {
                all.stray.push(text.to_owned());
            } else if stem.is_some_and(|stem| stem.starts_with("sym-")) {
                all.unknown.push(text.to_owned());
            }
            all.args.push(plain(word));
        }
        all.check_count()?;
        Ok(all)
    }

    /// Each number of arguments is a path of its own before the program starts.
    fn check_count(&self) -> Result<(), CliError> {
        let counts = self.args.iter().map(|arg| match arg {
            Arg::Several { least, most, .. } => u64::from(most - least) + 1,
            _ => 1,
        });
        match counts.fold(1_u64, u64::saturating_mul) {
            0..=MOST_COUNTS => Ok(()),
            many => {
                let problem = format!("{many} numbers of arguments are more than {MOST_COUNTS}");
                Err(CliError::World("--sym-args".to_owned(), problem))
            }
        }
    }

    /// Takes an option with its operands, if it is one of ours.
    fn option<'a>(
        &mut self,
        name: &str,
        written: &str,
        words: &mut impl Iterator<Item = &'a OsString>,
    ) -> Result<bool, CliError> {
        let mut operands = Operands { option: written, words };
        match name {
            "sym-arg" => {
                let each = Shape::Any(operands.number("N")? as usize);
                self.args.push(Arg::Symbolic(each));
            }
            "sym-args" => {
                let (least, most) = (operands.number("MIN")?, operands.number("MAX")?);
                let each = Shape::Any(operands.number("N")? as usize);
                if least > most {
                    let problem = format!("MIN is {least}, more than MAX, which is {most}");
                    return Err(operands.bad(&problem));
                }
                self.args.push(Arg::Several { least, most, each });
            }
            "sym-arg-template" => {
                let text = operands.next("TEXT")?.as_encoded_bytes().to_vec();
                self.args.push(Arg::Symbolic(Shape::Text(text)));
            }
            "sym-env" => {
                let name = operands.next("NAME")?.as_encoded_bytes().to_vec();
                if name.is_empty() || name.contains(&b'=') {
                    return Err(operands.bad("the name of a variable expected"));
                }
                let len = operands.number("N")? as usize;
                self.variables.push((name, Shape::Any(len)));
            }
            "sym-files" => {
                let (count, len) = (operands.number("NUM")?, operands.number("N")? as usize);
                let letters = b'A'..=b'Z';
                if count as usize > letters.clone().count() {
                    return Err(operands.bad("there are names for 26 files, A to Z"));
                }
                let new = letters.take(count as usize).map(|name| (vec![name], Shape::Any(len)));
                self.files.extend(new);
            }
            "sym-file" => {
                let word = operands.next("NAME=TEMPLATE")?.as_encoded_bytes();
                let split = word.iter().position(|&b| b == b'=');
                let Some(split) = split.filter(|at| *at > 0) else {
                    return Err(operands.bad("NAME=TEMPLATE expected"));
                };
                // Native runs write the file, which must not lead out of their directory.
                if word[..split].contains(&b'/') || matches!(&word[..split], b"." | b"..") {
                    return Err(operands
                        .bad("the file lies in the working directory: a name without a slash"));
                }
                let template = path(&word[split + 1..]);
                self.files.push((word[..split].to_vec(), Shape::File(template)));
            }
            "sym-stdin" => self.stdin = Some(Shape::Any(operands.number("N")? as usize)),
            "sym-stdin-template" => {
                self.stdin = Some(Shape::File(operands.next("FILE")?.into()));
            }
            "sym-stdout" => self.stdout = true,
            "max-fail" => self.failures = operands.number("N")?,
            "fd-fail" => self.failures = 1,
            // A file that is written grows in any case.
            "save-all-writes" => {}
            "template-mark" => match operands.next("CHARACTER")?.as_encoded_bytes() {
                [mark] => self.mark = Some(*mark),
                _ => return Err(operands.bad("one character expected")),
            },
            "template-range" => self.range = Some(operands.range("FIRST-LAST")?),
            _ => match name.split_once('=') {
                Some((name @ ("template-mark" | "template-range"), value)) => {
                    let value = OsString::from(value);
                    return self.option(name, written, &mut std::iter::once(&value));
                }
                _ => return Ok(false),
            },
        }
        Ok(true)
    }

    /// Whether there is any symbolic input.
    pub fn is_symbolic(&self) -> bool {
        let symbolic = |arg: &Arg| !matches!(arg, Arg::Plain(_) | Arg::Several { most: 0, .. });
        self.has_world() || self.args.iter().any(symbolic)
    }

    /// Whether tests have objects for more than arguments.
    pub fn has_world(&self) -> bool {
        !self.variables.is_empty()
            || !self.files.is_empty()
            || self.stdin.is_some()
            || self.stdout
            || self.failures > 0
    }

    /// The arguments.
    pub fn arguments(&self) -> Result<Vec<Argument>, CliError> {
        let one = |arg: &Arg| {
            Ok(match arg {
                Arg::Plain(text) => Argument::Plain(text.clone()),
                Arg::Symbolic(shape) => Argument::Symbolic(self.template(shape)?.with_zero()),
                Arg::Several { least, most, each } => Argument::Several {
                    least: *least,
                    most: *most,
                    each: self.template(each)?.with_zero(),
                },
            })
        };
        self.args.iter().map(one).collect()
    }

    /// The rest of the world, with the templates read.
    pub fn world(&self) -> Result<Symbolic, CliError> {
        let file = |(path, shape): &(Vec<u8>, Shape)| Ok((path.clone(), self.template(shape)?));
        let variable = |(name, shape): &(Vec<u8>, Shape)| {
            Ok((name.clone(), self.template(shape)?.with_zero()))
        };
        Ok(Symbolic {
            variables: self.variables.iter().map(variable).collect::<Result<_, CliError>>()?,
            files: self.files.iter().map(file).collect::<Result<_, CliError>>()?,
            stdin: self.stdin.as_ref().map(|shape| self.template(shape)).transpose()?,
            stdout: self.stdout,
            failures: self.failures,
        })
    }

    fn template(&self, shape: &Shape) -> Result<Template, CliError> {
        let text = match shape {
            Shape::Any(len) => return Ok(Template::any(*len)),
            Shape::Text(text) => text.clone(),
            Shape::File(file) => {
                report::file::read(file).map_err(|error| CliError::Read(file.clone(), error))?
            }
        };
        let mark = self.mark.unwrap_or(MARK);
        let bytes: Rc<[_]> = text.iter().map(|&b| (b != mark).then_some(b)).collect();
        Ok(Template { bytes, range: self.range })
    }
}

/// The words behind an option.
struct Operands<'a, I> {
    option: &'a str,
    words: &'a mut I,
}

impl<'w, I: Iterator<Item = &'w OsString>> Operands<'_, I> {
    fn next(&mut self, what: &str) -> Result<&'w OsString, CliError> {
        self.words.next().ok_or_else(|| self.bad(&format!("{what} is missing")))
    }

    fn number(&mut self, what: &str) -> Result<u32, CliError> {
        let word = self.next(what)?;
        let number = word.to_str().and_then(|word| word.parse().ok()).filter(|n| *n <= MOST);
        number.ok_or_else(|| {
            let problem = format!("{what} is {word:?}, not a number up to {MOST}");
            self.bad(&problem)
        })
    }

    fn range(&mut self, what: &str) -> Result<(u8, u8), CliError> {
        match self.next(what)?.as_encoded_bytes() {
            &[least, b'-', most] if least <= most => Ok((least, most)),
            _ => Err(self.bad("two characters expected, the lesser first, as in a-z")),
        }
    }

    fn bad(&self, problem: &str) -> CliError {
        CliError::World(self.option.to_owned(), problem.to_owned())
    }
}

/// The most bytes of an input, and the most arguments: all of it is made before the first look at the clock.
const MOST: u32 = 1 << 20;

/// The most numbers of arguments there can be.
const MOST_COUNTS: u64 = 10_000;

fn path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).into()
}

/// The long names of the options of `strata run`, aliases included, and of KLEE's.
fn known_options() -> Vec<String> {
    let command = RunOptions::augment_args(Command::new("run"));
    let names = command.get_arguments().flat_map(|option| {
        let aliases = option.get_all_aliases().unwrap_or_default();
        option.get_long().into_iter().chain(aliases).map(str::to_owned).collect::<Vec<_>>()
    });
    names.chain(crate::klee::names().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Words, CliError> {
        Words::parse(&line.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    fn plain(text: &str) -> Arg {
        Arg::Plain(text.as_bytes().to_vec())
    }

    #[test]
    fn symbolic_arguments_stand_among_the_others() {
        let words = parse("a --sym-arg 3 -b -sym-args 0 2 4 c").unwrap();
        let several = Arg::Several { least: 0, most: 2, each: Shape::Any(4) };
        let expected = [plain("a"), Arg::Symbolic(Shape::Any(3)), plain("-b"), several, plain("c")];
        assert_eq!(words.args, expected);
        assert!(words.is_symbolic() && words.stray.is_empty());
    }

    #[test]
    fn after_two_dashes_all_is_the_programs() {
        let words = parse("-- --sym-arg 3 --max-time").unwrap();
        assert_eq!(words.args, [plain("--sym-arg"), plain("3"), plain("--max-time")]);
        assert!(!words.is_symbolic() && words.stray.is_empty());
        // Elsewhere they are an argument.
        assert_eq!(parse("x -- --sym-stdout").unwrap().args, [plain("x"), plain("--")]);
    }

    #[test]
    fn our_options_behind_the_program_are_noted() {
        let words = parse("--max-time=3 --search --colour -O2 --external-calls").unwrap();
        assert_eq!(words.stray, ["--max-time=3", "--search", "--external-calls"]);
        assert_eq!(words.unknown, Vec::<String>::new());
        assert_eq!(words.args.len(), 5);
    }

    #[test]
    fn templates() {
        let words = parse("--sym-arg-template a?b --template-range=0-9").unwrap();
        let expected = Template {
            bytes: [Some(b'a'), None, Some(b'b'), Some(0)].into(),
            range: Some((b'0', b'9')),
        };
        assert_eq!(words.arguments().unwrap(), [Argument::Symbolic(expected)]);
        let marked = parse("--template-mark % --sym-arg-template a?%").unwrap();
        let Argument::Symbolic(template) = &marked.arguments().unwrap()[0] else { panic!() };
        assert_eq!(*template.bytes, [Some(b'a'), Some(b'?'), None, Some(0)]);
    }

    /// Each option is one, and lacks its operand or needs none.
    #[test]
    fn names_of_options() {
        for name in NAMES {
            let plain = Words { args: vec![plain(&format!("--{name}"))], ..Words::default() };
            assert_ne!(parse(&format!("--{name}")).ok(), Some(plain), "{name}");
        }
    }

    #[test]
    fn nonsense_is_told_with_the_option() {
        for (line, expected) in [
            ("--sym-files 1", "--sym-files: N is missing"),
            ("--sym-files x 2", "--sym-files: NUM is \"x\", not a number up to 1048576"),
            ("--sym-files 27 1", "--sym-files: there are names for 26 files, A to Z"),
            ("-sym-args 3 2 1", "-sym-args: MIN is 3, more than MAX, which is 2"),
            ("--sym-arg -1", "--sym-arg: N is \"-1\", not a number up to 1048576"),
            ("--sym-file =x", "--sym-file: NAME=TEMPLATE expected"),
            (
                "--sym-file /etc/passwd=x",
                "--sym-file: the file lies in the working directory: a name without a slash",
            ),
            (
                "--sym-args 0 999 1 --sym-args 0 999 1",
                "--sym-args: 1000000 numbers of arguments are more than 10000",
            ),
            (
                "--template-range z-a",
                "--template-range: two characters expected, the lesser first, as in a-z",
            ),
        ] {
            assert_eq!(parse(line).unwrap_err().to_string(), expected);
        }
        let missing = parse("--sym-stdin-template /nowhere/at/all").unwrap().world().unwrap_err();
        assert!(missing.to_string().starts_with("cannot read /nowhere/at/all: "), "{missing}");
    }
}
