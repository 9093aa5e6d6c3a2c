//@ exit: 0,1
//@ options: --check=infinite-loop
#include <klee/klee.h>
// The length of each record is its first byte, which lies at a symbolic position.
int main(void) {
  unsigned char data[6];
  klee_make_symbolic(data, sizeof data, "data");
  unsigned at = 0;
  while (at < sizeof data) { //~ FAULT infinite-loop
    unsigned length = data[at];
    if (length > sizeof data - at)
      return 1;
    at += length;
  }
  return 0;
}
