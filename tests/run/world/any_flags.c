//@ args: --sym-files 1 1
//@ exit: 0,1
//@ paths: 134
// Each flag of open is asked for only where something depends on it: most of them just show.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
    enum { SHOWN = O_ACCMODE | O_APPEND | O_NONBLOCK | O_DSYNC | O_ASYNC | O_DIRECT | O_NOATIME };
    int flags;
    klee_make_symbolic(&flags, sizeof flags, "flags");
    int file = open("A", flags, 0600);
    if (file < 0) {
        klee_assert(errno == EINVAL || errno == EEXIST || errno == ENOTDIR);
        return 0;
    }
    int mask = flags & O_PATH ? O_PATH : SHOWN, status = fcntl(file, F_GETFL);
    klee_assert((status & mask) == (flags & mask));
    if (flags & O_PATH)
        return 1;
    klee_assert(fcntl(file, F_SETFL, O_NONBLOCK) == 0);
    int now = fcntl(file, F_GETFL);
    klee_assert((now & (O_APPEND | O_NONBLOCK | O_ASYNC)) == O_NONBLOCK);
    klee_assert((now & O_DSYNC) == (flags & O_DSYNC));
    int writes = (flags & O_ACCMODE) == O_WRONLY || (flags & O_ACCMODE) == O_RDWR;
    klee_assert((write(file, "x", 1) == 1) == writes);
    return 1;
}
