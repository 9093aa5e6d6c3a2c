//@ options: --check=uninitialised
//@ paths: 1
int main(void) {
  int x;
  switch (x) { //~ FAULT uninitialised-use: a 4-byte local x
  case 1:
    return 1;
  case 2:
    return 2;
  }
  return 0;
}
