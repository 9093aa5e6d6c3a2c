//@ paths: 7
//@ cflags: -O1 -fno-finite-loops -fno-unroll-loops
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Optimised: what differs is in registers, not in locals.
static unsigned __attribute__((noinline)) rounds(unsigned length) {
  unsigned at = 0;
  while (at < 100) {
    at += length; //~ FAULT infinite-loop
    __asm__ volatile("" : "+r"(at));
  }
  return 0;
}
int main(void) {
  unsigned char length;
  klee_make_symbolic(&length, sizeof length, "length");
  if (length > 0 && length < 20)
    return 1;
  return rounds(length);
}
