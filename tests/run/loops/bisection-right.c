//@ exit: 0,1,2,3,4,5,6,7,8
//@ options: --check=infinite-loop
#include <klee/klee.h>
// The same done right.
int main(void) {
  unsigned char key;
  int table[8] = {1, 3, 5, 7, 9, 11, 13, 15};
  klee_make_symbolic(&key, 1, "key");
  klee_assume(key <= 16);
  int low = 0, high = 8;
  while (low < high) {
    int middle = (low + high) / 2;
    if (table[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
