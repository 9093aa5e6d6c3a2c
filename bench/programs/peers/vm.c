// A small virtual machine on a program of four symbolic bytes.
#include <klee/klee.h>

int main(void) {
  unsigned char code[4], stack[8] = {0};
  unsigned sp = 0, acc = 0;
  klee_make_symbolic(code, sizeof code, "code");
  for (unsigned pc = 0; pc < sizeof code; pc++)
    switch (code[pc] >> 5) {
    case 0: acc = code[pc] & 31; break;
    case 1: acc += code[pc] & 31; break;
    case 2: stack[sp & 7] = acc; sp++; break;
    case 3: sp--; acc ^= stack[sp & 7]; break;
    case 4: if (acc & 1) pc += code[pc] & 3; break;
    case 5: acc = acc << (code[pc] & 7); break;
    case 6: if (acc > 40) return 1; break;
    default: return 2;
    }
  return 0;
}
