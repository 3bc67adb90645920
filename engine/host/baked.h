// What draw and export share: the baked scene of one point of a scenario.
#pragma once

#include "host/command_parts.h"

typedef struct Baked {
	const Options *options;
	const char *ending;                     // of the file's name without -o: <scenario>-<point><ending>
	char scene[PATH_SIZE], path[PATH_SIZE]; // the scene; the file to write
	Temporary folder;                       // of the scene
} Baked;

// Bakes the scene of the point of the command line, and hands it to `write`, which returns an exit code.
int baked_do(Baked *baked, int (*write)(const Baked *baked));
// The exit code of what `write` came to, after its message. signal_number: the signal that stopped it, or 0.
int baked_code(int32_t status, int32_t signal_number);
