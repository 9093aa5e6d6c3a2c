//! What a program is given to run in: arguments, standard input, and what it may see of the host's files.

use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::options::{RunOptions, TerminalOption, WorldOptions};
use crate::spawn::spawn;
use crate::symbolic::Words;

/// What programs may see of any host: time zones and locales. Devices are the kernel's own.
const FIXED: [&str; 6] = [
    "/etc/localtime",
    "/etc/timezone",
    "/usr/share/zoneinfo",
    "/usr/lib/locale",
    "/usr/share/locale",
    "/usr/share/i18n",
];

/// The world of a run.
pub fn world(options: &RunOptions, words: &Words) -> Result<env::Config, CliError> {
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let cwd = working_directory(&options.world)?.unwrap_or_else(|| here.clone());
    let (symbolic, terminals) = (words.world()?, terminals(&options.world));
    if terminals.input && symbolic.stdin.is_some() {
        let problem = "standard input is a symbolic file, which is not a terminal".to_owned();
        return Err(CliError::World("--tty".to_owned(), problem));
    }
    let name = env::Argument::Plain(options.command[0].as_encoded_bytes().to_vec());
    Ok(env::Config {
        args: std::iter::once(name).chain(words.arguments()?).collect(),
        variables: variables(&options.world)?,
        symbolic,
        spawn: spawn(&options.world.spawn)?,
        terminals,
        stdin: stdin(terminals),
        host: host(options, &here, &cwd),
        unseen: unseen(options, &here),
        cwd: cwd.into_os_string().into_encoded_bytes(),
        ..env::Config::default()
    })
}

/// The directory the program runs in, by its whole path, if it is not the current one.
pub fn working_directory(options: &WorldOptions) -> Result<Option<PathBuf>, CliError> {
    options.run_in_dir.as_deref().map(directory_of).transpose()
}

/// Which standard streams are a terminal.
fn terminals(options: &WorldOptions) -> env::Terminals {
    let is = |stream| options.tty.contains(&stream) || options.tty.contains(&TerminalOption::All);
    env::Terminals {
        input: is(TerminalOption::Stdin),
        output: is(TerminalOption::Stdout),
        error: is(TerminalOption::Stderr),
    }
}

/// The environment: variables of files first, then those of the command line, of equal names the last.
pub fn variables(options: &WorldOptions) -> Result<Vec<Vec<u8>>, CliError> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    let mut add = |variable: &[u8], place: &dyn Fn() -> String| {
        let split = variable.iter().position(|&b| b == b'=').filter(|at| *at > 0);
        let Some(split) = split else {
            let problem = format!("{:?} is not NAME=VALUE", String::from_utf8_lossy(variable));
            return Err(CliError::World(place(), problem));
        };
        all.retain(|other| !other.starts_with(&variable[..=split]));
        all.push(variable.to_vec());
        Ok(())
    };
    for file in &options.env_file {
        let text = report::file::read(file).map_err(|e| CliError::Read(file.to_path_buf(), e))?;
        for (number, line) in text.split(|&b| b == b'\n').enumerate() {
            if !line.is_empty() && !line.starts_with(b"#") {
                add(line, &|| format!("{}:{}", file.display(), number + 1))?;
            }
        }
    }
    for variable in &options.env {
        add(variable.as_encoded_bytes(), &|| "--env".to_owned())?;
    }
    Ok(all)
}

/// A directory that is there, by its whole path.
pub fn directory_of(path: &Path) -> Result<PathBuf, CliError> {
    let whole = path.canonicalize().and_then(|whole| match whole.is_dir() {
        true => Ok(whole),
        false => Err(io::ErrorKind::NotADirectory.into()),
    });
    whole.map_err(|error| CliError::Read(path.to_path_buf(), error))
}

/// The directories of this run and of earlier ones are not part of the world.
fn unseen(options: &RunOptions, here: &Path) -> Vec<PathBuf> {
    runs_of(Path::new(&options.command[0]), options.tests.output_dir.as_deref(), here)
}

/// The directories of runs of a program, seen from `here`: those beside it, or the one that is given.
pub fn runs_of(program: &Path, directory: Option<&Path>, here: &Path) -> Vec<PathBuf> {
    let paths = report::of_runs(program, directory);
    let resolved = |path: PathBuf| {
        let path = here.join(path);
        let parent = path.parent()?.canonicalize().ok()?;
        Some(parent.join(path.file_name()?))
    };
    paths.into_iter().filter_map(resolved).collect()
}

/// By default: the files named on the command line, the directory of the program, the one it is to run in, and
/// the fixed ones. What the command names is seen from `here`, what the program will open from `cwd`.
fn host(options: &RunOptions, here: &Path, cwd: &Path) -> env::Host {
    let asked = |word: &str| options.world.host_files.iter().any(|path| path == Path::new(word));
    if asked("all") {
        return env::Host::Under(PathBuf::from("/"));
    }
    let given: Vec<_> =
        options.world.host_files.iter().filter(|path| *path != Path::new("none")).collect();
    let mut paths: Vec<PathBuf> = given.iter().map(|path| here.join(path)).collect();
    if asked("none") {
        return if paths.is_empty() { env::Host::None } else { env::Host::Only(paths) };
    }
    let program = here.join(&options.command[0]);
    paths.extend(program.parent().map(Path::to_path_buf));
    paths.extend(FIXED.map(PathBuf::from));
    paths.extend(options.world.run_in_dir.is_some().then(|| cwd.to_path_buf()));
    let links = options.build.link.iter().map(|link| here.join(link));
    let arguments = options.command.iter().map(Path::new);
    // An argument that is just a slash is more likely a separator than a request to show everything.
    let named = arguments.filter(|path| *path != Path::new("") && *path != Path::new("/"));
    paths.extend(links.chain(named.map(|path| cwd.join(path))));
    env::Host::Only(paths)
}

/// Our standard input is the program's. A person types lines; anything else may be asked for all it
/// has; a file is read now, so that the program can seek in it. What the program takes for a terminal gives lines.
fn stdin(terminals: env::Terminals) -> env::Stdin {
    let mut bytes = Vec::new();
    if terminals.input {
        return env::Stdin::reader(Box::new(io::stdin()), env::Pace::Line);
    }
    if std::fs::metadata("/dev/stdin").is_ok_and(|data| data.is_file())
        && io::stdin().read_to_end(&mut bytes).is_ok()
    {
        return env::Stdin::file(bytes);
    }
    let pace = if io::stdin().is_terminal() { env::Pace::Line } else { env::Pace::Full };
    env::Stdin::reader(Box::new(io::stdin()), pace)
}
