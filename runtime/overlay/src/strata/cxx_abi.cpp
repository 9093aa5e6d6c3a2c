// The parts of the Itanium C++ ABI that programs without exceptions call.
#include <stddef.h>
#include <stdint.h>

extern "C" {
[[noreturn]] void abort();
void *malloc(size_t);
void free(void *);

// Identifies the one image there is to __cxa_atexit.
void *__dso_handle = &__dso_handle;

[[noreturn]] void __cxa_pure_virtual()
{
    abort();
}

[[noreturn]] void __cxa_deleted_virtual()
{
    abort();
}

// An array new whose size does not fit, where the standard throws.
[[noreturn]] void __cxa_throw_bad_array_new_length()
{
    abort();
}

// The guard of a static local: the first byte says initialised, the second
// says that initialisation is under way.
int __cxa_guard_acquire(uint8_t *guard)
{
    if (guard[0])
        return 0;
    if (guard[1])
        abort(); // initialisation that reaches itself
    guard[1] = 1;
    return 1;
}

void __cxa_guard_release(uint8_t *guard)
{
    guard[0] = 1;
    guard[1] = 0;
}

void __cxa_guard_abort(uint8_t *guard)
{
    guard[1] = 0;
}

// std::ios_base::Init: every file that includes <iostream> makes one. There are no streams to set up;
// a program that uses one ends there, by name.
void _ZNSt8ios_base4InitC1Ev(void *)
{
}

void _ZNSt8ios_base4InitD1Ev(void *)
{
}

struct ThreadLocal {
    void (*destroy)(void *);
    void *object;
    ThreadLocal *earlier;
};

// The latest of the thread-local objects to destroy.
static ThreadLocal *thread_locals;

int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *)
{
    ThreadLocal *entry = static_cast<ThreadLocal *>(malloc(sizeof(ThreadLocal)));
    if (!entry)
        return -1;
    *entry = {destroy, object, thread_locals};
    thread_locals = entry;
    return 0;
}

int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object, void *dso)
{
    return __cxa_thread_atexit(destroy, object, dso);
}

// Called by exit. A destructor may add to the list.
void __strata_thread_exit()
{
    while (ThreadLocal *entry = thread_locals) {
        thread_locals = entry->earlier;
        entry->destroy(entry->object);
        free(entry);
    }
}
} // extern "C"

namespace std {
typedef void (*terminate_handler)();

static terminate_handler current_handler;

terminate_handler set_terminate(terminate_handler next) noexcept
{
    terminate_handler previous = current_handler;
    current_handler = next;
    return previous;
}

terminate_handler get_terminate() noexcept
{
    return current_handler;
}

[[noreturn]] void terminate() noexcept
{
    if (current_handler)
        current_handler();
    abort();
}
} // namespace std
