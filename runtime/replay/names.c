/* Functions that our C library has and native musl does not. `configure` finds them, so that programs bring no
 * versions of their own, which are made for speed: by words, beyond the end of what they are given. */
#include <stddef.h>

void *rawmemchr(const void *memory, int wanted) __attribute__((weak));

void *rawmemchr(const void *memory, int wanted)
{
    const unsigned char *byte = memory;
    while (*byte != (unsigned char)wanted)
        byte++;
    return (void *)byte;
}
