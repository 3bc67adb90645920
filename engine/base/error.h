// Errors and checks. Functions that can fail return HN_OK (0) or a negative code and leave a text for a
// person.
#pragma once

#include "api/engine.h"

// Sets the text and returns code, so that `return error_set(HN_ERR_IO, ...)` is one line.
int32_t error_set(int32_t code, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Puts "context: " before the present text and returns code.
int32_t error_prefix(int32_t code, const char *format, ...) __attribute__((format(printf, 2, 3)));
// HN_ERR_BAD_INPUT with "<what> is NULL" where a caller of the library gave nothing, else HN_OK.
int32_t error_if_null(const void *given, const char *what);

// CHECK: on in every build, for what would falsify a measurement. ASSERT: a programmer's mistake; off with
// NDEBUG.
_Noreturn void check_failed(const char *condition, const char *file, int line);
#define CHECK(condition) ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))
#ifdef NDEBUG
#define ASSERT(condition) ((void)0)
#else
#define ASSERT(condition) CHECK(condition)
#endif
