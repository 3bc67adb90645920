#include "mesh/scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "mesh/skipped.h"

// ---- errors

int32_t scan_fail(const Scanner *s, const char *format, ...) {
	char what[400];
	va_list args;
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	return error_set(HN_ERR_BAD_INPUT, "%s:%lld: %s", s->name, (long long)s->line, what);
}

int32_t scan_place(const Scanner *s, int32_t code) {
	if (code != HN_ERR_BAD_INPUT) return code;
	return error_prefix(code, "%s:%lld", s->name, (long long)s->line);
}

Shown token_show(Token token) {
	Shown shown = { { 0 } };
	size_t size = token.size < SHOWN_LENGTH ? token.size : SHOWN_LENGTH;
	for (size_t i = 0; i < size; ++i) {
		unsigned char c = (unsigned char)token.at[i];
		shown.text[i] = (char)(c < 32 || c > 126 ? '?' : c);
	}
	if (token.size > size) memcpy(shown.text + size, "...", 3);
	return shown;
}

bool token_is(Token token, const char *word) {
	return token.size == strlen(word) && memcmp(token.at, word, token.size) == 0;
}

// ---- lines and tokens

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

static bool is_line_end(const Scanner *s, const char *p) { return p == s->end || *p == '\n' || *p == '\r'; }

static bool is_continuation(const Scanner *s, const char *p) {
	return *p == '\\' && s->continued && p + 1 < s->end && (p[1] == '\n' || p[1] == '\r');
}

bool scan_at_line_end(const Scanner *s) { return is_line_end(s, s->at); }

void scan_line_end(Scanner *s) {
	if (s->at == s->end) return;
	if (*s->at == '\r' && s->at + 1 < s->end && s->at[1] == '\n') s->at += 1;
	s->at += 1;
	s->line += 1;
}

void scan_skip_rest(Scanner *s) {
	while (!is_line_end(s, s->at)) s->at += 1;
}

static void skip_blanks(Scanner *s) {
	while (s->at < s->end) {
		if (is_blank(*s->at)) {
			s->at += 1;
		} else if (is_continuation(s, s->at)) {
			s->at += 1;
			scan_line_end(s);
		} else {
			return;
		}
	}
}

bool scan_next(Scanner *s, Token *out) {
	skip_blanks(s);
	if (s->comments && s->at < s->end && *s->at == '#') scan_skip_rest(s);
	if (is_line_end(s, s->at)) return false;
	out->at = s->at;
	while (!is_line_end(s, s->at) && !is_blank(*s->at) && !is_continuation(s, s->at)) s->at += 1;
	out->size = (size_t)(s->at - out->at);
	return true;
}

bool scan_next_line(Scanner *s, Token *out) {
	while (!scan_next(s, out)) {
		if (s->at == s->end) return false;
		scan_line_end(s);
	}
	return true;
}

int32_t scan_line_done(Scanner *s, const char *what) {
	Token token;
	if (!scan_next(s, &token)) return HN_OK;
	return scan_fail(s, "'%s' is one too many in %s", token_show(token).text, what);
}

void scan_skip_mark(Scanner *s) {
	if (s->end - s->at >= 3 && memcmp(s->at, "\xEF\xBB\xBF", 3) == 0) s->at += 3;
}

bool scan_is_padding(const Scanner *s, const char *from) {
	while (from < s->end && (*from == '\0' || *from == '\x1a')) from += 1;
	return from == s->end;
}

int32_t scan_check_text(Scanner *s) {
	if (s->at == s->end) return error_set(HN_ERR_BAD_INPUT, "%s: the file is empty", s->name);
	const char *nul = memchr(s->at, '\0', (size_t)(s->end - s->at));
	if (nul != NULL && nul > s->at && scan_is_padding(s, nul)) {
		skipped_bytes(s->name, nul - s->at, "%lld NUL bytes at the end", (long long)(s->end - nul));
		s->end = nul;
		nul = NULL;
	}
	if (nul == NULL) {
		scan_skip_mark(s);
		return HN_OK;
	}
	while (s->at < nul)
		if (scan_at_line_end(s))
			scan_line_end(s);
		else
			s->at += 1;
	return scan_fail(s, "a NUL byte; this is not a text file");
}

// ---- numbers

int32_t scan_number(const Scanner *s, double *out, Token token) {
	if (token.size > NUMBER_SPAN_MAX)
		return scan_fail(s, "a number of %zu characters; at most %d are allowed", token.size,
		                 NUMBER_SPAN_MAX);
	if (number_parse_span(out, token.at, token.size)) return HN_OK;
	return scan_fail(s, "'%s' is not a finite decimal number", token_show(token).text);
}

int32_t scan_numbers(Scanner *s, double *out, int most, int *count, const char *keyword) {
	Token token;
	for (*count = 0; scan_next(s, &token); *count += 1) {
		if (*count == most)
			return scan_fail(s, "%s has more than %d numbers: '%s'", keyword, most, token_show(token).text);
		int32_t code = scan_number(s, &out[*count], token);
		if (code != HN_OK) return code;
	}
	return HN_OK;
}

bool token_integer(Token token, int64_t *out) {
	const char *at = token.at, *end = token.at + token.size;
	bool negative = at < end && *at == '-';
	if (at < end && (*at == '-' || *at == '+')) ++at;
	if (at == end) return false;
	int64_t value = 0;
	for (; at < end; ++at) {
		if (*at < '0' || *at > '9') return false;
		if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *at - '0', &value))
			value = INT64_MAX;
	}
	*out = negative ? -value : value;
	return true;
}

int32_t scan_count(const Scanner *s, int64_t *out, Token token, const char *what) {
	if (*token.at != '-' && *token.at != '+' && token_integer(token, out)) return HN_OK;
	return scan_fail(s, "'%s' is not a %s", token_show(token).text, what);
}
