// What the commands share: messages, scenario files, jobs without an answer, folders.
#pragma once

#include <stddef.h>

#include "base/file.h"
#include "host/scenario.h"

typedef struct SourceText {
	char *bytes;
	size_t size, capacity;
} SourceText;

void source_free(SourceText *text);
// Prints the error text. Returns `code`.
int complain(int code);
// Reads the job's scenario file. 0 or an exit code, after a message. The caller frees the text after 0.
int job_read(ScenarioJob *job, SourceText *text);
// A job whose answer is its exit code alone.
int job_do(const ScenarioJob *job, StageFunction stage, void *context);
int stopped(int signal_number);                              // the exit code of a stop by a signal
void directory_name(char out[PATH_SIZE], const char *given); // without slashes at its end
// Checks that dir is the directory of a run. Returns 0, or an exit code after printing a message.
int run_check(const char *dir);
// Makes a new temporary directory. On failure its name is empty.
int32_t temporary_folder(char out[PATH_SIZE]);
