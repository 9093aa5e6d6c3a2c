//@ options: --check=uninitialised
//@ paths: 1
int main(void) {
  int t[4] = {1, 2, 3, 4};
  unsigned i;
  return t[i & 3]; //~ FAULT uninitialised-use: an address depends on a 4-byte local i
}
