// The pictures of a run, one for each distinct scene, in RUN/pictures:
//   NNNN-<swept values>.svg or .png   NNNN: number of the first group with the scene
//   pictures.csv                      picture, scene, points: the points that have the scene, with spaces
// They are made when nothing is measured.
#pragma once

#include <stdbool.h>

#include "export/scene_picture.h"

enum { PICTURES_MOST = 100 };

typedef struct PicturesDef {
	const char *run_dir;
	bool again; // pictures that exist are made again
} PicturesDef;

// Draws the first PICTURES_MOST distinct scenes of groups that have been begun. A scene that cannot be drawn
// is named on stderr, and the others are drawn all the same. A run without its scenes keeps what it has, and
// one without a plan has no pictures: its report says what is wrong. *stopped: the signal that interrupted
// the work, or 0. HN_ERR_IO: a picture cannot be written.
int32_t pictures_draw(const PicturesDef *def, int32_t *stopped);

typedef struct PictureFile {
	ScenePicture picture;
	const char *path; // of the file; "-": stdout; NULL: `base` with the extension of its kind
	const char *base;
	bool force; // an existing file is replaced
} PictureFile;

// Draws a single scene into a file of the user's; `written` receives the file's path. A path that ends in
// .svg or .png decides the kind. Writes the whole file or nothing. HN_ERR_EXISTS: other bytes are there.
// Other errors as scene_picture.
int32_t picture_write(const PictureFile *def, char *written, size_t size, int32_t *stopped);
