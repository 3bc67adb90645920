// What a process shares with those beside and after it, and what its library code shares with all other code:
// none of it is a plug-in's to change.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Remembers them as they are. The process becomes the parent of all that its children leave behind.
void surroundings_begin(void);
// Remembers environment, locale and open files again: what loading a library may set once.
void surroundings_loaded(void);
// HN_ERR_INVALID says what `who` changed since then. HN_OK if nothing.
int32_t surroundings_look(const char *who);
