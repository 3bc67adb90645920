#include "made.h"

#include "cheap.h"

HnMesh *mesh_new(int32_t vertex_count, int32_t triangle_count) {
	HnMesh *mesh;
	cheap_assert_int_eq(hn_mesh_create(&mesh, vertex_count, triangle_count), HN_OK);
	return mesh;
}

HnMesh *teapot_of(int32_t faces) {
	HnMesh *mesh;
	cheap_assert_int_eq(hn_teapot_create(&mesh, faces), HN_OK);
	return mesh;
}

HnMesh *shape_of(const char *name, const char *params) {
	HnMesh *mesh;
	int32_t code = hn_shape_create(&mesh, name, params);
	cheap_assert_msg(code == HN_OK, "%s %s: %s", name, params, hn_error_text());
	return mesh;
}

HnScene *scene_made(const HnSceneDef *def) {
	HnScene *scene;
	cheap_assert_msg(hn_scene_create(&scene, def) == HN_OK, "%s", hn_error_text());
	return scene;
}
