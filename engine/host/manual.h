// Prints the tables of host/vocabulary.h as help, manual page or shell completion.
#pragma once

#include <stdio.h>

void manual_help(FILE *file);
void manual_page(FILE *file); // troff, for man
// shell: "bash", "zsh" or "fish"
void manual_completion(FILE *file, const char *shell);
