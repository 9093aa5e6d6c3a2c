//@ options: --check=uninitialised
//@ paths: 1
int main(void) {
  int n, sum = 0;
  for (int i = 0; i < n; i++) //~ FAULT uninitialised-use: a 4-byte local n
    sum += i;
  return sum > 3;
}
