//@ paths: 5
//@ exit: 0
#include <klee/klee.h>
// Push or pop, three times, on a stack of two that is not checked.
// Pop fails at once; push push push and push pop pop fail at the end; two ways end well.
int main(void) {
  int stack[2], top = 0;
  char ops[3];
  klee_make_symbolic(ops, sizeof ops, "ops");
  for (int i = 0; i < 3; i++)
    if (ops[i] == 1)
      stack[top++] = i; //~ FAULT out-of-bounds
    else
      stack[--top] = 0; //~ FAULT out-of-bounds
  return 0;
}
