// A picture of pixels, and what is drawn on it. Everything outside is cut off.
#pragma once

#include <stdint.h>

typedef struct Image {
	int32_t width, height;
	uint8_t *rgb; // rows from the top, 3 bytes a pixel
} Image;

int32_t image_init(Image *out, int32_t width, int32_t height); // white. HN_ERR_NO_MEMORY
void image_free(Image *image);                                 // one that is all zero is allowed
void image_white(Image *image);
// Mixes a pixel with a colour: part / 256 of the colour.
void image_mix(Image *image, int32_t x, int32_t y, const uint8_t rgb[3], int part);
void image_fill(Image *image, int32_t x, int32_t y, int32_t width, int32_t height, const uint8_t rgb[3]);
void image_line(Image *image, const double from[2], const double to[2], const uint8_t rgb[3]);
// Puts `from`, halved in both directions, at (x, y); a pixel is the mean of four.
void image_put_half(Image *image, const Image *from, int32_t x, int32_t y);

enum { IMAGE_TEXT_HEIGHT = 10, IMAGE_TEXT_ADVANCE = 8 };
// Writes ASCII text in capitals; (x, y) is its upper left corner. A character that the font lacks is blank.
void image_text(Image *image, int32_t x, int32_t y, const char *text);
