// System calls on a buffer at an unknown place of one of several objects.
//@ paths: 3
//@ paths single: 1
//@ paths merge flat segmented segmented-ideal dynamic: 2
//@ brute: i in 0..2, k in 0..3
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char *text[3];
  for (int n = 0; n < 3; n++) {
    text[n] = malloc(8);
    memset(text[n], 'a' + n, 8);
  }
  unsigned char i, k;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&k, 1, "k");
  klee_assume(i < 3);
  klee_assume(k < 4);
  text[i][k] = 'x';
  int ends[2];
  if (pipe(ends)) return 9;
  // The letter and what follows it go through the pipe and come back to the other half.
  if (write(ends[1], text[i] + k, 3) != 3) return 8;
  if (read(ends[0], text[i] + 4 + (k & 1), 3) != 3) return 7;
  klee_assert(text[i][4 + (k & 1)] == 'x');
  klee_assert(text[i][5 + (k & 1)] == 'a' + i);
  klee_assert(text[i][3 - k] == (k == 3 - k ? 'x' : 'a' + i));
  klee_assert(text[(i + 1) % 3][k] == 'a' + (i + 1) % 3);
  if (text[1][k] == 'x') return 1;
  return 0;
}
