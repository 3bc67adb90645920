// The command line.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/shard.h"
#include "host/vocabulary.h"

typedef struct Words {
	const char **at;
	int32_t count;
} Words;

typedef struct Options {
	int32_t verb;   // VERB_...
	uint64_t given; // bits of OPTION_...: those on the command line
	Words files;    // the operands
	Words words;    // for submit: the command line of a shard
	Words extra;    // for submit: what follows --
	int argc;       // of the program
	char **argv;
	// One field for each option. Without the option it has its default, or else 0.
#define OPTION(field, name, letter, type, c_type, value, lo, hi, fallback, verbs, about) c_type field;
#include "host/options.def"
} Options;

// Parses the command line. Returns 0, or an exit code after one message on stderr. Call options_free in both
// cases. *out points into argv.
int options_parse(Options *out, int argc, char **argv);
void options_free(Options *options);
static inline bool options_has(const Options *options, int32_t option) {
	return (options->given >> option & 1) != 0;
}
