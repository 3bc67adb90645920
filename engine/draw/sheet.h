// The sheet of a picture: where its panels, captions and legend stand, in pixels.
#pragma once

#include "base/text.h"
#include "draw/image.h"
#include "draw/panel.h"

enum {
	SHEET_PANELS_MOST = 6,
	SHEET_GAP = 12,
	SHEET_CAPTION = 22,      // height of a line of text
	SHEET_LEGEND_MOST = 8,   // bodies that the legend names
	SHEET_CAPTION_SIZE = 120 // bytes
};

typedef struct Sheet {
	int32_t panel_count, columns, panel_width, panel_height;
	int32_t width, height;
	int32_t legend_count;
	char captions[SHEET_PANELS_MOST][SHEET_CAPTION_SIZE];
	char legend[SHEET_LEGEND_MOST + 1][SHEET_CAPTION_SIZE]; // the last line has no colour
} Sheet;

void sheet_layout(Sheet *sheet); // panel_count and legend_count are set
// The upper left corner of a panel; its caption stands below it.
void sheet_place(const Sheet *sheet, int32_t panel, int32_t *x, int32_t *y);
int32_t sheet_legend_y(const Sheet *sheet, int32_t line);

// A writer of sheets. Panels come in order, each once.
void svg_begin(Text *out, const Sheet *sheet);
int32_t svg_panel(Text *out, const Sheet *sheet, int32_t index, const Panel *panel); // HN_ERR_NO_MEMORY
void svg_end(Text *out, const Sheet *sheet);

int32_t pixels_begin(Image *out, const Sheet *sheet);                                      // HN_ERR_NO_MEMORY
int32_t pixels_panel(Image *image, const Sheet *sheet, int32_t index, const Panel *panel); // HN_ERR_NO_MEMORY
void pixels_end(Image *image, const Sheet *sheet);
