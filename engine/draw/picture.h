// A picture of a scene: its models at several steps of their motion with the touching triangles in red, and
// a level of the volume trees. The same scene, steps and contacts give the same bytes on every machine.
#pragma once

#include "base/text.h"
#include "detect/detect.h"

typedef struct PictureStep {
	int32_t step;      // from 0
	const char *about; // why it is shown, in the place of its number of contacts; NULL: it is one of all
	const HnContact *contacts;
	int64_t contact_count;
} PictureStep;

typedef enum PictureKind { PICTURE_ANY, PICTURE_SVG, PICTURE_PNG } PictureKind;
const char *picture_extension(PictureKind kind); // "svg" or "png"

enum {
	PICTURE_STEPS_MOST = 5,
	// Of triangles and boxes that are seen. With more, the files would be large and slow to show.
	PICTURE_SVG_MOST = 20000
};

typedef struct PictureDef {
	const HnScene *scene;
	const PictureStep *steps; // one panel each
	int32_t step_count;       // 1 .. PICTURE_STEPS_MOST
	int32_t tree_step; // index into steps: where the volume trees are drawn; a scene of objects has none
	// For each body a name for the legend, "" where there is none; NULL: no body has one.
	const char *const *names;
	PictureKind kind; // PICTURE_ANY: SVG up to PICTURE_SVG_MOST, PNG beyond
} PictureDef;

// Appends the file to out and sets *kind to what it is. HN_ERR_BAD_INPUT: too many triangles to number.
// HN_ERR_NO_MEMORY.
int32_t picture_make(Text *out, PictureKind *kind, const PictureDef *def);
