// A run as one file: a tar archive that has the same bytes whenever it is made of the same run.
#pragma once

#include <stdbool.h>

#include "base/file.h"
#include "host/tar.h"

// Whether a path looks like a pack: .tar.zst, .tar.gz or .tgz.
bool pack_is(const char *path);
// Writes the run to `file`; its ending chooses zstd or gzip. The source at the run's commit is in it if
// `source` is a git repository that has the commit; *sourced says so. HN_ERR_EXISTS: the file is there
// with other bytes, and not `force`.
int32_t pack_write(const char *run_dir, const char *file, const char *source, bool force, bool *sourced);
// Unpacks a pack into `folder`. out: the run's directory in it. HN_ERR_EXISTS: it is there, with other files.
// HN_ERR_BAD_INPUT: not the pack of one run, or one that could do harm: a link, a device, a name that leads
// elsewhere, more bytes or files than the limits. Then nothing of it is left.
int32_t pack_open(char out[PATH_SIZE], const char *file, const char *folder);
// The exit code of a failure of these.
int pack_code(int32_t status);

#define PACK_LIMIT_VARIABLE "HARNESS_UNPACK_BYTES"
#define PACK_RAISE          "; if you trust it: " PACK_LIMIT_VARIABLE "=BYTES harness ..."
// What may come of so many packed bytes, which may be anyone's. HN_ERR_BAD_INPUT: the variable is no number.
int32_t pack_limits(TarLimits *out, int64_t packed);

#define PACK_PREFIX ".pack-" // of the folders in which packs are made and unpacked
// HN_ERR_BAD_INPUT: tar would take a part of the name for a host.
int32_t pack_check_name(const char *file);
