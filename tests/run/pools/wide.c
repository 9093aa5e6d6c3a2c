// A write over three words of which the one in the middle may hold a pointer.
//@ by-number
//@ paths: 2
//@ brute: i in 0..2
#include <klee/klee.h>
#include <string.h>

struct __attribute__((packed)) loose { unsigned __int128 value; };

int main(void) {
  int x = 5;
  union { int *pointer; unsigned long number; char bytes[8]; } w[8];
  memset(w, 0, sizeof w);
  w[3].pointer = &x;
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume((i == 0) | (i == 2));
  ((struct loose *)(w[0].bytes + 8 * i + 4))->value = 0;
  if (i == 2) {
    klee_assert(w[3].number == 0);
    return 1;
  }
  return *w[3].pointer;
}
