// An assembly as a tree of boxes: sub-assemblies, parts, surfaces (lin2008). Parts are bodies. Surfaces are
// connected triangles whose normals differ by less than an angle (mesh/surfaces.h). Pairs of boxes are
// descended level by level. If the boxes of two surfaces overlap, their triangles are tested. The paper
// compares this with traditional boxes, read as boxes around parts only, and with the test of a CAD system,
// read as no boxes. Its surfaces are tested by a function of that system, and it does not say how parts are
// tested. So all three variants here test two sets of triangles in the same way, every pair of them.
// Comparing the triangles' boxes first is ours (surface_test "filtered").
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sort_keys.h"
#include "base/names.h"
#include "detect/assembly_boxes.h"
#include "detect/assembly_inspect.h"

typedef enum Method { METHOD_IMPROVED, METHOD_TRADITIONAL, METHOD_EXACT } Method;
typedef enum SurfaceTest { SURFACE_PLAIN, SURFACE_FILTERED, SURFACE_EXACT, SURFACE_TESTS } SurfaceTest;
typedef enum Pairs { PAIRS_NEAR, PAIRS_ALL } Pairs;

typedef struct AssemblyDef {
	int32_t method, surface_test, pairs;
	double angle;
} AssemblyDef;

typedef struct BoxPair {
	int32_t x, y; // nodes
} BoxPair;

// The triangles that are tested: a stretch of a row.
typedef struct Stretch {
	const TriangleRow *row;
	int32_t from, to;
	// for each triangle its position in the row of its shape; NULL: the stretch is in that row
	const int32_t *ids;
} Stretch;

typedef struct Assembly {
	const HnScene *scene;
	BodyMeshes body_meshes;
	HnQuery query;
	AssemblyDef def;
	Patches *patches;    // one for each slot
	AssemblyBoxes boxes; // not used by `exact`
	PatchRow rows[2];    // for the current pair: the lower body at rest, and the higher one, placed
	int32_t a, b;        // the current pair; -1: the rows are empty
	HnPose pose;         // the pose of b in the frame of a
	TriangleRow near[2]; // the triangles that reach the other's bounds
	int32_t *ids[2];
	int32_t near_capacity;
	ARRAY(BoxPair) stack;
	ARRAY(uint64_t) met; // pairs of parts whose boxes overlap: lower body << 32 | higher; with room to sort
} Assembly;

// Creation
// ------------------------------------------------------------------------------------------------------

static void assembly_destroy(void *self) {
	Assembly *s = self;
	if (s == NULL) return;
	for (int side = 0; side < 2; ++side) {
		patch_row_free(&s->rows[side]);
		triangle_row_free(&s->near[side]);
		mem_free(s->ids[side], mem_array_size(s->near_capacity, sizeof(int32_t)));
	}
	assembly_boxes_free(&s->boxes);
	for (int32_t i = 0; s->patches != NULL && i < s->body_meshes.slot_count; ++i)
		patches_free(&s->patches[i]);
	mem_free(s->patches, mem_array_size(s->body_meshes.slot_count, sizeof *s->patches));
	body_meshes_free(&s->body_meshes);
	ARRAY_FREE(&s->stack);
	ARRAY_FREE(&s->met);
	mem_free(s, sizeof *s);
}

static const Patches *patches_of(const Assembly *s, int32_t body) {
	return &s->patches[body_meshes_slot(&s->body_meshes, body)];
}

static int32_t patches_build(Assembly *s) {
	const HnScene *scene = s->scene;
	s->patches = mem_alloc_zero(mem_array_size(s->body_meshes.slot_count, sizeof *s->patches));
	int32_t status = s->patches == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	double angle = s->def.method == METHOD_IMPROVED ? s->def.angle : -1;
	for (int32_t b = 0; b < scene->body_count && status == HN_OK; ++b) {
		Patches *patches = &s->patches[body_meshes_slot(&s->body_meshes, b)];
		if (patches->count == 0) status = patches_create(patches, scene_mesh(scene, b), angle);
	}
	return status;
}

static bool narrows_down(const AssemblyDef *def) {
	return def->surface_test == SURFACE_FILTERED && def->pairs == PAIRS_NEAR;
}

static int32_t near_create(Assembly *s) {
	int32_t status = HN_OK;
	s->near_capacity = s->rows[0].row.capacity;
	for (int side = 0; side < 2 && status == HN_OK; ++side) {
		status = triangle_row_init(&s->near[side], s->near_capacity);
		s->ids[side] = mem_alloc(mem_array_size(s->near_capacity, sizeof(int32_t)));
		if (s->ids[side] == NULL) status = HN_ERR_NO_MEMORY;
	}
	return status;
}

