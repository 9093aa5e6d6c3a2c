//@ opt: 0
int main(int argc, char **) {
  try {
    if (argc == 1)
      throw 3; //~ UNSUPPORTED external function __cxa_allocate_exception
  } catch (int n) {
    return n;
  }
  return 0;
}
