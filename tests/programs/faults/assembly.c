//@ opt: 0
int main(void) {
  unsigned a = 0, b, c, d;
  __asm__("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d)); //~ UNSUPPORTED inline assembly: cpuid
  return 0;
}