static int32_t assembly_build(Assembly *s) {
	int32_t status = body_meshes_init(&s->body_meshes, s->scene);
	if (status == HN_OK) status = patches_build(s);
	if (status == HN_OK && s->def.method != METHOD_EXACT)
		status =
		    assembly_boxes_create(&s->boxes, &s->body_meshes, s->patches, s->def.method == METHOD_IMPROVED);
	for (int side = 0; side < 2 && status == HN_OK; ++side)
		status = patch_row_init(&s->rows[side], s->patches, s->body_meshes.slot_count, side == 1);
	if (status == HN_OK && narrows_down(&s->def)) status = near_create(s);
	return status;
}

static int32_t assembly_create(void **out, const HnDetectClass *class, const HnScene *scene, HnQuery query,
                               const void *params) {
	(void)class;
	Assembly *s = mem_alloc_zero(sizeof *s);
	if (s == NULL) return HN_ERR_NO_MEMORY;
	s->scene = scene;
	s->query = query;
	s->def = *(const AssemblyDef *)params;
	int32_t status = assembly_build(s);
	if (status == HN_OK)
		*out = s;
	else
		assembly_destroy(s);
	return status;
}

static void assembly_begin(void *self) {
	Assembly *s = self;
	body_meshes_rest(&s->body_meshes);
	if (s->def.method != METHOD_EXACT) assembly_boxes_begin(&s->boxes);
}

static size_t assembly_bytes(const void *self) {
	const Assembly *s = self;
	size_t bytes = assembly_boxes_bytes(&s->boxes);
	for (int32_t i = 0; i < s->body_meshes.slot_count; ++i) bytes += patches_bytes(&s->patches[i]);
	return bytes;
}

// Timed and counted kernels are the same, here and below, because the counts are known outside the loops.
static int32_t assembly_update(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	(void)out;
	Assembly *s = self;
	body_meshes_step(&s->body_meshes, step);
	for (int32_t b = 0; s->body_meshes.bodies != NULL && b < s->scene->body_count; ++b)
		if (scene_deforms(s->scene, b))
			patches_follow(&s->patches[body_meshes_slot(&s->body_meshes, b)],
			               body_meshes_xyz(&s->body_meshes, b));
	if (s->def.method != METHOD_EXACT) assembly_boxes_step(&s->boxes, step, counts);
	return HN_OK;
}

// Triangles of two patches
// ------------------------------------------------------------------------------------------------------

enum { CHUNK = 1024 }; // under `first`, so many pairs are tested between two checks for a hit

static int32_t id_at(const Assembly *s, int side, int32_t patch, const Stretch *stretch, int32_t at) {
	return patch_row_triangle(&s->rows[side], patch, stretch->ids != NULL ? stretch->ids[at] : at);
}

static int32_t stretch_meet(const Assembly *s, const TriangleRow *row, const Triangle *triangle, int32_t from,
                            int32_t to, int32_t *hits) {
	if (s->def.surface_test == SURFACE_PLAIN) return triangle_row_meet_all(row, triangle, from, to, hits);
	if (s->def.surface_test == SURFACE_EXACT) return triangle_row_meet_exact(row, triangle, from, to, hits);
	return triangle_row_meet(row, triangle, from, to, hits);
}

static void stretch_count(const Assembly *s, const TriangleRow *row, const Triangle *triangle, int32_t from,
                          int32_t to, Counts *counts) {
	bool filtered = s->def.surface_test == SURFACE_FILTERED;
	if (filtered) counts->triangle_boxes += to - from;
	if (s->def.surface_test == SURFACE_EXACT) counts->np_exact += to - from;
	counts->np += filtered ? triangle_row_near(row, triangle, from, to) : to - from;
}

