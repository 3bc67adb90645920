// What the readers of text formats share: lines, tokens, numbers, and errors with file and line. Lines end in
// LF, CR LF or CR; blanks are space, tab, VT and FF.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Scanner {
	const char *at, *end;
	const char *name; // of the file, for errors
	int64_t line;     // from 1
	bool comments;    // '#' at the start of a line or after a blank: the rest of the line is skipped
	bool continued;   // a backslash at the end of a line: it goes on in the next
} Scanner;

typedef struct Token {
	const char *at;
	size_t size;
} Token;

// A token as an error shows it: cut, and without bytes that would upset a terminal.
enum { SHOWN_LENGTH = 40 };
typedef struct Shown {
	char text[SHOWN_LENGTH + 4];
} Shown;
Shown token_show(Token token);
bool token_is(Token token, const char *word);

// HN_ERR_BAD_INPUT with "name:line: ..."
int32_t scan_fail(const Scanner *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Puts "name:line: " before the text of an HN_ERR_BAD_INPUT; every code is returned as it is.
int32_t scan_place(const Scanner *s, int32_t code);

// Skips a UTF-8 byte order mark; HN_ERR_BAD_INPUT where there is nothing, or a NUL byte anywhere.
int32_t scan_check_text(Scanner *s);
void scan_skip_mark(Scanner *s); // the byte order mark alone

// The next token of the line; false at its end, where the scanner then stands.
bool scan_next(Scanner *s, Token *out);
// The next token, of this line or a later one; false at the end of the file.
bool scan_next_line(Scanner *s, Token *out);
// HN_ERR_BAD_INPUT where the line has one more token.
int32_t scan_line_done(Scanner *s, const char *what);
void scan_line_end(Scanner *s);  // steps over one
void scan_skip_rest(Scanner *s); // of the line, comments or not
bool scan_at_line_end(const Scanner *s);

// One finite decimal number.
int32_t scan_number(const Scanner *s, double *out, Token token);
// All numbers of the line; HN_ERR_BAD_INPUT where there are more than `most`.
int32_t scan_numbers(Scanner *s, double *out, int most, int *count, const char *keyword);
// Digits alone. INT64_MAX stands for everything above.
int32_t scan_count(const Scanner *s, int64_t *out, Token token, const char *what);
// Digits with or without a sign; saturates.
bool token_integer(Token token, int64_t *out);
