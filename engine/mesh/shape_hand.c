// A hand: a palm and five jointed fingers in one closed surface. The coarse form is a silhouette of squares
// with a front, a back and a rim: 59 squares with a rim of 84 edges, 404 triangles. Finer forms come from
// subdivision, which rounds the hand. Other counts are simplified from the next finer form.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "math/elementary.h"
#include "mesh/shape_build.h"
#include "mesh/simplify.h"

typedef struct HandParams {
	int32_t faces;
	double curl, spread, size;
} HandParams;

enum {
	COARSE_FACES = 404,
	PALM_WIDTH = 7,
	PALM_ROWS = 4,
	FINGERS = 5,
	THUMB = 4,
	LENGTH_MAX = 7,
	THUMB_ROW = 1,
	COLUMNS = PALM_WIDTH + 1,
	ROWS = PALM_ROWS + 1,
};

// The fingers, from the little finger to the forefinger, stand on every second square of the palm's upper
// edge. The thumb stands on the right edge of the palm's second row.
typedef struct Finger {
	int32_t length; // in squares
	double size;    // of a square
} Finger;
static const Finger s_fingers[FINGERS] = { { 6, 0.62 }, { 6, 0.8 }, { 7, 0.76 }, { 6, 0.8 }, { 6, 0.62 } };

typedef struct Hand {
	ShapeBuilder builder;
	int32_t palm[ROWS][COLUMNS][2];                // vertex by row, column, front or back
	int32_t finger[FINGERS][LENGTH_MAX + 1][2][2]; // by ring, left or right, front or back
} Hand;

static double radians(double degrees) { return degrees * (MATH_PI / 180); }

// Places the palm. Its front faces -y, and it is thicker at the wrist.
static void place_palm(Hand *hand) {
	for (int32_t r = 0; r <= PALM_ROWS; ++r)
		for (int32_t c = 0; c <= PALM_WIDTH; ++c)
			for (int back = 0; back < 2; ++back) {
				double x = (c - (double)PALM_WIDTH / 2.0) * (0.85 + 0.04 * r), thick = 0.75 - 0.06 * r;
				hand->palm[r][c][back] =
				    shape_vertex(&hand->builder, (HnVec3){ x, back ? thick : -thick, 1.3 * r });
			}
}

static bool is_joint(int32_t ring, int32_t length) {
	return ring == 0 || ring == length - 4 || ring == length - 2;
}

// Places the rings of a finger one after the other. The direction bends to the front at each joint: at ring 0
// and at the ends of the first two phalanges.
static void place_finger(Hand *hand, const HandParams *p, int32_t f) {
	const Finger *finger = &s_fingers[f];
	bool thumb = f == THUMB;
	for (int side = 0; side < 2; ++side)
		for (int back = 0; back < 2; ++back)
			hand->finger[f][0][side][back] = thumb ? hand->palm[THUMB_ROW + 1 - side][PALM_WIDTH][back]
			                                       : hand->palm[PALM_ROWS][2 * f + side][back];
	HnVec3 sum = { 0, 0, 0 };
	for (int k = 0; k < 4; ++k) {
		HnVec3 corner = hand->builder.vertices.data[hand->finger[f][0][k / 2][k % 2]];
		sum = vec3_add(sum, vec3_scale(corner, 0.25));
	}
	double fan = thumb ? radians(50) : radians(p->spread * (f - 1.5)), bend = 0;
	HnVec3 across = { math_cos(fan), 0, -math_sin(fan) };
	for (int32_t ring = 1; ring <= finger->length; ++ring) {
		bend += is_joint(ring - 1, finger->length) ? radians(p->curl) : 0;
		HnVec3 along = { math_sin(fan) * math_cos(bend), -math_sin(bend), math_cos(fan) * math_cos(bend) };
		HnVec3 up = vec3_cross(along, across); // towards the back
		double wide = 0.42 - 0.025 * ring, thick = 0.45 - 0.03 * ring;
		sum = vec3_add(sum, vec3_scale(along, finger->size));
		for (int side = 0; side < 2; ++side)
			for (int back = 0; back < 2; ++back) {
				HnVec3 to_side = vec3_scale(across, side ? wide : -wide);
				HnVec3 to_back = vec3_scale(up, back ? thick : -thick);
				hand->finger[f][ring][side][back] =
				    shape_vertex(&hand->builder, vec3_add(sum, vec3_add(to_side, to_back)));
			}
	}
}

