// At -O1 and above position-independent code keeps a table of distances in place of a table of addresses
// (llvm.load.relative): an entry leads to the object it is a distance to.
//@ memory: fork merge flat segmented segmented-ideal dynamic
//@ cflags: -fPIC
//@ also: -O1, any paths
//@ also: -O2, any paths
//@ also: -Os, any paths
//@ brute: c in -2..9, k in 0..4
#include <klee/klee.h>
#include <stdio.h>

__attribute__((noinline)) static const char *name(int c) {
  switch (c) {
  case 0: return "zero";
  case 1: return "one";
  case 2: return "two" + 1;
  case 3: return "three";
  case 4: return "four";
  case 5: return "";
  default: return "many";
  }
}

static const int primes[] = {2, 3, 5, 7};
static const int squares[] = {1, 4, 9};

__attribute__((noinline)) static const int *numbers(int k) {
  switch (k) {
  case 0: return primes;
  case 1: return squares + 1;
  case 2: return primes + 3;
  case 3: return squares;
  default: return primes + 1;
  }
}

// One path for each number, at all levels.
__attribute__((noinline, optnone)) static int told(int number) {
  for (int n = 0; n < 10; n++)
    if (number == n)
      return n;
  return 11;
}

int main(void) {
  int c, k;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(c >= -2 & c <= 9);
  klee_assume(k >= 0 & k <= 4);
  int first = name(c)[0];
  if (first == 0)
    return 5;
  if (first == 'w')
    return 2;
  if (first == 't')
    return told(*numbers(k));
  return 10;
}
