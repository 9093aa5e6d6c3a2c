//@ args: --sym-arg 3
//@ exit: 0
// An argument of up to three characters, copied where two have room.
#include <string.h>

int main(int argc, char **argv)
{
    char copy[3];
    char *to = copy;
    for (const char *from = argv[1]; *from; from++)
        *to++ = *from;
    *to = 0; //~ FAULT out-of-bounds
    return strlen(copy) > 2;
}
