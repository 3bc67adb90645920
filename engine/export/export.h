// Exports one step of a baked scene as a PLY file (scene/scene_ply.h), or all its steps as a recording
// (scene/recording.h). For a step, an exact algorithm finds the contacts in a worker.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct ExportDef {
	const char *scene_path;
	int32_t step;     // from 0
	double timeout_s; // for the build, and again for finding the contacts
	const char *path; // of the PLY or recording; "-": stdout
	bool force;       // a file with other bytes is replaced
	bool verbose;
} ExportDef;

// Writes the whole file or nothing. *contacts is the number of contacts of the step. *stopped is the signal
// that interrupted the worker's order, or 0. HN_ERR_EXISTS: other bytes are there. HN_ERR_INVALID: the worker
// crashed or reached its time limit (text set). HN_ERR_IO.
int32_t export_step(const ExportDef *def, int64_t *contacts, int32_t *stopped);
// Writes all steps. step, timeout_s and verbose have no effect. HN_ERR_BAD_INPUT: a recording cannot hold
// such a scene.
int32_t export_frames(const ExportDef *def);
