//! What the tests of the command share: running things with a limit, compiling natively.

#![allow(dead_code, reason = "each test file uses a part of this")]

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How a command ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// The exit status; `None` if a signal or our limit ended it.
    pub status: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    pub timed_out: bool,
}

/// Runs a command with some input, for at most `limit`. Output goes through files, so that nothing
/// blocks.
pub fn run(command: &mut Command, input: &[u8], limit: Duration) -> Done {
    let dir = TempDir::new("run");
    let (out, err) = (dir.path("out"), dir.path("err"));
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(File::create(&out).expect("a temporary file"))
        .stderr(File::create(&err).expect("a temporary file"))
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    // A program that does not read its input closes the pipe.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let started = Instant::now();
    let mut timed_out = false;
    let status = loop {
        if let Some(status) = child.try_wait().expect("our child") {
            break status.code();
        }
        if started.elapsed() > limit {
            timed_out = true;
            child.kill().expect("our child");
            child.wait().expect("our child");
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let mut done = Done { status, stdout: Vec::new(), stderr: String::new(), timed_out };
    File::open(out).and_then(|mut f| f.read_to_end(&mut done.stdout)).expect("the output");
    done.stderr = String::from_utf8_lossy(&std::fs::read(err).expect("the output")).into_owned();
    done
}

/// The command under test.
pub fn strata() -> Command {
    Command::new(env!("CARGO_BIN_EXE_strata"))
}

/// A program that asks for a number `n` below ten and for a `text` of three bytes, and forks for each of these that is
/// an x; the rest is C that knows their number as `sum`.
pub fn counting(rest: &str) -> String {
    format!(
        r#"
#include <assert.h>
#include <klee/klee.h>

int main(void) {{
  char text[3];
  int n = klee_range(0, 10, "n");
  klee_make_symbolic(text, sizeof text, "text");
  int sum = 0;
  for (int i = 0; i < 3; i++)
    if (text[i] == 'x')
      sum++;
  {rest}
  return sum;
}}
"#
    )
}

/// The compiler that gives the native oracle and the bitcode.
pub const CLANG: &str = "clang-19";

/// Flags for the compiler's own linker, if it is installed: with sanitizers it takes a fifth of the time of the
/// system's.
pub fn linker() -> &'static [&'static str] {
    let name = CLANG.replace("clang", "ld.lld");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let there = std::env::split_paths(&path).any(|directory| directory.join(&name).is_file());
    if there { &["-fuse-ld=lld"] } else { &[] }
}

/// Compiles a program to bitcode as `strata run` does; or what the compiler says.
pub fn bitcode(source: &Path, flags: &[String], to: &Path) -> Result<(), String> {
    let mut command = Command::new(CLANG);
    command.args(["-c", "-emit-llvm", "-g", "-fno-stack-protector", "-U_FORTIFY_SOURCE"]);
    command.args(["-Xclang", "-fsanitize-address-use-after-scope"]);
    command.args(["--target=x86_64-linux-musl", "-nostdlibinc", "-isystem"]);
    command.arg(runtime().join("include")).args(flags).arg(source).arg("-o").arg(to);
    let done = run(&mut command, b"", Duration::from_secs(60));
    if done.status == Some(0) { Ok(()) } else { Err(done.stderr) }
}

/// Compiles a program natively; `None` if the compiler refuses it.
pub fn native(source: &Path, flags: &[&str], dir: &TempDir) -> Option<PathBuf> {
    let exe = dir.path("native");
    let mut command = Command::new(CLANG);
    command.arg("-w").args(flags).arg(source).arg("-o").arg(&exe).args(["-lm", "-lstdc++"]);
    let done = run(&mut command, b"", Duration::from_secs(60));
    (done.status == Some(0)).then_some(exe)
}

/// The exit status of the program in a run of Strata that ended by itself, from its last words.
pub fn exit_status(done: &Done) -> Option<i32> {
    // The program's own words on standard error do not count.
    let line = done.stderr.lines().find_map(|l| l.strip_prefix("strata: exit status "))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// Where the scripts under `tests/corpora` put what they fetch.
pub fn corpus(name: &str) -> PathBuf {
    cache().join("corpora").join(name)
}

/// Where the set-up script puts the runtime.
pub fn runtime() -> PathBuf {
    cache().join("runtime")
}

fn cache() -> PathBuf {
    std::env::var_os("STRATA_CACHE").map(PathBuf::from).unwrap_or_else(|| {
        Path::new(&std::env::var_os("HOME").expect("a home directory")).join(".cache/strata")
    })
}

/// A directory that is gone when the test is.
pub struct TempDir(tempfile::TempDir);

impl TempDir {
    pub fn new(label: &str) -> TempDir {
        let mut builder = tempfile::Builder::new();
        builder.disable_cleanup(std::env::var_os("STRATA_KEEP").is_some());
        let made = builder.prefix(&format!("strata-{label}-")).tempdir();
        TempDir(made.expect("a temporary directory"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Does `work` on all items, on as many threads as there are cores; results in order.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get());
    let next = AtomicUsize::new(0);
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let worker = || {
            let mut mine = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { return mine };
                mine.push((index, work(item)));
            }
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        handles.into_iter().flat_map(|h| h.join().expect("a worker")).collect()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
