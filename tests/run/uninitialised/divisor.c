//@ options: --check=uninitialised
//@ paths: 1
int main(void) {
  int x;
  return 10 / (x | 1); //~ FAULT uninitialised-use: a divisor depends on a 4-byte local x
}
