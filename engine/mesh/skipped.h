// What the last reader of a mesh file skipped although the file is good: parts that have no triangles, and
// bytes behind the end. hn_mesh_skipped gives the text, a line for each.
#pragma once

#include <stdint.h>

void skipped_clear(void);
// Adds "name:line: skipped: ...", or "name: byte n: skipped: ..." of a binary file. A line that does not
// fit is left out.
void skipped_line(const char *name, int64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void skipped_bytes(const char *name, int64_t byte, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
