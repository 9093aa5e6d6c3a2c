//@ args: --sym-arg 1
//@ options: --check=uninitialised
//@ exit: 0
// Bytes that were never written leave memory by a system call, whatever else does.
#include <unistd.h>

int main(int argc, char **argv)
{
    char bytes[2];
    bytes[0] = argv[1][0];
    if (bytes[0] != 'x')
        return 0;
    int ends[2];
    if (pipe(ends))
        return 9;
    write(ends[1], bytes, 2); //~ FAULT uninitialised-use
    return 0;
}
