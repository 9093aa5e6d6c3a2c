//! Programs that can create neither processes nor threads: each attempt fails with EAGAIN, as it does at the system's
//! limit of processes. The limit itself would not do, since it does not bind the superuser; a filter of system calls
//! does, and a program that is executed keeps it.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

/// Becomes a program that is given by its path, its name for itself, and its arguments. Returns only why it could not.
pub fn execute_alone(words: &[OsString]) -> String {
    let [path, name, arguments @ ..] = words else { return "no program is given".into() };
    if let Err(why) = refuse_processes() {
        return format!("this system cannot refuse processes: {why}");
    }
    let error = Command::new(path).arg0(name).args(arguments).exec();
    format!("cannot execute {}: {error}", path.display())
}

fn refuse_processes() -> Result<(), seccompiler::Error> {
    let calls = [libc::SYS_clone, libc::SYS_clone3, libc::SYS_fork, libc::SYS_vfork];
    // Whatever their arguments are.
    let rules = calls.into_iter().map(|call| (call, Vec::new())).collect();
    let refused = SeccompAction::Errno(libc::EAGAIN as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, TargetArch::x86_64)?;
    seccompiler::apply_filter(&BpfProgram::try_from(filter)?)
}
