// Sheets as SVG. Coordinates in a panel are whole tenths of a sample, twenty to a pixel.
#include "base/error.h"
#include "base/mem.h"
#include "draw/shade.h"
#include "draw/sheet.h"

enum { TENTHS = 10, DENSE = 2500 };

static void put_text(Text *out, int32_t x, int32_t y, const char *text) {
	text_addf(out, "<text x=\"%d\" y=\"%d\">", x, y);
	for (; *text != '\0'; ++text) switch (*text) {
		case '&':
			text_add(out, "&amp;");
			break;
		case '<':
			text_add(out, "&lt;");
			break;
		default:
			text_add_bytes(out, text, 1);
		}
	text_add(out, "</text>\n");
}

static void put_colour(Text *out, const uint8_t rgb[3]) {
	text_addf(out, "#%02x%02x%02x", (unsigned)rgb[0], (unsigned)rgb[1], (unsigned)rgb[2]);
}

typedef struct Point {
	int32_t x, y;
} Point;

// Points far outside cannot be seen; the limit keeps them in an int32.
static int32_t tenths(double x) {
	double limit = 1e6, at = x * TENTHS + limit + 0.5;
	return !(at > 0) ? -(int32_t)limit : at > 2 * limit ? (int32_t)limit : (int32_t)at - (int32_t)limit;
}
static Point point_of(HnVec3 p) { return (Point){ tenths(p.x), tenths(p.y) }; }

static void put_face(Text *out, const DrawFace *face) {
	Point a = point_of(face->corner[0]), b = point_of(face->corner[1]), c = point_of(face->corner[2]);
	text_addf(out, "M%d %dl%d %d %d %dz\"/>\n", a.x, a.y, b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y);
}

// The outline of a touching face is as red as the face, so that it is seen even where it is tiny.
static void put_visible(Text *out, const Panel *panel, const int32_t *order, int32_t count) {
	text_addf(out, "<g stroke=\"#000\" stroke-opacity=\"%s\" stroke-width=\"5\" stroke-linejoin=\"round\">\n",
	          count > DENSE ? ".15" : ".35");
	for (int32_t i = 0; i < count; ++i) {
		const DrawFace *face = &panel->faces.data[order[i]];
		text_add(out, "<path fill=\"");
		put_colour(out, face->rgb);
		if (face->touching) {
			text_add(out, "\" stroke-opacity=\"1\" stroke-width=\"16\" stroke=\"");
			put_colour(out, face->rgb);
		}
		text_add(out, "\" d=\"");
		put_face(out, face);
	}
	text_add(out, "</g>\n");
}

static void put_hidden(Text *out, const Panel *panel) {
	text_add(out, "<g fill=\"#e60000\" stroke=\"#e60000\" stroke-width=\"12\" stroke-linejoin=\"round\" "
	              "opacity=\".4\">\n");
	for (int64_t i = 0; i < panel->faces.count; ++i) {
		if (panel->faces.data[i].visible) continue;
		text_add(out, "<path d=\"");
		put_face(out, &panel->faces.data[i]);
	}
	text_add(out, "</g>\n");
}

static void put_box(Text *out, const DrawBox *box) {
	static const int s_walk[] = { 0, 1, 3, 2, 0, 4, 5, 7, 6, 4 }, s_sides[] = { 1, 5, 3, 7, 2, 6 };
	text_add(out, "<path stroke=\"");
	put_colour(out, box->rgb);
	text_add(out, "\" d=\"");
	for (int i = 0; i < 10; ++i) {
		Point p = point_of(box->corner[s_walk[i]]);
		text_addf(out, "%s%d %d", i == 0 ? "M" : " ", p.x, p.y);
	}
	for (int i = 0; i < 6; ++i) {
		Point p = point_of(box->corner[s_sides[i]]);
		text_addf(out, "%s%d %d", i % 2 == 0 ? "M" : " ", p.x, p.y);
	}
	text_add(out, "\"/>\n");
}

static void put_boxes(Text *out, const Panel *panel) {
	text_add(out, "<g fill=\"none\" stroke-width=\"16\" stroke-linejoin=\"round\">\n");
	for (int64_t i = 0; i < panel->boxes.count; ++i) put_box(out, &panel->boxes.data[i]);
	text_add(out, "</g>\n");
}

void svg_begin(Text *out, const Sheet *sheet) {
	text_addf(out,
	          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
	          "font-family=\"sans-serif\" font-size=\"14\" fill=\"#222\">\n"
	          "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
	          sheet->width, sheet->height, sheet->width, sheet->height, sheet->width, sheet->height);
}

int32_t svg_panel(Text *out, const Sheet *sheet, int32_t index, const Panel *panel) {
	int32_t x, y;
	size_t size = mem_array_size(panel->faces.count, sizeof(int32_t));
	int32_t *order = mem_alloc(size), count = order != NULL ? panel_order(panel, order) : HN_ERR_NO_MEMORY;
	sheet_place(sheet, index, &x, &y);
	text_addf(out, "<g transform=\"translate(%d %d) scale(.05)\">\n", x, y);
	if (count >= 0) {
		put_visible(out, panel, order, count);
		if (count < panel->faces.count) put_hidden(out, panel);
		if (panel->boxes.count > 0) put_boxes(out, panel);
	}
	text_add(out, "</g>\n");
	put_text(out, x, y + sheet->panel_height + SHEET_CAPTION - 6, sheet->captions[index]);
	mem_free(order, size);
	return count < 0 ? count : HN_OK;
}

void svg_end(Text *out, const Sheet *sheet) {
	for (int32_t i = 0; i <= sheet->legend_count; ++i) {
		int32_t y = sheet_legend_y(sheet, i), indent = i < sheet->legend_count ? SHEET_GAP + 16 : SHEET_GAP;
		if (i < sheet->legend_count) {
			uint8_t rgb[3];
			shade_body(rgb, i);
			text_addf(out, "<rect x=\"%d\" y=\"%d\" width=\"10\" height=\"10\" fill=\"", SHEET_GAP, y + 6);
			put_colour(out, rgb);
			text_add(out, "\"/>\n");
		}
		put_text(out, indent, y + 16, sheet->legend[i]);
	}
	text_add(out, "</svg>\n");
}
