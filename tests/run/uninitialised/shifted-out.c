//@ options: --check=uninitialised
//@ paths: 1
//@ exit: 1
int main(void) {
  unsigned x;
  unsigned char *bytes = (unsigned char *)&x;
  bytes[3] = 7;
  if (x >> 24 == 7)
    return 1;
  return 0;
}
