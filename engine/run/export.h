// One step of a baked scene as a picture to look at: its contacts found by an exact algorithm in a worker,
// written by scene/scene_ply.h.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct ExportDef {
	const char *scene_path;
	int32_t step;     // from 0
	double timeout_s; // of building, and of finding the contacts
	const char *path; // of the PLY; "-": stdout
	bool force;       // an existing file is replaced
	bool verbose;
} ExportDef;

// Whole file or nothing. *contacts: of the step. *stopped: the signal by which the worker's order was given
// up, or 0. ERR_EXISTS: the file is there; ERR_INVALID: the worker crashed or ran into its limit (text set);
// ERR_IO.
int32_t export_step(const ExportDef *def, int64_t *contacts, int32_t *stopped);
