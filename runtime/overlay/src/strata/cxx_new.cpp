// Operator new and delete over malloc and free. There are no exceptions: where
// the standard throws std::bad_alloc, the program terminates.
#include <stddef.h>

extern "C" {
void *malloc(size_t);
void *aligned_alloc(size_t, size_t);
void free(void *);
}

namespace std {
struct nothrow_t {
    explicit nothrow_t() = default;
};
extern const nothrow_t nothrow;
const nothrow_t nothrow{};

enum class align_val_t : size_t {};
typedef void (*new_handler)();
[[noreturn]] void terminate() noexcept;

static new_handler current_handler;

new_handler set_new_handler(new_handler next) noexcept
{
    new_handler previous = current_handler;
    current_handler = next;
    return previous;
}

new_handler get_new_handler() noexcept
{
    return current_handler;
}
} // namespace std

namespace {
// An alignment of 0 asks for the ordinary one.
void *allocate_or_null(size_t size, size_t alignment)
{
    for (;;) {
        void *p = alignment ? aligned_alloc(alignment, size) : malloc(size);
        if (p || !std::current_handler)
            return p;
        std::current_handler();
    }
}

void *allocate(size_t size, size_t alignment)
{
    void *p = allocate_or_null(size, alignment);
    if (!p)
        std::terminate();
    return p;
}
} // namespace

#define AT(alignment) static_cast<size_t>(alignment)

void *operator new(size_t n) { return allocate(n, 0); }
void *operator new[](size_t n) { return allocate(n, 0); }
void *operator new(size_t n, std::align_val_t a) { return allocate(n, AT(a)); }
void *operator new[](size_t n, std::align_val_t a) { return allocate(n, AT(a)); }
void *operator new(size_t n, const std::nothrow_t &) noexcept { return allocate_or_null(n, 0); }
void *operator new[](size_t n, const std::nothrow_t &) noexcept { return allocate_or_null(n, 0); }
void *operator new(size_t n, std::align_val_t a, const std::nothrow_t &) noexcept
{
    return allocate_or_null(n, AT(a));
}
void *operator new[](size_t n, std::align_val_t a, const std::nothrow_t &) noexcept
{
    return allocate_or_null(n, AT(a));
}

void operator delete(void *p) noexcept { free(p); }
void operator delete[](void *p) noexcept { free(p); }
void operator delete(void *p, size_t) noexcept { free(p); }
void operator delete[](void *p, size_t) noexcept { free(p); }
void operator delete(void *p, std::align_val_t) noexcept { free(p); }
void operator delete[](void *p, std::align_val_t) noexcept { free(p); }
void operator delete(void *p, size_t, std::align_val_t) noexcept { free(p); }
void operator delete[](void *p, size_t, std::align_val_t) noexcept { free(p); }
void operator delete(void *p, const std::nothrow_t &) noexcept { free(p); }
void operator delete[](void *p, const std::nothrow_t &) noexcept { free(p); }
void operator delete(void *p, std::align_val_t, const std::nothrow_t &) noexcept { free(p); }
void operator delete[](void *p, std::align_val_t, const std::nothrow_t &) noexcept { free(p); }
