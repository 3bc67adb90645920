// The words of the command line, as data: parsing, help, completion and the manual page come from these
// tables.
#pragma once

#include <stdint.h>

#define HARNESS_VERSION "0.1.0"
#define LIST_FORMATS    "text|columns|luacats|bash|zsh|fish|man"

typedef enum OptionKind {
	OPTION_FLAG,
	OPTION_TEXT,
	OPTION_UNBUILT, // of a later version: the program says so
} OptionKind;

typedef struct Option {
	const char *name;
	char letter; // 0: none
	OptionKind kind;
	const char *value, *about; // value: what the argument is called, "a|b" for one of these; NULL: none
} Option;

typedef struct Command {
	const char *name;
	int command;       // COMMAND_...; -1: not built
	const char *usage; // as help shows it, without "harness"
	const char *about;
} Command;

typedef struct ExitCode {
	const char *code, *about;
} ExitCode;

// In the order of the help; NULL past the end.
const Option *option_at(int32_t index);
const Command *command_at(int32_t index);
const ExitCode *exit_code_at(int32_t index);
