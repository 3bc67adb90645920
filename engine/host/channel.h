// Messages from a scenario process to the supervisor, over a pipe: records with a kind and some bytes.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
	RECORD_ERROR = 'E',    // first byte: the exit code; the rest: one message for the user
	RECORD_NAME = 'N',     // the scenario's name; the answer is a directory to write to
	RECORD_FIGURES = 'F',  // the scenario has figures
	RECORD_TEXT = 'T',     // for stdout
	RECORD_PRINT = 'P',    // what the scenario printed, for stderr
	RECORD_WORK = 'W',     // what the engine is doing for the scenario, if it lasts: progress, for stderr
	RECORD_GNUPLOT = 'G',  // a file for gnuplot, relative to the run
	RECORD_SCENARIO = 'S', // a scenario's file that has to be run
	RECORD_REFUTED = 'R',  // the number of refuted claims, as text
	RECORD_MISSING = 'M',  // how many groups of the plan a run lacks, as text
	RECORD_EXIT = 'X',     // the command's exit code, as text
	RECORD_DONE = 'D',     // the last record of a process that succeeded
};

enum { RECORD_MAX = 1 << 26 };

// Writes a whole record. Until it fails it calls only write(), so a signal handler may use it. False: the
// reader has closed the pipe.
bool record_write(int fd, char kind, const char *bytes, size_t size);

typedef struct Record {
	char kind;
	size_t size;
	char *bytes; // size bytes and a 0
} Record;

// Returns 1 for a record, and 0 if the writer closed the pipe or wrote something that is no record. Errors:
// HN_ERR_IO, HN_ERR_NO_MEMORY, or -EINTR if a signal came before the record began.
int record_read(int fd, Record *out);
void record_free(Record *record);
