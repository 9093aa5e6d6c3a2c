// The first listing of the ASE'19 paper in a loop: buffers of SIZE bytes of which each path changes a few,
// at an offset that is known or at one that is not. 2 to the ROUNDS paths.
#include <klee/klee.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 16384
#endif
#ifndef ROUNDS
#define ROUNDS 13
#endif

static unsigned char x[SIZE];

int main(void) {
  unsigned char *y = calloc(SIZE, 1);
  unsigned inputs[ROUNDS];
  klee_make_symbolic(inputs, sizeof inputs, "inputs");
  for (int i = 0; i < SIZE; i++)
    x[i] = i * 7;
  for (int i = 0; i < ROUNDS; i++) {
    unsigned input = inputs[i];
#ifdef KNOWN
    if (input >= 100) {
      x[i * 16] = x[i * 16] + 1;
      y[SIZE - 1 - i] = 5;
    } else {
      x[SIZE / 2 + i] = x[SIZE / 2 + i] + 5;
    }
#else
    if (input >= SIZE || input < 1)
      x[0] = x[0] + 1;
    else
      x[input] = x[input] + 5;
#endif
  }
  return x[0] + y[SIZE - 1];
}
