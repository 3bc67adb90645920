// A run as one file: a tar archive that has the same bytes whenever it is made of the same run.
#pragma once

#include <stdbool.h>

#include "base/file.h"

// Whether a path looks like a pack: .tar.zst, .tar.gz or .tgz.
bool pack_is(const char *path);
// Writes the run to `file`; its ending chooses zstd or gzip. The source at the run's commit is in it if
// `source` is a git repository that has the commit; *sourced says so. HN_ERR_EXISTS: the file is there and
// not `force`.
int32_t pack_write(const char *run_dir, const char *file, const char *source, bool force, bool *sourced);
// Unpacks a pack into `folder`. out: the run's directory in it. HN_ERR_EXISTS: it is there already.
// HN_ERR_BAD_INPUT: not the pack of one run.
int32_t pack_open(char out[PATH_SIZE], const char *file, const char *folder);
// The exit code of a failure of these.
int pack_code(int32_t status);
