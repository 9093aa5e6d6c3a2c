//! Error numbers of the system-call boundary, as Linux gives them on x86-64.

/// Why a system call failed; the program sees it negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Errno(pub u16);

impl Errno {
    pub const PERM: Errno = Errno(1);
    pub const NOENT: Errno = Errno(2);
    pub const SRCH: Errno = Errno(3);
    pub const INTR: Errno = Errno(4);
    pub const IO: Errno = Errno(5);
    pub const NXIO: Errno = Errno(6);
    pub const TOOBIG: Errno = Errno(7);
    pub const BADF: Errno = Errno(9);
    pub const CHILD: Errno = Errno(10);
    pub const AGAIN: Errno = Errno(11);
    pub const NOMEM: Errno = Errno(12);
    pub const ACCES: Errno = Errno(13);
    pub const BUSY: Errno = Errno(16);
    pub const EXIST: Errno = Errno(17);
    pub const NODEV: Errno = Errno(19);
    pub const NOTDIR: Errno = Errno(20);
    pub const ISDIR: Errno = Errno(21);
    pub const INVAL: Errno = Errno(22);
    pub const MFILE: Errno = Errno(24);
    pub const NOTTY: Errno = Errno(25);
    pub const FBIG: Errno = Errno(27);
    pub const NOSPC: Errno = Errno(28);
    pub const SPIPE: Errno = Errno(29);
    pub const PIPE: Errno = Errno(32);
    pub const RANGE: Errno = Errno(34);
    pub const NAMETOOLONG: Errno = Errno(36);
    pub const NOSYS: Errno = Errno(38);
    pub const NOTEMPTY: Errno = Errno(39);
    pub const LOOP: Errno = Errno(40);
    pub const OVERFLOW: Errno = Errno(75);
    pub const OPNOTSUPP: Errno = Errno(95);
    pub const AFNOSUPPORT: Errno = Errno(97);
    pub const TIMEDOUT: Errno = Errno(110);
}

impl From<std::io::Error> for Errno {
    fn from(error: std::io::Error) -> Errno {
        let number = error.raw_os_error().and_then(|n| u16::try_from(n).ok());
        number.filter(|&n| n != 0).map_or(Errno::IO, Errno)
    }
}
