//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// Counting at symbolic indices does not fork; the question about the result does.
int main(void) {
  unsigned char v[3], count[4] = {0};
  klee_make_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 3; i++)
    count[v[i] & 3]++;
  if (count[2] == 3)
    return 1;
  return 0;
}
