//@ options: --spawn=three=3
//@ args: --sym-stdin 1
//@ exit: 0,1,2
//@ by-number
//@ exhaustive: no
//@ replay: off commands have the results that are given
// What the signal about a child says: which child, and how it ended.
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile siginfo_t last;

static void note(int signal, siginfo_t *details, void *context)
{
    last = *details;
}

static int is(int code, pid_t child, int status)
{
    return last.si_signo == SIGCHLD && last.si_code == code && last.si_pid == child && last.si_uid == getuid()
        && last.si_status == status && waitpid(child, 0, 0) == child;
}

int main(void)
{
    char byte;
    pid_t child;
    struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
    sigaction(SIGCHLD, &action, 0);
    if (read(0, &byte, 1) != 1)
        return 9;
    if (!(child = fork())) {
        if (byte == 'a')
            _exit(7);
        if (byte == 'b')
            raise(SIGTERM);
        execl("/bin/three", "three", (char *)0);
        _exit(9);
    }
    if (byte == 'a')
        return is(CLD_EXITED, child, 7) ? 0 : 9;
    if (byte == 'b')
        return is(CLD_KILLED, child, SIGTERM) ? 1 : 9;
    return is(CLD_EXITED, child, 3) ? 2 : 9;
}
