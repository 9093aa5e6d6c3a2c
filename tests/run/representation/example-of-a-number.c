// An example of a value, as for the text of a warning or the way of a switch, does not say what the value is.
//@ brute: kind in 0..2, x in 1..9
#include <klee/klee.h>
static int kinds[10] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 31};
int main(void) {
  unsigned char kind, x;
  klee_make_symbolic(&kind, 1, "kind");
  klee_make_symbolic(&x, 1, "x");
  klee_assume(kind < 3);
  klee_assume((x > 0) & (x < 10));
  char text[2] = {x, 0};
  switch (kind) {
  case 0:
    klee_warning(text);
    switch (x) {
    case 1: return 1;
    case 2: return 2;
    case 9: return 3;
    }
    break;
  case 1:
    switch (x) {
    case 3: case 4: case 5: break;
    default: kinds[0]++;
    }
    switch (x) {
    case 4: return 4;
    case 6: return 5;
    }
    break;
  case 2:
    klee_warning(text);
    if (x == 7)
      return 6;
    if (kinds[x] == 31)
      return 8;
    break;
  }
  return 20 + kinds[0];
}
