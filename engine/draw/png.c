#include "draw/png.h"

#include <string.h>

#include "base/mem.h"

// ---- bits, the least first ----

typedef struct Bits {
	Text *out;
	uint32_t held;
	int count;
} Bits;

static void put_bits(Bits *bits, uint32_t value, int count) {
	bits->held |= value << bits->count;
	for (bits->count += count; bits->count >= 8; bits->count -= 8, bits->held >>= 8)
		text_add_bytes(bits->out, &(char){ (char)(bits->held & 255) }, 1);
}

// Codes go in with their greatest bit first.
static void put_code(Bits *bits, uint32_t code, int count) {
	uint32_t turned = 0;
	for (int i = 0; i < count; ++i) turned |= (code >> i & 1) << (count - 1 - i);
	put_bits(bits, turned, count);
}

// The fixed code of a literal or length, RFC 1951, 3.2.6.
static void put_symbol(Bits *bits, uint32_t symbol) {
	if (symbol < 144)
		put_code(bits, 0x30 + symbol, 8);
	else if (symbol < 256)
		put_code(bits, 0x190 + symbol - 144, 9);
	else if (symbol < 280)
		put_code(bits, symbol - 256, 7);
	else
		put_code(bits, 0xc0 + symbol - 280, 8);
}

enum { MATCH_LEAST = 3, MATCH_MOST = 258, END_OF_BLOCK = 256 };

// A match of the byte before, RFC 1951, 3.2.5: lengths 3 .. 10 have a symbol each, then every four symbols
// have one extra bit more, and 258 has a symbol of its own.
static void put_match(Bits *bits, uint32_t length) {
	uint32_t rest = length - MATCH_LEAST, extra = 0;
	if (length == MATCH_MOST) {
		put_symbol(bits, 285);
	} else {
		while (rest >> extra >= 8) extra += 1;
		put_symbol(bits, 257 + 4 * extra + (rest >> extra));
		put_bits(bits, rest & ((1u << extra) - 1), (int)extra);
	}
	put_code(bits, 0, 5); // distance 1
}

static void deflate(Text *out, const uint8_t *bytes, size_t size) {
	Bits bits = { .out = out };
	put_bits(&bits, 1, 1); // the last block
	put_bits(&bits, 1, 2); // of fixed codes
	for (size_t i = 0; i < size;) {
		size_t length = 0;
		while (i > 0 && length < MATCH_MOST && i + length < size && bytes[i + length] == bytes[i - 1])
			length += 1;
		if (length >= MATCH_LEAST)
			put_match(&bits, (uint32_t)length);
		else
			put_symbol(&bits, bytes[i]);
		i += length >= MATCH_LEAST ? length : 1;
	}
	put_symbol(&bits, END_OF_BLOCK);
	put_bits(&bits, 0, 7); // to a whole byte
}

// ---- chunks ----

static void put_u32(Text *out, uint32_t value) {
	const char bytes[4] = { (char)(value >> 24), (char)(value >> 16 & 255), (char)(value >> 8 & 255),
		                    (char)(value & 255) };
	text_add_bytes(out, bytes, 4);
}

static uint32_t crc_of(const char *bytes, int64_t size) {
	uint32_t crc = 0xffffffffu;
	for (int64_t i = 0; i < size; ++i) {
		crc ^= (uint8_t)bytes[i];
		for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320u : 0);
	}
	return ~crc;
}

static void put_chunk(Text *out, const char kind[4], const Text *content) {
	put_u32(out, (uint32_t)content->count);
	int64_t begin = out->count;
	text_add_bytes(out, kind, 4);
	if (content->count > 0) text_add_bytes(out, content->data, content->count);
	if (!out->failed) put_u32(out, crc_of(out->data + begin, out->count - begin));
}

static uint32_t adler_of(const uint8_t *bytes, size_t size) {
	uint32_t a = 1, b = 0;
	for (size_t i = 0; i < size; ++i) {
		a = (a + bytes[i]) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

// Each row: 2 (the filter), then every byte less the one above it.
static void filter(uint8_t *out, const Image *image) {
	size_t row = 3 * (size_t)image->width;
	for (int32_t y = 0; y < image->height; ++y) {
		const uint8_t *here = image->rgb + (size_t)y * row, *above = y > 0 ? here - row : here;
		*out++ = 2;
		for (size_t i = 0; i < row; ++i) *out++ = (uint8_t)(here[i] - (y > 0 ? above[i] : 0));
	}
}

static void compress(Text *out, const Image *image) {
	size_t size = (3 * (size_t)image->width + 1) * (size_t)image->height;
	uint8_t *bytes = mem_alloc(size);
	if (bytes == NULL) {
		out->failed = true;
		return;
	}
	filter(bytes, image);
	text_add_bytes(out, "\x78\x01", 2); // zlib: deflate, a window of 32 KiB
	deflate(out, bytes, size);
	put_u32(out, adler_of(bytes, size));
	mem_free(bytes, size);
}

void png_write(Text *out, const Image *image) {
	Text header = { 0 }, data = { 0 };
	put_u32(&header, (uint32_t)image->width);
	put_u32(&header, (uint32_t)image->height);
	text_add_bytes(&header, "\x08\x02\0\0\0", 5); // 8 bits, RGB, deflate, filters, not interlaced
	compress(&data, image);
	text_add_bytes(out, "\x89PNG\r\n\x1a\n", 8);
	put_chunk(out, "IHDR", &header);
	put_chunk(out, "IDAT", &data);
	put_chunk(out, "IEND", &(Text){ 0 });
	if (header.failed || data.failed) out->failed = true;
	text_free(&header);
	text_free(&data);
}
