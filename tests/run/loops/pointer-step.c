//@ exit: 0,1
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A pointer that moves by an input.
int main(void) {
  char text[40] = "";
  unsigned char step;
  klee_make_symbolic(&step, sizeof step, "step");
  if (step % 8 != 0 || step > 40)
    return 1;
  for (char *p = text; p < text + 40 && !*p; p += step) //~ FAULT infinite-loop
    ;
  return 0;
}
