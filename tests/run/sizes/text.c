// A text of unknown length and its end.
//@ brute: n in 0..16, i in 0..18
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 18);
  char *text = malloc(n + 1);
  memset(text, 'a', n);
  text[n] = 0;
  return tell(text[i] == 'a'); //~ FAULT out-of-bounds
}
