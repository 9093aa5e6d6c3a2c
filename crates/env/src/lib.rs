//! The operating system as a program sees it: a small deterministic POSIX kernel.
//!
//! The library that programs are linked with reaches the outside by one function, the system call.
//! [`Kernel::call`] answers it. A kernel is a value that belongs to one state: a clone of it is the
//! kernel of the forked state, and neither sees what the other does afterwards. Files are an overlay
//! over the host's, which is only ever read; time, randomness, process and inode numbers are
//! virtual, so that two runs with the same configuration see the same world.
//!
//! There is one process with one thread, unless the configuration says how others end ([`Spawn`]). A call that
//! would start another, or would wait for ever, is [`Reply::Unsupported`], as is every system call that the registry
//! lists as absent. Nothing here prints, and nothing looks at the host's clock or environment.
//!
//! ```
//! use env::{Config, Kernel, Reply, Stream};
//! use memory::{Kind, Memory, Site, Value};
//!
//! let mut memory = Memory::new();
//! let mut kernel = Kernel::new(&Config::default())?;
//! let id = memory.allocate(Kind::Heap, 3, 1, Site::default()).expect("three bytes");
//! let text = Value::Ptr { id, offset: 0 };
//! memory.write_bytes(&text, b"hi\n").expect("in bounds");
//!
//! // write(1, text, 3)
//! let args = [Value::Int(1), text, Value::Int(3), Value::ZERO, Value::ZERO, Value::ZERO];
//! assert_eq!(kernel.call(&mut memory, 1, &args), Reply::Return(Value::Int(3)));
//! assert_eq!(kernel.take_output(), [(Stream::Out, b"hi\n"[..].into())]);
//! # Ok::<(), env::SetupError>(())
//! ```

mod bytes;
mod call;
mod calls;
mod clock;
mod config;
mod descriptors;
mod errno;
mod failures;
mod host;
mod input;
mod kernel;
mod layout;
mod limits;
mod lookup;
mod numbers;
mod pipe;
mod processes;
mod queue;
mod reply;
mod resolve;
mod sight;
mod signal;
mod spawn;
mod stack;
mod store;
mod table;
mod text;
mod tree;
mod tty;
mod users;

pub use bytes::Bytes;
pub use calls::process::exit_code;
pub use config::{Argument, Config, Host, Pace, SetupError, Stdin, Symbolic, Template};
pub use descriptors::Stream;
pub use failures::Failures;
pub use host::{Aspect, Glimpse};
pub use kernel::Kernel;
pub use numbers::asks_by_meaning;
pub use processes::Sharing;
pub use queue::Origin;
pub use reply::{Notice, Reply};
pub use signal::Delivery;
pub use spawn::{Script, Spawn};
pub use stack::{initial_stack, string};
pub use tty::Terminals;
