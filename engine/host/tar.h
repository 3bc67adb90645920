// Reads tar archives of folders and files, as `harness pack` makes them, and nothing else: links, devices,
// names that lead out of the archive's own folder and modes that give rights are errors. Understands ustar,
// GNU's long names and pax's; the numbers of owners and times are not read.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/file.h"

// What an archive may hold. A limit is looked at before what is beyond it is read.
typedef struct TarLimits {
	int64_t bytes;   // of the archive, decompressed
	int64_t entries; // files and folders
} TarLimits;

typedef struct Tar {
	int fd; // of the decompressed archive
	TarLimits limits;
	int64_t bytes, entries;    // read so far
	bool limited;              // a limit was met
	int64_t left, padding;     // of the entry's content: still to be read, and what fills its last block
	char next_name[PATH_SIZE]; // of the entry that follows, from a record of its own; "": in its header
	int64_t next_size;         // the same; -1: in its header
} Tar;

typedef struct TarEntry {
	char name[PATH_SIZE]; // relative, of plain parts: no "", "." or ".."
	bool is_folder;
	int64_t size;
} TarEntry;

Tar tar_begin(int fd, TarLimits limits);
// The next entry; *ended: there is none. HN_ERR_BAD_INPUT: the error text names the entry and says what is
// wrong.
int32_t tar_next(Tar *tar, TarEntry *entry, bool *ended);
int32_t tar_save(Tar *tar, int fd); // writes the entry's content to a file
int32_t tar_drain(Tar *tar);        // reads what follows the last entry
