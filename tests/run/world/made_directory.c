//@ args: --sym-arg-template ?? --template-range=a-b
//@ exit: 0
//@ paths: 1
// A directory of a symbolic name can be entered, and says where it is.
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char path[4096], name[8];
    if (mkdir(argv[1], 0700) || chdir(argv[1]) || close(open("f", O_CREAT | O_WRONLY, 0600)))
        return 1;
    if (!getcwd(path, sizeof path) || chdir(".."))
        return 2;
    char *last = strrchr(path, '/') + 1;
    if ((last[0] ^ argv[1][0]) | (last[1] ^ argv[1][1]) | last[2])
        return 3;
    strcpy(name, argv[1]);
    strcat(name, "/f");
    return access(name, F_OK) || rmdir(argv[1]) != -1 || unlink(name) || rmdir(argv[1]) ? 4 : 0;
}
