// A folder under /tmp of a test's own: folder_make and folder_remove are a fixture.
#pragma once

extern char test_folder[]; // its path, from folder_make on
void folder_make(void);
void folder_remove(void); // and its content
// Writes a file there, and makes the folders above it.
void folder_put(const char *name, const char *text);
