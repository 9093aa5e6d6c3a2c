//@ opt: 0
int main(void) {
  int *p = (int *)0xdeadbeef0000;
  return *p; //~ FAULT wild pointer: read at 0xdeadbeef0000, in no object
}
