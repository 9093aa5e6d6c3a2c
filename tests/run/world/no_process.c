//@ options: --spawn=fail
//@ args: --sym-arg 1
//@ exit: 0,1
// A program that is denied another process. A native run of its tests is, too.
#include <errno.h>
#include <spawn.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    pid_t child;
    if (fork() != -1 || errno != EAGAIN)
        return 9;
    if (argv[1][0] != 'x')
        return 0;
    return posix_spawn(&child, "/bin/true", 0, 0, argv, 0) == EAGAIN ? 1 : 9;
}
