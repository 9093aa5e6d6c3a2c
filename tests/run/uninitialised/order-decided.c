//@ options: --check=uninitialised
//@ paths: 1
//@ exit: 1
int main(void) {
  unsigned x;
  unsigned char *bytes = (unsigned char *)&x;
  bytes[3] = 0x80;
  if (x >= 0x80000000u && (int)x < 0)
    return 1;
  return 0;
}
