// PNG files, read back by a reader of its own.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/rng.h"
#include "draw/png.h"
#include "suite.h"

typedef struct Inflating {
	const uint8_t *bytes;
	size_t bit;
	Text out;
} Inflating;

static uint32_t take(Inflating *in, int count) {
	uint32_t value = 0;
	for (int i = 0; i < count; ++i, ++in->bit)
		value |= (uint32_t)(in->bytes[in->bit / 8] >> in->bit % 8 & 1) << i;
	return value;
}

static uint32_t take_code(Inflating *in, int count) {
	uint32_t value = 0;
	for (int i = 0; i < count; ++i) value = value << 1 | take(in, 1);
	return value;
}

// The fixed codes by the table of RFC 1951, 3.2.6.
static uint32_t take_symbol(Inflating *in) {
	uint32_t code = take_code(in, 7);
	if (code < 24) return 256 + code;
	code = code << 1 | take(in, 1);
	if (code >= 0x30 && code < 0xc0) return code - 0x30;
	if (code >= 0xc0 && code < 0xc8) return 280 + code - 0xc0;
	code = code << 1 | take(in, 1);
	return 144 + code - 0x190;
}

static void inflate(Inflating *in) {
	static const int s_base[] = { 3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
		                          31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258 };
	static const int s_extra[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
		                           2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 };
	ck_assert_uint_eq(take(in, 1), 1);
	ck_assert_uint_eq(take(in, 2), 1);
	for (uint32_t symbol; (symbol = take_symbol(in)) != 256;) {
		if (symbol < 256) {
			text_add_bytes(&in->out, &(char){ (char)symbol }, 1);
			continue;
		}
		ck_assert_uint_le(symbol, 285);
		int length = s_base[symbol - 257] + (int)take(in, s_extra[symbol - 257]);
		ck_assert_uint_eq(take_code(in, 5), 0); // the byte before
		ck_assert_int_gt(in->out.count, 0);
		char last = in->out.data[in->out.count - 1];
		for (int i = 0; i < length; ++i) text_add_bytes(&in->out, &last, 1);
	}
	in->bit = (in->bit + 7) / 8 * 8;
}

static uint32_t be32(const uint8_t *p) {
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// Checks a chunk's kind and its sum by polynomial division, and returns its content.
static const uint8_t *chunk(const uint8_t **at, const char *kind, uint32_t *size) {
	const uint8_t *begin = *at + 4;
	*size = be32(*at);
	ck_assert_mem_eq(begin, kind, 4);
	uint32_t rest = 0;
	for (uint32_t i = 0; i < *size + 8; ++i)
		for (int bit = 0; bit < 8; ++bit) {
			uint32_t in = i < *size + 4 ? (uint32_t)begin[i] >> bit & 1 : 0;
			if (i < 4) in ^= 1;
			bool carry = rest >> 31 != 0;
			rest = rest << 1 | in;
			if (carry) rest ^= 0x04c11db7u;
		}
	uint32_t turned = 0;
	for (int i = 0; i < 32; ++i) turned |= (rest >> i & 1) << (31 - i);
	ck_assert_uint_eq(~turned, be32(begin + 4 + *size));
	*at = begin + 8 + *size;
	return begin + 4;
}

static void check_png(const Image *image) {
	Text file = { 0 };
	png_write(&file, image);
	ck_assert_int_eq(text_check(&file), HN_OK);
	const uint8_t *at = (const uint8_t *)file.data + 8;
	uint32_t size;
	ck_assert_mem_eq(file.data, "\x89PNG\r\n\x1a\n", 8);
	const uint8_t *header = chunk(&at, "IHDR", &size);
	ck_assert_uint_eq(be32(header), (uint32_t)image->width);
	ck_assert_uint_eq(be32(header + 4), (uint32_t)image->height);
	Inflating in = { .bytes = chunk(&at, "IDAT", &size) + 2 };
	inflate(&in);
	ck_assert_uint_eq(in.bit / 8 + 6, size);
	uint32_t row = 3 * (uint32_t)image->width, a = 1, b = 0;
	ck_assert_int_eq(in.out.count, (int64_t)(row + 1) * image->height);
	uint8_t *line = calloc(1, row);
	for (int32_t y = 0; y < image->height; ++y) {
		const uint8_t *got = (const uint8_t *)in.out.data + (size_t)y * (row + 1);
		ck_assert_int_eq(got[0], 2);
		for (uint32_t i = 0; i < row; ++i) line[i] = (uint8_t)(line[i] + got[i + 1]);
		ck_assert_mem_eq(line, image->rgb + (size_t)y * row, row);
		for (uint32_t i = 0; i <= row; ++i) a = (a + got[i]) % 65521, b = (b + a) % 65521;
	}
	ck_assert_uint_eq(be32(in.bytes + in.bit / 8), b << 16 | a);
	chunk(&at, "IEND", &size);
	ck_assert_ptr_eq(at, (const uint8_t *)file.data + file.count);
	free(line);
	text_free(&in.out);
	text_free(&file);
}

START_TEST(png_is_read_back) {
	Image image;
	Rng rng = rng_of(1, 0);
	ck_assert_int_eq(image_init(&image, 97, 41), HN_OK);
	check_png(&image); // white: long matches
	for (int32_t i = 0; i < 97 * 41 * 3; ++i) image.rgb[i] = (uint8_t)rng_below(&rng, 256);
	check_png(&image);
	for (int32_t i = 0; i < 97 * 41 * 3; ++i) // runs of every length
		image.rgb[i] = rng_below(&rng, (uint64_t)(2 + i / 40)) == 0 ? (uint8_t)rng_below(&rng, 256)
		                                                            : image.rgb[i > 0 ? i - 1 : 0];
	check_png(&image);
	image_white(&image);
	image_text(&image, 2, 2, "Step 1: 20 (ok)");
	image_line(&image, (double[]){ -50, -50 }, (double[]){ 300, 90 }, (uint8_t[]){ 1, 2, 3 });
	check_png(&image);
	image_free(&image);
}

TEST_SUITE(png, suite, tc) { tcase_add_test(tc, png_is_read_back); }
