#include "draw/panel.h"

#include <string.h>

#include "base/error.h"
#include "draw/shade.h"

int32_t panel_init(Panel *out, const Scenery *scenery, int32_t width, int32_t height) {
	*out = (Panel){ .face_capacity = scenery->triangle_count };
	out->face_of = mem_alloc(mem_array_size(scenery->triangle_count, sizeof *out->face_of));
	int32_t status = out->face_of != NULL ? raster_init(&out->raster, width, height) : HN_ERR_NO_MEMORY;
	if (status != HN_OK) panel_free(out);
	return status;
}

void panel_free(Panel *panel) {
	ARRAY_FREE(&panel->faces);
	ARRAY_FREE(&panel->boxes);
	raster_free(&panel->raster);
	mem_free(panel->face_of, (size_t)panel->face_capacity * sizeof *panel->face_of);
	*panel = (Panel){ 0 };
}

static void rasterize(void *context, const DrawTriangle *triangle) {
	Panel *panel = context;
	panel->face_of[triangle->id] = -1;
	raster_triangle(&panel->raster, triangle->corner, triangle->id);
}

enum { SEEN = 0 }; // in face_of, until the face has its index

static void mark_seen(Panel *panel) {
	int64_t samples = (int64_t)panel->raster.width * panel->raster.height;
	for (int64_t i = 0; i < samples; ++i)
		if (panel->raster.owner[i] >= 0) panel->face_of[panel->raster.owner[i]] = SEEN;
}

typedef struct Collecting {
	Panel *panel;
	bool pale, failed;
} Collecting;

static void collect(void *context, const DrawTriangle *triangle) {
	Collecting *collecting = context;
	Panel *panel = collecting->panel;
	bool visible = panel->face_of[triangle->id] == SEEN, touching = triangle->touching && !collecting->pale;
	if (!visible && !touching) return;
	DrawFace face = { .touching = touching, .visible = visible };
	memcpy(face.corner, triangle->corner, sizeof face.corner);
	shade_face(face.rgb, triangle->corner, triangle->body, touching, collecting->pale);
	panel->face_of[triangle->id] = (int32_t)panel->faces.count;
	if (!ARRAY_PUSH(&panel->faces, face)) collecting->failed = true;
}

static void owners_become_faces(Panel *panel) {
	int64_t samples = (int64_t)panel->raster.width * panel->raster.height;
	for (int64_t i = 0; i < samples; ++i)
		if (panel->raster.owner[i] >= 0) panel->raster.owner[i] = panel->face_of[panel->raster.owner[i]];
}

static bool keep_box(void *context, const DrawBox *box) {
	Panel *panel = context;
	return ARRAY_PUSH(&panel->boxes, *box);
}

int32_t panel_draw(Panel *panel, const Scenery *scenery, const DrawView *view, DrawLevels *levels) {
	Collecting collecting = { .panel = panel, .pale = levels != NULL };
	panel->faces.count = panel->boxes.count = 0;
	raster_clear(&panel->raster);
	scenery_each(scenery, view, rasterize, panel);
	mark_seen(panel);
	scenery_each(scenery, view, collect, &collecting);
	if (collecting.failed) return HN_ERR_NO_MEMORY;
	owners_become_faces(panel);
	return levels != NULL ? levels_each(levels, scenery, view, keep_box, panel) : HN_OK;
}
