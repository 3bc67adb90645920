// Where a plug-in may lie: not in a run's folder, which may have come as a pack from anyone.
#pragma once

#include <stdint.h>

// The run that this process works on, or a file in it; NULL: none. Kept by reference.
void plugin_place_run(const char *run);
// HN_ERR_BAD_INPUT if the file, by whatever path, lies in a run's folder or is a file of the run that this
// process works on: by device and inode, so that links and mounts do not hide it.
int32_t plugin_place_check(const char *file);
