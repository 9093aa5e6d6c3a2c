//@ args: --sym-arg 3 --sym-files 1 1
//@ exit: 1,2,3,4,5,6,7
// A name of three characters with slashes wherever they may be: each file or directory that it can lead to is a path,
// and each error is one.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static ino_t number(const char *name)
{
    struct stat status;
    return stat(name, &status) ? 0 : status.st_ino;
}

int main(int argc, char **argv)
{
    struct stat status;
    if (mkdir("d", 0700) || close(open("d/f", O_CREAT | O_WRONLY, 0600)))
        return 99;
    if (stat(argv[1], &status))
        return errno == ENOENT ? 1 : errno == ENOTDIR ? 2 : 98;
    if (status.st_ino == number("A"))
        return 3;
    if (status.st_ino == number("d"))
        return 4;
    if (status.st_ino == number("d/f"))
        return 5;
    if (status.st_ino == number("."))
        return 6;
    return S_ISDIR(status.st_mode) ? 7 : 97;
}
