//@ args: --sym-files 1 3
//@ exit: 0,1,2,3,4,5
//@ paths: 6
// Lengths in a vectored transfer: what makes no difference is one path.
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void)
{
    long len;
    char first[1], second[8];
    int file = open("A", O_RDONLY);
    klee_make_symbolic(&len, sizeof len, "len");
    struct iovec parts[3] = {{first, 1}, {second, len}, {second, 0}};
    // How much more than the two bytes that are left is not asked.
    klee_assume(len <= 8);
    switch (readv(file, parts, 3)) {
    case -1:
        return errno == EINVAL && len < 0 ? 0 : 9;
    case 1:
        return len == 0 ? 1 : 9;
    case 2:
        return len == 1 ? 2 : 9;
    case 3:
        break;
    default:
        return 9;
    }
    if (len > 3)
        return 3;
    // All that can be written is.
    parts[1].iov_base = "xy";
    return writev(1, parts + 1, 1) == 2 ? 4 : 5;
}
