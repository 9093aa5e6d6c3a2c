//@ paths: 24
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Four symbolic values: each order of them, ties with one of the two, is a path: 4! of them.
static void sort(unsigned char *v, int n) {
  for (int i = 1; i < n; i++) {
    unsigned char x = v[i];
    int j = i;
    while (j > 0 && v[j - 1] > x) {
      v[j] = v[j - 1];
      j--;
    }
    v[j] = x;
  }
}
int main(void) {
  unsigned char v[4];
  klee_make_symbolic(v, sizeof v, "v");
  sort(v, 4);
  for (int i = 1; i < 4; i++)
    assert(v[i - 1] <= v[i]);
  return 0;
}
