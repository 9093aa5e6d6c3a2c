//@ exit: 0,1
//@ options: --check=infinite-loop
#include <klee/klee.h>
// The same, where a record is never empty.
int main(void) {
  unsigned char data[6];
  klee_make_symbolic(data, sizeof data, "data");
  unsigned at = 0;
  while (at < sizeof data) {
    unsigned length = data[at] + 1;
    if (length > sizeof data - at)
      return 1;
    at += length;
  }
  return 0;
}
