//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A search by halves whose interval stops shrinking.
int main(void) {
  unsigned char key;
  int table[8] = {1, 3, 5, 7, 9, 11, 13, 15};
  klee_make_symbolic(&key, 1, "key");
  klee_assume(key <= 16);
  int low = 0, high = 8;
  while (low < high) { //~ FAULT infinite-loop
    int middle = (low + high) / 2;
    if (table[middle] < key)
      low = middle;
    else
      high = middle;
  }
  return low;
}
