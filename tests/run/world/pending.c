//@ args: --sym-stdin 1
//@ exit: 0,1
// A signal waits for the process and for the thread apart; real-time signals wait as often as they were sent.
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile char trace[16];
static volatile int length;

static void note(int number)
{
    trace[length++] = number == SIGUSR1 ? '1' : number == SIGUSR2 ? '2' : 'r';
}

int main(void)
{
    char byte;
    sigset_t all, waiting;
    struct sigaction action = {.sa_handler = note};
    if (read(0, &byte, 1) != 1)
        return 9;
    sigfillset(&action.sa_mask);
    sigaction(SIGUSR1, &action, 0);
    sigaction(SIGUSR2, &action, 0);
    sigaction(SIGRTMIN, &action, 0);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, 0);
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGUSR1);
    raise(SIGUSR1);
    if (byte == 'x') {
        raise(SIGUSR1);
        kill(getpid(), SIGUSR2);
        for (int i = 0; i < 3; i++)
            kill(getpid(), SIGRTMIN);
    }
    sigpending(&waiting);
    if (!sigismember(&waiting, SIGUSR1) || sigismember(&waiting, SIGUSR2) != (byte == 'x'))
        return 9;
    sigprocmask(SIG_UNBLOCK, &all, 0);
    if (byte != 'x')
        return strcmp((char *)trace, "11") ? 9 : 0;
    // One frame of a handler on the other: which runs first is not said here.
    int ones = 0, twos = 0, others = 0;
    for (int i = 0; i < length; i++)
        *(trace[i] == '1' ? &ones : trace[i] == '2' ? &twos : &others) += 1;
    return ones == 2 && twos == 1 && others == 3 ? 1 : 9;
}
