/* Included before every C++ program: makes the headers of the distribution's
 * libstdc++, which were configured for glibc, fit this library. */
#define __GLIBC_PREREQ(major, minor) 0
#define __locale_t locale_t

/* The bits by which its <locale> tells classes of characters apart. */
enum {
	_ISblank = 1 << 0,
	_IScntrl = 1 << 1,
	_ISpunct = 1 << 2,
	_ISalnum = 1 << 3,
	_ISupper = 1 << 8,
	_ISlower = 1 << 9,
	_ISalpha = 1 << 10,
	_ISdigit = 1 << 11,
	_ISxdigit = 1 << 12,
	_ISspace = 1 << 13,
	_ISprint = 1 << 14,
	_ISgraph = 1 << 15
};

/* Templates that its library instantiates are instantiated by the program. */
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
