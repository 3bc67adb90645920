// A plug-in of pairs: sorts the boxes of triangles along one axis and sweeps over them. It is small and
// right; put your own algorithm in its place. docs/howto/plugins.md explains each part.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "plugin.h"

// What a mesh or a placed body becomes: the box of each triangle, and the order of their low ends.
typedef struct Boxes {
	double (*box)[6]; // low x, y, z, high x, y, z
	int32_t *order;
	int32_t count;
} Boxes;

typedef struct Sweep {
	HnPluginHost *host;
	const HnPluginScene *scene;
	Boxes *meshes; // of each mesh, in its own frame
	Boxes moving;  // of the body that is placed in the frame of the other; room for the largest mesh
	double *placed;
	int32_t axis, first;
	int64_t box_tests, np;
} Sweep;

static int32_t fail(Sweep *s, int32_t status, const char *text) {
	snprintf(s->host->error, sizeof s->host->error, "%s", text);
	return status;
}

// ---- boxes ----

static int boxes_init(Boxes *boxes, int32_t count) {
	boxes->count = count;
	boxes->box = malloc(((size_t)count + 1) * sizeof *boxes->box);
	boxes->order = malloc(((size_t)count + 1) * sizeof *boxes->order);
	return boxes->box != NULL && boxes->order != NULL;
}

static void boxes_free(Boxes *boxes) {
	free(boxes->box);
	free(boxes->order);
}

// Sorts the triangles by the low end of their boxes (heap sort: no recursion, no worst case).
static void boxes_sort(Boxes *boxes, int32_t axis) {
	int32_t *order = boxes->order, end = boxes->count, start = end / 2;
	while (end > 1) {
		if (start > 0) {
			--start;
		} else {
			int32_t last = order[--end];
			order[end] = order[0];
			order[0] = last;
		}
		for (int32_t root = start, child; (child = 2 * root + 1) < end; root = child) {
			if (child + 1 < end && boxes->box[order[child]][axis] < boxes->box[order[child + 1]][axis])
				++child;
			if (boxes->box[order[root]][axis] >= boxes->box[order[child]][axis]) break;
			int32_t swapped = order[root];
			order[root] = order[child];
			order[child] = swapped;
		}
	}
}

static void boxes_fill(Boxes *boxes, const double *xyz, const HnPluginMesh *mesh, int32_t axis) {
	boxes->count = mesh->triangle_count;
	for (int32_t i = 0; i < mesh->triangle_count; ++i) {
		const int32_t *t = mesh->triangles + 3 * (size_t)i;
		boxes->order[i] = i;
		for (int k = 0; k < 3; ++k) {
			double a = xyz[3 * (size_t)t[0] + (size_t)k], b = xyz[3 * (size_t)t[1] + (size_t)k],
			       c = xyz[3 * (size_t)t[2] + (size_t)k];
			double low = a < b ? a : b, high = a < b ? b : a;
			boxes->box[i][k] = low < c ? low : c;
			boxes->box[i][k + 3] = high > c ? high : c;
		}
	}
	boxes_sort(boxes, axis);
}

static int boxes_meet(const double *a, const double *b) {
	return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}

// ---- the plug-in ----

static void sweep_destroy(void *self) {
	Sweep *s = self;
	for (int32_t m = 0; s->meshes != NULL && m < s->scene->mesh_count; ++m) boxes_free(&s->meshes[m]);
	boxes_free(&s->moving);
	free(s->meshes);
	free(s->placed);
	free(s);
}

static int32_t sweep_create(void **self, HnPluginHost *host, const HnPluginScene *scene, int32_t query,
                            const double *values) {
	Sweep *s = *self = calloc(1, sizeof *s);
	if (s == NULL) return HN_PLUGIN_ERR_MEMORY;
	s->host = host;
	s->scene = scene;
	s->first = query == HN_PLUGIN_QUERY_FIRST;
	s->axis = (int32_t)values[0];
	s->meshes = calloc((size_t)scene->mesh_count + 1, sizeof *s->meshes);
	int32_t triangles = 0, vertices = 0;
	for (int32_t m = 0; s->meshes != NULL && m < scene->mesh_count; ++m) {
		const HnPluginMesh *mesh = &scene->meshes[m];
		if (mesh->triangle_count > triangles) triangles = mesh->triangle_count;
		if (mesh->vertex_count > vertices) vertices = mesh->vertex_count;
		if (!boxes_init(&s->meshes[m], mesh->triangle_count)) return HN_PLUGIN_ERR_MEMORY;
		boxes_fill(&s->meshes[m], mesh->xyz, mesh, s->axis);
	}
	s->placed = malloc(((size_t)vertices + 1) * 3 * sizeof *s->placed);
	int made = s->meshes != NULL && s->placed != NULL && boxes_init(&s->moving, triangles);
	return made ? HN_PLUGIN_OK : fail(s, HN_PLUGIN_ERR_MEMORY, "no memory for the boxes of triangles");
}

static void sweep_begin(void *self) {
	Sweep *s = self;
	s->box_tests = s->np = 0;
}

