//@ options: --check=uninitialised
//@ paths: 1
int main(void) {
  int t[4] = {1, 2, 3, 4};
  unsigned i;
  t[i & 3] = 0; //~ FAULT uninitialised-use: an address depends on a 4-byte local i
  return t[0];
}
