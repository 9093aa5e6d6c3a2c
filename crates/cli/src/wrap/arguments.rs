//! The command line of a compiler, taken apart as far as two compilations of each source need it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::wrap::Driver;
use crate::wrap::flags;

/// A command line: its words in their order, and how far it goes.
pub struct Arguments {
    driver: Driver,
    pub items: Vec<Item>,
    pub stage: Stage,
}

/// One or more words that belong together.
pub enum Item {
    Flag(Vec<OsString>),
    /// About a file of dependencies (`-MD` and the like): for one compilation of the two.
    Dependency(Vec<OsString>),
    /// `-x`: what the inputs from here on are.
    Language(OsString),
    Output(OsString),
    Input(Input),
}

/// How far the command goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// To something else than code: preprocessed text, assembly, an answer about the compiler.
    Other,
    /// To object files.
    Object,
    /// To a program or library.
    Link,
}

/// A file that is compiled or linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub path: OsString,
    pub language: Language,
    /// What `-x` calls it.
    given: Option<OsString>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    Cxx,
    /// LLVM's, as text or bitcode.
    Ir,
    Assembly,
    /// For the linker, or nothing that becomes an object.
    Other,
}

impl Arguments {
    pub fn parse(driver: Driver, words: Vec<OsString>) -> Arguments {
        let mut arguments = Arguments { driver, items: Vec::new(), stage: Stage::Link };
        let mut language = None;
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            if word == "--" {
                break;
            }
            let item = arguments.item(word, &mut words, &mut language);
            arguments.items.push(item);
        }
        for path in words {
            arguments.items.push(Item::Input(Input::new(path, language.clone(), driver)));
        }
        arguments.stage = arguments.find_stage();
        arguments
    }

    fn item(
        &self,
        word: OsString,
        rest: &mut impl Iterator<Item = OsString>,
        language: &mut Option<OsString>,
    ) -> Item {
        let text = word.to_string_lossy().into_owned();
        if text == "-" || !text.starts_with('-') {
            return Item::Input(Input::new(word, language.clone(), self.driver));
        }
        let mut value = |short: &str, long: &str| match text.strip_prefix(short) {
            Some("") => Some(rest.next().unwrap_or_default()),
            _ if text == long => Some(rest.next().unwrap_or_default()),
            joined => joined.map(OsString::from),
        };
        if let Some(given) = value("-x", "--language") {
            *language = (given != "none").then(|| given.clone());
            return Item::Language(given);
        }
        if let Some(output) = value("-o", "--output") {
            return Item::Output(output);
        }
        let mut words = vec![word];
        if flags::takes_next(&text) {
            words.extend(rest.next());
        }
        if flags::is_dependency(&text) { Item::Dependency(words) } else { Item::Flag(words) }
    }

    fn find_stage(&self) -> Stage {
        let words = || self.items.iter().filter_map(Item::first);
        if self.inputs().next().is_none() || words().any(flags::makes_no_object) {
            Stage::Other
        } else if words().any(|word| word == "-c" || word == "--compile") {
            Stage::Object
        } else {
            Stage::Link
        }
    }

    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.items.iter().filter_map(|item| match item {
            Item::Input(input) => Some(input),
            _ => None,
        })
    }

    /// The inputs that become objects.
    pub fn compiled(&self) -> impl Iterator<Item = &Input> {
        self.inputs().filter(|input| input.is_compiled())
    }

    pub fn output(&self) -> Option<&OsStr> {
        self.items.iter().rev().find_map(|item| match item {
            Item::Output(output) => Some(output.as_os_str()),
            _ => None,
        })
    }

    /// Whether what is compiled or linked is C++.
    pub fn is_cxx(&self) -> bool {
        self.driver == Driver::Cxx || self.inputs().any(|input| input.language == Language::Cxx)
    }

    /// Whether all that is compiled is assembly without directives of the preprocessor. The compiler complains of
    /// flags that nothing is done with then.
    pub fn is_pure_assembly(&self) -> bool {
        let mut compiled = self.compiled().peekable();
        compiled.peek().is_some() && compiled.all(Input::is_pure_assembly)
    }

    /// Whether what is linked is a whole program.
    pub fn makes_program(&self) -> bool {
        !self.items.iter().any(|item| match item {
            Item::Flag(words) => flags::makes_part(words),
            _ => false,
        })
    }

    /// The flags that the compilation to bitcode gets, too.
    pub fn bitcode_flags(&self) -> Vec<OsString> {
        let flags = self.items.iter().filter_map(|item| match item {
            Item::Flag(words) => flags::for_bitcode(words),
            _ => None,
        });
        flags.flatten().collect()
    }

    /// What makes the file of dependencies that the command would make if it compiled this source on its way to
    /// a program: named after the program.
    pub fn dependency_flags(&self, source: &Input) -> Vec<OsString> {
        let given: Vec<&OsString> = self
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Dependency(words) => Some(words),
                _ => None,
            })
            .flatten()
            .collect();
        let has = |names: &[&str]| {
            let named =
                |word: &OsString| names.iter().any(|name| word.to_string_lossy().starts_with(name));
            given.iter().any(|word| named(word))
        };
        let mut flags: Vec<OsString> = given.iter().map(|word| (*word).clone()).collect();
        if has(&["-MD", "-MMD"]) {
            let target = self.output().map_or_else(|| source.default_object(), PathBuf::from);
            if !has(&["-MF"]) {
                flags.extend(["-MF".into(), target.with_extension("d").into_os_string()]);
            }
            if !has(&["-MT", "-MQ"]) {
                flags.extend(["-MQ".into(), target.into_os_string()]);
            }
        }
        flags
    }
}

