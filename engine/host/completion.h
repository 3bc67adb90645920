// Shell completion: the scripts of bash, zsh and fish, and what they ask.
#pragma once

void completion_script(const char *shell); // to stdout
// What the last of the words after the program's name may become, a line each on stdout.
void completion_answer(int count, char **words);
