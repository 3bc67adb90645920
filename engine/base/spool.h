// Bytes that are added in one order and read in another. Few are held in memory; many go into a temporary
// file that has no name, so that nothing is left of it, however the process ends.
#pragma once

#include "base/text.h"

typedef struct Spool {
	Text text;          // the last bytes; whoever fills it calls spool_settle now and then
	const char *folder; // of the temporary file; not owned
	int64_t most;       // bytes that are held in memory
	int64_t filed;      // bytes in the temporary file
	int fd;             // of the file; -1: there is none
} Spool;

void spool_init(Spool *out, const char *folder, int64_t most);
void spool_free(Spool *spool);
int64_t spool_size(const Spool *spool);
// Moves the text into the file if it is long. HN_ERR_NO_MEMORY, HN_ERR_IO.
int32_t spool_settle(Spool *spool);
// Adds the bytes from `begin` to `end` to the text `out`. HN_ERR_NO_MEMORY, HN_ERR_IO.
int32_t spool_read(Spool *spool, int64_t begin, int64_t end, Text *out);
