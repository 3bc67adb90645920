// Errors and checks. A function that can fail returns HN_OK (0) or a negative code and sets a readable error
// text.
#pragma once

#include "api/engine.h"

// Sets the error text and returns code, so that a caller can write `return error_set(HN_ERR_IO, ...)`.
int32_t error_set(int32_t code, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Puts "context: " before the present error text and returns code.
int32_t error_prefix(int32_t code, const char *format, ...) __attribute__((format(printf, 2, 3)));
// HN_ERR_BAD_INPUT with the text "<what> is NULL" if `given` is NULL, else HN_OK.
int32_t error_if_null(const void *given, const char *what);

// CHECK is active in every build. It guards against what would falsify a measurement. ASSERT catches
// programming mistakes and is off with NDEBUG.
_Noreturn void check_failed(const char *condition, const char *file, int line);
#define CHECK(condition) ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))
#ifdef NDEBUG
#define ASSERT(condition) ((void)0)
#else
#define ASSERT(condition) CHECK(condition)
#endif
