//@ args: --sym-files 1 3
//@ exit: 0,1,2,3,4,5,6,7
//@ paths: 12
// Where a file is read and how much: what makes no difference is one path.
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
    long at, len;
    char bytes[8];
    int file = open("A", O_RDONLY);
    klee_make_symbolic(&at, sizeof at, "at");
    klee_make_symbolic(&len, sizeof len, "len");
    klee_assume(len >= 0 & len < 1000000);
    if (lseek(file, at, SEEK_SET) < 0)
        return errno == EINVAL && at < 0 ? 0 : 99;
    if (lseek(file, 0, SEEK_CUR) != at)
        return 98;
    klee_assume(at < 1000000);
    switch (read(file, bytes, len)) {
    case 0:
        // Nothing is asked for, or there is nothing.
        return len ? lseek(file, 0, SEEK_CUR) == at && at >= 3 ? 1 : 97 : 2;
    case 1:
        return at == 2 ? 3 : len == 1 ? 4 : 96;
    case 2:
        return at == 1 ? 5 : len == 2 ? 6 : 95;
    case 3:
        return at == 0 && len >= 3 ? 7 : 94;
    default:
        return 8;
    }
}
