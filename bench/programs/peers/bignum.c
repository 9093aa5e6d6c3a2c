// Schoolbook multiplication of numbers of two bytes against the machine's.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned char a[2], b[2], r[4] = {0};
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 2; i++) {
    unsigned carry = 0;
    for (int j = 0; j < 2; j++) {
      unsigned t = r[i + j] + a[i] * b[j] + carry;
      r[i + j] = t;
      carry = t >> 8;
    }
    r[i + 2] = carry;
  }
  unsigned x = a[0] | a[1] << 8, y = b[0] | b[1] << 8;
  unsigned z = r[0] | r[1] << 8 | r[2] << 16 | (unsigned)r[3] << 24;
  assert(z == x * y);
  return 0;
}