static void add_finger(Hand *hand, int32_t f) {
	int32_t length = s_fingers[f].length;
	for (int32_t ring = 0; ring < length; ++ring) {
		int32_t(*a)[2] = hand->finger[f][ring], (*b)[2] = hand->finger[f][ring + 1];
		shape_quad(&hand->builder, a[0][0], a[1][0], b[1][0], b[0][0]);
		shape_quad(&hand->builder, a[1][0], a[1][1], b[1][1], b[1][0]);
		shape_quad(&hand->builder, a[1][1], a[0][1], b[0][1], b[1][1]);
		shape_quad(&hand->builder, a[0][1], a[0][0], b[0][0], b[0][1]);
	}
	int32_t(*tip)[2] = hand->finger[f][length];
	shape_quad(&hand->builder, tip[0][0], tip[1][0], tip[1][1], tip[0][1]);
}

static void add_palm(Hand *hand) {
	int32_t(*v)[COLUMNS][2] = hand->palm;
	for (int32_t r = 0; r < PALM_ROWS; ++r)
		for (int32_t c = 0; c < PALM_WIDTH; ++c) {
			shape_quad(&hand->builder, v[r][c][0], v[r][c + 1][0], v[r + 1][c + 1][0], v[r + 1][c][0]);
			shape_quad(&hand->builder, v[r][c][1], v[r + 1][c][1], v[r + 1][c + 1][1], v[r][c + 1][1]);
		}
	for (int32_t c = 0; c < PALM_WIDTH; ++c) {
		shape_quad(&hand->builder, v[0][c][0], v[0][c][1], v[0][c + 1][1], v[0][c + 1][0]);
		if (c % 2 == 1) // between two fingers
			shape_quad(&hand->builder, v[PALM_ROWS][c][0], v[PALM_ROWS][c + 1][0], v[PALM_ROWS][c + 1][1],
			           v[PALM_ROWS][c][1]);
	}
	for (int32_t r = 0; r < PALM_ROWS; ++r) {
		shape_quad(&hand->builder, v[r][0][0], v[r + 1][0][0], v[r + 1][0][1], v[r][0][1]);
		if (r != THUMB_ROW)
			shape_quad(&hand->builder, v[r][PALM_WIDTH][0], v[r][PALM_WIDTH][1], v[r + 1][PALM_WIDTH][1],
			           v[r + 1][PALM_WIDTH][0]);
	}
}

static int32_t coarse_hand(HnMesh **out, const HandParams *p) {
	Hand hand = { .builder = { .out_of_memory = false } };
	place_palm(&hand);
	for (int32_t f = 0; f < FINGERS && !hand.builder.out_of_memory; ++f) place_finger(&hand, p, f);
	add_palm(&hand);
	for (int32_t f = 0; f < FINGERS; ++f) add_finger(&hand, f);
	int32_t code = shape_finish(out, &hand.builder, HN_OK);
	if (code != HN_OK) return code;
	for (int32_t i = 0; i < 3 * (*out)->vertex_count; ++i) (*out)->xyz[i] *= p->size;
	return HN_OK;
}

static int32_t hand_create(HnMesh **out, const void *params) {
	const HandParams *p = params;
	int32_t code = shape_check_even("hand", p->faces);
	HnMesh *mesh = NULL, *next = NULL;
	if (code == HN_OK) code = coarse_hand(&mesh, p);
	while (code == HN_OK && mesh->triangle_count < p->faces) {
		code = shape_refine(&next, mesh);
		hn_mesh_destroy(mesh);
		mesh = next;
	}
	if (code == HN_OK && mesh->triangle_count > p->faces) {
		code = hn_mesh_simplify(&next, mesh, p->faces);
		hn_mesh_destroy(mesh);
		mesh = next;
		if (code == HN_ERR_BAD_INPUT) error_prefix(code, "hand");
	}
	*out = mesh;
	return code;
}

static const Param s_params[] = {
	SHAPE_INT(HandParams, faces, COARSE_FACES, 200, 100000, "triangles, an even number"),
	SHAPE_REAL(HandParams, curl, 12, 0, 40, "degrees that each joint of the fingers is bent"),
	SHAPE_REAL(HandParams, spread, 6, 0, 10, "degrees between neighbouring fingers"),
	SHAPE_REAL(HandParams, size, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "times that of 12.1 from end to end"),
};

extern const ShapeClass shape_hand;
const ShapeClass shape_hand = {
	.name = "hand",
	.about = "palm and five jointed fingers, one closed surface",
	.source = "wei2000, model 3: 404 triangles",
	.params = SHAPE_PARAMS(s_params, HandParams),
	.create = hand_create,
};
