// A program may define functions of the system itself; the native run of a test must not call them.
//@ paths: 2
//@ exit: 4,5
#include <stddef.h>
#include <klee/klee.h>
static int calls;
int open(const char *path, int flags, ...) { return calls++, -1; }
int close(int file) { return calls++, -1; }
long write(int file, const void *bytes, size_t size) { return calls++, -1; }
char *getenv(const char *name) { return calls++, NULL; }
void *mmap(void *at, size_t size, int access, int flags, int file, long offset) { return calls++, NULL; }
int main(void) {
  char x;
  klee_make_symbolic(&x, 1, "x");
  if (calls)
    return 9;
  return x == 'x' ? 4 : 5;
}
