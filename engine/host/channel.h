// Messages from a scenario process to the supervisor, over a pipe: records with a kind and some bytes.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
	RECORD_ERROR = 'E',   // first byte: the exit code; the rest: one message for a person
	RECORD_NAME = 'N',    // the scenario's name; the answer is a directory to write to
	RECORD_FIGURES = 'F', // the scenario has figures
	RECORD_TEXT = 'T',    // for stdout
	RECORD_PRINT = 'P',   // what the scenario printed, for stderr
	RECORD_GNUPLOT = 'G', // a file for gnuplot, relative to the run
	RECORD_REFUTED = 'R', // the number of refuted claims, as text
	RECORD_EXIT = 'X',    // the exit code that the answer means, as text
	RECORD_DONE = 'D',    // the last one, if all went well
};

enum { RECORD_MAX = 1 << 26 };

// Writes a whole record; only calls write, so a signal handler may use it. False: the reader is gone.
bool record_write(int fd, char kind, const char *bytes, size_t size);

typedef struct Record {
	char kind;
	size_t size;
	char *bytes; // size bytes and a 0
} Record;

// 1: a record; 0: the writer has closed the pipe, or what it wrote is no record; negative: HN_ERR_IO,
// HN_ERR_NO_MEMORY, or -EINTR when a signal came before the record began.
int record_read(int fd, Record *out);
void record_free(Record *record);
