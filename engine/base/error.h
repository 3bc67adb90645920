// Errors and checks. Functions that can fail return ERR_OK (0) or a negative code and leave a text for a
// person.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	ERR_OK = 0,
	ERR_NO_MEMORY = -1, // the limit of mem.h, or the system's
	ERR_BAD_INPUT = -2, // the caller's data are wrong; the text says where
	ERR_IO = -3,        // a file or pipe; the text names it
	ERR_INVALID = -4,   // something that would falsify a result: a full stack, a NaN bound
	ERR_NOT_FOUND = -5,
	ERR_EXISTS = -6, // a lock is held, a name is taken
};

// Sets the text and returns code, so that `return error_set(ERR_IO, ...)` is one line.
int32_t error_set(int32_t code, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Puts "context: " before the present text and returns code.
int32_t error_prefix(int32_t code, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The text of the last error of this process; never NULL.
const char *error_text(void);

// CHECK: on in every build, for what would falsify a measurement. ASSERT: a programmer's mistake; off with
// NDEBUG.
_Noreturn void check_failed(const char *condition, const char *file, int line);
#define CHECK(condition) ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))
#ifdef NDEBUG
#define ASSERT(condition) ((void)0)
#else
#define ASSERT(condition) CHECK(condition)
#endif
