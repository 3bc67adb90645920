#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/number.h"

void text_free(Text *text) {
	mem_free(text->data, (size_t)text->capacity);
	*text = (Text){ 0 };
}

void text_clear(Text *text) {
	text->count = 0;
	text->failed = false;
}

void text_add_bytes(Text *text, const char *bytes, int64_t count) {
	if (text->failed) return;
	if (text->count + count + 1 > text->capacity &&
	    !array_reserve((void **)&text->data, &text->capacity, text->count + count + 1, 1)) {
		text->failed = true;
		return;
	}
	memcpy(text->data + text->count, bytes, (size_t)count);
	text->count += count;
	text->data[text->count] = '\0';
}

void text_add(Text *text, const char *s) { text_add_bytes(text, s, (int64_t)strlen(s)); }

void text_addf(Text *text, const char *format, ...) {
	char small[512];
	va_list args;
	va_start(args, format);
	int needed = vsnprintf(small, sizeof small, format, args);
	va_end(args);
	if (needed >= 0 && needed < (int)sizeof small) {
		text_add_bytes(text, small, needed);
		return;
	}
	char *large = needed < 0 ? NULL : mem_alloc((size_t)needed + 1);
	if (large == NULL) {
		text->failed = true;
		return;
	}
	va_start(args, format);
	vsnprintf(large, (size_t)needed + 1, format, args);
	va_end(args);
	text_add_bytes(text, large, needed);
	mem_free(large, (size_t)needed + 1);
}

void text_add_number(Text *text, double value) {
	if (!isfinite(value)) return;
	if (value == floor(value) && fabs(value) < 1e15) {
		text_addf(text, "%lld", (long long)value);
		return;
	}
	char number[NUMBER_TEXT_SIZE];
	number_format(value, number);
	text_add(text, number);
}

int text_digits(double value) {
	double size = fabs(value);
	return size < 99.5 || !(size < 1e9) ? 2 : 1 + (int)log10(size + 0.5);
}

void text_add_json(Text *text, const char *s) {
	text_add(text, "\"");
	for (; *s != '\0'; ++s) {
		if (*s == '"' || *s == '\\')
			text_addf(text, "\\%c", *s);
		else if ((unsigned char)*s < 0x20)
			text_addf(text, "\\u%04x", (unsigned char)*s);
		else
			text_add_bytes(text, s, 1);
	}
	text_add(text, "\"");
}

void text_add_json_number(Text *text, double value) {
	if (isfinite(value))
		text_add_number(text, value);
	else
		text_add(text, "null");
}

void text_add_json_member(Text *text, const char *key, double value) {
	text_addf(text, ",\"%s\":", key);
	text_add_json_number(text, value);
}

void text_add_json_text(Text *text, const char *key, const char *value) {
	text_addf(text, ",\"%s\":", key);
	if (value != NULL)
		text_add_json(text, value);
	else
		text_add(text, "null");
}

int32_t text_check(const Text *text) {
	return text->failed ? error_set(HN_ERR_NO_MEMORY, "out of memory while writing text") : HN_OK;
}

char *string_copy(const char *s) {
	size_t size = strlen(s) + 1;
	char *copy = mem_alloc(size);
	if (copy != NULL) memcpy(copy, s, size);
	return copy;
}

void string_free(char *s) {
	if (s != NULL) mem_free(s, strlen(s) + 1);
}
