//@ options: --spawn=tool=3 --spawn=/opt/bin/other=4
//@ args: --sym-arg 1
//@ exit: 3,4,5,6
//@ by-number
//@ replay: off natively there are no such commands
// Commands that are executed by a descriptor: of their file, of their directory, or by a path.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

static long execute(int directory, const char *path, char **words, int flags)
{
    return syscall(SYS_execveat, directory, path, words, 0, flags);
}

int main(int argc, char **argv)
{
    char *tool[] = {"tool", 0}, *other[] = {"/opt/bin/other", 0};
    int directory = open("/opt/bin", O_RDONLY), file = open("/bin/tool", O_RDONLY);
    switch (argv[1][0]) {
    case 'd':
        return execute(directory, "other", other, 0), 9;
    case 'f':
        return execute(file, "", tool, AT_EMPTY_PATH), 9;
    case 'n':
        return execute(directory, "nothing", tool, 0) == -1 && errno == ENOENT ? 5 : 9;
    default:
        if (execute(file, "", tool, 0) != -1 || errno != ENOENT || execute(-1, "x", tool, 0) != -1 || errno != EBADF)
            return 9;
        return execute(AT_FDCWD, "/bin/tool", tool, 1) == -1 && errno == EINVAL ? 6 : 9;
    }
}
