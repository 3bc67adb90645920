#include "detect/assembly_boxes.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

static const Aabb s_empty = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };

static size_t nodes_size(const AssemblyBoxes *b) {
	return mem_array_size(b->node_count, sizeof(AssemblyNode));
}
static size_t fixed_size(const AssemblyBoxes *b) { return (size_t)b->node_count; }
static size_t boxes_size(const AssemblyBoxes *b) { return mem_array_size(b->node_count, sizeof(Aabb)); }
static size_t patch_boxes_size(const AssemblyBoxes *b) {
	return mem_array_size(b->patch_count, sizeof(Aabb));
}
static size_t turned_size(const AssemblyBoxes *b) { return mem_array_size(b->patch_count, sizeof(Extent)); }
static size_t bodies_size(const AssemblyBoxes *b) {
	return mem_array_size(b->scene->body_count, sizeof(AssemblyBody));
}

static const Patches *patches_of(const AssemblyBoxes *b, int32_t body) {
	return &b->patches[body_meshes_slot(b->body_meshes, body)];
}

// The tree
// ------------------------------------------------------------------------------------------------------

// The sources of nodes: the scene's nodes, then the bodies that are no parts; and the children of each, in
// this order.
typedef struct Sources {
	int32_t nodes, count;
	int32_t *body, *parent; // parent 0 is the root; else it is the source + 1
	int32_t *begin, *child; // a parent's children: child[begin[parent]] to child[begin[parent + 1] - 1]
	int32_t *queue;         // the sources in the order of the new nodes
} Sources;

static void sources_free(Sources *s) {
	size_t size = mem_array_size(s->count, sizeof(int32_t));
	mem_free(s->body, size);
	mem_free(s->parent, size);
	mem_free(s->child, size);
	mem_free(s->queue, size);
	mem_free(s->begin, mem_array_size((int64_t)s->count + 2, sizeof(int32_t)));
}

static int32_t sources_room(Sources *s, const HnScene *scene, bool nested) {
	s->nodes = nested ? scene->node_count : 0;
	s->count = s->nodes + scene->body_count;
	for (int32_t i = 0; i < s->nodes; ++i) s->count -= scene->nodes[i].body >= 0;
	size_t size = mem_array_size(s->count, sizeof(int32_t));
	s->body = mem_alloc(size), s->parent = mem_alloc(size);
	s->child = mem_alloc(size), s->queue = mem_alloc(size);
	s->begin = mem_alloc_zero(mem_array_size((int64_t)s->count + 2, sizeof(int32_t)));
	bool ok =
	    s->body != NULL && s->parent != NULL && s->child != NULL && s->queue != NULL && s->begin != NULL;
	return ok ? HN_OK : HN_ERR_NO_MEMORY;
}

// part: for each body, whether a node has it.
static void sources_fill(Sources *s, const HnScene *scene, bool *part) {
	int32_t count = s->nodes;
	for (int32_t i = 0; i < s->nodes; ++i) {
		s->body[i] = scene->nodes[i].body, s->parent[i] = scene->nodes[i].parent + 1;
		if (s->body[i] >= 0) part[s->body[i]] = true;
	}
	for (int32_t b = 0; b < scene->body_count; ++b)
		if (!part[b]) s->body[count] = b, s->parent[count++] = 0;
	for (int32_t i = 0; i < s->count; ++i) s->begin[s->parent[i] + 1] += 1;
	for (int32_t i = 0; i <= s->count; ++i) s->begin[i + 1] += s->begin[i];
	for (int32_t i = s->count - 1; i >= 0; --i) s->child[--s->begin[s->parent[i] + 1]] = i;
	for (int32_t i = 0; i <= s->count; ++i) s->begin[i] = s->begin[i + 1];
	s->begin[s->count + 1] = s->count;
}

