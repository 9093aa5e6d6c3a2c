//@ exit: 3
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A search in a hash table that is full.
int main(void) {
  unsigned char key;
  int table[8] = {8, 1, 2, 11, 4, 5, 14, 7};
  klee_make_symbolic(&key, 1, "key");
  klee_assume(key < 2);
  int wanted = key ? 11 : 99;
  int at = wanted % 8;
  while (table[at] != wanted && table[at] != 0) //~ FAULT infinite-loop
    at = (at + 1) % 8;
  return at;
}
