//@ args: --sym-arg 1 --sym-files 1 1
//@ exit: 0,1,2,3
//@ paths: 5
// A file that is made under a symbolic name is one path, whatever the name; one that is there is opened.
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int file = open(argv[1], O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (file >= 0) {
        close(file);
        return unlink(argv[1]) ? 9 : 0;
    }
    if (!strcmp(argv[1], "A"))
        return 1;
    return argv[1][0] ? 2 : 3;
}