// The nodes are filled level by level, so that the children of a node are adjacent.
static void nodes_fill(AssemblyBoxes *b, const Sources *s) {
	int32_t count = 1;
	b->nodes[0].parent = b->nodes[0].body = -1;
	for (int32_t i = 0; i < b->node_count; ++i) {
		int32_t parent = i == 0 ? 0 : s->queue[i - 1] + 1;
		AssemblyNode *node = &b->nodes[i];
		node->first = count;
		node->count = s->begin[parent + 1] - s->begin[parent];
		for (int32_t k = s->begin[parent]; k < s->begin[parent + 1]; ++k, ++count) {
			s->queue[count - 1] = s->child[k];
			b->nodes[count] = (AssemblyNode){ .parent = i, .body = s->body[s->child[k]] };
			if (b->nodes[count].body >= 0) b->bodies[b->nodes[count].body].node = count;
		}
	}
}

// Children stand after their parents, so one backward loop is enough.
static int32_t fixed_find(AssemblyBoxes *b) {
	bool any = false;
	for (int32_t body = 0; body < b->scene->body_count; ++body) any |= b->scene->bodies[body].fixed;
	b->fixed = any ? mem_alloc(fixed_size(b)) : NULL;
	for (int32_t i = b->node_count - 1; b->fixed != NULL && i >= 0; --i) {
		const AssemblyNode *node = &b->nodes[i];
		b->fixed[i] = node->body < 0 || b->scene->bodies[node->body].fixed;
		for (int32_t k = node->first; k < node->first + node->count; ++k) b->fixed[i] &= b->fixed[k];
	}
	return any && b->fixed == NULL ? HN_ERR_NO_MEMORY : HN_OK;
}

static int32_t nodes_create(AssemblyBoxes *b) {
	Sources sources = { 0 };
	int32_t status = sources_room(&sources, b->scene, b->nested);
	size_t part_size = mem_array_size(b->scene->body_count, sizeof(bool));
	bool *part = mem_alloc_zero(part_size);
	b->node_count = sources.count + 1;
	b->nodes = mem_alloc_zero(nodes_size(b));
	if (part == NULL || b->nodes == NULL) status = HN_ERR_NO_MEMORY;
	if (status == HN_OK) {
		sources_fill(&sources, b->scene, part);
		nodes_fill(b, &sources);
		status = fixed_find(b);
	}
	mem_free(part, part_size);
	sources_free(&sources);
	return status;
}

// Boxes
// ------------------------------------------------------------------------------------------------------

static void body_turn(AssemblyBoxes *b, int32_t body, const HnMat3 *r, Counts *counts) {
	AssemblyBody *it = &b->bodies[body];
	const Patches *p = patches_of(b, body);
	bool deforms = scene_deforms(b->scene, body);
	if (it->known && !deforms && memcmp(&it->r, r, sizeof *r) == 0) return;
	if (!it->known || deforms) it->radius = points_radius(p->xyz, p->vertex_count);
	for (int32_t i = 0; i < p->count; ++i) {
		Extent *turned = &b->turned[it->patch + i];
		const double *xyz = p->xyz + 3 * (int64_t)p->vertex_begin[i];
		body_box_turn(&turned->lo, &turned->hi, r, xyz, p->vertex_begin[i + 1] - p->vertex_begin[i]);
	}
	it->r = *r;
	it->known = true;
	it->margin = body_margin(r, it->radius);
	if (counts != NULL) counts->vertices_projected += p->vertex_count;
}

static void body_place(AssemblyBoxes *b, int32_t body, int32_t step, Counts *counts) {
	const HnPose *pose = scene_pose(b->scene, body, step);
	AssemblyBody *it = &b->bodies[body];
	const Patches *p = patches_of(b, body);
	HnVec3 shift = vec3_sub(pose->t, scene_pose(b->scene, b->origin, step)->t);
	double scale = ldexp(1, b->scene->scale_exponent);
	Aabb all = s_empty;
	body_turn(b, body, &pose->r, counts);
	for (int32_t i = it->patch; i < it->patch + p->count; ++i) {
		b->patch_boxes[i] = body_box_place(b->turned[i].lo, b->turned[i].hi, it->margin, shift, scale);
		aabb_merge(&all, &all, &b->patch_boxes[i]);
	}
	b->boxes[it->node] = all;
	if (counts != NULL) counts->nu += b->nested ? p->count + 1 : 1;
}

static void node_merge(AssemblyBoxes *b, int32_t index) {
	const AssemblyNode *node = &b->nodes[index];
	Aabb all = s_empty;
	for (int32_t i = node->first; i < node->first + node->count; ++i) aabb_merge(&all, &all, &b->boxes[i]);
	b->boxes[index] = all;
}

