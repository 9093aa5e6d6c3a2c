//@ exit: 1,2,3,4
//@ brute: a in 0..7, b in 0..7
//@ also: -O1, any paths
// A switch on a number that the path determines without naming it asks once, and goes one way.
#include <klee/klee.h>

__attribute__((noinline, optnone)) static int inner(int c) {
  switch (c * 3 & 7) {
  case 4: return 1;
  case 7: return 2;
  }
  return 3;
}

__attribute__((noinline, optnone)) static int outer(int c) {
  switch (c >> 1) {
  case 2: return inner(c);
  case 3: return inner(c + 1);
  }
  return 4;
}

int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_assume(a < 8);
  klee_assume(b < 8);
  if (a != 4)
    return 4;
  return b == 0 ? outer(a) : outer(a + b);
}
