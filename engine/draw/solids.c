#include "draw/solids.h"

#include <math.h>
#include <string.h>

enum { VOLUME_FLOATS_MOST = 16 };

// Where a point of the cube from -1 to 1 lies.
typedef struct Place {
	HnVec3 centre, axes[3];
	bool round; // on the ball in the cube
} Place;

static bool is_ball(const char *volume) { return strcmp(volume, "sphere") == 0; }
static int32_t cells_of(const char *volume) { return is_ball(volume) ? SOLID_BALL_CELLS : 1; }
int32_t solid_triangles(const char *volume) { return 12 * cells_of(volume) * cells_of(volume); }

static HnVec3 load(const float *f) { return (HnVec3){ (double)f[0], (double)f[1], (double)f[2] }; }

static void place_along_axes(Place *out, HnVec3 half) {
	out->axes[0] = (HnVec3){ half.x, 0, 0 };
	out->axes[1] = (HnVec3){ 0, half.y, 0 };
	out->axes[2] = (HnVec3){ 0, 0, half.z };
}

static Place place_of(const char *volume, const float *f) {
	Place out = { .centre = load(f), .round = is_ball(volume) };
	if (strcmp(volume, "aabb") == 0) {
		HnVec3 lo = load(f), hi = load(f + 3);
		out.centre = vec3_scale(vec3_add(lo, hi), 0.5);
		place_along_axes(&out, vec3_scale(vec3_sub(hi, lo), 0.5));
	} else if (strcmp(volume, "obb") == 0) {
		for (int i = 0; i < 3; ++i) out.axes[i] = vec3_scale(load(f + 3 + 3 * i), (double)f[12 + i]);
	} else {
		double r = (double)f[3];
		place_along_axes(&out, (HnVec3){ r, r, r });
	}
	return out;
}

static HnVec3 point_of(const Place *place, double u, double v, double w) {
	double size = place->round ? sqrt(u * u + v * v + w * w) : 1;
	HnVec3 sum = vec3_add(vec3_scale(place->axes[0], u / size), vec3_scale(place->axes[1], v / size));
	return vec3_add(place->centre, vec3_add(sum, vec3_scale(place->axes[2], w / size)));
}

// One side of the cube: its vertices in rows, then two triangles a cell.
static void add_side(DrawSolid *out, const Place *place, int side, int32_t cells) {
	int axis = side % 3, first = out->vertex_count;
	for (int32_t i = 0; i <= cells; ++i)
		for (int32_t j = 0; j <= cells; ++j) {
			double at[3];
			at[axis] = side < 3 ? -1 : 1;
			at[(axis + 1) % 3] = 2.0 * i / cells - 1;
			at[(axis + 2) % 3] = 2.0 * j / cells - 1;
			out->vertices[out->vertex_count++] = point_of(place, at[0], at[1], at[2]);
		}
	for (int32_t i = 0; i < cells; ++i)
		for (int32_t j = 0; j < cells; ++j) {
			int32_t a = first + i * (cells + 1) + j, b = a + cells + 1;
			const int32_t corners[6] = { a, b, a + 1, a + 1, b, b + 1 };
			memcpy(out->triangles + 3 * out->triangle_count, corners, sizeof corners);
			out->triangle_count += 2;
		}
}

void solid_make(DrawSolid *out, const char *volume, const void *floats) {
	float f[VOLUME_FLOATS_MOST] = { 0 };
	memcpy(f, floats, (size_t)hn_broad_volume_floats(volume) * sizeof *f);
	Place place = place_of(volume, f);
	out->vertex_count = out->triangle_count = 0;
	for (int side = 0; side < 6; ++side) add_side(out, &place, side, cells_of(volume));
}
