// The functions that libstdc++'s headers expect of its library for containers:
// linked lists, the sizes of hash tables, and the hash of bytes. Layouts, names
// and visible behaviour are that library's interface. Its functions that throw
// are left undefined: where one is called, the path ends as unsupported.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace std {
namespace __detail {

struct _List_node_base {
    _List_node_base *next;
    _List_node_base *previous;

    static void swap(_List_node_base &x, _List_node_base &y) noexcept;
    void _M_transfer(_List_node_base *first, _List_node_base *last) noexcept;
    void _M_reverse() noexcept;
    void _M_hook(_List_node_base *position) noexcept;
    void _M_unhook() noexcept;
};

// Inserts this node before the position.
void _List_node_base::_M_hook(_List_node_base *position) noexcept
{
    next = position;
    previous = position->previous;
    previous->next = this;
    position->previous = this;
}

void _List_node_base::_M_unhook() noexcept
{
    next->previous = previous;
    previous->next = next;
}

// Moves the nodes from first up to last before this one.
void _List_node_base::_M_transfer(_List_node_base *first, _List_node_base *last) noexcept
{
    if (this == last || first == last)
        return;
    _List_node_base *back = last->previous;
    first->previous->next = last;
    last->previous = first->previous;
    first->previous = previous;
    previous->next = first;
    back->next = this;
    previous = back;
}

void _List_node_base::_M_reverse() noexcept
{
    _List_node_base *node = this;
    do {
        _List_node_base *following = node->next;
        node->next = node->previous;
        node->previous = following;
        node = following;
    } while (node != this);
}

// The nodes given are the ends of two circular lists; an empty one links itself.
void _List_node_base::swap(_List_node_base &x, _List_node_base &y) noexcept
{
    _List_node_base old_x = x, old_y = y;
    bool x_empty = x.next == &x, y_empty = y.next == &y;

    x = old_y;
    y = old_x;
    if (y_empty)
        x.next = x.previous = &x;
    if (x_empty)
        y.next = y.previous = &y;
    x.next->previous = x.previous->next = &x;
    y.next->previous = y.previous->next = &y;
}

// What _M_need_rehash returns: laid out and passed as std::pair is.
struct Rehash {
    bool needed;
    size_t buckets;
};

struct _Prime_rehash_policy {
    float max_load_factor;
    mutable size_t next_resize;

    size_t _M_next_bkt(size_t least) const;
    Rehash _M_need_rehash(size_t buckets, size_t elements, size_t inserted) const;
};

// The steps that a table takes which grows by insertion, and below them the
// small primes for tables made to measure.
static const size_t sizes[] = {
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 37, 47, 59, 79, 103, 127, 167, 211, 257, 337,
    431, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933, 351061, 712697,
    1447153, 2938679, 5967347, 12117689, 24607243, 49969847, 101473717, 206062531,
    418450753, 849751961, 1725587117, 3504151727,
};

static size_t floor_of(double x)
{
    return x >= 0x1p63 ? SIZE_MAX : static_cast<size_t>(x);
}

size_t _Prime_rehash_policy::_M_next_bkt(size_t least) const
{
    size_t chosen = 0;
    for (size_t size : sizes)
        if (size >= least) {
            chosen = size;
            break;
        }
    if (!chosen)
        chosen = least | 1;
    next_resize = floor_of(chosen * static_cast<double>(max_load_factor));
    return chosen;
}

Rehash _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t inserted) const
{
    size_t wanted = elements + inserted;
    if (wanted <= next_resize)
        return {false, 0};
    // A table's first allocation makes room for more than the first element.
    if (next_resize == 0 && wanted < 11)
        wanted = 11;
    double least = wanted / static_cast<double>(max_load_factor);
    if (least < buckets) {
        next_resize = floor_of(buckets * static_cast<double>(max_load_factor));
        return {false, 0};
    }
    size_t target = floor_of(least) + 1;
    return {true, _M_next_bkt(target > buckets * 2 ? target : buckets * 2)};
}

} // namespace __detail

// The 64-bit variant of MurmurHash2, which std::hash of strings is made of.
size_t _Hash_bytes(const void *start, size_t length, size_t seed)
{
    const uint64_t factor = 0xc6a4a7935bd1e995;
    const unsigned char *bytes = static_cast<const unsigned char *>(start);
    uint64_t hash = seed ^ length * factor;

    for (; length >= 8; length -= 8, bytes += 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        word *= factor;
        word ^= word >> 47;
        hash = (hash ^ word * factor) * factor;
    }
    if (length) {
        uint64_t word = 0;
        memcpy(&word, bytes, length);
        hash = (hash ^ word) * factor;
    }
    hash = (hash ^ hash >> 47) * factor;
    return hash ^ hash >> 47;
}

} // namespace std
