//@ options: --check=uninitialised
//@ paths: 1
int main(void) {
  unsigned x;
  unsigned char *bytes = (unsigned char *)&x;
  bytes[3] = 7;
  if (x >> 23 == 14) //~ FAULT uninitialised-use: a 4-byte local x
    return 1;
  return 0;
}
