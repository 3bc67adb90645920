#include "draw/picture.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "draw/png.h"
#include "draw/sheet.h"
#include "scene/scene_ply.h"

enum { SAMPLES = 2, MARGIN = 8 }; // samples a pixel in each direction; free pixels beside the models

const char *picture_extension(PictureKind kind) { return kind == PICTURE_PNG ? "png" : "svg"; }

typedef struct Drawing {
	const PictureDef *def;
	Scenery scenery;
	DrawLevels levels;
	DrawView view;
	Sheet sheet;
	Panel panel;
} Drawing;

static bool has_trees(const PictureDef *def) { return def->scene->objects.count == 0; }

// ---- words ----

static void describe_steps(Drawing *drawing) {
	const PictureDef *def = drawing->def;
	const char *what = has_trees(def) ? "touching triangle pairs" : "touching pairs";
	for (int32_t i = 0; i < def->step_count; ++i) {
		const PictureStep *step = &def->steps[i];
		char *caption = drawing->sheet.captions[i];
		if (step->about != NULL)
			snprintf(caption, SHEET_CAPTION_SIZE, "step %d: %s", step->step + 1, step->about);
		else
			snprintf(caption, SHEET_CAPTION_SIZE, "step %d of %d: %lld %s", step->step + 1,
			         def->scene->step_count, (long long)step->contact_count, what);
	}
	if (has_trees(def))
		snprintf(drawing->sheet.captions[def->step_count], SHEET_CAPTION_SIZE,
		         "step %d: aabb trees, level %d", def->steps[def->tree_step].step + 1, drawing->levels.level);
}

static void describe_bodies(Drawing *drawing) {
	const PictureDef *def = drawing->def;
	Sheet *sheet = &drawing->sheet;
	int32_t bodies = scenery_body_count(def->scene), named = has_trees(def) ? bodies : 0;
	char *last;
	sheet->legend_count = named <= SHEET_LEGEND_MOST ? named : 0;
	last = sheet->legend[sheet->legend_count];
	for (int32_t b = 0; b < sheet->legend_count; ++b) {
		char number[24];
		snprintf(number, sizeof number, "body %d", b + 1);
		const char *name = def->names != NULL && def->names[b][0] != '\0' ? def->names[b] : number;
		snprintf(sheet->legend[b], SHEET_CAPTION_SIZE, "%.80s: %d triangles", name,
		         scene_mesh(def->scene, b)->triangle_count);
	}
	if (!has_trees(def))
		snprintf(last, SHEET_CAPTION_SIZE, "%d objects (%s); red: touching; pale red: hidden", bodies,
		         def->scene->objects.volume);
	else
		snprintf(last, SHEET_CAPTION_SIZE, "%d bodies, %d triangles; red: touching; pale red: hidden", bodies,
		         drawing->scenery.triangle_count);
}

// ---- panels ----

static void add_triangle(void *context, const DrawTriangle *triangle) {
	for (int i = 0; i < 3; ++i)
		if (vec3_is_finite(triangle->corner[i])) bounds_add(context, triangle->corner[i]);
}

static bool add_box(void *context, const DrawBox *box) {
	for (int i = 0; i < 8; ++i) bounds_add(context, box->corner[i]);
	return true;
}

static int32_t panel_count(const PictureDef *def) { return def->step_count + (has_trees(def) ? 1 : 0); }
static bool is_tree_panel(const PictureDef *def, int32_t panel) { return panel == def->step_count; }

// Moves the scenery to the step of a panel.
static void step_to(Drawing *drawing, int32_t panel) {
	const PictureDef *def = drawing->def;
	const PictureStep *step = &def->steps[is_tree_panel(def, panel) ? def->tree_step : panel];
	scenery_step(&drawing->scenery, step->step, step->contacts, step->contact_count);
}

