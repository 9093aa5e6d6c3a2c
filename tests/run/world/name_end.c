//@ exit: 0,2
//@ brute: c in 0..255
// A name that ends where the path says so, before memory that was never written: nothing depends on that.
#include <klee/klee.h>
#include <stdlib.h>
#include <sys/stat.h>

int main(void)
{
    char c;
    struct stat found;
    klee_make_symbolic(&c, sizeof c, "c");
    char *name = malloc(8);
    name[0] = '/';
    name[1] = c;
    if (c)
        return 2;
    return stat(name, &found);
}
