// Common parts of the readers of text formats: lines, tokens, numbers, and errors with file and line. Lines
// end in LF, CR LF or CR. Blanks are space, tab, VT and FF.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Scanner {
	const char *at, *end;
	const char *name; // of the file, for errors
	int64_t line;     // from 1
	bool comments;    // '#' at the start of a line or after a blank begins a comment
	bool continued;   // a backslash at the end of a line continues it on the next
} Scanner;

typedef struct Token {
	const char *at;
	size_t size;
} Token;

// A token as an error text shows it: shortened, and without bytes that would disturb a terminal.
enum { SHOWN_LENGTH = 40 };
typedef struct Shown {
	char text[SHOWN_LENGTH + 4];
} Shown;
Shown token_show(Token token);
bool token_is(Token token, const char *word);

// Returns HN_ERR_BAD_INPUT with the text "name:line: ...".
int32_t scan_fail(const Scanner *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Puts "name:line: " before the error text if code is HN_ERR_BAD_INPUT. Returns code.
int32_t scan_place(const Scanner *s, int32_t code);

// Skips a UTF-8 byte order mark, and NUL bytes at the end with a warning. HN_ERR_BAD_INPUT if the text is
// empty or contains another NUL byte.
int32_t scan_check_text(Scanner *s);
// Whether nothing follows from there but NUL bytes, with which some programs pad a text, and ends of DOS
// files.
bool scan_is_padding(const Scanner *s, const char *from);
void scan_skip_mark(Scanner *s); // skips the byte order mark only

// The next token of the line. False at the end of the line, where the scanner stays.
bool scan_next(Scanner *s, Token *out);
// The next token of this line or a later one. False at the end of the file.
bool scan_next_line(Scanner *s, Token *out);
// HN_ERR_BAD_INPUT if the line has another token.
int32_t scan_line_done(Scanner *s, const char *what);
void scan_line_end(Scanner *s);  // steps over one line end
void scan_skip_rest(Scanner *s); // skips the rest of the line, comments included
bool scan_at_line_end(const Scanner *s);

// Converts a token that is one finite decimal number.
int32_t scan_number(const Scanner *s, double *out, Token token);
// Reads all numbers of the line. HN_ERR_BAD_INPUT if there are more than `most`.
int32_t scan_numbers(Scanner *s, double *out, int most, int *count, const char *keyword);
// Converts a token of digits only. Larger values become INT64_MAX.
int32_t scan_count(const Scanner *s, int64_t *out, Token token, const char *what);
// Converts digits with an optional sign. Values beyond the range of int64_t saturate.
bool token_integer(Token token, int64_t *out);
