//@ args: --sym-stdin 1
//@ exit: 1,2
//@ by-number
//@ replay: off natively there may be a terminal
// Without a terminal there is the name of one, which cannot be opened.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat status;
    char byte;
    int flags = read(0, &byte, 1) == 1 && byte == 'w' ? O_WRONLY : O_RDWR;
    if (stat("/dev/tty", &status) || !S_ISCHR(status.st_mode) || access("/dev/tty", R_OK | W_OK))
        return 9;
    if (open("/dev/tty", flags) != -1 || errno != ENXIO || (fcntl(1, F_GETFL) & O_ACCMODE) != O_WRONLY)
        return 9;
    if (flags == O_WRONLY)
        return 1;
    return 2;
}
