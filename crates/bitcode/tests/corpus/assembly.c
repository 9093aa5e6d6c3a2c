// Inline assembly with operands, clobbers, memory, dialects, and jumps to labels.
unsigned long counter(void) {
  unsigned lo, hi;
  __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
  return (unsigned long)hi << 32 | lo;
}
int add(int a, int b) {
  __asm__("addl %1, %0" : "+r"(a) : "r"(b) : "cc");
  return a;
}
void barrier(void) { __asm__ volatile("" ::: "memory"); }
void hide(void *p) { __asm__ volatile("" : : "g"(p) : "memory"); }
int exchange(int *p, int n) {
  __asm__ volatile("lock; xchgl %0, %1" : "+r"(n), "+m"(*p)::"memory");
  return n;
}
int parts(int n, int *high) {
  int low;
  __asm__("movl %2, %0\n\tshrl $16, %1\n\t# \"quotes\" and \\" : "=&r"(low), "=r"(*high) : "r"(n), "i"(3));
  return low;
}
int nonzero(int n) {
  __asm__ goto("testl %0, %0\n\tjne %l1" : : "r"(n) : "cc" : yes, maybe);
  return 0;
maybe:
  return 2;
yes:
  return 1;
}
int carry(unsigned a, unsigned b) {
  _Bool flag;
  __asm__("addl %2, %1" : "=@ccc"(flag), "+r"(a) : "r"(b));
  return flag;
}
register unsigned long stack_pointer __asm__("rsp");
unsigned long stack(void) { return stack_pointer; }
struct two { long a, b; };
long structure(struct two t) {
  __asm__("" : "+r"(t.a), "+m"(t));
  return t.a;
}
