//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// It gives up after some retries.
int main(void) {
  unsigned char x;
  int retries = 0;
  klee_make_symbolic(&x, 1, "x");
  enum { START, WAIT, RETRY, DONE } state = START;
  for (;;)
    switch (state) {
    case START: state = x == 8 ? WAIT : DONE; break;
    case WAIT: state = ++retries > 50 ? DONE : RETRY; break;
    case RETRY: state = WAIT; break;
    case DONE: return 0;
    }
}