static void triangle_load(double out[9], const double *xyz, const int32_t *triangle) {
	for (int k = 0; k < 9; ++k) out[k] = xyz[3 * (size_t)triangle[k / 3] + (size_t)(k % 3)];
}

// Tests triangle i of body a against triangle j of body b, and appends the contact.
static int32_t test(Sweep *s, const HnPluginPair *pair, int32_t i, int32_t j, HnPluginContacts *out) {
	const HnPluginMesh *a = &s->scene->meshes[s->scene->bodies[pair->a].mesh];
	const HnPluginMesh *b = &s->scene->meshes[s->scene->bodies[pair->b].mesh];
	double one[9], other[9];
	triangle_load(one, a->xyz, a->triangles + 3 * (size_t)i);
	triangle_load(other, s->placed, b->triangles + 3 * (size_t)j);
	s->np += 1;
	if (!s->host->triangles_meet(one, other)) return HN_PLUGIN_OK;
	if (out->count == out->capacity && !out->grow(out)) return HN_PLUGIN_ERR_MEMORY;
	out->data[out->count++] = (HnPluginContact){ pair->a, i, pair->b, j };
	return HN_PLUGIN_OK;
}

// Tests the box of the triangle at `from` with those of the other list that begin inside it. The first
// contact ends the sweep under `first`.
static int32_t sweep_one(Sweep *s, const HnPluginPair *pair, int from_a, int32_t own, int32_t next,
                         HnPluginContacts *out) {
	const Boxes *a = &s->meshes[s->scene->bodies[pair->a].mesh], *b = &s->moving;
	const Boxes *mine = from_a ? a : b, *others = from_a ? b : a;
	const double *box = mine->box[own];
	for (int32_t n = next; n < others->count; ++n) {
		int32_t other = others->order[n];
		if (others->box[other][s->axis] > box[s->axis + 3]) break;
		s->box_tests += 1;
		if (!boxes_meet(box, others->box[other])) continue;
		int32_t status = test(s, pair, from_a ? own : other, from_a ? other : own, out);
		if (status != HN_PLUGIN_OK || (s->first && out->count > 0)) return status;
	}
	return HN_PLUGIN_OK;
}

static int32_t sweep_pair(void *self, const HnPluginPair *pair, HnPluginContacts *out) {
	Sweep *s = self;
	const HnPluginMesh *mesh = &s->scene->meshes[s->scene->bodies[pair->b].mesh];
	const Boxes *a = &s->meshes[s->scene->bodies[pair->a].mesh], *b = &s->moving;
	s->host->place(pair->relative, mesh->xyz, mesh->vertex_count, s->placed);
	boxes_fill(&s->moving, s->placed, mesh, s->axis);
	int32_t i = 0, j = 0, status = HN_PLUGIN_OK;
	while (i < a->count && j < b->count && status == HN_PLUGIN_OK && !(s->first && out->count > 0)) {
		int from_a = a->box[a->order[i]][s->axis] <= b->box[b->order[j]][s->axis];
		if (from_a)
			status = sweep_one(s, pair, 1, a->order[i], j, out), ++i;
		else
			status = sweep_one(s, pair, 0, b->order[j], i, out), ++j;
	}
	return status;
}

static void sweep_count(void *self, int64_t *values) {
	const Sweep *s = self;
	values[0] = s->np;
	values[1] = s->box_tests;
}

static size_t sweep_bytes(const void *self) {
	const Sweep *s = self;
	size_t bytes = 0;
	for (int32_t m = 0; m < s->scene->mesh_count; ++m)
		bytes += (size_t)s->meshes[m].count * (sizeof *s->meshes[m].box + sizeof *s->meshes[m].order);
	return bytes;
}

static const char *const s_axes[] = { "x", "y", "z", NULL };
static const HnPluginParam s_params[] = {
	{ "axis", "the axis along which triangles are sorted", HN_PLUGIN_CHOICE, 0, 0, 0, s_axes },
};
static const HnPluginCounter s_counters[] = {
	{ "np", "tests", "triangle-pair tests" },
	{ "box_tests", "tests", "tests of the boxes of two triangles" },
};

static const HnPlugin s_plugin = {
	.size = sizeof(HnPlugin),
	.version = HN_PLUGIN_VERSION,
	.kind = HN_PLUGIN_PAIRS,
	.name = "NAME",
	.about = "boxes of triangles, sorted along an axis and swept",
	.source = "an example",
	.semantics = "surfaces, double, touching counts",
	.can = HN_PLUGIN_CAN_ALL | HN_PLUGIN_CAN_FIRST | HN_PLUGIN_CAN_APPROACH,
	.answers = HN_PLUGIN_EXACT,
	.params = s_params,
	.param_count = sizeof s_params / sizeof s_params[0],
	.counters = s_counters,
	.counter_count = sizeof s_counters / sizeof s_counters[0],
	.create = sweep_create,
	.destroy = sweep_destroy,
	.begin = sweep_begin,
	.pair = sweep_pair,
	.count = sweep_count,
	.bytes = sweep_bytes,
};

const HnPlugin *harness_plugin(int32_t version, int32_t index) {
	(void)version;
	return index == 0 ? &s_plugin : NULL;
}
