//@ options: --check=uninitialised
//@ paths: 1
int main(void) {
  int a[2], b[2];
  a[0] = 3;
  for (unsigned i = 0; i < sizeof a; i++)
    ((char *)b)[i] = ((char *)a)[i];
  if (b[0] != 3)
    return 2;
  if (b[1]) //~ FAULT uninitialised-use: an 8-byte local a
    return 1;
  return 0;
}
