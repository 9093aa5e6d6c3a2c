//@ options: --check=uninitialised
//@ exhaustive: no
//@ paths: 1
int main(void) {
  float f;
  if (f < 1) //~ FAULT uninitialised-use: a 4-byte local f
    return 1;
  return 0;
}
