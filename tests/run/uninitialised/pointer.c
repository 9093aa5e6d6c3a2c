//@ options: --check=uninitialised
//@ paths: 1
int main(void) {
  int *p;
  return *p; //~ FAULT uninitialised-use: an address depends on a 8-byte local p
}
