// Insertion sort of N symbolic integers.
//
// N! paths: the i-th value (from 0) goes to one of i + 1 places, and each place is a path whatever was
// chosen before, since values may be equal or different freely. 5,040 for N = 7. That the result is in
// order follows from the path, so the assertions do not fork.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 7
#endif

static void sort(int *v, int n) {
  for (int i = 1; i < n; i++) {
    int x = v[i], j = i;
    while (j > 0 && v[j - 1] > x) {
      v[j] = v[j - 1];
      j--;
    }
    v[j] = x;
  }
}

int main(void) {
  int v[N];
  klee_make_symbolic(v, sizeof v, "v");
  sort(v, N);
  for (int i = 1; i < N; i++)
    assert(v[i - 1] <= v[i]);
  return 0;
}
