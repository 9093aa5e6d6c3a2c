// Locals take what they are from 8 MiB of stack.
//@ exit: 0,2,3
//@ replay: off the sanitizer has guard space of its own around locals
#include <klee/klee.h>
#include <stddef.h>

static void use(char *p, size_t n) {
  for (size_t i = 0; i < n; i += 4096)
    p[i] = 1;
}

static int too_big(void) {
  char a[9 << 20]; //~ FAULT stack-overflow
  use(a, sizeof a);
  return a[0];
}

static int big(void) {
  char a[7 << 20];
  use(a, sizeof a);
  return 2;
}

static int repeated(int n) {
  char a[1 << 20]; //~ FAULT stack-overflow
  a[0] = n;
  return n == 0 ? 3 : repeated(n - 1) + a[0] - n;
}

static int in_a_loop(void) {
  int sum = 0;
  for (int i = 0; i < 40; i++) {
    char a[(1 << 20) + i];
    use(a, sizeof a);
    sum += a[0];
  }
  return sum - 38;
}

int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  switch (x) {
  case 1: return too_big();
  case 2: return big();
  case 3: return repeated(6);
  case 4: return repeated(9);
  case 5: return in_a_loop();
  default: return 0;
  }
}
