/* Included before every C++ program: makes the headers of the distribution's
 * libstdc++, which were configured for glibc, fit this library. */
#define __GLIBC_PREREQ(major, minor) 0
#define __locale_t locale_t

/* Templates that its library instantiates are instantiated by the program. */
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
