#include "draw/sheet.h"

enum { SHEET_WIDTH = 1200, SINGLE_WIDTH = 800 };

void sheet_layout(Sheet *sheet) {
	int32_t n = sheet->panel_count, columns = n == 1 ? 1 : n == 2 || n == 4 ? 2 : 3;
	int32_t rows = (n + columns - 1) / columns;
	sheet->columns = columns;
	sheet->width = n == 1 ? SINGLE_WIDTH : SHEET_WIDTH;
	sheet->panel_width = (sheet->width - (columns + 1) * SHEET_GAP) / columns;
	sheet->panel_height = sheet->panel_width * 3 / 4;
	int32_t row_height = sheet->panel_height + SHEET_CAPTION + SHEET_GAP;
	sheet->height = SHEET_GAP + rows * row_height + (sheet->legend_count + 1) * SHEET_CAPTION + SHEET_GAP;
}

void sheet_place(const Sheet *sheet, int32_t panel, int32_t *x, int32_t *y) {
	*x = SHEET_GAP + panel % sheet->columns * (sheet->panel_width + SHEET_GAP);
	*y = SHEET_GAP + panel / sheet->columns * (sheet->panel_height + SHEET_CAPTION + SHEET_GAP);
}

int32_t sheet_legend_y(const Sheet *sheet, int32_t line) {
	return sheet->height - SHEET_GAP - (sheet->legend_count + 1 - line) * SHEET_CAPTION;
}
