#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  unsigned x = 0x00f0a500u * argc;
  unsigned long y = 0x0123456789abcdefUL * argc;
  printf("%d %d %d %d\n", __builtin_clz(x), __builtin_ctz(x), __builtin_popcount(x), __builtin_parity(x));
  printf("%d %d %d %d\n", __builtin_clzl(y), __builtin_ctzl(y), __builtin_popcountl(y), __builtin_ffs(x));
  printf("%x %lx %x\n", __builtin_bswap32(x), __builtin_bswap64(y), __builtin_bswap16(0x1234 * argc));
  printf("%x %lx\n", __builtin_bitreverse32(x), __builtin_bitreverse64(y));
  printf("%x %lx\n", __builtin_rotateleft32(x, 7), __builtin_rotateright64(y, 13));
  int r; unsigned u; long l;
  printf("%d ", __builtin_add_overflow(2147483647, argc, &r)); printf("%d\n", r);
  printf("%d ", __builtin_sub_overflow(0u, (unsigned)argc, &u)); printf("%u\n", u);
  printf("%d ", __builtin_mul_overflow(1L << 62, (long)argc * 2, &l)); printf("%ld\n", l);
  printf("%d %u\n", __builtin_elementwise_add_sat(2147483647, argc), __builtin_elementwise_sub_sat(0u, (unsigned)argc));
  printf("%d %d\n", __builtin_elementwise_max(argc, -3), __builtin_elementwise_abs(-argc));
  char buffer[32];
  memset(buffer, 'a' + argc, 16);
  memmove(buffer + 4, buffer, 10);
  buffer[20] = 0;
  memcpy(buffer + 16, "wxyz", 4);
  printf("%s %d\n", buffer, __builtin_expect(argc == 1, 1));
  printf("%d\n", __builtin_constant_p(argc));
  return 0;
}
