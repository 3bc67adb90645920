// Sheets as pixels. A panel is drawn by its samples, two to a pixel, and then halved.
#include "base/mem.h"
#include "draw/shade.h"
#include "draw/sheet.h"
#include "scene/scene_ply.h"

enum { WHOLE = 256, THROUGH = 110, DOT = 3 };

int32_t pixels_begin(Image *out, const Sheet *sheet) { return image_init(out, sheet->width, sheet->height); }

static void put_visible(Image *samples, const Panel *panel) {
	const Raster *raster = &panel->raster;
	for (int32_t y = 0; y < raster->height; ++y)
		for (int32_t x = 0; x < raster->width; ++x) {
			int32_t owner = raster->owner[(int64_t)y * raster->width + x];
			if (owner >= 0) image_mix(samples, x, y, panel->faces.data[owner].rgb, WHOLE);
		}
}

// The samples of the touching faces that are hidden: each is mixed once, however many of them lie there.
typedef struct Mask {
	uint8_t *bytes;
	int32_t width;
} Mask;

static void mask_span(void *context, int32_t y, int32_t begin, int32_t end) {
	Mask *mask = context;
	for (int32_t x = begin; x < end; ++x) mask->bytes[(int64_t)y * mask->width + x] = 1;
}

static int32_t put_hidden(Image *samples, const Panel *panel) {
	const Raster *raster = &panel->raster;
	size_t size = (size_t)raster->width * (size_t)raster->height;
	Mask mask = { mem_alloc_zero(size), raster->width };
	if (mask.bytes == NULL) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < panel->faces.count; ++i)
		if (!panel->faces.data[i].visible) raster_scan(raster, panel->faces.data[i].corner, mask_span, &mask);
	for (int32_t y = 0; y < raster->height; ++y)
		for (int32_t x = 0; x < raster->width; ++x)
			if (mask.bytes[(int64_t)y * raster->width + x] != 0)
				image_mix(samples, x, y, scene_ply_signal, THROUGH);
	mem_free(mask.bytes, size);
	return HN_OK;
}

// A touching face that is smaller than a sample is seen as a dot.
static void put_dots(Image *samples, const Panel *panel) {
	for (int64_t i = 0; i < panel->faces.count; ++i) {
		const DrawFace *face = &panel->faces.data[i];
		if (!face->touching) continue;
		HnVec3 middle =
		    vec3_scale(vec3_add(vec3_add(face->corner[0], face->corner[1]), face->corner[2]), 1.0 / 3);
		if (!(middle.x > 0 && middle.x < samples->width && middle.y > 0 && middle.y < samples->height))
			continue;
		for (int32_t d = 0; d < DOT * DOT; ++d)
			image_mix(samples, (int32_t)middle.x + d % DOT - 1, (int32_t)middle.y + d / DOT - 1,
			          scene_ply_signal, face->visible ? WHOLE : THROUGH);
	}
}

static void put_box(Image *samples, const DrawBox *box) {
	for (int a = 0; a < 8; ++a)
		for (int axis = 0; axis < 3; ++axis) {
			int b = a | 1 << axis;
			if (b == a) continue;
			const double from[2] = { box->corner[a].x, box->corner[a].y };
			const double to[2] = { box->corner[b].x, box->corner[b].y };
			image_line(samples, from, to, box->rgb);
		}
}

int32_t pixels_panel(Image *image, const Sheet *sheet, int32_t index, const Panel *panel) {
	int32_t x, y;
	Image samples;
	int32_t status = image_init(&samples, panel->raster.width, panel->raster.height);
	if (status != HN_OK) return status;
	put_visible(&samples, panel);
	status = put_hidden(&samples, panel);
	put_dots(&samples, panel);
	for (int64_t i = 0; i < panel->boxes.count; ++i) put_box(&samples, &panel->boxes.data[i]);
	sheet_place(sheet, index, &x, &y);
	image_put_half(image, &samples, x, y);
	image_text(image, x, y + sheet->panel_height + 6, sheet->captions[index]);
	image_free(&samples);
	return status;
}

void pixels_end(Image *image, const Sheet *sheet) {
	for (int32_t i = 0; i <= sheet->legend_count; ++i) {
		int32_t y = sheet_legend_y(sheet, i), indent = i < sheet->legend_count ? SHEET_GAP + 16 : SHEET_GAP;
		uint8_t rgb[3];
		shade_body(rgb, i);
		if (i < sheet->legend_count) image_fill(image, SHEET_GAP, y + 6, 10, 10, rgb);
		image_text(image, indent, y + 6, sheet->legend[i]);
	}
}
