#include "bv/polytope.h"

#include <math.h>
#include <string.h>

void polytope_box(Polytope *out, HnVec3 c, const HnVec3 e[3]) {
	// Corner i has the sign bits of i. The faces are sorted by axis and side, all with the same orientation.
	static const int32_t s_faces[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
		                                   { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
	out->corner_count = 8, out->face_count = 6, out->place_count = 24;
	for (int i = 0; i < 8; ++i) {
		HnVec3 p = c;
		for (int k = 0; k < 3; ++k) p = vec3_add(p, vec3_scale(e[k], (i >> k & 1) != 0 ? 1 : -1));
		out->corners[i] = p;
	}
	for (int f = 0; f < 6; ++f) {
		out->faces[f] = (PolytopeFace){ 4 * f, 4 };
		for (int k = 0; k < 4; ++k) out->places[4 * f + k] = s_faces[f][k];
	}
}

typedef struct CutEdge {
	int32_t in, out; // the corners of the cut edge: `in` stays, `out` is cut off
	int32_t corner;  // the new corner on it
	int32_t next;    // the number of the new corner that follows it around the cut; -1: not seen yet
} CutEdge;

typedef struct Cut {
	const Polytope *from;
	double above[POLYTOPE_CORNERS];
	int32_t kept[POLYTOPE_CORNERS]; // each corner's new number; -1: cut off
	CutEdge edges[POLYTOPE_CORNERS];
	int32_t edge_count;
	Polytope to;
	bool full;
} Cut;

static int32_t corner_add(Cut *cut, HnVec3 p) {
	if (cut->to.corner_count == POLYTOPE_CORNERS) {
		cut->full = true;
		return 0;
	}
	cut->to.corners[cut->to.corner_count] = p;
	return cut->to.corner_count++;
}

static void place_add(Cut *cut, int32_t corner) {
	if (cut->to.place_count == POLYTOPE_PLACES)
		cut->full = true;
	else
		cut->to.places[cut->to.place_count++] = corner;
}

// The new corner on an edge: the first of the edge's two faces makes it, the other finds it again.
static int32_t edge_find(Cut *cut, int32_t in, int32_t out) {
	for (int32_t i = 0; i < cut->edge_count; ++i)
		if (cut->edges[i].in == in && cut->edges[i].out == out) return i;
	if (cut->edge_count == POLYTOPE_CORNERS) {
		cut->full = true;
		return 0;
	}
	HnVec3 p = cut->from->corners[in], q = cut->from->corners[out];
	double along = cut->above[in] / (cut->above[in] - cut->above[out]);
	int32_t corner = corner_add(cut, vec3_add(p, vec3_scale(vec3_sub(q, p), along)));
	cut->edges[cut->edge_count] = (CutEdge){ in, out, corner, -1 };
	return cut->edge_count++;
}

static void face_end(Cut *cut, int32_t first) {
	int32_t count = cut->to.place_count - first;
	if (count == 0) return;
	if (cut->to.face_count == POLYTOPE_FACES)
		cut->full = true;
	else
		cut->to.faces[cut->to.face_count++] = (PolytopeFace){ first, count };
}

// Cuts one face, starting from a corner that stays. The cut runs in the opposite sense, from where the face
// comes back into the half space to where it leaves it.
static void face_cut(Cut *cut, PolytopeFace face, int32_t start) {
	const int32_t *places = cut->from->places + face.first;
	int32_t first = cut->to.place_count, left = -1;
	for (int32_t i = 0; i < face.count; ++i) {
		int32_t at = places[(start + i) % face.count], next = places[(start + i + 1) % face.count];
		bool stays = cut->kept[at] >= 0, next_stays = cut->kept[next] >= 0;
		if (stays) place_add(cut, cut->kept[at]);
		if (stays == next_stays) continue;
		int32_t edge = stays ? edge_find(cut, at, next) : edge_find(cut, next, at);
		place_add(cut, cut->edges[edge].corner);
		if (stays)
			left = edge;
		else
			cut->edges[edge].next = left;
	}
	face_end(cut, first);
}

static void faces_cut(Cut *cut) {
	for (int32_t f = 0; f < cut->from->face_count && !cut->full; ++f) {
		PolytopeFace face = cut->from->faces[f];
		int32_t start = 0;
		while (start < face.count && cut->kept[cut->from->places[face.first + start]] < 0) ++start;
		if (start < face.count) face_cut(cut, face, start);
	}
}

// Makes the new face: a cycle through the new corners, or several cycles if rounding made the surface fold.
static void cut_close(Cut *cut) {
	for (int32_t i = 0; i < cut->edge_count && !cut->full; ++i) {
		int32_t first = cut->to.place_count;
		for (int32_t at = i, next; cut->edges[at].next >= 0; at = next) {
			next = cut->edges[at].next;
			cut->edges[at].next = -1;
			place_add(cut, cut->edges[at].corner);
		}
		face_end(cut, first);
	}
}

static void polytope_copy(Polytope *out, const Polytope *from) {
	out->corner_count = from->corner_count;
	out->face_count = from->face_count;
	out->place_count = from->place_count;
	memcpy(out->corners, from->corners, (size_t)from->corner_count * sizeof *from->corners);
	memcpy(out->faces, from->faces, (size_t)from->face_count * sizeof *from->faces);
	memcpy(out->places, from->places, (size_t)from->place_count * sizeof *from->places);
}

bool polytope_cut(Polytope *polytope, HnVec3 normal, double bound) {
	Cut cut;
	cut.from = polytope;
	cut.edge_count = 0;
	cut.full = false;
	cut.to.corner_count = cut.to.face_count = cut.to.place_count = 0;
	for (int32_t i = 0; i < polytope->corner_count; ++i) {
		cut.above[i] = vec3_dot(normal, polytope->corners[i]) - bound;
		cut.kept[i] = cut.above[i] > 0 ? -1 : corner_add(&cut, polytope->corners[i]);
	}
	if (cut.to.corner_count == polytope->corner_count) return true;
	faces_cut(&cut);
	cut_close(&cut);
	if (!cut.full) polytope_copy(polytope, &cut.to);
	return !cut.full;
}

// The sum of the cross products around a face from one of its corners: twice its area, along its normal.
static HnVec3 face_normal(const Polytope *polytope, PolytopeFace face) {
	const int32_t *places = polytope->places + face.first;
	HnVec3 o = polytope->corners[places[0]], sum = { 0, 0, 0 };
	for (int32_t i = 1; i + 1 < face.count; ++i) {
		HnVec3 p = vec3_sub(polytope->corners[places[i]], o),
		       q = vec3_sub(polytope->corners[places[i + 1]], o);
		sum = vec3_add(sum, vec3_cross(p, q));
	}
	return sum;
}

double polytope_volume(const Polytope *polytope) {
	double six = 0;
	for (int32_t f = 0; f < polytope->face_count; ++f) {
		HnVec3 at = polytope->corners[polytope->places[polytope->faces[f].first]];
		six += vec3_dot(vec3_sub(at, polytope->corners[0]), face_normal(polytope, polytope->faces[f]));
	}
	return fabs(six) / 6;
}

double polytope_area(const Polytope *polytope) {
	double two = 0;
	for (int32_t f = 0; f < polytope->face_count; ++f)
		two += vec3_length(face_normal(polytope, polytope->faces[f]));
	return two / 2;
}
