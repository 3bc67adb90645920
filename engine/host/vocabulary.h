// The commands and options of the command line as tables. The parser, help, shell completion and the manual
// page use them.
#pragma once

#include <stdint.h>

#define HARNESS_VERSION "0.1.0"
#define LIST_FORMATS    "text|columns|luacats|bash|zsh|fish|man"

typedef enum OptionKind {
	OPTION_FLAG,
	OPTION_TEXT,
	OPTION_UNBUILT, // reserved for a later version: using it is an error
} OptionKind;

typedef struct Option {
	const char *name;
	char letter; // 0: none
	OptionKind kind;
	const char *value, *about; // value: the argument's name, or "a|b" for a choice; NULL: no argument
} Option;

typedef struct Command {
	const char *name;
	int command;       // COMMAND_...; -1: not built
	const char *usage; // the usage line of help, without "harness"
	const char *about;
} Command;

typedef struct ExitCode {
	const char *code, *about;
} ExitCode;

// Options and commands in the order of the help. NULL past the end.
const Option *option_at(int32_t index);
const Command *command_at(int32_t index);
const ExitCode *exit_code_at(int32_t index);
