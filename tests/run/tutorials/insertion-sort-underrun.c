//@ paths: 4
//@ exit: 0
#include <klee/klee.h>
// The front is not checked: a value less than all others is compared with what lies before the array.
static void sort(unsigned char *v, int n) {
  for (int i = 1; i < n; i++) {
    unsigned char x = v[i];
    int j = i;
    while (v[j - 1] > x) { //~ FAULT out-of-bounds
      v[j] = v[j - 1];
      j--;
    }
    v[j] = x;
  }
}
int main(void) {
  unsigned char v[3];
  klee_make_symbolic(v, sizeof v, "v");
  sort(v, 3);
  return 0;
}
