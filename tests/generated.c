#include "generated.h"

#include <stdarg.h>

#include "cheap.h"

GeneratedScene generated_of(const char *name, const char *format, ...) {
	GeneratedScene scene;
	char params[200];
	va_list args;
	va_start(args, format);
	int length = vsnprintf(params, sizeof params, format, args);
	va_end(args);
	cheap_assert(length >= 0 && length < (int)sizeof params);
	int32_t code = generated_create(&scene, name, params);
	cheap_assert_msg(code == HN_OK, "%s %s: %s", name, params, hn_error_text());
	return scene;
}

const HnPose *generated_pose(const GeneratedScene *scene, int32_t body, int32_t step) {
	const HnSceneDefBody *b = &scene->bodies[body];
	return &b->poses[b->pose_count == 1 ? 0 : step];
}
