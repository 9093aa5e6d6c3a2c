//@ args: --sym-stdin 2
//@ exit: 0,1,2
// A number from standard input, taken apart by scanf.
#include <stdio.h>

int main(void)
{
    int number = 0;
    if (scanf("%d", &number) != 1)
        return 0;
    if (number == 42)
        puts("found");
    return number == 42 ? 2 : 1;
}
