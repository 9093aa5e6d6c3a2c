//@ memory: all
//@ by-number
//@ exit: 0
// A pointer stored at an unknown index, a byte of it overwritten at a known one, and then a pointer stored at an
// unknown index elsewhere: what is left of the first is bytes of its number, and the pointer once it is whole.
#include <klee/klee.h>

union word {
  int *pointer;
  unsigned char bytes[8];
};

int main(void) {
  unsigned char a;
  klee_make_symbolic(&a, 1, "a");
  klee_assume(a < 2);
  int p = 5;
  union word w[20];
  for (int i = 0; i < 20; i++)
    w[i].pointer = &p;
  w[a].pointer = &p;
  w[1 - a].pointer = &p;
  unsigned char old = w[0].bytes[1];
  w[0].bytes[1] = 1;
  w[2 + a].pointer = &p;
  w[3 - a].pointer = &p;
  klee_assert(w[0].bytes[2] == w[1].bytes[2]);
  klee_assert(w[0].bytes[1] == 1);
  w[0].bytes[1] = old;
  klee_assert(w[0].pointer == &p && *w[a].pointer == 5 && *w[3].pointer == 5);
  return 0;
}
