// The picture of one baked scene: chooses the steps that are shown and finds their contacts.
#pragma once

#include <stdbool.h>

#include "draw/picture.h"

// A step that a picture is to show, and why.
enum { PICTURE_ABOUT_SIZE = 80 };
typedef struct PictureWanted {
	int32_t step; // from 0
	char about[PICTURE_ABOUT_SIZE];
} PictureWanted;

typedef struct ScenePicture {
	const char *scene_path; // NAME.scene; NAME.names beside it may have a line for each body: its name
	double timeout_s;       // for the build of the exact algorithm, and again for each step that it looks at
	PictureKind kind;
	bool verbose;
	const PictureWanted *wanted; // the steps of the panels
	int32_t wanted_count;        // at most PICTURE_STEPS_MOST; 0: they are chosen by picture_ranges
} ScenePicture;

// Appends the file to out and sets *kind. *stopped: the signal that interrupted it, or 0. HN_ERR_INVALID: the
// contacts were not found (text set). HN_ERR_IO, HN_ERR_BAD_INPUT: the scene cannot be read or drawn. Stops
// only while stop_listen is in force.
int32_t scene_picture(Text *out, PictureKind *kind, const ScenePicture *def, int32_t *stopped);

// Which steps a panel may show: `count` of them, evenly from first to last. Of these it shows the one with
// the most contacts, the earliest of several.
typedef struct PictureRange {
	int32_t first, last, count;
} PictureRange;
enum { PICTURE_CANDIDATES_MOST = 8 };
// Divides the steps of a motion among panels; returns how many, at most PICTURE_STEPS_MOST. The first and the
// last step have a panel each.
int32_t picture_ranges(PictureRange out[PICTURE_STEPS_MOST], int32_t step_count);
