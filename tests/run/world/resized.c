//@ exit: 0,1,2
//@ paths: 11
// A length that no file can have is refused, however it is wrong; the others are followed one by one if they are few.
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    long len;
    struct stat status;
    int file = open("f", O_CREAT | O_RDWR, 0600);
    klee_make_symbolic(&len, sizeof len, "len");
    klee_assume(len < 10);
    if (ftruncate(file, len))
        return errno == EINVAL && len < 0 ? 0 : 99;
    if (fstat(file, &status) || status.st_size != len)
        return 98;
    return len ? 1 : 2;
}