impl Item {
    /// The word that says what it is, of a flag.
    fn first(&self) -> Option<&str> {
        match self {
            Item::Flag(words) | Item::Dependency(words) => words.first()?.to_str(),
            _ => None,
        }
    }

    /// As it was given.
    pub fn words(&self) -> Vec<OsString> {
        match self {
            Item::Flag(words) | Item::Dependency(words) => words.clone(),
            Item::Language(language) => vec!["-x".into(), language.clone()],
            Item::Output(output) => vec!["-o".into(), output.clone()],
            Item::Input(input) => vec![input.path.clone()],
        }
    }
}

impl Input {
    fn new(path: OsString, given: Option<OsString>, driver: Driver) -> Input {
        let language = match &given {
            Some(given) => named(&given.to_string_lossy()),
            None => by_extension(Path::new(&path), driver),
        };
        Input { path, language, given }
    }

    pub fn is_compiled(&self) -> bool {
        self.language != Language::Other
    }

    fn is_pure_assembly(&self) -> bool {
        match &self.given {
            Some(given) => given == "assembler",
            None => Path::new(&self.path).extension().is_some_and(|extension| extension == "s"),
        }
    }

    /// The words that name it, wherever they stand.
    pub fn as_argument(&self) -> Vec<OsString> {
        let mut words = Vec::new();
        if let Some(given) = &self.given {
            words.extend(["-x".into(), given.clone()]);
        }
        words.push(self.path.clone());
        words
    }

    /// The object that a compiler makes of it unless told otherwise.
    pub fn default_object(&self) -> PathBuf {
        PathBuf::from(Path::new(&self.path).file_name().unwrap_or_default()).with_extension("o")
    }
}

fn named(language: &str) -> Language {
    match language {
        "c" | "cpp-output" => Language::C,
        "c++" | "c++-cpp-output" => Language::Cxx,
        "ir" => Language::Ir,
        "assembler" | "assembler-with-cpp" => Language::Assembly,
        _ => Language::Other,
    }
}

fn by_extension(path: &Path, driver: Driver) -> Language {
    match path.extension().and_then(OsStr::to_str) {
        Some("c" | "i") if driver == Driver::C => Language::C,
        Some("c" | "i" | "cc" | "cp" | "cpp" | "cxx" | "c++" | "C" | "CPP" | "ii") => Language::Cxx,
        Some("ll" | "bc") => Language::Ir,
        Some("s" | "S" | "sx" | "asm") => Language::Assembly,
        _ => Language::Other,
    }
}

#[cfg(test)]
mod tests;
