// A straight way of one body: the scene of the query `approach`.
#pragma once

#include "scene/scene.h"

enum {
	SCENE_LINE_PARTS =
	    1 << 20,            // the way in equal parts: the resolution of a first contact, exact in a double
	SCENE_LINE_MARCH = 256, // a search first tests every so many parts
	SCENE_LINE_QUESTIONS_MAX = 1 + SCENE_LINE_MARCH + 12,
};

typedef struct SceneLine {
	HnScene view; // the scene, with the moving body at the place of scene_line_set in both steps
	int32_t body;
	HnPose begin, end;
	double length; // of the way, in model units
	HnSceneBody *bodies;
	HnPose poses[2];
} SceneLine;

// Makes a line. The scene must have two steps and exactly one moving body, which does not turn. Otherwise
// HN_ERR_BAD_INPUT says what it has instead. The line borrows the scene.
int32_t scene_line_create(SceneLine **out, const HnScene *scene);
void scene_line_destroy(SceneLine *line); // NULL is allowed
// Moves the body to a part, 0 (exactly the beginning) .. SCENE_LINE_PARTS (exactly the end).
void scene_line_set(SceneLine *line, int32_t part);
// The distance from the beginning to a part.
static inline double scene_line_distance(const SceneLine *line, int32_t part) {
	return line->length * ((double)part / (double)SCENE_LINE_PARTS);
}

// Tells whether there is a contact at the body's present place: 1, 0 or a negative error. The answer must not
// depend on earlier calls.
typedef int32_t (*SceneLineAsk)(void *context);
// Finds the first contact. It marches to the first place with a contact, then bisects the interval after the
// last place without one. *part receives the place of the first contact, or -1 if there is none.
int32_t scene_line_search(SceneLine *line, SceneLineAsk ask, void *context, int32_t *part);
