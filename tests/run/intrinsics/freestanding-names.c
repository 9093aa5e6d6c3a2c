// Names that compilers call without a C library: checked copies, operator new and delete.
//@ options: --libc=none
//@ replay: off natively these are in two libraries
#include <klee/klee.h>
void *__memcpy_chk(void *to, const void *from, size_t n, size_t limit);
void *__memset_chk(void *to, int c, size_t n, size_t limit);
void *_Znwm(size_t n);
void _ZdlPvm(void *p, size_t n);
void *_Znam(size_t n);
void _ZdaPv(void *p);
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  struct { char a[4], b[4]; } whole = {{1, 2, 3, 4}, {5}};
  char *p = _Znwm(8), *q = _Znam(4);
  if (n == 5)
    __memcpy_chk(p, &whole, 5, 4); //~ FAULT abort
  __memset_chk(q, 7, 4, 4);
  __memcpy_chk(p, &whole, 4, 4);
  _ZdaPv(q);
  _ZdlPvm(p, 8);
  if (n == 3)
    return p[0]; //~ FAULT use-after-free
  return 0;
}
