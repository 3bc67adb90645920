#include "draw/raster.h"

#include <math.h>

#include "base/mem.h"

static size_t sample_count(const Raster *raster) { return (size_t)raster->width * (size_t)raster->height; }

int32_t raster_init(Raster *out, int32_t width, int32_t height) {
	*out = (Raster){ .width = width, .height = height };
	out->depth = mem_alloc(sample_count(out) * sizeof *out->depth);
	out->owner = mem_alloc(sample_count(out) * sizeof *out->owner);
	if (out->depth != NULL && out->owner != NULL) {
		raster_clear(out);
		return HN_OK;
	}
	raster_free(out);
	return HN_ERR_NO_MEMORY;
}

void raster_free(Raster *raster) {
	mem_free(raster->depth, sample_count(raster) * sizeof *raster->depth);
	mem_free(raster->owner, sample_count(raster) * sizeof *raster->owner);
	*raster = (Raster){ 0 };
}

void raster_clear(Raster *raster) {
	for (size_t i = 0; i < sample_count(raster); ++i) {
		raster->depth[i] = -(double)INFINITY;
		raster->owner[i] = -1;
	}
}

static int32_t clamp(double x, int32_t most) { return x < 0 ? 0 : x > (double)most ? most : (int32_t)x; }

// Twice the area of the triangle (a, b, p) in the picture's plane; its sign says on which side p lies.
static double side(HnVec3 a, HnVec3 b, double x, double y) {
	return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

static bool covers(const HnVec3 c[3], double sign, double x, double y) {
	return sign * side(c[0], c[1], x, y) >= 0 && sign * side(c[1], c[2], x, y) >= 0 &&
	       sign * side(c[2], c[0], x, y) >= 0;
}

// 1 or -1 by the way its corners turn; 0: it covers nothing.
static double turn_of(const HnVec3 c[3]) {
	double area = side(c[0], c[1], c[2].x, c[2].y);
	bool finite = vec3_is_finite(c[0]) && vec3_is_finite(c[1]) && vec3_is_finite(c[2]);
	return !finite || !isfinite(area) ? 0 : area > 0 ? 1 : area < 0 ? -1 : 0;
}

enum { FEW = 4 }; // samples of a row that are asked without a look at the edges
// A coordinate and one of these, cut to a whole number: the first sample that is not before it; the first
// that is beyond it. With some room for rounding.
static const double FROM = 0.5 - 1e-9, BEYOND = 0.5 + 1e-9;

// Narrows [*lo, *hi] to where a row lies on the inner side of the edge from a to b.
static void cut_row(HnVec3 a, HnVec3 b, double sign, double y, double *lo, double *hi) {
	const double x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), up = sign * (b.y - a.y);
	if (up > 0) *hi = fmin(*hi, x);
	if (up < 0) *lo = fmax(*lo, x);
}

// Which samples of a row are covered is decided by `covers` alone; edges say where to ask, with a sample to
// spare.
static void scan_row(const HnVec3 c[3], double sign, int32_t y, int32_t *begin, int32_t *end) {
	int32_t right = *end, inner = *begin;
	if (right - inner > FEW) {
		double lo = *begin, hi = *end;
		for (int i = 0; i < 3; ++i) cut_row(c[i], c[(i + 1) % 3], sign, y + 0.5, &lo, &hi);
		const int32_t from = clamp(lo - 2, *end);
		right = clamp(hi + 2, *end), inner = clamp(hi - 2, *end);
		*begin = from > *begin ? from : *begin;
	}
	while (*begin < right && !covers(c, sign, *begin + 0.5, y + 0.5)) ++*begin;
	for (*end = inner > *begin ? inner : *begin; *end < right && covers(c, sign, *end + 0.5, y + 0.5);)
		++*end;
}

void raster_scan(const Raster *raster, const HnVec3 c[3], RasterSpan span, void *context) {
	double sign = turn_of(c);
	if (sign == 0) return;
	HnVec3 lo = vec3_min(vec3_min(c[0], c[1]), c[2]), hi = vec3_max(vec3_max(c[0], c[1]), c[2]);
	int32_t left = clamp(lo.x + FROM, raster->width), right = clamp(hi.x + BEYOND, raster->width);
	int32_t top = clamp(lo.y + FROM, raster->height), bottom = clamp(hi.y + BEYOND, raster->height);
	if (left >= right) return;
	for (int32_t y = top; y < bottom; ++y) {
		int32_t begin = left, end = right;
		scan_row(c, sign, y, &begin, &end);
		if (begin < end) span(context, y, begin, end);
	}
}

// Depth over the picture's plane: z + dx * (x - corner.x) + dy * (y - corner.y).
typedef struct Painting {
	Raster *raster;
	HnVec3 corner;
	double dx, dy;
	int32_t id;
} Painting;

static void paint_span(void *context, int32_t y, int32_t begin, int32_t end) {
	const Painting *p = context;
	int64_t row = (int64_t)y * p->raster->width;
	for (int32_t x = begin; x < end; ++x) {
		double depth = p->corner.z + p->dx * (x + 0.5 - p->corner.x) + p->dy * (y + 0.5 - p->corner.y);
		if (!(depth > p->raster->depth[row + x])) continue;
		p->raster->depth[row + x] = depth;
		p->raster->owner[row + x] = p->id;
	}
}

void raster_triangle(Raster *raster, const HnVec3 c[3], int32_t id) {
	HnVec3 normal = vec3_cross(vec3_sub(c[1], c[0]), vec3_sub(c[2], c[0]));
	Painting painting = {
		.raster = raster, .corner = c[0], .dx = -normal.x / normal.z, .dy = -normal.y / normal.z, .id = id
	};
	raster_scan(raster, c, paint_span, &painting);
}
