// The files of a group: NNNN-<key>.part, to which records are appended and synced, and NNNN-<key>.json, the
// same records under their final name once the group is finished.
#pragma once

#include "base/file.h"
#include "run/result/result.h"

typedef struct Journal {
	char part[PATH_SIZE], finished[PATH_SIZE];
	int fd;     // of part; -1: not open
	Text lines; // what part holds
	Result *result;
} Journal;

// Reads the group's records: its finished file, else its part up to the first incomplete line. A group in
// which a worker was killed from outside counts as not measured. *out is always a valid result, possibly
// empty.
int32_t journal_read(Result **out, const char *groups_dir, const PlanGroup *group, const char *key);
// The same, and opens the part for more.
int32_t journal_open(Journal *out, const char *groups_dir, const PlanGroup *group, const char *key);
// Appends one record, waits until it is on disk, and changes the result. The line is cleared.
int32_t journal_add(Journal *journal, Text *line);
// Renames: the group is finished.
int32_t journal_finish(Journal *journal);
void journal_close(Journal *journal); // frees the result too
