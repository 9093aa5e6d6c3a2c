//@ opt: 0
int (*volatile f)(void);
int main(void) {
  return f(); //~ FAULT call through a null pointer
}
