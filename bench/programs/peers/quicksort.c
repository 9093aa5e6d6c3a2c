// Quicksort of five symbolic numbers.
#include <klee/klee.h>
static void sort(int *a, int lo, int hi) {
  if (lo >= hi) return;
  int p = a[hi], i = lo;
  for (int j = lo; j < hi; j++)
    if (a[j] < p) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; }
  int t = a[i]; a[i] = a[hi]; a[hi] = t;
  sort(a, lo, i - 1);
  sort(a, i + 1, hi);
}
int main(void) {
  int a[5];
  klee_make_symbolic(a, sizeof a, "a");
  sort(a, 0, 4);
  for (int i = 0; i < 4; i++) if (a[i] > a[i + 1]) return 1;
  return 0;
}