// Tests one triangle of the lower body against a stretch of the higher. Returns 1 if this ends the step
// (`first`).
static int32_t triangle_test(const Assembly *s, const Triangle *triangle, HnContact contact, int32_t patch,
                             const Stretch *stretch, HnContactBuffer *out, Counts *counts) {
	bool first = s->query == HN_QUERY_FIRST;
	for (int32_t from = stretch->from; from < stretch->to; from += CHUNK) {
		int32_t to = stretch->to - from < CHUNK ? stretch->to : from + CHUNK;
		int32_t hits[CHUNK], hit_count = stretch_meet(s, stretch->row, triangle, from, to, hits);
		if (first && hit_count > 0) hit_count = 1, to = hits[0] + 1;
		if (counts != NULL) stretch_count(s, stretch->row, triangle, from, to, counts);
		for (int32_t h = 0; h < hit_count; ++h) {
			contact.triangle_b = id_at(s, 1, patch, stretch, hits[h]);
			if (!contact_buffer_add(out, contact)) return HN_ERR_NO_MEMORY;
		}
		if (first && hit_count > 0) return 1;
	}
	return 0;
}

// Keeps of both sides the triangles that reach the other's bounds. False: none are left.
static bool narrow_down(Assembly *s, Stretch sides[2], int32_t p, int32_t q, Counts *counts) {
	float bounds[6];
	triangle_row_select(&s->near[0], s->ids[0], sides[0].row, sides[0].from, sides[0].to,
	                    s->rows[1].bounds[q], bounds);
	if (counts != NULL) counts->triangle_boxes += patch_triangles(s->rows[0].patches, p);
	sides[0] = (Stretch){ &s->near[0], 0, s->near[0].count, s->ids[0] };
	if (s->near[0].count == 0) return false;
	float rest[6];
	triangle_row_select(&s->near[1], s->ids[1], sides[1].row, sides[1].from, sides[1].to, bounds, rest);
	if (counts != NULL) counts->triangle_boxes += patch_triangles(s->rows[1].patches, q);
	sides[1] = (Stretch){ &s->near[1], 0, s->near[1].count, s->ids[1] };
	return s->near[1].count > 0;
}

static Stretch patch_stretch(PatchRow *row, int32_t patch, const HnPose *pose) {
	patch_row_need(row, patch, pose);
	int32_t from = patch_row_from(row, patch);
	return (Stretch){ &row->row, from, from + patch_triangles(row->patches, patch), NULL };
}

// Tests patch p of body a against patch q of body b; pair_begin chose the bodies. Returns 1 if this ends the
// step.
static int32_t patches_test(Assembly *s, int32_t p, int32_t q, HnContactBuffer *out, Counts *counts) {
	Stretch sides[2] = { patch_stretch(&s->rows[0], p, &s->pose), patch_stretch(&s->rows[1], q, &s->pose) };
	if (narrows_down(&s->def) && !narrow_down(s, sides, p, q, counts)) return 0;
	for (int32_t i = sides[0].from; i < sides[0].to; ++i) {
		HnContact contact = { s->a, id_at(s, 0, p, &sides[0], i), s->b, 0 };
		int32_t status = triangle_test(s, &sides[0].row->triangles[i], contact, q, &sides[1], out, counts);
		if (status != 0) return status;
	}
	return 0;
}

static void pair_begin(Assembly *s, int32_t a, int32_t b, int32_t step) {
	if (s->a != a) patch_row_begin(&s->rows[0], patches_of(s, a));
	patch_row_begin(&s->rows[1], patches_of(s, b));
	s->pose = scene_relative(s->scene, a, b, step);
	s->a = a, s->b = b;
}

// Methods: 1 stops the step
// ------------------------------------------------------------------------------------------------------

static int32_t find_exact(Assembly *s, int32_t step, HnContactBuffer *out, Counts *counts) {
	int32_t bodies = s->scene->body_count, status = 0;
	for (int32_t a = 0; a < bodies; ++a)
		for (int32_t b = a + 1; b < bodies && status == 0 && patches_of(s, a)->count > 0; ++b) {
			if (patches_of(s, b)->count == 0 || scene_both_fixed(s->scene, a, b)) continue;
			pair_begin(s, a, b, step);
			status = patches_test(s, 0, 0, out, counts);
		}
	return status;
}

// Two nodes whose parts are all fixed form no pair, but their boxes are tested.
static bool boxes_meet(const Assembly *s, int32_t x, int32_t y) {
	return aabb_overlaps(&s->boxes.boxes[x], &s->boxes.boxes[y]) &&
	       !(s->boxes.fixed != NULL && s->boxes.fixed[x] && s->boxes.fixed[y]);
}

