//@ args: --sym-arg-template n=?? --template-range=0-3
//@ exit: 0,1,2
//@ paths: 3
// A template says which bytes of an argument are input, and of what range.
#include <stdio.h>

int main(int argc, char **argv)
{
    const char *arg = argv[1];
    if (arg[0] != 'n' || arg[1] != '=' || arg[4])
        return 9;
    if (arg[2] < '0' || arg[2] > '3' || arg[3] < '0' || arg[3] > '3')
        return 9;
    int number = 10 * (arg[2] - '0') + (arg[3] - '0');
    if (number == 12)
        return 1;
    if (number == 33)
        return puts("33") < 0 ? 9 : 2;
    return 0;
}
