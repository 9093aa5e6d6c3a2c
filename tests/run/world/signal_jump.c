//@ args: --sym-stdin 1
//@ exit: 1,2,3,4
// Jumps out of the handler of a signal: with the mask that sigsetjmp saved, or with what the handler had blocked.
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

static sigjmp_buf with_mask, without_mask;
static jmp_buf plain;
static volatile int kind, handled;

static void jump(int number)
{
    handled++;
    if (kind == 0)
        siglongjmp(with_mask, number);
    if (kind == 1)
        siglongjmp(without_mask, number);
    longjmp(plain, number);
}

static int is_blocked(int number)
{
    sigset_t now;
    sigprocmask(SIG_BLOCK, 0, &now);
    return sigismember(&now, number);
}

int main(void)
{
    char byte;
    struct sigaction action = {.sa_handler = jump};
    sigset_t other;
    if (read(0, &byte, 1) != 1)
        return 9;
    sigaddset(&action.sa_mask, SIGUSR2);
    sigaction(SIGUSR1, &action, 0);
    sigemptyset(&other);
    sigaddset(&other, SIGHUP);
    sigprocmask(SIG_BLOCK, &other, 0);
    if (byte == 'a') {
        // Again and again: each time the signal is let through.
        if (sigsetjmp(with_mask, 1) && handled == 5)
            return is_blocked(SIGUSR1) || is_blocked(SIGUSR2) || !is_blocked(SIGHUP) ? 9 : 1;
        kill(getpid(), SIGUSR1);
        return 9;
    }
    if (byte == 'b') {
        kind = 1;
        if (sigsetjmp(without_mask, 0))
            return is_blocked(SIGUSR1) && is_blocked(SIGUSR2) && handled == 1 ? 2 : 9;
        raise(SIGUSR1);
        return 9;
    }
    if (byte == 'c') {
        kind = 2;
        int number = setjmp(plain);
        if (number == 0)
            raise(SIGUSR1);
        if (number != SIGUSR1 || !is_blocked(SIGUSR1))
            return 9;
        return 3;
    }
    // Without a signal, the mask comes back as well.
    volatile int round = 0;
    if (sigsetjmp(with_mask, 7) == 0) {
        sigaddset(&other, SIGUSR1);
        sigprocmask(SIG_SETMASK, &other, 0);
        round = 1;
        siglongjmp(with_mask, 0);
    }
    return round == 1 && !is_blocked(SIGUSR1) && is_blocked(SIGHUP) ? 4 : 9;
}
