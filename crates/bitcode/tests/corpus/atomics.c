// Atomics of every kind and ordering, fences, volatile accesses.
#include <stdatomic.h>
#include <stdint.h>

_Atomic int counter;
_Atomic uint64_t wide;
_Atomic _Bool once;
_Atomic(void *) head;
_Atomic float ratio;
struct pair { int a, b; };
_Atomic struct pair both;
volatile int port;

int loads(void) {
  return atomic_load(&counter) + atomic_load_explicit(&counter, memory_order_relaxed) +
         atomic_load_explicit(&counter, memory_order_acquire) +
         atomic_load_explicit(&counter, memory_order_consume);
}
void stores(int n) {
  atomic_store(&counter, n);
  atomic_store_explicit(&counter, n, memory_order_relaxed);
  atomic_store_explicit(&counter, n, memory_order_release);
  atomic_store(&once, n != 0);
  atomic_store(&ratio, n * 0.5f);
}
uint64_t updates(uint64_t n) {
  uint64_t sum = atomic_fetch_add(&wide, n);
  sum += atomic_fetch_sub_explicit(&wide, n, memory_order_relaxed);
  sum += atomic_fetch_and_explicit(&wide, n, memory_order_acquire);
  sum += atomic_fetch_or_explicit(&wide, n, memory_order_release);
  sum += atomic_fetch_xor_explicit(&wide, n, memory_order_acq_rel);
  sum += atomic_exchange(&wide, n);
  sum += __atomic_fetch_nand(&port, (int)n, __ATOMIC_SEQ_CST);
  sum += __atomic_fetch_max(&port, (int)n, __ATOMIC_SEQ_CST);
  sum += __atomic_fetch_min((unsigned *)&port, (unsigned)n, __ATOMIC_RELAXED);
  sum += __sync_fetch_and_add(&port, 1) + __sync_lock_test_and_set(&port, 3);
  return sum;
}
_Bool exchanges(int old, int new) {
  _Bool done = atomic_compare_exchange_strong(&counter, &old, new);
  done |= atomic_compare_exchange_weak(&counter, &old, new);
  done |= atomic_compare_exchange_strong_explicit(&counter, &old, new, memory_order_acq_rel,
                                                  memory_order_acquire);
  done |= atomic_compare_exchange_weak_explicit(&counter, &old, new, memory_order_release,
                                                memory_order_relaxed);
  return done | __sync_bool_compare_and_swap(&port, old, new);
}
void *swap_pointer(void *p) { return atomic_exchange_explicit(&head, p, memory_order_acq_rel); }
float add_float(float f) {
  ratio += f;
  return ratio;
}
struct pair swap_pair(struct pair p) { return atomic_exchange(&both, p); }
void fences(void) {
  atomic_thread_fence(memory_order_acquire);
  atomic_thread_fence(memory_order_release);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_seq_cst);
}
int device(volatile int *p) {
  port = *p;
  *p = port + 1;
  __builtin_memcpy((void *)p, (void *)&port, 4);
  return port;
}
