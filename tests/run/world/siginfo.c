//@ args: --sym-stdin 1
//@ exit: 0,1,2,3,4
// What a handler is told of a signal: who sent it, and how.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int count, code;
static volatile pid_t sender;
static volatile uid_t user;

static void note(int signal, siginfo_t *details, void *context)
{
    count += details->si_signo == signal && !details->si_errno && context;
    code = details->si_code;
    sender = details->si_pid;
    user = details->si_uid;
}

static int is(int wanted, pid_t from)
{
    return count == 1 && code == wanted && sender == from && user == (from ? getuid() : 0);
}

int main(void)
{
    char byte;
    int ends[2];
    sigset_t all;
    siginfo_t details;
    struct timespec now = {0};
    struct itimerval soon = {.it_value = {.tv_usec = 1000}};
    struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, 0);
    sigaction(SIGPIPE, &action, 0);
    sigaction(SIGALRM, &action, 0);
    if (read(0, &byte, 1) != 1)
        return 9;
    switch (byte) {
    case 'a':
        raise(SIGUSR1);
        return is(SI_TKILL, getpid()) ? 0 : 9;
    case 'b':
        kill(getpid(), SIGUSR1);
        return is(SI_USER, getpid()) ? 1 : 9;
    case 'c':
        pipe(ends);
        close(ends[0]);
        write(ends[1], "x", 1);
        return is(SI_USER, getpid()) ? 2 : 9;
    case 'd':
        setitimer(ITIMER_REAL, &soon, 0);
        pause();
        return is(SI_KERNEL, 0) ? 3 : 9;
    default:
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, 0);
        raise(SIGUSR1);
        kill(getpid(), SIGUSR1);
        // The queue of the thread comes first. Not by the library's function, which may take one for the other.
        if (syscall(SYS_rt_sigtimedwait, &all, &details, &now, 8L) != SIGUSR1 || details.si_code != SI_TKILL)
            return 9;
        if (syscall(SYS_rt_sigtimedwait, &all, &details, &now, 8L) != SIGUSR1 || details.si_code != SI_USER)
            return 9;
        return details.si_pid == getpid() && !count ? 4 : 9;
    }
}
