//@ paths: 15
#include <klee/klee.h>
// Seven keys: found at each of them, or missed in one of the eight gaps.
int main(void) {
  static const unsigned char keys[] = {10, 20, 30, 40, 50, 60, 70};
  unsigned char key;
  klee_make_symbolic(&key, 1, "key");
  int low = 0, high = 7;
  while (low < high) {
    int middle = (low + high) / 2;
    if (keys[middle] == key)
      return 1;
    if (keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return 0;
}
