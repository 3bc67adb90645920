#include "draw/levels.h"

#include "base/mem.h"
#include "scene/scene_ply.h"

int32_t levels_choose(int32_t bodies) { return bodies <= 8 ? 3 : bodies <= 64 ? 1 : 0; }

int32_t levels_init(DrawLevels *out, const Scenery *scenery, int32_t level) {
	int32_t slots = scenery->shapes.slot_count;
	*out = (DrawLevels){ .level = level, .slot_count = slots, .step = -1 };
	out->boxes = mem_alloc_zero(mem_array_size(slots, sizeof *out->boxes));
	return out->boxes != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

static void forget(DrawLevels *levels) {
	for (int32_t i = 0; i < levels->slot_count && levels->boxes != NULL; ++i) ARRAY_FREE(&levels->boxes[i]);
}

void levels_free(DrawLevels *levels) {
	forget(levels);
	mem_free(levels->boxes, (size_t)levels->slot_count * sizeof *levels->boxes);
	*levels = (DrawLevels){ 0 };
}

// Children stand after their parents, so one pass finds every node's level.
static int32_t keep_level(BoxList *out, const Tree *tree, const TreeDef *def, int32_t level) {
	size_t size = mem_array_size(tree->node_count, sizeof(int32_t));
	int32_t *levels = mem_alloc_zero(size), status = levels != NULL ? HN_OK : HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < tree->node_count && status == HN_OK; ++i) {
		TopoNode node = tree_node(tree, def, i);
		bool inner = node.count == 0;
		if (inner) levels[node.link] = levels[node.link + 1] = levels[i] + 1;
		bool wanted = levels[i] == level || (!inner && levels[i] < level);
		if (wanted && !ARRAY_PUSH(out, *(const Aabb *)tree_volume(tree, def, i))) status = HN_ERR_NO_MEMORY;
	}
	mem_free(levels, size);
	return status;
}

static int32_t build(BoxList *out, const MeshView *mesh, double scale, int32_t level) {
	TreeDef def = { .bv = bv_class(0),
		            .topo = { .axis = topo_axis_rule(0), .point = topo_point_rule(0), .leaf = 1 },
		            .space = { .scale = scale } };
	Tree tree;
	int32_t status = tree_build_once(&tree, &def, mesh);
	if (status == HN_OK) status = keep_level(out, &tree, &def, level);
	tree_free(&tree, &def);
	return status;
}

static DrawBox place_box(const Aabb *box, double scale, const HnPose *pose, const DrawView *view) {
	DrawBox out = { 0 };
	for (int i = 0; i < 8; ++i) {
		double at[3];
		for (int k = 0; k < 3; ++k) at[k] = (double)((i >> k & 1) != 0 ? box->hi[k] : box->lo[k]) / scale;
		out.corner[i] = view_project(view, pose_place(pose, vec3_load(at)));
	}
	return out;
}

int32_t levels_each(DrawLevels *levels, const Scenery *scenery, const DrawView *view, DrawBoxVisit visit,
                    void *context) {
	const HnScene *scene = scenery->scene;
	double scale = ldexp(1, scene->scale_exponent);
	int32_t status = HN_OK;
	if (levels->step != scenery->step) forget(levels); // a deforming body has another shape
	levels->step = scenery->step;
	for (int32_t b = 0; b < scene->body_count && status == HN_OK; ++b) {
		BoxList *list = &levels->boxes[body_meshes_slot(&scenery->shapes, b)];
		MeshView mesh = body_meshes_view(&scenery->shapes, b);
		if (list->count == 0 && mesh.triangle_count > 0) status = build(list, &mesh, scale, levels->level);
		for (int64_t i = 0; i < list->count && status == HN_OK; ++i) {
			DrawBox box = place_box(&list->data[i], scale, scene_pose(scene, b, scenery->step), view);
			scene_ply_colour(b, box.rgb);
			for (int k = 0; k < 3; ++k) box.rgb[k] = (uint8_t)(box.rgb[k] * 3 / 4); // lines are thin
			if (!visit(context, &box)) status = HN_ERR_NO_MEMORY;
		}
	}
	return status;
}
