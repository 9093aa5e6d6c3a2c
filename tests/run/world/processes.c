//@ options: --spawn=seven=7 --spawn=*=1
//@ args: --sym-arg 1 --sym-stdin 2
//@ exit: 3,7,12,255
//@ by-number
//@ exhaustive: no
//@ replay: off commands have the results that are given
// Processes on symbolic input: what a child finds out about it, its parent knows; what it writes to memory, not.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int shared = 1;

int main(int argc, char **argv)
{
    int status;
    char byte;
    switch (argv[1][0]) {
    case 'e':
        status = system("seven times seven");
        break;
    case 'f':
        if (!fork()) {
            shared = 2;
            // Input that both share: the offset moves on for the parent.
            if (read(0, &byte, 1) != 1)
                _exit(9);
            _exit(byte == 'x' ? 12 : 255);
        }
        wait(&status);
        if (shared != 1 || lseek(0, 0, SEEK_CUR) != 1)
            return 99;
        // The parent has not read the byte, but the path knows it.
        char again;
        lseek(0, 0, SEEK_SET);
        read(0, &again, 1);
        if ((again == 'x') != (WEXITSTATUS(status) == 12))
            return 99;
        break;
    default:
        if (!vfork())
            _exit(3);
        wait(&status);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}
