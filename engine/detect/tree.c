// Trees of one volume, binary and top-down. For every pair of bodies the higher one's tree is brought into
// the frame of the lower one each step (update), then both are descended at once (narrow). A body's tree in
// its own frame is built once for each mesh; what moves is kept for each pair of bodies.
#include "tree/tree.h"

#include "base/error.h"
#include "base/mem.h"
#include "detect/detect.h"

typedef struct TreeParams {
	int32_t volume, leaf, axis, point, storage, update, by, descend;
} TreeParams;

enum { BY_REFIT, BY_REBUILD };

typedef struct MovedTree {
	int32_t a, b; // bodies; the tree is b's, in the frame of a
	Tree tree;
	double *placed; // vertices of b in the frame of a
	size_t placed_size;
} MovedTree;

typedef struct TreeDetector {
	const Scene *scene;
	TreeDef def;
	bool rebuild;
	Tree *still; // for each mesh, in its own frame; empty where no lower body has it
	MovedTree *moved;
	int64_t moved_count;
	TopoBuilder builder; // kept only for rebuilding
	PairQuery query;
} TreeDetector;

static TreeMesh mesh_still(const SceneMesh *mesh) {
	return (TreeMesh){ mesh->xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
}

static TreeMesh mesh_moved(const TreeDetector *detector, const MovedTree *moved) {
	TreeMesh mesh = mesh_still(scene_mesh(detector->scene, moved->b));
	mesh.xyz = moved->placed;
	return mesh;
}

static void tree_destroy(void *self) {
	TreeDetector *detector = self;
	if (detector == NULL) return;
	for (int32_t m = 0; detector->still != NULL && m < detector->scene->mesh_count; ++m)
		tree_free(&detector->still[m], &detector->def);
	for (int64_t i = 0; detector->moved != NULL && i < detector->moved_count; ++i) {
		tree_free(&detector->moved[i].tree, &detector->def);
		mem_free(detector->moved[i].placed, detector->moved[i].placed_size);
	}
	mem_free(detector->still, mem_array_size(detector->scene->mesh_count, sizeof(Tree)));
	mem_free(detector->moved, mem_array_size(detector->moved_count, sizeof(MovedTree)));
	topo_builder_free(&detector->builder);
	pair_query_free(&detector->query);
	mem_free(detector, sizeof *detector);
}

static int32_t still_create(TreeDetector *detector) {
	const Scene *scene = detector->scene;
	for (int32_t body = 0; body < scene->body_count - 1; ++body) {
		Tree *tree = &detector->still[scene->bodies[body].mesh];
		if (tree->order != NULL) continue;
		TreeMesh mesh = mesh_still(scene_mesh(scene, body));
		int32_t status = tree_build(tree, &detector->def, &detector->builder, &mesh);
		if (status != ERR_OK) return status;
	}
	return ERR_OK;
}

// A tree to refit is a copy of one that exists: the mesh's, or (the last body alone may have a mesh that no
// lower body has) that of the pair of body 0 and the last.
static int32_t moved_create(TreeDetector *detector, MovedTree *moved) {
	const Scene *scene = detector->scene;
	const SceneMesh *mesh = scene_mesh(scene, moved->b);
	moved->placed_size = mem_array_size(3 * (int64_t)mesh->vertex_count, sizeof(double));
	moved->placed = mem_alloc(moved->placed_size);
	if (moved->placed == NULL) return ERR_NO_MEMORY;
	const Tree *still = &detector->still[scene->bodies[moved->b].mesh];
	if (still->order == NULL && moved->a > 0) still = &detector->moved[scene->body_count - 2].tree;
	if (still->order != NULL && !detector->rebuild) return tree_copy(&moved->tree, &detector->def, still);
	TreeMesh source = mesh_still(mesh);
	return tree_build(&moved->tree, &detector->def, &detector->builder, &source);
}

static int32_t trees_create(TreeDetector *detector) {
	const Scene *scene = detector->scene;
	int64_t bodies = scene->body_count;
	int32_t triangles = 0;
	for (int32_t m = 0; m < scene->mesh_count; ++m)
		if (scene->meshes[m].triangle_count > triangles) triangles = scene->meshes[m].triangle_count;
	detector->moved_count = bodies * (bodies - 1) / 2;
	detector->still = mem_alloc_zero(mem_array_size(scene->mesh_count, sizeof(Tree)));
	if (detector->still == NULL) return ERR_NO_MEMORY;
	detector->moved = mem_alloc_zero(mem_array_size(detector->moved_count, sizeof(MovedTree)));
	if (detector->moved == NULL) return ERR_NO_MEMORY;
	int32_t status = topo_builder_init(&detector->builder, triangles);
	if (status == ERR_OK) status = still_create(detector);
	MovedTree *moved = detector->moved;
	for (int32_t a = 0; a < bodies; ++a)
		for (int32_t b = a + 1; b < bodies && status == ERR_OK; ++b, ++moved) {
			moved->a = a, moved->b = b;
			status = moved_create(detector, moved);
		}
	if (!detector->rebuild) topo_builder_free(&detector->builder);
	return status;
}

static int32_t tree_create(void **out, const Scene *scene, Query query, const void *params) {
	const TreeParams *p = params;
	TreeDetector *detector = mem_alloc_zero(sizeof *detector);
	if (detector == NULL) return ERR_NO_MEMORY;
	detector->scene = scene;
	detector->rebuild = p->by == BY_REBUILD;
	detector->def = (TreeDef){ .bv = bv_class(p->volume),
		                       .topo = { .axis = topo_axis_rule(p->axis),
		                                 .point = topo_point_rule(p->point),
		                                 .leaf = p->leaf,
		                                 .lambda = 1 },
		                       .space = { .scale = ldexp(1, scene->scale_exponent) } };
	detector->query.descend = (Descend)p->descend;
	detector->query.first = query == QUERY_FIRST;
	int32_t status = trees_create(detector);
	if (status == ERR_OK)
		*out = detector;
	else
		tree_destroy(detector);
	return status;
}

static int32_t tree_update(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	(void)out;
	TreeDetector *detector = self;
	for (int64_t i = 0; i < detector->moved_count; ++i) {
		MovedTree *moved = &detector->moved[i];
		const SceneMesh *rest = scene_mesh(detector->scene, moved->b);
		Pose pose = scene_relative(detector->scene, moved->a, moved->b, step);
		pose_place_all(&pose, rest->xyz, rest->vertex_count, moved->placed);
		TreeMesh mesh = mesh_moved(detector, moved);
		if (detector->rebuild) {
			int32_t status = tree_rebuild(&moved->tree, &detector->def, &detector->builder, &mesh);
			if (status != ERR_OK) return status;
		} else {
			tree_refit(&moved->tree, &detector->def, &mesh);
		}
		if (counts == NULL) continue; // nothing is counted inside the loops above
		counts->nu += moved->tree.node_count;
		counts->vertices_projected += mesh.vertex_count;
	}
	return ERR_OK;
}

static int32_t tree_narrow(TreeDetector *detector, ContactBuffer *out, int32_t (*pairs)(PairQuery *query)) {
	PairQuery *query = &detector->query;
	for (int64_t i = 0; i < detector->moved_count; ++i) {
		const MovedTree *moved = &detector->moved[i];
		TreeMesh a = mesh_still(scene_mesh(detector->scene, moved->a)), b = mesh_moved(detector, moved);
		query->a = tree_view(&detector->still[detector->scene->bodies[moved->a].mesh], &a);
		query->b = tree_view(&moved->tree, &b);
		query->hits.count = 0;
		int32_t status = pairs(query);
		if (status != ERR_OK) return status;
		for (int64_t h = 0; h < query->hits.count; ++h) {
			TrianglePair hit = query->hits.data[h];
			if (!contact_buffer_add(out, (Contact){ moved->a, hit.a, moved->b, hit.b })) return ERR_NO_MEMORY;
		}
		if (query->first && query->hits.count > 0) return ERR_OK;
	}
	return ERR_OK;
}

static int32_t tree_narrow_timed(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	(void)step, (void)counts;
	TreeDetector *detector = self;
	return tree_narrow(detector, out, detector->def.bv->pairs[WALK_TIMED]);
}

static int32_t tree_narrow_counted(void *self, int32_t step, ContactBuffer *out, Counts *counts) {
	(void)step;
	TreeDetector *detector = self;
	detector->query.nb = detector->query.np = 0;
	int32_t status = tree_narrow(detector, out, detector->def.bv->pairs[WALK_COUNTED]);
	counts->nb += detector->query.nb;
	counts->np += detector->query.np;
	return status;
}

static size_t tree_detector_bytes(const void *self) {
	const TreeDetector *detector = self;
	size_t bytes = 0;
	for (int32_t m = 0; m < detector->scene->mesh_count; ++m)
		bytes += tree_bytes(&detector->still[m], &detector->def);
	for (int64_t i = 0; i < detector->moved_count; ++i)
		bytes += tree_bytes(&detector->moved[i].tree, &detector->def);
	return bytes;
}

static const char *storage_name(int32_t index) { return index == 0 ? "leaves" : NULL; }
static const char *update_name(int32_t index) { return index == 0 ? "full" : NULL; }
static const char *by_name(int32_t index) {
	static const char *const s_names[] = { [BY_REFIT] = "refit", [BY_REBUILD] = "rebuild" };
	return index >= 0 && index <= BY_REBUILD ? s_names[index] : NULL;
}

#define CHOICE(field, names, text)                                                                           \
	{                                                                                                        \
		.name = #field, .type = PARAM_CHOICE, .offset = offsetof(TreeParams, field), .choice = names,        \
		.about = text                                                                                        \
	}

static const Param s_params[] = {
	CHOICE(volume, bv_name, "bounding volume of the nodes"),
	{ .name = "leaf",
	  .type = PARAM_INT,
	  .offset = offsetof(TreeParams, leaf),
	  .fallback = 1,
	  .lo = 1,
	  .hi = 1000000,
	  .about = "most triangles of a leaf" },
	CHOICE(axis, topo_axis_name, "rule of the split axis"),
	CHOICE(point, topo_point_name, "rule of the split point"),
	CHOICE(storage, storage_name, "which nodes are stored: leaves = all 2N - 1 of N leaves"),
	CHOICE(update, update_name, "which nodes are updated when: full = all, each step"),
	CHOICE(by, by_name, "how a tree is updated: volumes refitted to the placed vertices, or all rebuilt"),
	CHOICE(descend, descend_name, "which of two inner nodes is opened"),
};

extern const DetectClass detect_tree;
const DetectClass detect_tree = {
	.name = "tree",
	.about = "bounding volume tree; both trees descended at once",
	.source = "wei2000, yu2018",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(TreeParams) },
	.create = tree_create,
	.destroy = tree_destroy,
	.timed = { .update = tree_update, .narrow = tree_narrow_timed },
	.counted = { .update = tree_update, .narrow = tree_narrow_counted },
	.bytes = tree_detector_bytes,
};
