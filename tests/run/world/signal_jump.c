//@ args: --sym-stdin 1
//@ exit: 0
//@ exhaustive: no
// What a jump out of a handler leaves blocked is not modelled: the path ends there, by name.
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

static sigjmp_buf escape;

static void jump(int number)
{
    siglongjmp(escape, number); //~ FAULT unsupported: jump out of a signal handler
}

int main(void)
{
    char byte;
    read(0, &byte, 1);
    signal(SIGUSR1, jump);
    if (byte == 'x' && !sigsetjmp(escape, 1))
        raise(SIGUSR1);
    return 0;
}
