// The commands. Each returns an exit code. If it is not 0, one message was written to stderr.
#pragma once

#include "host/options.h"

int command_run(const Options *options, const char *file, int argc, char **argv);
int command_points(const Options *options, const char *file);     // list FILE, plan FILE
int command_vocabulary(const Options *options, const char *mode); // list: "vocabulary" or "luacats"
int command_report(const Options *options, const char *run_dir);
int command_page(const Options *options); // the page of all runs in options->files, as options->html
int command_export(const Options *options, const char *file); // and draw
int command_rerun(const Options *options, const char *run_dir, int argc, char **argv);
int command_verify(const Options *options, const char *run_dir, int argc, char **argv);
int command_merge(const Options *options, int argc, char **argv); // of all runs in options->files
int command_submit(const Options *options, const char *file);     // submit.c
int command_pack(const Options *options, const char *run_dir);
int command_unpack(const Options *options, const char *file);
int command_compare(const Options *options); // compares the two runs in options->files
// Runs the scenarios of a paper, given by its key or as papers/KEY.lua, and writes its document.
int command_paper(const Options *options, const char *key, int argc, char **argv);
int command_paper_index(const Options *options); // the page of all papers that lie beside the last one given
int command_doctor(void);
// Returns the exit code that comes first in the order SIGTERM, SIGINT, 7, 3, 2, 4, 1, 5, 6.
int command_worse(int a, int b);
