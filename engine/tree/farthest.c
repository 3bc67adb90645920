#include "tree/farthest.h"

#include <math.h>

#include "base/error.h"

enum { LOOKS_MAX = 200000 };

static HnVec3 middle_of(const HnVec3 *points, int32_t count) {
	HnVec3 sum = { 0, 0, 0 };
	for (int32_t i = 0; i < count; ++i) sum = vec3_add(sum, points[i]);
	return vec3_scale(sum, 1.0 / count);
}

static HnVec3 unit(HnVec3 v) {
	double length2 = vec3_dot(v, v);
	return length2 > 0 ? vec3_scale(v, 1 / sqrt(length2)) : v;
}

static double reach_of(const HnVec3 *points, int32_t count, HnVec3 from) {
	double most = 0;
	for (int32_t i = 0; i < count; ++i) {
		HnVec3 d = vec3_sub(points[i], from);
		most = fmax(most, vec3_dot(d, d));
	}
	return sqrt(most);
}

void farthest_begin(Farthest *out, const Field *field, double slack) {
	*out = (Farthest){ .field = *field, .share = 0.01, .slack = slack };
}

void farthest_free(Farthest *farthest) { ARRAY_FREE(&farthest->heap); }

static int32_t heap_push(Farthest *f, const Patch *patch) {
	if (!ARRAY_PUSH(&f->heap, *patch)) return HN_ERR_NO_MEMORY;
	Patch *heap = f->heap.data;
	int64_t i = f->heap.count - 1;
	for (; i > 0 && heap[(i - 1) / 2].most < patch->most; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
	heap[i] = *patch;
	return HN_OK;
}

static Patch heap_pop(Farthest *f) {
	Patch *heap = f->heap.data, top = heap[0], last = heap[--f->heap.count];
	int64_t i = 0;
	for (int64_t child; (child = 2 * i + 1) < f->heap.count; i = child) {
		if (child + 1 < f->heap.count && heap[child + 1].most > heap[child].most) ++child;
		if (heap[child].most <= last.most) break;
		heap[i] = heap[child];
	}
	if (f->heap.count > 0) heap[i] = last;
	return top;
}

static void look(Farthest *f, HnVec3 p, int32_t *hint, double *value) {
	*value = f->field.value(f->field.context, p, hint);
	f->lo = fmax(f->lo, *value);
	f->looks += 1;
}

// Every point of a patch is within the sum of both reaches from its middle. A patch that cannot matter is
// dropped at once.
int32_t farthest_add(Farthest *f, Patch patch) {
	patch.most = fmin(patch.most, f->field.bound(f->field.context, &patch, patch.hint));
	if (!(patch.most > f->lo)) return HN_OK;
	int32_t hint = patch.hint;
	HnVec3 core = middle_of(patch.core, patch.cores), dir = unit(middle_of(patch.dir, patch.dirs));
	double value,
	    reach = reach_of(patch.core, patch.cores, core) + patch.r * reach_of(patch.dir, patch.dirs, dir);
	look(f, vec3_add(core, vec3_scale(dir, patch.r)), &patch.hint, &value);
	double most = fmin((value + reach) * (1 + 0x1p-40), patch.most);
	if (most > f->lo && patch.hint != hint)
		most = fmin(most, f->field.bound(f->field.context, &patch, patch.hint));
	patch.most = most;
	return most > f->lo ? heap_push(f, &patch) : HN_OK;
}

// The field is evaluated at the corners, too, because a convex function has its maximum there.
static int32_t add_whole(Farthest *f, Patch patch) {
	double value;
	patch.most = f->field.bound(f->field.context, &patch, patch.hint);
	if (!(patch.most > f->lo)) return HN_OK;
	for (int32_t i = 0; i < patch.cores; ++i)
		for (int32_t j = 0; j < patch.dirs; ++j)
			look(f, vec3_add(patch.core[i], vec3_scale(patch.dir[j], patch.r)), &patch.hint, &value);
	return farthest_add(f, patch);
}

int32_t farthest_add_triangle(Farthest *f, const HnVec3 corners[3], int32_t hint) {
	Patch patch = { .core = { corners[0], corners[1], corners[2] }, .cores = 3, .dirs = 1, .hint = hint };
	return add_whole(f, patch);
}

// Polytopes are added as fans of triangles, face by face.
static int32_t add_polytope(Farthest *f, const Polytope *polytope, int32_t hint) {
	int32_t status = HN_OK;
	for (int32_t i = 0; i < polytope->face_count; ++i) {
		const int32_t *places = polytope->places + polytope->faces[i].first;
		for (int32_t k = 1; k + 1 < polytope->faces[i].count && status == HN_OK; ++k) {
			const HnVec3 corners[3] = { polytope->corners[places[0]], polytope->corners[places[k]],
				                        polytope->corners[places[k + 1]] };
			status = farthest_add_triangle(f, corners, hint);
		}
	}
	return status;
}

// Any unit vector at right angles to v.
static HnVec3 across(HnVec3 v) {
	HnVec3 a = { fabs(v.x), fabs(v.y), fabs(v.z) };
	HnVec3 axis = { a.x <= a.y && a.x <= a.z, !(a.x <= a.y && a.x <= a.z) && a.y <= a.z, 0 };
	if (axis.x + axis.y <= 0) axis.z = 1;
	return unit(vec3_cross(v, axis));
}

// The core's frame: n is perpendicular to both edges; a[i] lies in their plane, perpendicular to edge i, on
// the side of the other edge. If an edge is missing, any direction will do.
typedef struct SweptFrame {
	HnVec3 e[2], n, a[2];
	int32_t edges;
} SweptFrame;

static SweptFrame swept_frame(const Solid *solid) {
	SweptFrame out = { .e = { solid->e[0], solid->e[1] } };
	for (int k = 0; k < 2; ++k) out.edges += vec3_dot(solid->e[k], solid->e[k]) > 0;
	if (out.edges == 1 && !(vec3_dot(out.e[0], out.e[0]) > 0)) out.e[0] = out.e[1], out.e[1] = solid->e[0];
	HnVec3 normal = vec3_cross(out.e[0], out.e[1]);
	if (out.edges == 2 && !(vec3_dot(normal, normal) > 0)) { // both edges are on one line
		out.e[0] = vec3_add(out.e[0], vec3_scale(out.e[1], vec3_dot(out.e[0], out.e[1]) >= 0 ? 1 : -1));
		out.e[1] = (HnVec3){ 0, 0, 0 };
		out.edges = 1;
	}
	HnVec3 first = out.edges > 0 ? out.e[0] : (HnVec3){ 1, 0, 0 };
	HnVec3 second = out.edges > 1 ? out.e[1] : across(first);
	out.n = unit(vec3_cross(first, second));
	out.a[0] = unit(vec3_cross(out.n, first));
	out.a[1] = unit(vec3_cross(second, out.n));
	return out;
}

static HnVec3 corner_of(const Solid *solid, const SweptFrame *frame, int s, int t) {
	return vec3_add(solid->c, vec3_add(vec3_scale(frame->e[0], s), vec3_scale(frame->e[1], t)));
}

// The directions in which the corner (s, t) is the farthest point of the core: a lune between both poles, in
// four pieces.
static int32_t add_corner(Farthest *f, const Solid *solid, const SweptFrame *frame, int s, int t,
                          int32_t hint) {
	int32_t status = HN_OK;
	HnVec3 from = vec3_scale(frame->a[0], t), to = vec3_scale(frame->a[1], s);
	for (int pole = -1; pole <= 1 && status == HN_OK; pole += 2) {
		Patch patch = { .core = { corner_of(solid, frame, s, t) },
			            .dir = { vec3_scale(frame->n, pole), from, to },
			            .cores = 1,
			            .dirs = 3,
			            .r = solid->r,
			            .hint = hint };
		status = add_whole(f, patch);
	}
	return status;
}

// The half cylinder along edge k, on the side of `sign`, in two pieces from pole to pole.
static int32_t add_edge(Farthest *f, const Solid *solid, const SweptFrame *frame, int k, int sign,
                        int32_t hint) {
	int32_t status = HN_OK;
	bool first = k == 0;
	for (int pole = -1; pole <= 1 && status == HN_OK; pole += 2) {
		Patch patch = { .core = { corner_of(solid, frame, first ? -1 : sign, first ? sign : -1),
			                      corner_of(solid, frame, first ? 1 : sign, first ? sign : 1) },
			            .dir = { vec3_scale(frame->n, pole), vec3_scale(frame->a[k], sign) },
			            .cores = 2,
			            .dirs = 2,
			            .r = solid->r,
			            .hint = hint };
		status = add_whole(f, patch);
	}
	return status;
}

// The flat sides, as two triangles each.
static int32_t add_sides(Farthest *f, const Solid *solid, const SweptFrame *frame, int32_t hint) {
	int32_t status = HN_OK;
	for (int i = 0; i < 4 && status == HN_OK; ++i) {
		int half = i < 2 ? 1 : -1;
		Patch patch = { .core = { corner_of(solid, frame, -1, -1), corner_of(solid, frame, 1, 1),
			                      corner_of(solid, frame, half, -half) },
			            .dir = { vec3_scale(frame->n, i % 2 == 0 ? 1 : -1) },
			            .cores = 3,
			            .dirs = 1,
			            .r = solid->r,
			            .hint = hint };
		status = add_whole(f, patch);
	}
	return status;
}

static int32_t add_swept(Farthest *f, const Solid *solid, int32_t hint) {
	SweptFrame frame = swept_frame(solid);
	int32_t status = frame.edges > 1 ? add_sides(f, solid, &frame, hint) : HN_OK;
	for (int s = -1; s <= 1; s += 2)
		for (int t = -1; t <= 1 && status == HN_OK; t += 2) status = add_corner(f, solid, &frame, s, t, hint);
	for (int k = 0; k < frame.edges; ++k)
		for (int sign = -1; sign <= 1 && status == HN_OK; sign += 2)
			status = add_edge(f, solid, &frame, k, sign, hint);
	return status;
}

int32_t farthest_add_solid(Farthest *f, const Solid *solid, int32_t hint, Polytope *scratch) {
	if (solid->kind == SOLID_SWEPT) return add_swept(f, solid, hint);
	if (!solid_polytope(scratch, solid))
		return error_set(HN_ERR_INVALID, "a volume of too many corners, or of unknown ones");
	return add_polytope(f, scratch, hint);
}

typedef struct Longest {
	double length2;
	int i, j;
} Longest;

static Longest longest(const HnVec3 *points, int32_t count, double factor) {
	Longest out = { -1, 0, 1 };
	for (int i = 0; i < count; ++i)
		for (int j = i + 1; j < count; ++j) {
			HnVec3 d = vec3_sub(points[i], points[j]);
			double length2 = vec3_dot(d, d) * factor;
			if (length2 > out.length2) out = (Longest){ length2, i, j };
		}
	return out;
}

// Halves a patch across its longest side, of the core or of the arc.
static int32_t split(Farthest *f, const Patch *patch) {
	Longest core = longest(patch->core, patch->cores, 1),
	        dir = longest(patch->dir, patch->dirs, patch->r * patch->r);
	Patch left = *patch, right = *patch;
	if (core.length2 >= dir.length2) {
		HnVec3 middle = vec3_scale(vec3_add(patch->core[core.i], patch->core[core.j]), 0.5);
		left.core[core.i] = right.core[core.j] = middle;
	} else {
		HnVec3 middle = unit(vec3_add(patch->dir[dir.i], patch->dir[dir.j]));
		left.dir[dir.i] = right.dir[dir.j] = middle;
	}
	int32_t status = farthest_add(f, left);
	return status != HN_OK ? status : farthest_add(f, right);
}

int32_t farthest_find(Farthest *f, Bounds *out) {
	int32_t status = HN_OK;
	for (f->looks = 0; status == HN_OK && f->heap.count > 0 && f->looks < LOOKS_MAX;) {
		double most = f->heap.data[0].most;
		if (!(most - f->lo > fmax(f->share * most, f->slack))) break;
		Patch patch = heap_pop(f);
		status = split(f, &patch);
	}
	*out = (Bounds){ f->lo, f->heap.count > 0 ? fmax(f->lo, f->heap.data[0].most) : f->lo };
	return status;
}
