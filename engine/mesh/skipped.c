#include "mesh/skipped.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mesh/mesh.h"

enum { TEXT_SIZE = 8192 };

// Of this thread, as the error text is.
static _Thread_local char s_text[TEXT_SIZE];

const char *hn_mesh_skipped(void) { return s_text; }

void skipped_clear(void) { s_text[0] = '\0'; }

// A line that does not fit is left out as a whole.
static void add(const char *place, const char *format, va_list args) {
	char what[400];
	size_t used = strlen(s_text), left = sizeof s_text - used;
	vsnprintf(what, sizeof what, format, args);
	int n = snprintf(s_text + used, left, "%s: skipped: %s\n", place, what);
	if (n < 0 || (size_t)n >= left) s_text[used] = '\0';
}

void skipped_line(const char *name, int64_t line, const char *format, ...) {
	char place[TEXT_SIZE];
	va_list args;
	va_start(args, format);
	snprintf(place, sizeof place, "%s:%lld", name, (long long)line);
	add(place, format, args);
	va_end(args);
}

void skipped_bytes(const char *name, int64_t byte, const char *format, ...) {
	char place[TEXT_SIZE];
	va_list args;
	va_start(args, format);
	snprintf(place, sizeof place, "%s: byte %lld", name, (long long)byte);
	add(place, format, args);
	va_end(args);
}
