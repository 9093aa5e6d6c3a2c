#include <stdio.h>
static int interpret(const unsigned char *code) {
  static void *const labels[] = {&&add, &&twice, &&jump, &&stop};
  static const int offsets[] = {&&add - &&add, &&twice - &&add, &&jump - &&add, &&stop - &&add};
  int value = 0;
  goto *labels[*code++];
add:
  value += *code++;
  goto *labels[*code++];
twice:
  value *= 2;
  goto *(&&add + offsets[*code++]);
jump:
  code += *code;
  goto *labels[*code++];
stop:
  return value;
}
int main(void) {
  static const unsigned char code[] = {0, 5, 1, 0, 3, 2, 2, 9, 1, 1, 3};
  printf("%d\n", interpret(code));
  return 0;
}
