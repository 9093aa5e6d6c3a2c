//@ options: --env=HOME=/home/me --env=LANG=C
//@ args: --sym-env MODE 1
//@ exit: 0,1
// Variables that are given, and one whose value is input.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *home = getenv("HOME"), *mode = getenv("MODE");
    if (!home || strcmp(home, "/home/me") || !getenv("LANG") || getenv("PATH") || !mode || strlen(mode) > 1)
        return 9;
    if (!strcmp(mode, "x"))
        return 1;
    return 0;
}
