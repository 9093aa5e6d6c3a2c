//@ options: --check=uninitialised
//@ exhaustive: no
//@ paths: 1
int main(void) {
  unsigned x;
  unsigned y = x / 3;
  if (y == 1) //~ FAULT uninitialised-use: a 4-byte local x
    return 1;
  return 0;
}
