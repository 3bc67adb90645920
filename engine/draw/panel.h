// One panel of a picture: what of a scene is seen at a step.
#pragma once

#include "base/array.h"
#include "draw/levels.h"
#include "draw/raster.h"
#include "draw/scenery.h"

typedef struct DrawFace {
	HnVec3 corner[3];
	uint8_t rgb[3];
	bool touching, visible; // visible: it is nearest at a sample or more
} DrawFace;

typedef struct Panel {
	Raster raster;         // its owners are indices of faces
	int32_t *face_of;      // for each triangle: its index among the faces; -1: not drawn
	int32_t face_capacity; // of face_of
	ARRAY(DrawFace) faces; // the visible triangles, and the touching ones that are hidden
	ARRAY(DrawBox) boxes;  // of a level of the volume trees
} Panel;

int32_t panel_init(Panel *out, const Scenery *scenery, int32_t width, int32_t height); // in samples
void panel_free(Panel *panel); // one that is all zero is allowed
// Draws the scene as it stands. levels: its boxes are drawn over pale triangles; NULL: none.
// HN_ERR_NO_MEMORY.
int32_t panel_draw(Panel *panel, const Scenery *scenery, const DrawView *view, DrawLevels *levels);
// The order in which to paint the visible faces so that nearer ones come later: at every sample the owner is
// painted last. Triangles that go through one another can have no such order; of them the one that lies
// farther away in its middle comes first. order: faces.count indices; returns how many are visible.
// Negative: HN_ERR_NO_MEMORY.
int32_t panel_order(const Panel *panel, int32_t *order);
