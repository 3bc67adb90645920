// One step of a baked scene as a picture to look at: its contacts found by an exact algorithm in a worker,
// written by scene/scene_ply.h. Or all its steps as a recording (scene/recording.h).
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct ExportDef {
	const char *scene_path;
	int32_t step;     // from 0
	double timeout_s; // of building, and of finding the contacts
	const char *path; // of the PLY or recording; "-": stdout
	bool force;       // an existing file is replaced
	bool verbose;
} ExportDef;

// Whole file or nothing. *contacts: of the step. *stopped: the signal by which the worker's order was given
// up, or 0. HN_ERR_EXISTS: the file is there; HN_ERR_INVALID: the worker crashed or ran into its limit (text
// set); HN_ERR_IO.
int32_t export_step(const ExportDef *def, int64_t *contacts, int32_t *stopped);
// All steps; step, timeout_s and verbose say nothing. HN_ERR_BAD_INPUT: no recording holds such a scene.
int32_t export_frames(const ExportDef *def);
