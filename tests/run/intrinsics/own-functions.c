// A program may define functions of the C library itself; the native run of a test must not call them.
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
size_t strlen(const char *text) {
  size_t n = 0;
  for (calls++; text[n]; n++)
    ;
  return n;
}
int memcmp(const void *a, const void *b, size_t size) {
  for (calls++; size--;)
    if (((char *)a)[size] != ((char *)b)[size])
      return 1;
  return 0;
}
void *memset(void *to, int byte, size_t size) {
  for (calls++; size--;)
    ((char *)to)[size] = byte;
  return to;
}
void *memcpy(void *to, const void *from, size_t size) {
  for (calls++; size--;)
    ((char *)to)[size] = ((char *)from)[size];
  return to;
}
int main(void) {
  char x;
  calls = 0;
  klee_make_symbolic(&x, 1, "x");
  if (calls)
    return 9;
  if (x == 'x')
    return 4;
  return 5;
}
