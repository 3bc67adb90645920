#include "mesh/skipped.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/mesh.h"

enum { TEXT_SIZE = 8192 };

// Each thread has a text of its own, from the first line on. It is too long for a variable of the thread: of
// these a library that a running program loads may have a thousand bytes or two.
static pthread_key_t s_key;
static void make_key(void) {
	if (pthread_key_create(&s_key, free) != 0) abort();
}
static char *text_of_thread(bool make) {
	static pthread_once_t s_once = PTHREAD_ONCE_INIT;
	pthread_once(&s_once, make_key);
	char *text = pthread_getspecific(s_key);
	if (text != NULL || !make) return text;
	text = calloc(1, TEXT_SIZE);
	if (text != NULL && pthread_setspecific(s_key, text) != 0) free(text), text = NULL;
	return text;
}

const char *hn_mesh_skipped(void) {
	const char *text = text_of_thread(false);
	return text != NULL ? text : "";
}

void skipped_clear(void) {
	char *text = text_of_thread(false);
	if (text != NULL) text[0] = '\0';
}

// A line that does not fit is left out as a whole.
static void add(const char *place, const char *format, va_list args) {
	char what[400], *text = text_of_thread(true);
	if (text == NULL) return;
	size_t used = strlen(text), left = TEXT_SIZE - used;
	vsnprintf(what, sizeof what, format, args);
	int n = snprintf(text + used, left, "%s: skipped: %s\n", place, what);
	if (n < 0 || (size_t)n >= left) text[used] = '\0';
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
