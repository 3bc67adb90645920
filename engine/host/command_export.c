// `harness export FILE --point N`: a point's scene as a PLY of one step, or as a recording.
#include "host/commands.h"

#include <stdio.h>
#include <string.h>

#include "export/export.h"
#include "host/baked.h"

static int write(const Baked *baked) {
	const Options *o = baked->options;
	int64_t contacts = 0;
	int32_t signal_number = 0;
	ExportDef def = { .scene_path = baked->scene,
		              .step = (int32_t)(o->step - 1),
		              .timeout_s = o->timeout > 0 ? o->timeout : 60,
		              .path = baked->path,
		              .force = o->force,
		              .verbose = o->verbose };
	int32_t status = o->frames ? export_frames(&def) : export_step(&def, &contacts, &signal_number);
	int code = baked_code(status, signal_number);
	if (code == 0 && !o->frames && !o->quiet && strcmp(baked->path, "-") != 0)
		fprintf(stderr, "%s: %lld contacts\n", baked->path, (long long)contacts);
	return code;
}

int command_export(const Options *options) {
	char ending[32];
	snprintf(ending, sizeof ending, "-%lld.ply", (long long)options->step);
	return baked_do(&(Baked){ .options = options, .ending = options->frames ? ".frames" : ending }, write);
}
