//! Making processes, executing commands, and waiting for both to end.

use gap::SystemGap;
use memory::Value;

use crate::call::{AT_FDCWD, Call};
use crate::descriptors::Target;
use crate::errno::Errno;
use crate::kernel::Kernel;
use crate::processes::{self, Child, MAX_WAITING, sharing_of};
use crate::queue::Arrival;
use crate::reply::{DONE, Notice, Stop, SysResult, number};
use crate::signal::SIGCHLD;
use crate::spawn::{Command, Script, Spawn};

use super::transfer::Position;

/// No more words than this in a command.
const ARG_MAX: u64 = 1 << 17;

const AT_EMPTY_PATH: u32 = 0x1000;

pub(crate) fn fork(call: &mut Call<'_>) -> SysResult {
    const THREAD: u32 = 0x10000;
    match call.kernel.spawn {
        Spawn::Unsupported => return Err(Stop::Unsupported(SystemGap::Whole)),
        Spawn::Fails => {
            call.kernel.processes.refused = true;
            return Err(Errno::AGAIN.into());
        }
        Spawn::Scripted(_) => call.kernel.processes.wanted = true,
    }
    let flags = call.flags(0);
    let sharing = match sharing_of(call.which, flags) {
        Some(sharing) => sharing,
        // There is one thread, and there will be no other.
        None if flags & THREAD != 0 => return Err(Errno::AGAIN.into()),
        None => return Err(Stop::Unsupported(SystemGap::Option(flags as i32))),
    };
    if call.kernel.processes.depth() == MAX_WAITING {
        return Err(Stop::Unsupported(SystemGap::ManyProcesses));
    }
    processes::begin(call.kernel, sharing);
    Err(Stop::Forked(sharing))
}

pub(crate) fn execve(call: &mut Call<'_>) -> SysResult {
    execute(call, None, 0)
}

pub(crate) fn execveat(call: &mut Call<'_>) -> SysResult {
    const NOFOLLOW: u32 = 0x100;
    let flags = call.flags(4);
    match flags & !(NOFOLLOW | AT_EMPTY_PATH) {
        0 => execute(call, Some(flags), 1),
        _ => Err(Errno::INVAL.into()),
    }
}

/// Executes the command whose path is the argument at `index`, before its words; with the flags of a call that has a
/// descriptor before these.
fn execute(call: &mut Call<'_>, flags: Option<u32>, index: usize) -> SysResult {
    let scripts = match call.kernel.spawn.clone() {
        Spawn::Unsupported => return Err(Stop::Unsupported(SystemGap::Whole)),
        Spawn::Fails => Default::default(),
        Spawn::Scripted(scripts) => scripts,
    };
    call.kernel.processes.wanted = true;
    let mut path = text(call, &call.pointer(index))?;
    let words = words(call, index + 1)?;
    if let Some(flags) = flags {
        path = path_at(call, path, flags, &words)?;
    }
    let command = Command::new(path, &words);
    match scripts.iter().find(|script| script.fits(&command)) {
        Some(script) => perform(call.kernel, script),
        None => {
            call.kernel.notices.push(Notice::NoCommand(command.text));
            Err(Errno::NOENT.into())
        }
    }
}

/// The path that a path from the directory of the first argument is. A file that is open is executed under the name
/// that the command calls itself: files do not know theirs.
fn path_at(call: &Call<'_>, path: Vec<u8>, flags: u32, words: &[Vec<u8>]) -> Result<Vec<u8>, Stop> {
    if path.is_empty() {
        if flags & AT_EMPTY_PATH == 0 {
            return Err(Errno::NOENT.into());
        }
        call.node_at(0)?;
        return Ok(words.first().cloned().unwrap_or_default());
    }
    if path.starts_with(b"/") || call.int(0) == AT_FDCWD {
        return Ok(path);
    }
    let directory = call.kernel.directory_of(call.fd(0)?)?;
    let mut whole = call.path_of(directory)?;
    whole.push(b'/');
    whole.append(&path[..].into());
    // A directory whose name is symbolic is not one of those that scripts name.
    Ok(whole.numbers().to_vec())
}

/// The string at a pointer.
fn text(call: &mut Call<'_>, at: &Value) -> Result<Vec<u8>, Stop> {
    let text = call.memory.read_c_string(at, call.answers)?;
    Ok(call.memory.undefined_mut().take(text))
}

/// The words of the command that an argument points to.
fn words(call: &mut Call<'_>, index: usize) -> Result<Vec<Vec<u8>>, Stop> {
    let mut words = Vec::new();
    let Some(array) = call.optional(index) else { return Ok(words) };
    for index in 0..ARG_MAX {
        let word = call.pointer_field(&array, 8 * index)?;
        if call.memory.bits(&word) == 0 {
            return Ok(words);
        }
        words.push(text(call, &word)?);
    }
    Err(Errno::TOOBIG.into())
}

