//@ options: --check=uninitialised
//@ paths: 1
//@ replay: off MemorySanitizer does not look at what is called
int main(void) {
  void (*f)(void);
  f(); //~ FAULT uninitialised-use: an address depends on an 8-byte local f
  return 0;
}
