// A z-buffer: which triangle is nearest to the viewer at each sample. Sample (x, y) lies at (x + 1/2, y +
// 1/2). A triangle covers the samples inside and on its edges. At equal depth the triangle that came first
// stays.
#pragma once

#include <stdint.h>

#include "math/vec3.h"

typedef struct Raster {
	int32_t width, height;
	double *depth;
	int32_t *owner; // id of the nearest triangle; -1: none
} Raster;

int32_t raster_init(Raster *out, int32_t width, int32_t height); // HN_ERR_NO_MEMORY
void raster_free(Raster *raster);
void raster_clear(Raster *raster);
void raster_triangle(Raster *raster, const HnVec3 corners[3], int32_t id);

// The samples of one row that a triangle covers: x from begin to end - 1.
typedef void (*RasterSpan)(void *context, int32_t y, int32_t begin, int32_t end);
// Calls span for each row in which the triangle covers samples. A triangle that is seen edge-on, or whose
// corners are not finite, covers none.
void raster_scan(const Raster *raster, const HnVec3 corners[3], RasterSpan span, void *context);
