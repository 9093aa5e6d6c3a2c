//@ paths: 13
#include <klee/klee.h>
// A threaded interpreter for two symbolic instructions: 3 that go on times 4, and halt at once.
int main(void) {
  static void *const labels[] = {&&halt, &&increment, &&decrement, &&twice};
  unsigned char code[3];
  klee_make_symbolic(code, 2, "code");
  klee_assume(code[0] < 4);
  klee_assume(code[1] < 4);
  code[2] = 0;
  int pc = 0, a = 1;
  goto *labels[code[pc++]];
increment:
  a++;
  goto *labels[code[pc++]];
decrement:
  a--;
  goto *labels[code[pc++]];
twice:
  a *= 2;
  goto *labels[code[pc++]];
halt:
  return a;
}
