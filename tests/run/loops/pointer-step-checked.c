//@ exit: 0,1
//@ options: --check=infinite-loop
//@ brute: step in 0..255
#include <klee/klee.h>
// The same with a step that is not 0, and one that goes down and up but is counted elsewhere.
int main(void) {
  char text[40] = "";
  unsigned char step;
  klee_make_symbolic(&step, sizeof step, "step");
  if (step % 8 != 0 || step > 40 || step == 0)
    return 1;
  for (char *p = text; p < text + 40 && !*p; p += step)
    ;
  int rounds[2] = {0, 30};
  for (char *p = text; rounds[0] < rounds[1]; p = text + (text + step - p))
    rounds[0]++;
  return 0;
}
