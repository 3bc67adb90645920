// What tests ask of every list of parts (the .def files).
#pragma once

#include <check.h>
#include <stdint.h>

// Fails unless every name begins with a letter and has only lower-case letters, digits and `_`, is not `none`
// (in scenarios, no part at all), and is no other entry's. lines: the line of each entry in its list, in the
// same order, by which a message names the entries.
void registry_check_names(const char *const *lines, int32_t count, const char *(*name_at)(int32_t index));

// Adds a loop test's turn `index` as a case of its own, called by the name of the part that it is about. So
// whatever fails there names the part, a crash too, and CK_RUN_CASE=<name> runs the part's tests alone.
void registry_add_case(Suite *suite, const char *name, const TTest *test, int32_t index);
