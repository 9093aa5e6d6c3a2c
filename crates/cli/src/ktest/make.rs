//! Tests for the world of a program, as KLEE's ktest-gen and ktest-randgen make them.
//!
//! ktest-gen makes a test of what a program was given: the arguments, and files for its input. ktest-randgen makes
//! one of random input, described by the options of symbolic input. Names and order of the objects are those that a
//! run gives its inputs, so that `--seed-ktest`, `--replay-ktest` and `strata replay` take them.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use env::{Argument, Kernel, Template};
use random::Random;
use report::ktest::{Ktest, KtestObject};

use crate::error::CliError;
use crate::symbolic::Words;

/// A test, and the file it goes to.
pub struct Made {
    pub test: Ktest,
    pub file: PathBuf,
}

/// How much of standard output a test has room for.
const STDOUT: usize = 1024;

/// A test of the arguments and files that these words give.
pub fn given(words: &[OsString]) -> Result<Made, CliError> {
    let mut world = World::new()?;
    let mut file = PathBuf::from("file.bout");
    let (mut files, mut stdin, mut stdout) = (Vec::new(), None, None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_str().unwrap_or_default();
        let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'));
        let mut operand = || operand(text, words.next());
        match name {
            Some("bout-file") => file = operand()?,
            Some("sym-file") => files.push(content(operand()?)?),
            Some("sym-stdin") if stdin.is_none() => stdin = Some(content(operand()?)?),
            Some("sym-stdout") if stdout.is_none() => stdout = Some(content(operand()?)?),
            Some("sym-stdin" | "sym-stdout") => return Err(bad(text, "it can be given once")),
            _ => {
                let bytes = word.as_encoded_bytes();
                world.say(["--sym-arg".into(), bytes.len().to_string()]);
                world.argument([bytes, &[0]].concat());
            }
        }
    }
    if files.len() > 26 {
        return Err(bad("--sym-file", "there are names for 26 files, A to Z"));
    }
    if !files.is_empty() {
        // All have one size.
        let size = files.iter().map(Vec::len).max().unwrap_or(0);
        world.say(["--sym-files".into(), files.len().to_string(), size.to_string()]);
        for (letter, mut bytes) in (b'A'..).zip(files) {
            bytes.resize(size, 0);
            world.file(&[letter], bytes)?;
        }
    }
    if let Some(bytes) = stdin {
        world.say(["--sym-stdin".into(), bytes.len().to_string()]);
        world.stdin(bytes);
    }
    if let Some(mut bytes) = stdout {
        bytes.resize(STDOUT, 0);
        world.say(["--sym-stdout".into()]);
        world.stdout(bytes);
    }
    Ok(Made { test: world.finish(), file })
}

/// A test of random input: a seed, and options of symbolic input.
pub fn random(words: &[OsString]) -> Result<Made, CliError> {
    let seed = words.first().and_then(|word| word.to_str()).and_then(|word| word.parse().ok());
    let seed = seed.ok_or_else(|| bad("--randgen", "a number to start from is needed first"))?;
    let mut random = Random::new(seed);
    let mut file = PathBuf::from("random.bout");
    let mut said = Vec::new();
    let mut words = words[1..].iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some(text @ ("--bout-file" | "-bout-file")) => file = operand(text, words.next())?,
            _ => said.push(word.clone()),
        }
    }
    let words = Words::parse(&said)?;
    let mut world = World::new()?;
    world.args.extend(said.iter().map(|word| word.as_encoded_bytes().to_vec()));
    for argument in words.arguments()? {
        world.random_argument(&mut random, &argument);
    }
    world.random_rest(&mut random, &words.world()?)?;
    Ok(Made { test: world.finish(), file })
}

/// The world of a test that is being made. Objects are to be added in the order of a run: arguments, variables,
/// files, standard input, failures, standard output.
struct World {
    /// What says how large files look in the test.
    kernel: Kernel,
    args: Vec<Vec<u8>>,
    objects: Vec<KtestObject>,
    arguments: usize,
}

impl World {
    fn new() -> Result<World, CliError> {
        let config = env::Config::default();
        let kernel = Kernel::new(&config).map_err(|error| CliError::Object(error.to_string()))?;
        let args = vec![super::PROGRAM.to_vec()];
        Ok(World { kernel, args, objects: Vec::new(), arguments: 0 })
    }

