#include <stdatomic.h>
#include <stdio.h>
static atomic_int counter;
static _Atomic long wide = 5;
static _Atomic(int *) pointer;
int main(void) {
  int x = 3, expected = 7;
  atomic_fetch_add(&counter, 5);
  atomic_fetch_sub_explicit(&counter, 2, memory_order_relaxed);
  printf("%d %d\n", atomic_load(&counter), atomic_exchange(&counter, 7));
  printf("%d ", atomic_compare_exchange_strong(&counter, &expected, 8));
  printf("%d %d\n", atomic_compare_exchange_strong(&counter, &expected, 9), expected);
  atomic_fetch_or(&wide, 0x50); atomic_fetch_and(&wide, 0x5f); atomic_fetch_xor(&wide, 1);
  atomic_store(&pointer, &x);
  printf("%ld %d\n", atomic_load(&wide), *atomic_load(&pointer));
  printf("%d %d\n", __sync_fetch_and_nand(&x, 6), x);
  printf("%d\n", __atomic_fetch_max(&x, 100, __ATOMIC_SEQ_CST) != x);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  printf("%d%d\n", atomic_flag_test_and_set(&flag), atomic_flag_test_and_set(&flag));
  return 0;
}
