//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// The same bytes read as 1, 2, 4 and 8 bytes at an aligned symbolic place.
int main(void) {
  static union { unsigned char b[16]; unsigned short h[8]; unsigned w[4]; unsigned long d[2]; } u;
  for (int k = 0; k < 16; k++)
    u.b[k] = k;
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 2);
  if ((u.d[i] & 0xffffffff) != u.w[2 * i] || u.h[4 * i] != (u.w[2 * i] & 0xffff))
    return 2;
  if (u.b[8 * i] == 8)
    return 1;
  return 0;
}
