//@ options: --check=infinite-loop --max-instructions=200000
//@ exhaustive: no
//@ replay: off natively the time passes by itself, which takes a second
#include <klee/klee.h>
#include <signal.h>
#include <unistd.h>
// Natively the timer ends the loop. Here the time passes only when it is looked at, so the path meets a limit; but it
// is not in an infinite loop.
static volatile sig_atomic_t rung;
static void ring(int signal) { rung = signal; }
int main(void) {
  signal(SIGALRM, ring);
  alarm(1);
  while (!rung)
    ;
  return 0;
}
