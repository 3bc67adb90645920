// Scenarios and papers that come with the program.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/file.h"

// The path of the program without its last `up` parts; false if it is shorter.
bool program_folder(char out[PATH_SIZE], int32_t up);
// The file that a word names. kind: "scenario" or "paper". A word with / or . is a path, and so is the name
// of a file. Any other is looked for as <word>.lua: in this folder, in <kind>s/ below it, where the program
// was installed (<prefix>/share/harness/<kind>s/), and in the source tree in which it was built.
// HN_ERR_NOT_FOUND names those that are near.
int32_t installed_file(char out[PATH_SIZE], const char *kind, const char *word);
// The words for all of a kind, in ascending order; NULL past the last. They stay until index 0 is asked for.
const char *installed_word(const char *kind, int32_t index);
