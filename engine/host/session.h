// What the commands do. Each returns an exit code, after one message on stderr where it is not 0.
#pragma once

#include "host/options.h"

int session_run(const Options *options, const char *file, int argc, char **argv);
int session_points(const Options *options, const char *file);     // list FILE, plan FILE
int session_vocabulary(const Options *options, const char *mode); // list: "vocabulary" or "luacats"
int session_report(const Options *options, const char *run_dir);
int session_export(const Options *options, const char *file);
int session_rerun(const Options *options, const char *run_dir, int argc, char **argv);
int session_verify(const Options *options, const char *run_dir, int argc, char **argv);
int session_compare(const Options *options); // its two runs
int session_doctor(void);
int session_worse(int a, int b); // the exit code that comes first in the order 7, 3, 2, 4, 1, 5, 6
