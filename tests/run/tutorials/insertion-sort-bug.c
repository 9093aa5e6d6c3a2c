//@ paths: 12
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// The inner loop stops one short of the front, so that the least value is never put there.
static void sort(unsigned char *v, int n) {
  for (int i = 1; i < n; i++) {
    unsigned char x = v[i];
    int j = i;
    while (j > 1 && v[j - 1] > x) {
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
    assert(v[i - 1] <= v[i]); //~ FAULT assertion
  return 0;
}
