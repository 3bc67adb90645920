// Charts are drawn by gnuplot, an external program.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Whether gnuplot is installed. Called before the first sample, so that a run does not fail at its end.
bool gnuplot_found(void);
// Runs one file (relative to run_dir) in the file's own directory. HN_ERR_IO with gnuplot's own words.
int32_t gnuplot_run(const char *run_dir, const char *file);
