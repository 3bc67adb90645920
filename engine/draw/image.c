#include "draw/image.h"

#include <string.h>

#include "base/mem.h"

static size_t image_size(const Image *image) { return (size_t)image->width * (size_t)image->height * 3; }

int32_t image_init(Image *out, int32_t width, int32_t height) {
	*out = (Image){ .width = width, .height = height };
	out->rgb = mem_alloc(image_size(out));
	if (out->rgb == NULL) return HN_ERR_NO_MEMORY;
	image_white(out);
	return HN_OK;
}

void image_free(Image *image) {
	mem_free(image->rgb, image_size(image));
	*image = (Image){ 0 };
}

void image_white(Image *image) { memset(image->rgb, 255, image_size(image)); }

void image_mix(Image *image, int32_t x, int32_t y, const uint8_t rgb[3], int part) {
	if (x < 0 || y < 0 || x >= image->width || y >= image->height) return;
	uint8_t *at = image->rgb + 3 * ((int64_t)y * image->width + x);
	for (int i = 0; i < 3; ++i) at[i] = (uint8_t)((at[i] * (256 - part) + rgb[i] * part) / 256);
}

void image_fill(Image *image, int32_t x, int32_t y, int32_t width, int32_t height, const uint8_t rgb[3]) {
	for (int32_t j = 0; j < height; ++j)
		for (int32_t i = 0; i < width; ++i) image_mix(image, x + i, y + j, rgb, 256);
}

// As many points as the line is long in its longer direction, each a square of 2 x 2.
void image_line(Image *image, const double from[2], const double to[2], const uint8_t rgb[3]) {
	double dx = to[0] - from[0], dy = to[1] - from[1];
	double wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy, length = wide > high ? wide : high;
	int32_t most = 2 * (image->width + image->height);
	if (!(length < most)) return; // not finite, or far beyond the picture
	int32_t steps = (int32_t)length + 1;
	for (int32_t i = 0; i <= steps; ++i) {
		double x = from[0] + dx * i / steps, y = from[1] + dy * i / steps;
		if (x > -2 && y > -2 && x < image->width + 2 && y < image->height + 2)
			image_fill(image, (int32_t)(x + 2) - 2, (int32_t)(y + 2) - 2, 2, 2, rgb);
	}
}

void image_put_half(Image *image, const Image *from, int32_t x, int32_t y) {
	for (int32_t j = 0; j < from->height / 2; ++j)
		for (int32_t i = 0; i < from->width / 2; ++i) {
			const uint8_t *a = from->rgb + 3 * (2 * (int64_t)j * from->width + 2 * i);
			const uint8_t *b = a + 3 * (int64_t)from->width;
			uint8_t mean[3];
			for (int k = 0; k < 3; ++k) mean[k] = (uint8_t)((a[k] + a[k + 3] + b[k] + b[k + 3] + 2) / 4);
			image_mix(image, x + i, y + j, mean, 256);
		}
}

// ---- text ----

// A character of 3 x 5 points: five octal digits, the rows from the top; a digit's 4 is the left point.
static const struct {
	char symbol;
	uint16_t rows;
} s_font[] = {
	{ '0', 075557 }, { '1', 026227 }, { '2', 071747 }, { '3', 071717 }, { '4', 055711 }, { '5', 074717 },
	{ '6', 074757 }, { '7', 071122 }, { '8', 075757 }, { '9', 075717 }, { 'a', 025755 }, { 'b', 065656 },
	{ 'c', 034443 }, { 'd', 065556 }, { 'e', 074647 }, { 'f', 074644 }, { 'g', 034553 }, { 'h', 055755 },
	{ 'i', 072227 }, { 'j', 011152 }, { 'k', 055655 }, { 'l', 044447 }, { 'm', 057755 }, { 'n', 065555 },
	{ 'o', 025552 }, { 'p', 065644 }, { 'q', 025563 }, { 'r', 065655 }, { 's', 034216 }, { 't', 072222 },
	{ 'u', 055557 }, { 'v', 055552 }, { 'w', 055775 }, { 'x', 055255 }, { 'y', 055222 }, { 'z', 071247 },
	{ '.', 000002 }, { ',', 000024 }, { ';', 002024 }, { ':', 002020 }, { '-', 000700 }, { '_', 000007 },
	{ '(', 012221 }, { ')', 042224 }, { '/', 011244 }, { '+', 002720 }, { '=', 007070 }, { '%', 051245 },
};

static uint16_t rows_of(char symbol) {
	char small = symbol >= 'A' && symbol <= 'Z' ? (char)(symbol - 'A' + 'a') : symbol;
	for (size_t i = 0; i < sizeof s_font / sizeof *s_font; ++i)
		if (s_font[i].symbol == small) return s_font[i].rows;
	return 0;
}

void image_text(Image *image, int32_t x, int32_t y, const char *text) {
	static const uint8_t s_ink[3] = { 40, 40, 40 };
	for (; *text != '\0'; ++text, x += IMAGE_TEXT_ADVANCE)
		for (int point = 0; point < 15; ++point)
			if ((rows_of(*text) >> (14 - point) & 1) != 0)
				image_fill(image, x + 2 * (point % 3), y + 2 * (point / 3), 2, 2, s_ink);
}
