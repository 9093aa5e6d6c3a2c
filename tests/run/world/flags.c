//@ args: --sym-files 1 1
//@ exit: 0,1,2,3,4
// Of the flags of open those count that mean something, each by itself.
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
    int flags, mode;
    klee_make_symbolic(&flags, sizeof flags, "flags");
    klee_make_symbolic(&mode, sizeof mode, "mode");
    klee_assume((flags & ~(O_RDWR | O_CREAT | O_EXCL)) == 0);
    int file = open("A", flags, 0600);
    if (file < 0)
        return errno == EEXIST && flags & O_CREAT && flags & O_EXCL ? 0 : 99;
    int writes = write(file, "x", 1) == 1;
    if (writes != !!(flags & O_RDWR))
        return 98;
    if (access("A", mode))
        return errno == EINVAL ? (mode & ~7) ? 1 : 97 : errno == EACCES ? 2 : 96;
    return writes ? 3 : 4;
}