static int32_t find_traditional(Assembly *s, int32_t step, HnContactBuffer *out, Counts *counts) {
	int32_t bodies = s->scene->body_count, status = 0;
	for (int32_t a = 0; a < bodies && status == 0; ++a) {
		for (int32_t b = a + 1; b < bodies && status == 0; ++b) {
			if (!boxes_meet(s, s->boxes.bodies[a].node, s->boxes.bodies[b].node)) continue;
			pair_begin(s, a, b, step);
			status = patches_test(s, 0, 0, out, counts);
		}
		if (counts != NULL) counts->nb += bodies - a - 1;
	}
	return status;
}

static double box_volume(const Assembly *s, int32_t node) {
	const Aabb *box = &s->boxes.boxes[node];
	double volume = 1;
	for (int k = 0; k < 3; ++k) volume *= (double)box->hi[k] - (double)box->lo[k];
	return volume;
}

// Tests parts a and b, whose boxes overlap: first the surfaces of the larger part against the other part's
// box, then those that reach it against the other part's surfaces.
static int32_t parts_test(Assembly *s, int32_t a, int32_t b, int32_t step, HnContactBuffer *out,
                          Counts *counts) {
	const AssemblyBoxes *all = &s->boxes;
	bool swapped = box_volume(s, all->bodies[b].node) > box_volume(s, all->bodies[a].node);
	int32_t x = swapped ? b : a, y = swapped ? a : b, nx = patches_of(s, x)->count,
	        ny = patches_of(s, y)->count;
	const Aabb *px = all->patch_boxes + all->bodies[x].patch, *py = all->patch_boxes + all->bodies[y].patch;
	pair_begin(s, a, b, step);
	if (counts != NULL) counts->nb += nx;
	for (int32_t i = 0; i < nx; ++i) {
		if (!aabb_overlaps(&px[i], &all->boxes[all->bodies[y].node])) continue;
		if (counts != NULL) counts->nb += ny;
		for (int32_t j = 0; j < ny; ++j) {
			if (!aabb_overlaps(&px[i], &py[j])) continue;
			int32_t status = patches_test(s, swapped ? j : i, swapped ? i : j, out, counts);
			if (status != 0) return status;
		}
	}
	return 0;
}

// Opens one of two nodes that are not both parts: an assembly rather than a part, the larger of two
// assemblies, and x if they tie.
static int32_t pair_open(Assembly *s, int32_t x, int32_t y, Counts *counts) {
	const AssemblyNode *nodes = s->boxes.nodes;
	bool opens_y = nodes[x].body >= 0;
	if (nodes[x].body < 0 && nodes[y].body < 0) opens_y = box_volume(s, y) > box_volume(s, x);
	const AssemblyNode *opened = &nodes[opens_y ? y : x];
	int32_t other = opens_y ? x : y;
	if (!ARRAY_RESERVE(&s->stack, s->stack.count + opened->count)) return HN_ERR_NO_MEMORY;
	for (int32_t i = opened->first; i < opened->first + opened->count; ++i)
		if (boxes_meet(s, i, other)) s->stack.data[s->stack.count++] = (BoxPair){ i, other };
	if (counts != NULL) counts->nb += opened->count;
	return 0;
}

static bool parts_meet(Assembly *s, int32_t x, int32_t y) {
	uint64_t a = (uint64_t)s->boxes.nodes[x].body, b = (uint64_t)s->boxes.nodes[y].body;
	return ARRAY_PUSH(&s->met, a < b ? a << 32 | b : b << 32 | a);
}

static int32_t pair_descend(Assembly *s, BoxPair pair, Counts *counts) {
	const AssemblyNode *nodes = s->boxes.nodes;
	int32_t status = 0;
	s->stack.count = 0;
	if (!ARRAY_PUSH(&s->stack, pair)) return HN_ERR_NO_MEMORY;
	while (s->stack.count > 0 && status == 0) {
		BoxPair top = s->stack.data[--s->stack.count];
		if (nodes[top.x].body < 0 || nodes[top.y].body < 0)
			status = pair_open(s, top.x, top.y, counts);
		else if (!parts_meet(s, top.x, top.y))
			status = HN_ERR_NO_MEMORY;
	}
	return status;
}

// Finds the pairs of parts whose boxes overlap. In every assembly its own parts and sub-assemblies are
// compared with each other.
static int32_t met_find(Assembly *s, Counts *counts) {
	const AssemblyBoxes *b = &s->boxes;
	int32_t status = 0;
	s->met.count = 0;
	for (int32_t i = 0; i < b->node_count; ++i) {
		int32_t end = b->nodes[i].first + b->nodes[i].count;
		for (int32_t x = b->nodes[i].first; x < end; ++x) {
			for (int32_t y = x + 1; y < end && status == 0; ++y)
				if (boxes_meet(s, x, y)) status = pair_descend(s, (BoxPair){ x, y }, counts);
			if (status != 0) return status;
			if (counts != NULL) counts->nb += end - x - 1;
		}
	}
	return ARRAY_RESERVE(&s->met, 2 * s->met.count) ? 0 : HN_ERR_NO_MEMORY;
}

