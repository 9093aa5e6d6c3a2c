// A bitwise CRC-32 of 1 MiB.
#include <stdio.h>
#include <stdlib.h>

static unsigned crc32(const unsigned char *data, unsigned long size) {
  unsigned crc = ~0u;
  for (unsigned long i = 0; i < size; i++) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++)
      crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return ~crc;
}

int main(void) {
  unsigned long size = 1 << 20;
  unsigned char *data = malloc(size);
  for (unsigned long i = 0; i < size; i++)
    data[i] = i * 31 + (i >> 8);
  printf("%08x\n", crc32(data, size));
  free(data);
  return 0;
}
