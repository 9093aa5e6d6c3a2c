//! Functions of the runtime that take over where a builtin meets symbolic data: they do the same in C, so that
//! their decisions are decisions of the program.

/// A function of the runtime that does the work of a builtin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandIn {
    /// `memchr`.
    Memchr,
    /// `memcmp` and `bcmp`.
    Memcmp,
    /// `memcpy`, and `memmove` between different objects.
    Memcpy,
    /// `memmove`.
    Memmove,
    /// `memset`.
    Memset,
    /// `strlen`.
    Strlen,
}

impl StandIn {
    /// All of them.
    pub const ALL: [StandIn; 6] = [
        StandIn::Memchr,
        StandIn::Memcmp,
        StandIn::Memcpy,
        StandIn::Memmove,
        StandIn::Memset,
        StandIn::Strlen,
    ];

    /// The name of the function in the runtime.
    pub const fn name(self) -> &'static str {
        match self {
            StandIn::Memchr => "__strata_memchr",
            StandIn::Memcmp => "__strata_memcmp",
            StandIn::Memcpy => "__strata_memcpy",
            StandIn::Memmove => "__strata_memmove",
            StandIn::Memset => "__strata_memset",
            StandIn::Strlen => "__strata_strlen",
        }
    }
}
