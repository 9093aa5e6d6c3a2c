//@ args: --sym-stdin 1
//@ exit: 1,2,3
// Calls that wait are interrupted by the alarm clock, with the time that is left, if anybody hears it.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int rung;

static void ring(int number)
{
    rung += number == SIGALRM;
}

int main(void)
{
    char byte;
    // Natively this takes a second; nobody waits for the rest.
    struct itimerval soon = {.it_value = {.tv_sec = 1}}, never = {{0}};
    struct timespec wait = {.tv_sec = 300}, left = {777, 7}, moment = {.tv_nsec = 1000};
    struct sigaction action = {.sa_handler = ring};
    if (read(0, &byte, 1) != 1)
        return 9;
    sigaction(SIGALRM, &action, 0);
    setitimer(ITIMER_REAL, &soon, 0);
    if (byte == 'a') {
        if (nanosleep(&wait, &left) != -1 || errno != EINTR || rung != 1)
            return 9;
        return left.tv_sec > 0 && left.tv_sec < 300 ? 1 : 9;
    }
    if (byte == 'b') {
        if (clock_nanosleep(CLOCK_MONOTONIC, 0, &wait, &left) != EINTR || left.tv_sec >= 300)
            return 9;
        setitimer(ITIMER_REAL, &soon, 0);
        if (poll(0, 0, 300000) != -1 || errno != EINTR || rung != 2)
            return 9;
        return 2;
    }
    signal(SIGALRM, SIG_IGN);
    soon.it_value = (struct timeval){.tv_usec = 1};
    setitimer(ITIMER_REAL, &soon, 0);
    wait = (struct timespec){.tv_nsec = 20000000};
    if (nanosleep(&moment, 0) || nanosleep(&wait, &left) || left.tv_sec != 777)
        return 9;
    setitimer(ITIMER_REAL, &never, 0);
    return rung ? 9 : 3;
}
