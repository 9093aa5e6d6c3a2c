//@ args: --sym-stdin 1 --max-fail 1
//@ exit: 0,1,2
//@ replay: off the tests make system calls fail
// Each call may fail, but only one of them does.
#include <errno.h>
#include <unistd.h>

int main(void)
{
    char byte;
    int failed = 0;
    if (read(0, &byte, 1) != 1) {
        if (errno != EIO || read(0, &byte, 1) != 1)
            return 9;
        failed = 1;
    }
    if (write(1, "x", 1) != 1) {
        if (errno != EIO || failed || write(1, "x", 1) != 1)
            return 9;
        failed = 2;
    }
    return failed;
}
