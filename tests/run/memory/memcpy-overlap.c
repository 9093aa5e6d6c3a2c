// memcpy of ranges that overlap is an error, of a range to itself it is none, and memmove may do both.
//@ cflags: -fno-builtin
//@ brute: x in 0..3, n in 0..9
#include <klee/klee.h>
#include <string.h>

struct pair { char text[8]; };

/* A path for each character, so that each is a status. */
static int decided(char c) {
  for (int k = '0'; k < 'z'; k++)
    if (c == k) return k;
  return 0;
}

int main(void) {
  unsigned char x, n;
  char text[20] = "0123456789abcdefghi";
  struct pair one = {"abc"}, *same = &one;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&n, 1, "n");
  klee_assume(x < 4 & n < 10);
  switch (x) {
  case 0:
    memcpy(text + 4, text, n); //~ FAULT overlapping-copy
    return decided(text[4]);
  case 1:
    memmove(text + 4, text, 9);
    return text[6];
  case 2:
    memcpy(text, text, 20);
    *same = one;
    return same->text[1];
  default:
    memcpy(text + 10, text + n, 9 - n);
    return decided(text[10]);
  }
}
