// What the verbs share: messages, scenario files, jobs without an answer, folders.
#pragma once

#include <stddef.h>

#include "base/file.h"
#include "host/scenario.h"

typedef struct SourceText {
	char *bytes;
	size_t size, capacity;
	char file[PATH_SIZE]; // where it was found
} SourceText;

void source_free(SourceText *text);
// Prints the error text. Returns `code`.
int complain(int code);
// Reads the job's scenario file. 0 or an exit code, after a message. The caller frees the text after 0.
int job_read(ScenarioJob *job, SourceText *text);
// A job whose answer is its exit code alone; ask: without a stage.
int job_do(const ScenarioJob *job, StageFunction stage, void *context);
int ask(const ScenarioJob *job);
int stopped(int signal_number);                              // the exit code of a stop by a signal
void directory_name(char out[PATH_SIZE], const char *given); // without slashes at its end
// Checks that dir is the directory of a run. Returns 0, or an exit code after printing a message.
int run_check(const char *dir);
// Compares the files of a run with its seal (run/seal.h). all: its scenes too. Returns 0, or an exit code
// after a message for each file that was changed.
int seal_refuse(const char *dir, bool all);
// A new directory in $TMPDIR, or /tmp; those of killed processes are removed there. On failure its path is
// empty.
typedef struct Temporary {
	char path[PATH_SIZE];
	int lock;
} Temporary;
int32_t temporary_begin(Temporary *out);
// A StageFunction of a Temporary, which is made when the scenario asks for it.
const char *temporary_stage(void *folder, const char *name, bool figures, int *exit_code);
int temporary_end(Temporary *folder, int code); // removes it. Returns the worse of `code` and its own

// Calls a function for each operand, until a signal stops one. Returns the worst exit code.
int each_file(const Options *options, int (*function)(const Options *options, const char *file));
// The worse of two exit codes (exit_code_ranked).
int command_worse(int a, int b);

// A run's copy of its scenario, and the job that runs this copy.
typedef struct Frozen {
	char dir[PATH_SIZE], path[PATH_SIZE], modules[PATH_SIZE];
	SourceText text;
	ScenarioJob job;
} Frozen;

// Reads a run's copy of its scenario. Returns 0, or an exit code after printing a message.
int frozen_read(Frozen *out, const Options *options, const char *run_dir, const char *mode);
// Prints the points of a scenario, or of a paper what it publishes.
int points_print(const Options *options, const char *file);