/// The process becomes a command, and does what the script says.
fn perform(kernel: &mut Kernel, script: &Script) -> SysResult {
    for fd in kernel.descriptors.not_for_commands() {
        let closed = kernel.descriptors.close(fd)?;
        kernel.closed(closed);
    }
    kernel.signals.forget_handlers();
    if let Ok(open) = kernel.descriptors.get(0)
        && let Target::PipeOut(pipe) = open.target
    {
        kernel.processes.reads = Some(pipe);
    }
    match kernel.write(1, &script.output[..].into(), Position::Current) {
        // What the command cannot write is lost.
        Ok(_) | Err(Stop::Errno(_)) => Err(Stop::Exit(script.status.into())),
        Err(stop) => Err(stop),
    }
}

/// Which children are waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Any,
    Child(u64),
    Group(u64),
}

impl Wanted {
    fn includes(self, child: &Child) -> bool {
        match self {
            Wanted::Any => true,
            Wanted::Child(id) => child.id == id,
            Wanted::Group(group) => child.group == group,
        }
    }
}

const NO_HANG: u32 = 1;
/// Options that say which children are meant, or which news of them; all there are have one kind and one news.
const KINDS: u32 = 0xe000_000a;

/// The place of the first of these children that has ended. None if none has, and the caller would not wait.
fn ended(call: &Call<'_>, wanted: Wanted, options: u32) -> Result<Option<usize>, Stop> {
    let children = &call.kernel.processes.children;
    let ended = |child: &Child| wanted.includes(child) && child.has_ended();
    match children.iter().position(ended) {
        Some(at) => Ok(Some(at)),
        None if !children.iter().any(|child| wanted.includes(child)) => Err(Errno::CHILD.into()),
        None if options & NO_HANG != 0 => Ok(None),
        // It reads a pipe that this process would have to close, but this process is waiting.
        None => Err(Stop::Unsupported(SystemGap::WaitsForChild)),
    }
}

pub(crate) fn wait4(call: &mut Call<'_>) -> SysResult {
    const USAGE: usize = 144;
    let options = call.flags(2);
    if options & !(NO_HANG | KINDS) != 0 {
        return Err(Errno::INVAL.into());
    }
    let wanted = match call.int(0) {
        -1 => Wanted::Any,
        0 => Wanted::Group(call.kernel.processes.group),
        i32::MIN => return Err(Errno::SRCH.into()),
        pid @ 1.. => Wanted::Child(pid as u64),
        group => Wanted::Group(u64::from(group.unsigned_abs())),
    };
    let Some(at) = ended(call, wanted, options)? else { return number(0) };
    let Child { id, end, .. } = call.kernel.processes.children[at];
    call.put_optional(1, &end.word().to_le_bytes())?;
    call.put_optional(3, &[0; USAGE])?;
    call.kernel.processes.children.remove(at);
    number(id)
}

pub(crate) fn waitid(call: &mut Call<'_>) -> SysResult {
    const USAGE: usize = 144;
    const EXITED: u32 = 4;
    const NO_WAIT: u32 = 0x0100_0000;
    let options = call.flags(3);
    let news = options & (EXITED | KINDS & 0xff);
    if options & !(NO_HANG | KINDS | EXITED | NO_WAIT) != 0 || news == 0 {
        return Err(Errno::INVAL.into());
    }
    let id = u64::from(call.flags(1));
    let wanted = match (call.int(0), id) {
        (0, _) => Wanted::Any,
        (1, 1..) => Wanted::Child(id),
        (2, 0) => Wanted::Group(call.kernel.processes.group),
        (2, _) => Wanted::Group(id),
        _ => return Err(Errno::INVAL.into()),
    };
    let at = match ended(call, wanted, options)? {
        // Children are never stopped or continued.
        Some(_) if options & EXITED == 0 => None,
        at => at,
    };
    let Some(at) = at else {
        if options & NO_HANG == 0 {
            return Err(Stop::Unsupported(SystemGap::WaitsForChild));
        }
        call.put_optional(2, &[0; 128])?;
        return DONE;
    };
    let origin = call.kernel.processes.children[at].origin();
    call.put_optional(2, &Arrival { signal: SIGCHLD, origin }.details())?;
    call.put_optional(4, &[0; USAGE])?;
    if options & NO_WAIT == 0 {
        call.kernel.processes.children.remove(at);
    }
    DONE
}