// The pairs come in the order of the lower bodies, so that each of these is put into a row once.
static int32_t find_improved(Assembly *s, int32_t step, HnContactBuffer *out, Counts *counts) {
	int32_t status = met_find(s, counts);
	if (status != 0 || s->met.count == 0) return status;
	sort_keys(s->met.data, s->met.count, s->met.data + s->met.count);
	for (int64_t i = 0; i < s->met.count && status == 0; ++i)
		status = parts_test(s, (int32_t)(s->met.data[i] >> 32), (int32_t)(uint32_t)s->met.data[i], step, out,
		                    counts);
	return status;
}

static int32_t assembly_narrow(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	int32_t (*const methods[])(Assembly *, int32_t, HnContactBuffer *, Counts *) = {
		[METHOD_IMPROVED] = find_improved,
		[METHOD_TRADITIONAL] = find_traditional,
		[METHOD_EXACT] = find_exact,
	};
	Assembly *s = self;
	s->a = s->b = -1;
	int32_t status = methods[s->def.method](s, step, out, counts);
	return status < 0 ? status : HN_OK;
}

// The class
// ------------------------------------------------------------------------------------------------------

static int32_t assembly_inspect(void *self, uint32_t groups, Inspection *out) {
	Assembly *s = self;
	if (s->def.method == METHOD_EXACT || (groups & 1u << INSPECT_TIGHTNESS) == 0) return HN_OK;
	assembly_begin(s);
	assembly_update(s, 0, NULL, NULL);
	return assembly_inspect_tightness(out, &s->boxes);
}

static bool assembly_idle(const void *params, const char *name) {
	const AssemblyDef *def = params;
	return (def->method != METHOD_IMPROVED && strcmp(name, "angle") == 0) ||
	       (def->surface_test != SURFACE_FILTERED && strcmp(name, "pairs") == 0);
}

static const char *method_name(int32_t index) { NAME_AT(index, "improved", "traditional", "exact"); }

static const char *surface_test_name(int32_t index) { NAME_AT(index, "plain", "filtered", "exact"); }

static const char *pairs_name(int32_t index) { NAME_AT(index, "near", "all"); }

static const Param s_params[] = {
	{ "method", PARAM_CHOICE, offsetof(AssemblyDef, method), METHOD_IMPROVED, 0, 2, method_name,
	  "boxes down to surfaces; boxes of parts; none: every two parts are tested", NULL },
	{ "angle", PARAM_REAL, offsetof(AssemblyDef, angle), 30, 0, 180, NULL,
	  "degrees by which normals turn across the edge between two surfaces", NULL },
	{ "surface_test", PARAM_CHOICE, offsetof(AssemblyDef, surface_test), SURFACE_PLAIN, 0, SURFACE_TESTS - 1,
	  surface_test_name,
	  "how the triangles of two surfaces or parts are tested: every pair; boxes of triangles first; every "
	  "pair "
	  "by exact arithmetic alone",
	  NULL },
	{ "pairs", PARAM_CHOICE, offsetof(AssemblyDef, pairs), PAIRS_NEAR, 0, 1, pairs_name,
	  "with boxes of triangles, the triangles that are tested: those that reach the other set's box; all",
	  NULL },
};

// Boxes of a body that did not turn are not made again.
static bool assembly_coherent(const void *params, HnQuery query) {
	(void)query;
	return ((const AssemblyDef *)params)->method != METHOD_EXACT;
}

extern const HnDetectClass detect_assembly;
const HnDetectClass detect_assembly = {
	.name = "assembly",
	.about = "boxes of sub-assemblies, parts and their surfaces",
	.source = "lin2008",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(AssemblyDef) },
	.create = assembly_create,
	.destroy = assembly_destroy,
	.begin = assembly_begin,
	.coherent = assembly_coherent,
	.timed = { .update = assembly_update, .narrow = assembly_narrow },
	.counted = { .update = assembly_update, .narrow = assembly_narrow },
	.idle = assembly_idle,
	.bytes = assembly_bytes,
	.inspect = assembly_inspect,
};
