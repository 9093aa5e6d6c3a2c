//@ args: first --sym-args 0 2 1 last
//@ exit: 0,1,2,3
// The number of arguments is input, and so is each byte of them; plain ones stay where they are.
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 5 || strcmp(argv[1], "first") || strcmp(argv[argc - 1], "last") || argv[argc])
        return 9;
    int found = 0;
    for (int i = 2; i < argc - 1; i++) {
        if (strlen(argv[i]) > 1)
            return 9;
        if (argv[i][0] == 'x')
            found |= 1 << (i - 2);
    }
    return found;
}
