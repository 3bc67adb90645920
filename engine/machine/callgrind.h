// Counts instructions with valgrind's callgrind. A worker under it counts only what callgrind_collected
// calls, and writes a dump for each call.
#pragma once

#include <stdint.h>

#include "base/file.h"

// Looks for valgrind in PATH. False: it is not there; the error is set.
bool callgrind_find(char path[PATH_SIZE]);

enum { CALLGRIND_ARGS = 10 };
typedef struct Callgrind {
	char folder[PATH_SIZE]; // of the dumps; callgrind_begin makes it, callgrind_end removes it
	char program[PATH_SIZE], self[64], out[PATH_SIZE + 32];
	char *args[CALLGRIND_ARGS];
} Callgrind;

// Makes the folder, and the command that runs this binary as a worker under valgrind.
int32_t callgrind_begin(Callgrind *out, const char *program, const char *folder);
// Reads the number of instructions of a call and the version of the tool. Calls are numbered from 1.
// HN_ERR_INVALID: there is no such dump.
int32_t callgrind_read(const Callgrind *callgrind, int32_t call, double *instructions, char *tool,
                       size_t size);
void callgrind_end(Callgrind *callgrind);

// Calls the function. Only what happens inside is counted. Callgrind finds it by name, so it must not be
// inlined.
int32_t callgrind_collected(int32_t (*work)(void *context), void *context);