    /// Adds to the command line of the test.
    fn say<const N: usize>(&mut self, words: [String; N]) {
        self.args.extend(words.map(String::into_bytes));
    }

    fn object(&mut self, name: impl Into<Vec<u8>>, bytes: Vec<u8>) {
        self.objects.push(KtestObject { name: name.into(), bytes });
    }

    fn argument(&mut self, bytes: Vec<u8>) {
        self.object(format!("arg{:02}", self.arguments), bytes);
        self.arguments += 1;
    }

    fn file(&mut self, name: &[u8], bytes: Vec<u8>) -> Result<(), CliError> {
        let stat = self.kernel.provide_file(name, &bytes[..].into());
        let stat = stat.map_err(|error| CliError::Object(error.to_string()))?;
        self.object([name, b"_data"].concat(), bytes);
        self.object([name, b"_data_stat"].concat(), stat);
        Ok(())
    }

    fn stdin(&mut self, bytes: Vec<u8>) {
        let stat = self.kernel.provide_input(&bytes[..].into());
        self.object("stdin", bytes);
        self.object("stdin_stat", stat);
    }

    fn stdout(&mut self, bytes: Vec<u8>) {
        let stat = self.kernel.output_status();
        self.object("stdout", bytes);
        self.object("stdout_stat", stat);
    }

    fn random_argument(&mut self, random: &mut Random, argument: &Argument) {
        let (count, each) = match argument {
            Argument::Plain(_) => return,
            Argument::Symbolic(template) => (1, template),
            Argument::Several { least, most, each } if least == most => (*least, each),
            Argument::Several { least, most, each } => {
                let count = least + random.below(u64::from(most - least) + 1) as u32;
                self.object("n_args", count.to_le_bytes().to_vec());
                (count, each)
            }
        };
        for _ in 0..count {
            let bytes = text(random, each);
            self.argument(bytes);
        }
    }

    fn random_rest(
        &mut self,
        random: &mut Random,
        symbolic: &env::Symbolic,
    ) -> Result<(), CliError> {
        for (name, template) in &symbolic.variables {
            self.object([b"env_", &name[..]].concat(), text(random, template));
        }
        for (name, template) in &symbolic.files {
            self.file(name, data(random, template))?;
        }
        if let Some(template) = &symbolic.stdin {
            self.stdin(data(random, template));
        }
        if symbolic.failures > 0 {
            // No call fails.
            env::Failures::NAMES.iter().for_each(|name| self.object(*name, vec![0; 4]));
        }
        if symbolic.stdout {
            self.stdout(vec![0; STDOUT]);
        }
        Ok(())
    }

    fn finish(mut self) -> Ktest {
        self.object("model_version", 1_u32.to_le_bytes().to_vec());
        Ktest { args: self.args, objects: self.objects }
    }
}

/// Random bytes that fit a template; zero only where it says so.
fn data(random: &mut Random, template: &Template) -> Vec<u8> {
    let (least, most) = template.range.unwrap_or((1, u8::MAX));
    let mut any = || least + random.below(u64::from(most - least) + 1) as u8;
    template.bytes.iter().map(|known| known.unwrap_or_else(&mut any)).collect()
}

/// The same for a string, which has any length if the template leaves all of it open.
fn text(random: &mut Random, template: &Template) -> Vec<u8> {
    let mut bytes = data(random, template);
    let free = template.bytes.iter().filter(|known| known.is_none()).count();
    if template.range.is_none() && free + 1 == template.bytes.len() {
        let len = random.below(free as u64 + 1) as usize;
        bytes[len..].fill(0);
    }
    bytes
}

fn operand(option: &str, word: Option<&OsString>) -> Result<PathBuf, CliError> {
    word.map(PathBuf::from).ok_or_else(|| bad(option, "a file is missing"))
}

fn content(file: PathBuf) -> Result<Vec<u8>, CliError> {
    fs::read(&file).map_err(|error| CliError::Read(file, error))
}

fn bad(option: &str, problem: &str) -> CliError {
    CliError::Option(option.to_owned(), problem.to_owned())
}
