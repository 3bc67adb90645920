#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local char s_text[1024] = "no error";

int32_t error_set(int32_t code, const char *format, ...) {
	char text[sizeof s_text]; // a buffer of its own, because the arguments may point into the old text
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	memcpy(s_text, text, sizeof text);
	return code;
}

int32_t error_prefix(int32_t code, const char *format, ...) {
	char prefix[sizeof s_text / 2], text[sizeof s_text];
	va_list args;
	va_start(args, format);
	vsnprintf(prefix, sizeof prefix, format, args);
	va_end(args);
	memcpy(text, s_text, sizeof text);
	size_t used = strlen(prefix), room = sizeof s_text - used - 3; // 3: ": " and the final NUL
	memcpy(s_text, prefix, used);
	memcpy(s_text + used, ": ", 2);
	size_t kept = strlen(text) < room ? strlen(text) : room; // a long text loses its end
	memcpy(s_text + used + 2, text, kept);
	s_text[used + 2 + kept] = '\0';
	return code;
}

int32_t error_if_null(const void *given, const char *what) {
	return given != NULL ? HN_OK : error_set(HN_ERR_BAD_INPUT, "%s is NULL", what);
}

const char *hn_error_text(void) { return s_text; }

int32_t hn_api_version(void) { return HN_API_VERSION; }

void check_failed(const char *condition, const char *file, int line) {
	fprintf(stderr, "harness: internal check failed: %s (%s:%d)\n", condition, file, line);
	abort();
}
