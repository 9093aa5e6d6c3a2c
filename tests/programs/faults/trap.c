//@ opt: 0 2
int main(void) {
  __builtin_trap(); //~ FAULT trap
}
