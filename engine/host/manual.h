// Prints the tables of host/vocabulary.h as help, manual page or page of docs/.
#pragma once

#include <stdbool.h>
#include <stdio.h>

void manual_help(FILE *file);
bool manual_verb(FILE *file, const char *word); // help for the verbs of a word; false: there is none
void manual_options(FILE *file);                // docs/reference/options.md
void manual_page(FILE *file);                   // troff, for man
