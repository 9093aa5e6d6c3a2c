//@ paths: 1
//@ paths split: 2
//@ memory: all but dynamic-split single
//@ options: --split-size=64
//@ exit: 0
// Figure 4 of the paper on relocatable addressing: an offset below 100 lies in two of the parts of 64 bytes. Accesses that
// straddle parts are exact, and a block is one operation.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char *row = calloc(512, 1);
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  klee_assume(j < 100);
  row[7] = 1;
  row[100] = 5;
  assert(row[j] == (j == 7));
  row[j] = 9;
  assert(row[70] == (j == 70 ? 9 : 0));
  assert(row[100] == 5);
  unsigned word;
  memcpy(&word, row + j, 4);
  assert((word & 255) == 9);
  memcpy(&word, row + 62, 4);
  assert((word >> 8 & 255) == (j == 63 ? 9 : 0));
  unsigned long long *wide = (unsigned long long *)(row + 60);
  *wide = 0x0807060504030201;
  assert(row[60] == 1 && row[63] == 4 && row[64] == 5 && row[67] == 8);
  row = realloc(row, 1024);
  assert(row[64] == 5 && row[100] == 5);
  free(row);
  return 0;
}
