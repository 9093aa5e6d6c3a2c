//@ options: --check=uninitialised
//@ paths: 1
int main(void) {
  int x;
  if (x > 3) //~ FAULT uninitialised-use: a 4-byte local x that was never written
    return 1;
  return 0;
}
