//@ args: --sym-stdin 3
//@ exit: 0,1,2,3
// Standard input of three bytes, read through the C library.
#include <stdio.h>

int main(void)
{
    int first = getchar(), count = 0;
    if (first == EOF)
        return 9;
    while (getchar() != EOF)
        count++;
    if (count != 2)
        return 9;
    if (first == '+')
        return 1;
    if (first == '-')
        return 2;
    rewind(stdin);
    if (getchar() == '*')
        return puts("times") < 0 ? 9 : 3;
    return 0;
}
