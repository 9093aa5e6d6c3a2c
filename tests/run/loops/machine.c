//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Two states that lead to each other.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  enum { START, WAIT, RETRY, DONE } state = START;
  for (;;)
    switch (state) { //~ FAULT infinite-loop
    case START: state = x == 8 ? WAIT : DONE; break;
    case WAIT: state = RETRY; break;
    case RETRY: state = WAIT; break;
    case DONE: return 0;
    }
}
