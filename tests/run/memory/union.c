//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
union word { unsigned whole; unsigned short half[2]; unsigned char byte[4]; };
int main(void) {
  union word w;
  klee_make_symbolic(&w, sizeof w, "x");
  assert(w.byte[0] == (w.whole & 255));
  assert(w.half[1] == w.byte[2] + 256 * w.byte[3]);
  if (w.byte[3] & 0x80)
    return 1;
  return 0;
}
