//! What a helper may do to the host: compute, read the system's libraries, and write to the standard streams.
//!
//! Otherwise native code would have the rights of the user that runs the engine. Landlock takes away those to
//! files, TCP and signals, as far as the kernel supports it; limits bound what it can use up. Neither can be
//! undone. This is no protection against malicious code: other kinds of sockets and most system calls stay open.

#![expect(unsafe_code, reason = "closing descriptors that no value here owns")]

use std::ffi::OsStr;
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What native code may read: where libraries are loaded from, and what they read by themselves.
const READABLE: [&str; 14] = [
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// The rights that are known here; a kernel that knows fewer takes those away.
const RIGHTS: ABI = ABI::V6;

const GIB: u64 = 1 << 30;
/// The most memory of its own.
const MEMORY: u64 = 4 * GIB;
/// The largest file: standard output may be one.
const FILE: u64 = GIB;
/// The most processes and threads more than there are when it starts.
const PROCESSES: u64 = 64;

/// Closes everything that was inherited but the standard streams and these two.
pub fn close_others(kept: [RawFd; 2]) {
    let mut first = 3;
    let mut kept = kept.map(|fd| fd.cast_unsigned());
    kept.sort_unstable();
    for end in kept {
        close_range(first, end.saturating_sub(1));
        first = end.saturating_add(1);
    }
    close_range(first, u32::MAX);
}

fn close_range(first: u32, last: u32) {
    if first <= last {
        // SAFETY: nothing in this process has opened any of them. A kernel without the call leaves them open.
        unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) };
    }
}

/// Confines this process, from which these libraries will be opened.
pub fn confine(libraries: &[Vec<u8>]) -> Result<(), String> {
    let memory = Resource::Data;
    for (resource, most) in [
        (Resource::Core, Some(0)),
        (Resource::Fsize, Some(FILE)),
        (memory, Some(MEMORY)),
        (Resource::Nproc, threads().map(|now| now + PROCESSES)),
    ] {
        if let Some(most) = most {
            limit(resource, most);
        }
    }
    rustix::thread::set_no_new_privs(true).map_err(|error| error.to_string())?;
    landlock(libraries).map_err(|error| error.to_string())
}

/// Lowers a limit.
fn limit(resource: Resource, most: u64) {
    let old = getrlimit(resource);
    let lower = |old: Option<u64>| Some(old.map_or(most, |old| old.min(most)));
    // Lowering is always allowed.
    let _ =
        setrlimit(resource, Rlimit { current: lower(old.current), maximum: lower(old.maximum) });
}

/// How many threads the system has.
fn threads() -> Option<u64> {
    let load = std::fs::read_to_string("/proc/loadavg").ok()?;
    load.split_whitespace().nth(3)?.split_once('/')?.1.parse().ok()
}

/// Whether the kernel has Landlock. Without it a confined helper keeps its rights to files, TCP and signals.
pub fn has_landlock() -> bool {
    let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    strict.handle_access(AccessFs::from_all(ABI::V1)).is_ok()
}

/// Takes away what the kernel lets us take away; nothing where it has no Landlock.
fn landlock(libraries: &[Vec<u8>]) -> Result<(), RulesetError> {
    let readable = READABLE.iter().map(PathBuf::from).chain(library_directories(libraries));
    Ruleset::default()
        .handle_access(AccessFs::from_all(RIGHTS))?
        .handle_access(AccessNet::from_all(RIGHTS))?
        .scope(Scope::from_all(RIGHTS))?
        .create()?
        .add_rules(path_beneath_rules(readable, AccessFs::ReadFile | AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(["/dev/null"], AccessFs::WriteFile))?
        .restrict_self()?;
    Ok(())
}

/// Where the given libraries lie, and where the loader was told to look.
fn library_directories(libraries: &[Vec<u8>]) -> impl Iterator<Item = PathBuf> {
    let files = libraries.iter().map(|name| Path::new(OsStr::from_bytes(name)));
    let beside = files.filter_map(|file| file.parent().filter(|dir| dir.is_absolute()));
    let told = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let told: Vec<PathBuf> = std::env::split_paths(&told).filter(|dir| dir.is_absolute()).collect();
    beside.map(Path::to_path_buf).chain(told)
}
