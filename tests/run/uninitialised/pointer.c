//@ options: --check=uninitialised
//@ paths: 1
int main(void) {
  int *p;
  return *p; //~ FAULT uninitialised-use: an address depends on an 8-byte local p
}
