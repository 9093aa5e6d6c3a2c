#include <stddef.h>
#include <stdint.h>

void klee_check_memory_access(const void *p, size_t n);
void *malloc(size_t n);
void *calloc(size_t m, size_t n);
void *realloc(void *p, size_t n);
void free(void *p);
void *memcpy(void *to, const void *from, size_t n);

#define check(p) klee_check_memory_access((p), 1)
