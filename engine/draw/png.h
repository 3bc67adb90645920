// Writes images as PNG (ISO/IEC 15948:2004) without a library. Rows are stored as differences to the row
// above (filter 2), and the deflate stream (RFC 1951) is one block of fixed codes in which a repeated byte is
// a match at distance 1. Large areas of one colour take next to nothing; the bytes depend on the image alone,
// not on the version of a compressor.
#pragma once

#include "base/text.h"
#include "draw/image.h"

void png_write(Text *out, const Image *image); // appends the file; text_check tells of lacking memory
