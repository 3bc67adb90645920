// The share of a plan that one process of several measures.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Shard {
	int32_t index, count; // from 1; count 0: the whole plan
} Shard;

// Reads "I/N" with 1 <= I <= N, or "slurm", which takes both from the job array of this task. An array with
// gaps is refused: its tasks cannot know their places. HN_ERR_BAD_INPUT says what is wrong.
int32_t shard_read(Shard *out, const char *text);

// Of which shard the run in a directory is, by its plan.json. HN_ERR_BAD_INPUT if the file is damaged.
int32_t shard_of_run(Shard *out, const char *dir);