// Finds the assemblies that move. The root needs no box, because nothing tests it.
static int32_t moving_find(AssemblyBoxes *b) {
	bool *moves = mem_alloc_zero(mem_array_size(b->node_count, sizeof *moves));
	int32_t status = moves == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	for (int32_t i = b->node_count - 1; i > 0 && status == HN_OK; --i) {
		int32_t body = b->nodes[i].body;
		if (body >= 0) moves[i] = !body_stays(b->scene, body);
		if (moves[i]) moves[b->nodes[i].parent] = true;
		if (moves[i] && body < 0 && !ARRAY_PUSH(&b->moving, i)) status = HN_ERR_NO_MEMORY;
	}
	mem_free(moves, mem_array_size(b->node_count, sizeof *moves));
	return status;
}

static int32_t boxes_create(AssemblyBoxes *b) {
	for (int32_t body = 0; body < b->scene->body_count; ++body) {
		b->bodies[body].patch = b->patch_count;
		if (b->patch_count > INT32_MAX - patches_of(b, body)->count)
			return error_set(HN_ERR_BAD_INPUT, "more than %d surfaces", INT32_MAX);
		b->patch_count += patches_of(b, body)->count;
	}
	b->boxes = mem_alloc(boxes_size(b));
	b->patch_boxes = mem_alloc(patch_boxes_size(b));
	b->turned = mem_alloc(turned_size(b));
	if (b->boxes == NULL || b->patch_boxes == NULL || b->turned == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < b->node_count; ++i) b->boxes[i] = s_empty;
	for (int32_t body = 0; body < b->scene->body_count; ++body)
		if (body_stays(b->scene, body)) body_place(b, body, 0, NULL);
	for (int32_t i = b->node_count - 1; i >= 0; --i)
		if (b->nodes[i].body < 0) node_merge(b, i);
	return moving_find(b);
}

int32_t assembly_boxes_create(AssemblyBoxes *out, const BodyMeshes *body_meshes, const Patches *patches,
                              bool nested) {
	const HnScene *scene = body_meshes->scene;
	*out =
	    (AssemblyBoxes){ .scene = scene, .body_meshes = body_meshes, .patches = patches, .nested = nested };
	out->origin = body_origin(scene);
	out->bodies = mem_alloc_zero(bodies_size(out));
	int32_t status = out->bodies == NULL ? HN_ERR_NO_MEMORY : nodes_create(out);
	return status == HN_OK ? boxes_create(out) : status;
}

void assembly_boxes_free(AssemblyBoxes *b) {
	if (b->scene == NULL) return;
	mem_free(b->bodies, bodies_size(b));
	mem_free(b->nodes, nodes_size(b));
	mem_free(b->boxes, boxes_size(b));
	if (b->fixed != NULL) mem_free(b->fixed, fixed_size(b));
	mem_free(b->patch_boxes, patch_boxes_size(b));
	mem_free(b->turned, turned_size(b));
	ARRAY_FREE(&b->moving);
	*b = (AssemblyBoxes){ 0 };
}

size_t assembly_boxes_bytes(const AssemblyBoxes *b) {
	if (b->scene == NULL) return 0;
	return bodies_size(b) + nodes_size(b) + boxes_size(b) + patch_boxes_size(b) + turned_size(b) +
	       (b->fixed != NULL ? fixed_size(b) : 0) + (size_t)b->moving.count * sizeof *b->moving.data;
}

void assembly_boxes_begin(AssemblyBoxes *b) {
	for (int32_t body = 0; body < b->scene->body_count; ++body)
		if (!body_stays(b->scene, body)) b->bodies[body].known = false;
}

void assembly_boxes_step(AssemblyBoxes *b, int32_t step, Counts *counts) {
	for (int32_t body = 0; body < b->scene->body_count; ++body)
		if (!body_stays(b->scene, body)) body_place(b, body, step, counts);
	for (int64_t i = 0; i < b->moving.count; ++i) node_merge(b, b->moving.data[i]);
	if (counts != NULL) counts->nu += b->moving.count;
}
