//! The users and groups of the system: the superuser, and the one the program runs as.
//!
//! They are two files, as C libraries read them. Where the host's files are shown, its users are there instead.

use crate::kernel::Kernel;
use crate::tree::User;

/// Makes the files that list them.
pub(crate) fn provide(kernel: &mut Kernel) {
    let User { id, group } = kernel.user;
    let mut users = "root:x:0:0:root:/root:/bin/sh\n".to_owned();
    let mut groups = "root:x:0:\n".to_owned();
    if id != 0 {
        users += &format!("user:x:{id}:{group}:user:/home/user:/bin/sh\n");
        groups += &format!("user:x:{group}:\n");
    }
    kernel.provide_system_file(b"/etc/passwd", users.into_bytes(), 0o644);
    kernel.provide_system_file(b"/etc/group", groups.into_bytes(), 0o644);
}
