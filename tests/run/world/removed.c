//@ args: --sym-arg 1 --sym-files 2 1
//@ exit: 0,1,2
// Removing and renaming by symbolic names.
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (unlink(argv[1]))
        return access("A", F_OK) || access("B", F_OK) ? 9 : 0;
    if (access(argv[1], F_OK) == 0)
        return 9;
    if (access("A", F_OK) == 0)
        return rename("A", argv[1]) || access("B", F_OK) ? 9 : 1;
    return access("B", F_OK) ? 9 : 2;
}
