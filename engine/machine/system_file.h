// Small text files in which the kernel describes the machine: /proc and /sys. `root` stands before the path:
// "", or a folder that represents a machine in tests.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Reads the first line of a file without its end. False: there is no such file, or the line is empty.
bool system_line(const char *root, const char *path, char *out, size_t size);
// The number of the line "name: number" or "name number". NaN: there is none.
double system_number(const char *root, const char *path, const char *name);
