// `harness draw FILE --point N`: a point's scene as a picture.
#include "host/commands.h"

#include <stdio.h>
#include <string.h>

#include "export/pictures.h"
#include "host/baked.h"

static int write(const Baked *baked) {
	const Options *o = baked->options;
	char written[PATH_SIZE + 8] = "";
	int32_t signal_number = 0;
	PictureFile def = { .picture = { .scene_path = baked->scene,
		                             .timeout_s = o->timeout > 0 ? o->timeout : 60,
		                             .verbose = o->verbose },
		                .path = o->out,
		                .base = baked->path,
		                .force = o->force };
	int32_t status = picture_write(&def, written, sizeof written, &signal_number);
	int code = baked_code(status, signal_number);
	if (code == 0 && !o->quiet && strcmp(written, "-") != 0) fprintf(stderr, "%s\n", written);
	return code;
}

int command_draw(const Options *options) {
	return baked_do(&(Baked){ .options = options, .ending = "" }, write);
}
