//@ args: --sym-arg 1 --sym-files 2 1
//@ exit: 1,2,3,4
// A name of one character is one of the files that are there, a directory, or none of them.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct stat status, a;
    int file = open(argv[1], O_RDONLY);
    if (file < 0)
        return stat(argv[1], &status) ? 1 : 9;
    if (fstat(file, &status) || stat("A", &a))
        return 9;
    if (S_ISDIR(status.st_mode))
        return 2;
    return status.st_ino == a.st_ino ? 3 : 4;
}
