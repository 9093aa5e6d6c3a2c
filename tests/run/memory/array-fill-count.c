//@ paths: 8
//@ exit: 0,1,2,3
#include <klee/klee.h>
int main(void) {
  char v[3];
  klee_make_symbolic(v, sizeof v, "v");
  int count = 0;
  for (int i = 0; i < 3; i++)
    if (v[i] == 7)
      count++;
  return count;
}