// One view for all panels, in which everything of every panel can be seen.
static int32_t choose_view(Drawing *drawing) {
	DrawBounds bounds = { 0 };
	DrawView view = view_standard();
	int32_t status = HN_OK;
	for (int32_t i = 0; i < panel_count(drawing->def) && status == HN_OK; ++i) {
		step_to(drawing, i);
		scenery_each(&drawing->scenery, &view, add_triangle, &bounds);
		if (is_tree_panel(drawing->def, i))
			status = levels_each(&drawing->levels, &drawing->scenery, &view, add_box, &bounds);
	}
	view_fit(&view, &bounds, drawing->sheet.panel_width * SAMPLES, drawing->sheet.panel_height * SAMPLES,
	         MARGIN * SAMPLES);
	drawing->view = view;
	return status;
}

static int32_t draw_panel(Drawing *drawing, int32_t panel) {
	bool trees = is_tree_panel(drawing->def, panel);
	step_to(drawing, panel);
	return panel_draw(&drawing->panel, &drawing->scenery, &drawing->view, trees ? &drawing->levels : NULL);
}

static int32_t choose_kind(Drawing *drawing, PictureKind *kind) {
	int64_t seen = 0;
	int32_t status = HN_OK;
	*kind = drawing->def->kind;
	if (*kind != PICTURE_ANY) return HN_OK;
	for (int32_t i = 0; i < panel_count(drawing->def) && status == HN_OK && seen <= PICTURE_SVG_MOST; ++i) {
		status = draw_panel(drawing, i);
		seen += drawing->panel.faces.count + drawing->panel.boxes.count;
	}
	*kind = seen > PICTURE_SVG_MOST ? PICTURE_PNG : PICTURE_SVG;
	return status;
}

static int32_t write_svg(Text *out, Drawing *drawing) {
	int32_t status = HN_OK;
	svg_begin(out, &drawing->sheet);
	for (int32_t i = 0; i < panel_count(drawing->def) && status == HN_OK; ++i) {
		status = draw_panel(drawing, i);
		if (status == HN_OK) status = svg_panel(out, &drawing->sheet, i, &drawing->panel);
	}
	svg_end(out, &drawing->sheet);
	return status;
}

static int32_t write_png(Text *out, Drawing *drawing) {
	Image image;
	int32_t status = pixels_begin(&image, &drawing->sheet);
	for (int32_t i = 0; i < panel_count(drawing->def) && status == HN_OK; ++i) {
		status = draw_panel(drawing, i);
		if (status == HN_OK) status = pixels_panel(&image, &drawing->sheet, i, &drawing->panel);
	}
	if (status == HN_OK) {
		pixels_end(&image, &drawing->sheet);
		png_write(out, &image);
	}
	image_free(&image);
	return status;
}

static int32_t begin(Drawing *drawing, const PictureDef *def) {
	*drawing = (Drawing){ .def = def, .sheet = { .panel_count = panel_count(def) } };
	int32_t status = scenery_init(&drawing->scenery, def->scene);
	if (status == HN_OK && has_trees(def))
		status = levels_init(&drawing->levels, &drawing->scenery, levels_choose(def->scene->body_count));
	if (status != HN_OK) return status;
	describe_steps(drawing);
	describe_bodies(drawing);
	sheet_layout(&drawing->sheet);
	status = panel_init(&drawing->panel, &drawing->scenery, drawing->sheet.panel_width * SAMPLES,
	                    drawing->sheet.panel_height * SAMPLES);
	return status == HN_OK ? choose_view(drawing) : status;
}

static void end(Drawing *drawing) {
	panel_free(&drawing->panel);
	levels_free(&drawing->levels);
	scenery_free(&drawing->scenery);
}

int32_t picture_make(Text *out, PictureKind *kind, const PictureDef *def) {
	Drawing drawing;
	int32_t status = begin(&drawing, def);
	if (status == HN_OK) status = choose_kind(&drawing, kind);
	if (status == HN_OK) status = *kind == PICTURE_PNG ? write_png(out, &drawing) : write_svg(out, &drawing);
	end(&drawing);
	return status == HN_OK ? text_check(out) : status;
}
