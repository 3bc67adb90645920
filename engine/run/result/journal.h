// The files of a group. NNNN-<key>.part is the journal, to which records are appended and synced.
// NNNN-<key>.json has the same records once the group is finished. Records are a chain of hashes (chain.h),
// but for those of journals that are older than the chain.
#pragma once

#include "base/file.h"
#include "run/result/chain.h"
#include "run/result/result.h"

typedef struct Journal {
	char part[PATH_SIZE], finished[PATH_SIZE];
	int fd;                     // of part; -1: not open
	int64_t synced_ns;          // when it last was
	Text lines;                 // the content of part
	char head[SHA256_HEX_SIZE]; // of the chain: that of the last record; empty: there is none
	Result *result;
} Journal;

// Takes the key of each group that has a file in the folder; the others keep theirs. A group that moved to
// another machine may have files of several keys: a finished one comes first. finished: of these alone.
int32_t journal_keys(char (*keys)[HN_HASH_HEX_SIZE], int32_t count, const char *groups_dir, bool finished);
// Reads the group's records: its finished file, else its part up to the first incomplete line. *out is
// always a valid result, possibly empty. HN_ERR_BAD_INPUT: a record was changed, and the error text names the
// file.
int32_t journal_read(Result **out, const char *groups_dir, const PlanGroup *group, const char *key);
// Does the same, and opens the part for further records.
int32_t journal_open(Journal *out, const char *groups_dir, const PlanGroup *group, const char *key);
// Checks the chain of a finished file. *chained: whether it has one. HN_ERR_BAD_INPUT: a record was changed.
int32_t journal_check(const char *path, bool *chained);
// Appends one record and changes the result. The line is cleared. Waits until all is on disk, unless it did
// so a tenth of a second ago: a loss of power takes no more than that, and short rounds go on.
int32_t journal_add(Journal *journal, Text *line);
// Finishes the group: writes the finished file and removes the part.
int32_t journal_finish(Journal *journal);
void journal_close(Journal *journal); // frees the result too
// Makes a finished group, if it is one, an unfinished one with the same records: it was counted, and is to be
// timed too.
int32_t journal_reopen(const char *groups_dir, const PlanGroup *group, const char *key);
