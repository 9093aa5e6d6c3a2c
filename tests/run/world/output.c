//@ args: --sym-arg 2
//@ exit: 0
//@ paths: 3
// What is written is known when the test is: one path for each length, whatever the characters.
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    write(1, argv[1], strlen(argv[1]));
    write(2, argv[1], 1);
    return 0;
}
