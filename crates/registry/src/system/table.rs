//! The system calls of x86-64 Linux that are modelled, in the order of their numbers.

use crate::{PointerEffect, Type};
use PointerEffect::{GivesBack, Keeps, KeepsContents, Maps};

/// `number Variant "name" (parameters) [effects on pointers];`
///
/// The kernel reads and writes memory through every parameter that is a pointer; that is not repeated among
/// the effects.
macro_rules! system_calls {
    ($($number:literal $variant:ident $name:literal
        ($($param:ident),*) [$($effect:expr),*];)*) => {
        /// A system call that is modelled.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum SystemCall {
            $($variant = $number,)*
        }

        impl SystemCall {
            /// All of them, in the order of their numbers.
            pub const ALL: &[SystemCall] = &[$(SystemCall::$variant),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(SystemCall::$variant => $name,)*
                }
            }

            /// What it takes.
            pub const fn params(self) -> &'static [Type] {
                match self {
                    $(SystemCall::$variant => &[$(Type::$param),*],)*
                }
            }

            /// What it does to pointers besides accesses through its arguments.
            pub const fn effects(self) -> &'static [PointerEffect] {
                match self {
                    $(SystemCall::$variant => &[$($effect),*],)*
                }
            }
        }
    };
}

system_calls! {
    0 Read "read" (Int, Pointer, Long) [];
    1 Write "write" (Int, Pointer, Long) [];
    2 Open "open" (Pointer, Int, Int) [];
    3 Close "close" (Int) [];
    4 Stat "stat" (Pointer, Pointer) [];
    5 Fstat "fstat" (Int, Pointer) [];
    6 Lstat "lstat" (Pointer, Pointer) [];
    7 Poll "poll" (Pointer, Int, Int) [];
    8 Lseek "lseek" (Int, Long, Int) [];
    9 Mmap "mmap" (Pointer, Long, Int, Int, Int, Long) [Maps(0)];
    10 Mprotect "mprotect" (Pointer, Long, Int) [];
    11 Munmap "munmap" (Pointer, Long) [];
    12 Brk "brk" (Pointer) [];
    13 RtSigaction "rt_sigaction" (Int, Pointer, Pointer, Long) [KeepsContents(1), GivesBack(2)];
    14 RtSigprocmask "rt_sigprocmask" (Int, Pointer, Pointer, Long) [];
    16 Ioctl "ioctl" (Int, Int, Pointer) [];
    17 Pread64 "pread64" (Int, Pointer, Long, Long) [];
    18 Pwrite64 "pwrite64" (Int, Pointer, Long, Long) [];
    19 Readv "readv" (Int, Pointer, Long) [];
    20 Writev "writev" (Int, Pointer, Long) [];
    21 Access "access" (Pointer, Int) [];
    22 Pipe "pipe" (Pointer) [];
    23 Select "select" (Int, Pointer, Pointer, Pointer, Pointer) [];
    24 SchedYield "sched_yield" () [];
    25 Mremap "mremap" (Pointer, Long, Long, Int, Pointer) [Maps(0)];
    26 Msync "msync" (Pointer, Long, Int) [];
    27 Mincore "mincore" (Pointer, Long, Pointer) [];
    28 Madvise "madvise" (Pointer, Long, Int) [];
    32 Dup "dup" (Int) [];
    33 Dup2 "dup2" (Int, Int) [];
    34 Pause "pause" () [];
    35 Nanosleep "nanosleep" (Pointer, Pointer) [];
    36 Getitimer "getitimer" (Int, Pointer) [];
    37 Alarm "alarm" (Int) [];
    38 Setitimer "setitimer" (Int, Pointer, Pointer) [];
    39 Getpid "getpid" () [];
    40 Sendfile "sendfile" (Int, Int, Pointer, Long) [];
    41 Socket "socket" (Int, Int, Int) [];
    56 Clone "clone" (Long, Pointer, Pointer, Pointer, Pointer) [];
    57 Fork "fork" () [];
    58 Vfork "vfork" () [];
    59 Execve "execve" (Pointer, Pointer, Pointer) [];
    60 Exit "exit" (Int) [];
    61 Wait4 "wait4" (Int, Pointer, Int, Pointer) [];
    62 Kill "kill" (Int, Int) [];
    63 Uname "uname" (Pointer) [];
    72 Fcntl "fcntl" (Int, Int, Pointer) [];
    73 Flock "flock" (Int, Int) [];
    74 Fsync "fsync" (Int) [];
    75 Fdatasync "fdatasync" (Int) [];
    76 Truncate "truncate" (Pointer, Long) [];
    77 Ftruncate "ftruncate" (Int, Long) [];
    79 Getcwd "getcwd" (Pointer, Long) [];
    80 Chdir "chdir" (Pointer) [];
    81 Fchdir "fchdir" (Int) [];
    82 Rename "rename" (Pointer, Pointer) [];
    83 Mkdir "mkdir" (Pointer, Int) [];
    84 Rmdir "rmdir" (Pointer) [];
    85 Creat "creat" (Pointer, Int) [];
    86 Link "link" (Pointer, Pointer) [];
    87 Unlink "unlink" (Pointer) [];
    88 Symlink "symlink" (Pointer, Pointer) [];
    89 Readlink "readlink" (Pointer, Pointer, Int) [];
    90 Chmod "chmod" (Pointer, Int) [];
    91 Fchmod "fchmod" (Int, Int) [];
    92 Chown "chown" (Pointer, Int, Int) [];
    93 Fchown "fchown" (Int, Int, Int) [];
    94 Lchown "lchown" (Pointer, Int, Int) [];
    95 Umask "umask" (Int) [];
    96 Gettimeofday "gettimeofday" (Pointer, Pointer) [];
    97 Getrlimit "getrlimit" (Int, Pointer) [];
    98 Getrusage "getrusage" (Int, Pointer) [];
    99 Sysinfo "sysinfo" (Pointer) [];
    100 Times "times" (Pointer) [];
    102 Getuid "getuid" () [];
    104 Getgid "getgid" () [];
    105 Setuid "setuid" (Int) [];
    106 Setgid "setgid" (Int) [];
    107 Geteuid "geteuid" () [];
    108 Getegid "getegid" () [];
    109 Setpgid "setpgid" (Int, Int) [];
    110 Getppid "getppid" () [];
    111 Getpgrp "getpgrp" () [];
    112 Setsid "setsid" () [];
    113 Setreuid "setreuid" (Int, Int) [];
    114 Setregid "setregid" (Int, Int) [];
    115 Getgroups "getgroups" (Int, Pointer) [];
    116 Setgroups "setgroups" (Int, Pointer) [];
    117 Setresuid "setresuid" (Int, Int, Int) [];
    118 Getresuid "getresuid" (Pointer, Pointer, Pointer) [];
    119 Setresgid "setresgid" (Int, Int, Int) [];
    120 Getresgid "getresgid" (Pointer, Pointer, Pointer) [];
    121 Getpgid "getpgid" (Int) [];
    124 Getsid "getsid" (Int) [];
    127 RtSigpending "rt_sigpending" (Pointer, Long) [];
    128 RtSigtimedwait "rt_sigtimedwait" (Pointer, Pointer, Pointer, Long) [];
    130 RtSigsuspend "rt_sigsuspend" (Pointer, Long) [];
    131 Sigaltstack "sigaltstack" (Pointer, Pointer) [KeepsContents(0), GivesBack(1)];
    132 Utime "utime" (Pointer, Pointer) [];
    133 Mknod "mknod" (Pointer, Int, Int) [];
    137 Statfs "statfs" (Pointer, Pointer) [];
    138 Fstatfs "fstatfs" (Int, Pointer) [];
    140 Getpriority "getpriority" (Int, Int) [];
    141 Setpriority "setpriority" (Int, Int, Int) [];
    143 SchedGetparam "sched_getparam" (Int, Pointer) [];
    145 SchedGetscheduler "sched_getscheduler" (Int) [];
    146 SchedGetPriorityMax "sched_get_priority_max" (Int) [];
    147 SchedGetPriorityMin "sched_get_priority_min" (Int) [];
    149 Mlock "mlock" (Pointer, Long) [];
    150 Munlock "munlock" (Pointer, Long) [];
    151 Mlockall "mlockall" (Int) [];
    152 Munlockall "munlockall" () [];
    157 Prctl "prctl" (Int, Pointer, Pointer, Pointer, Pointer) [];
    158 ArchPrctl "arch_prctl" (Int, Pointer) [Keeps(1), GivesBack(1)];
    160 Setrlimit "setrlimit" (Int, Pointer) [];
    162 Sync "sync" () [];
    164 Settimeofday "settimeofday" (Pointer, Pointer) [];
    186 Gettid "gettid" () [];
    187 Readahead "readahead" (Int, Long, Long) [];
    188 Setxattr "setxattr" (Pointer, Pointer, Pointer, Long, Int) [];
    189 Lsetxattr "lsetxattr" (Pointer, Pointer, Pointer, Long, Int) [];
    190 Fsetxattr "fsetxattr" (Int, Pointer, Pointer, Long, Int) [];
    191 Getxattr "getxattr" (Pointer, Pointer, Pointer, Long) [];
    192 Lgetxattr "lgetxattr" (Pointer, Pointer, Pointer, Long) [];
    193 Fgetxattr "fgetxattr" (Int, Pointer, Pointer, Long) [];
    194 Listxattr "listxattr" (Pointer, Pointer, Long) [];
    195 Llistxattr "llistxattr" (Pointer, Pointer, Long) [];
    196 Flistxattr "flistxattr" (Int, Pointer, Long) [];
    197 Removexattr "removexattr" (Pointer, Pointer) [];
    198 Lremovexattr "lremovexattr" (Pointer, Pointer) [];
    199 Fremovexattr "fremovexattr" (Int, Pointer) [];
    200 Tkill "tkill" (Int, Int) [];
    201 Time "time" (Pointer) [];
    202 Futex "futex" (Pointer, Int, Int, Pointer, Pointer, Int) [];
    203 SchedSetaffinity "sched_setaffinity" (Int, Long, Pointer) [];
    204 SchedGetaffinity "sched_getaffinity" (Int, Long, Pointer) [];
    217 Getdents64 "getdents64" (Int, Pointer, Int) [];
    218 SetTidAddress "set_tid_address" (Pointer) [];
    221 Fadvise64 "fadvise64" (Int, Long, Long, Int) [];
    227 ClockSettime "clock_settime" (Int, Pointer) [];
    228 ClockGettime "clock_gettime" (Int, Pointer) [];
    229 ClockGetres "clock_getres" (Int, Pointer) [];
    230 ClockNanosleep "clock_nanosleep" (Int, Int, Pointer, Pointer) [];
    231 ExitGroup "exit_group" (Int) [];
    234 Tgkill "tgkill" (Int, Int, Int) [];
    235 Utimes "utimes" (Pointer, Pointer) [];
    247 Waitid "waitid" (Int, Int, Pointer, Int, Pointer) [];
    253 InotifyInit "inotify_init" () [];
    257 Openat "openat" (Int, Pointer, Int, Int) [];
    258 Mkdirat "mkdirat" (Int, Pointer, Int) [];
    259 Mknodat "mknodat" (Int, Pointer, Int, Int) [];
    260 Fchownat "fchownat" (Int, Pointer, Int, Int, Int) [];
    261 Futimesat "futimesat" (Int, Pointer, Pointer) [];
    262 Newfstatat "newfstatat" (Int, Pointer, Pointer, Int) [];
    263 Unlinkat "unlinkat" (Int, Pointer, Int) [];
    264 Renameat "renameat" (Int, Pointer, Int, Pointer) [];
    265 Linkat "linkat" (Int, Pointer, Int, Pointer, Int) [];
    266 Symlinkat "symlinkat" (Pointer, Int, Pointer) [];
    267 Readlinkat "readlinkat" (Int, Pointer, Pointer, Int) [];
    268 Fchmodat "fchmodat" (Int, Pointer, Int) [];
    269 Faccessat "faccessat" (Int, Pointer, Int) [];
    270 Pselect6 "pselect6" (Int, Pointer, Pointer, Pointer, Pointer, Pointer) [];
    271 Ppoll "ppoll" (Pointer, Int, Pointer, Pointer, Long) [];
    273 SetRobustList "set_robust_list" (Pointer, Long) [];
    277 SyncFileRange "sync_file_range" (Int, Long, Long, Int) [];
    280 Utimensat "utimensat" (Int, Pointer, Pointer, Int) [];
    285 Fallocate "fallocate" (Int, Int, Long, Long) [];
    292 Dup3 "dup3" (Int, Int, Int) [];
    293 Pipe2 "pipe2" (Pointer, Int) [];
    294 InotifyInit1 "inotify_init1" (Int) [];
    295 Preadv "preadv" (Int, Pointer, Long, Long, Long) [];
    296 Pwritev "pwritev" (Int, Pointer, Long, Long, Long) [];
    302 Prlimit64 "prlimit64" (Int, Int, Pointer, Pointer) [];
    306 Syncfs "syncfs" (Int) [];
    309 Getcpu "getcpu" (Pointer, Pointer, Pointer) [];
    316 Renameat2 "renameat2" (Int, Pointer, Int, Pointer, Int) [];
    318 Getrandom "getrandom" (Pointer, Long, Int) [];
    319 MemfdCreate "memfd_create" (Pointer, Int) [];
    322 Execveat "execveat" (Int, Pointer, Pointer, Pointer, Int) [];
    325 Mlock2 "mlock2" (Pointer, Long, Int) [];
    326 CopyFileRange "copy_file_range" (Int, Pointer, Int, Pointer, Long, Int) [];
    327 Preadv2 "preadv2" (Int, Pointer, Long, Long, Long, Int) [];
    328 Pwritev2 "pwritev2" (Int, Pointer, Long, Long, Long, Int) [];
    332 Statx "statx" (Int, Pointer, Int, Int, Pointer) [];
    436 CloseRange "close_range" (Int, Int, Int) [];
    439 Faccessat2 "faccessat2" (Int, Pointer, Int, Int) [];
}
