// The seal of a run. files.sha256 has the SHA-256 of each file that was planned and measured, in the form of
// sha256sum. manifest.json has the hash of this list ("files"), and ends with a hash of its own ("chain"):
// the head of a chain of hashes through all of them. What a report makes is not in it, as it can be made
// again.
#pragma once

#include "base/hash.h"
#include "base/text.h"

#define SEAL_FILE "files.sha256"

// Writes the list of the folder's files, and adds both hashes to the text of its manifest.
int32_t seal_close(Text *manifest, const char *dir);
// Marks the manifest of a run that is being measured: it has no seal yet.
void seal_open(Text *manifest);
// The same as seal_close for a manifest that is written already.
int32_t seal_folder(const char *dir);

// Writes the list again, and says so, where it was lost or damaged and the files are still those that the
// manifest has the hash of.
int32_t seal_mend(const char *dir);

#define REPORT_SEAL_FILE "report.sha256"
// Writes report.sha256: the same list of the files that a report makes. It is removed when a report begins.
int32_t seal_report(const char *dir);
int32_t seal_report_begin(const char *dir);

typedef struct Seal {
	char head[SHA256_HEX_SIZE]; // empty: the run has no seal
	Text wrong; // a line "FILE: what is wrong" for each file that was changed; text_free frees it
	int32_t wrong_count;
} Seal;

// Compares the files of a run with its seal. all: with its scenes. The files of a run without a seal are
// checked as far as their journals have chains. Errors: of reading.
int32_t seal_check(Seal *out, const char *dir, bool all);
// The same for the files of its report, after it. A sealed run whose report has no list passes where it has
// no figures and no pictures.
int32_t seal_check_report(Seal *seal, const char *dir);
