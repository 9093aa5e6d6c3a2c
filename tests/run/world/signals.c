//@ args: --sym-stdin 1
//@ exit: 0,1
// Handlers run when a system call lets their signals through: at once, when they are unblocked, when a pipe is
// closed, when time is up.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile char trace[64];
static volatile int length;

static void note(int signal)
{
    trace[length++] = signal == SIGUSR1 ? '1' : signal == SIGUSR2 ? '2' : signal == SIGPIPE ? 'p' : 'a';
    if (signal == SIGUSR1 && length == 1)
        raise(SIGUSR1); /* blocked until this handler is left */
}

static void detailed(int signal, siginfo_t *details, void *context)
{
    trace[length++] = details->si_signo == signal && context ? 'd' : '?';
}

int main(void)
{
    char byte;
    int ends[2];
    sigset_t both, none;
    struct sigaction action = {.sa_handler = note};
    read(0, &byte, 1);
    sigaction(SIGUSR1, &action, 0);
    sigaction(SIGUSR2, &action, 0);
    sigaction(SIGPIPE, &action, 0);
    sigaction(SIGALRM, &action, 0);
    raise(SIGUSR1);
    sigemptyset(&none);
    sigemptyset(&both);
    sigaddset(&both, SIGUSR1);
    sigaddset(&both, SIGUSR2);
    sigprocmask(SIG_BLOCK, &both, 0);
    raise(SIGUSR2);
    if (byte == 'x')
        raise(SIGUSR1);
    trace[length++] = '-';
    if (sigsuspend(&none) != -1 || errno != EINTR)
        return 9;
    trace[length++] = '-';
    sigprocmask(SIG_UNBLOCK, &both, 0);
    if (pipe(ends) || close(ends[0]) || write(ends[1], "x", 1) != -1 || errno != EPIPE)
        return 9;
    alarm(5);
    if (pause() != -1 || errno != EINTR)
        return 9;
    action.sa_sigaction = detailed;
    action.sa_flags = SA_SIGINFO | SA_RESETHAND;
    sigaction(SIGUSR1, &action, 0);
    raise(SIGUSR1);
    if (sigaction(SIGUSR1, 0, &action) || action.sa_handler != SIG_DFL)
        return 9;
    write(1, (char *)trace, length);
    if (!strcmp((char *)trace, "11-2-pad"))
        return 0;
    return strcmp((char *)trace, "11-21-pad") ? 9 : 1;
}
