/* What the files of the replay library share. */

#ifndef STRATA_REPLAY_H
#define STRATA_REPLAY_H

#include <stddef.h>

/* How a run ends that the library ends; `strata replay` knows these numbers. */
enum {
    /* The test cannot be read, or does not fit the program. */
    REPLAY_MISMATCH = 117,
    /* The input violates an assumption of the program. */
    REPLAY_ASSUMPTION = 118,
    /* klee_report_error. */
    REPLAY_REPORTED = 119,
    /* Something that only the engine knows was asked for. */
    REPLAY_UNKNOWN = 120
};

/* Fills the bytes with the next object of the test, which must have this name and size. */
void replay_next(void *bytes, size_t size, const char *name);

/* Writes one line to standard error. */
void replay_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says why, and ends the process. */
void replay_stop(int status, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

/* The same, but for KLEE_RUN_TEST_ERRORS_NON_FATAL, which lets such runs go on. */
void replay_complain(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
