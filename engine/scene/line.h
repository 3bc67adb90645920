// A straight way of one body: the scene of the query `approach`.
#pragma once

#include "scene/scene.h"

enum {
	SCENE_LINE_PARTS =
	    1 << 20,            // the way in equal parts: the resolution of a first contact, exact in a double
	SCENE_LINE_MARCH = 256, // a search asks first after every one of so many
	SCENE_LINE_QUESTIONS_MAX = 1 + SCENE_LINE_MARCH + 12,
};

typedef struct SceneLine {
	HnScene view; // the scene, but the body that moves is where scene_line_set put it, at both steps
	int32_t body;
	HnPose begin, end;
	double length; // of the way, in model units
	HnSceneBody *bodies;
	HnPose poses[2];
} SceneLine;

// The scene must have two steps and one body that moves, which does not turn. HN_ERR_BAD_INPUT says what it
// has instead. The line borrows the scene.
int32_t scene_line_create(SceneLine **out, const HnScene *scene);
void scene_line_destroy(SceneLine *line); // NULL is allowed
// part: 0 (the beginning, exactly) .. SCENE_LINE_PARTS (the end, exactly).
void scene_line_set(SceneLine *line, int32_t part);
// The way from the beginning to a part.
static inline double scene_line_distance(const SceneLine *line, int32_t part) {
	return line->length * ((double)part / (double)SCENE_LINE_PARTS);
}

// Is there a contact where the body is now? 1, 0 or a negative error; what was asked before must not matter.
typedef int32_t (*SceneLineAsk)(void *context);
// Marches to the first place with a contact, then halves the way from the last place without one. *part:
// where the first contact is; -1: none.
int32_t scene_line_search(SceneLine *line, SceneLineAsk ask, void *context, int32_t *part);
