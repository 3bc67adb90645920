// Instructions counted by valgrind's callgrind: a worker under it counts nothing but what callgrind_collected
// calls, and leaves a dump of each call.
#pragma once

#include <stdint.h>

#include "base/file.h"

// Looks for valgrind in PATH. False, with the error set: it is not there.
bool callgrind_find(char path[PATH_SIZE]);

enum { CALLGRIND_ARGS = 10 };
typedef struct Callgrind {
	char folder[PATH_SIZE]; // of the dumps, made and removed with it
	char program[PATH_SIZE], self[64], out[PATH_SIZE + 32];
	char *args[CALLGRIND_ARGS];
} Callgrind;

// Makes the folder, and the command that is this very binary as a worker under valgrind.
int32_t callgrind_begin(Callgrind *out, const char *program, const char *folder);
// Instructions of the call of that number, from 1, and who counted them. HN_ERR_INVALID: there is no such
// dump.
int32_t callgrind_read(const Callgrind *callgrind, int32_t call, double *instructions, char *tool,
                       size_t size);
void callgrind_end(Callgrind *callgrind);

// Calls the function. Only what happens inside is counted. Callgrind finds it by name, so it must not be
// inlined.
int32_t callgrind_collected(int32_t (*work)(void *context), void *context);
