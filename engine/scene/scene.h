// Access to a baked scene: meshes, bodies and their poses at every step, in one flat, position-independent
// image. Every algorithm gets the same bytes. hn_scene_write writes it once, and workers map it read-only
// with hn_scene_open.
#pragma once

#include "math/pose.h"
#include "mesh/mesh.h"
#include "scene/object_volume.h"

static inline const HnSceneMesh *scene_mesh(const HnScene *s, int32_t body) {
	return &s->meshes[s->bodies[body].mesh];
}
static inline MeshView scene_mesh_view(const HnSceneMesh *mesh) {
	return (MeshView){ mesh->xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
}
static inline bool scene_deforms(const HnScene *s, int32_t body) { return s->bodies[body].frames.count > 0; }
// The moved vertices of a deforming body at a step.
static inline const double *frames_at(const HnSceneFrames *f, int32_t step) {
	return f->xyz + (f->count == 1 ? 0 : 3 * (int64_t)f->moved_count * step);
}
static inline const double *scene_frame(const HnScene *s, int32_t body, int32_t step) {
	return frames_at(&s->bodies[body].frames, step);
}
static inline const HnPose *scene_pose(const HnScene *s, int32_t body, int32_t step) {
	const HnSceneBody *b = &s->bodies[body];
	return &b->poses[b->pose_count == 1 ? 0 : step];
}
// The pose of body b in the frame of body a (a < b) at a step. Every algorithm uses this pose.
static inline HnPose scene_relative(const HnScene *s, int32_t a, int32_t b, int32_t step) {
	return pose_relative(scene_pose(s, a, step), scene_pose(s, b, step));
}
// hn_scene_write for a directory that has yet to get its name (file_put).
int32_t scene_put(const HnSceneDef *def, const char *path);
// HN_ERR_BAD_INPUT if a pointer that the counts of a definition require is NULL, or a count is negative.
int32_t scene_def_given(const HnSceneDef *def);
// HN_ERR_BAD_INPUT if the counts of a body's frames do not match the scene and its mesh.
int32_t scene_frames_check(const HnSceneDef *def, int32_t body);
// The largest distance of points from the origin; 0 for none.
double points_radius(const double *xyz, int64_t count);
// Whether both bodies are fixed. Two fixed bodies are not a pair.
static inline bool scene_both_fixed(const HnScene *s, int32_t a, int32_t b) {
	return s->bodies[b].fixed && s->bodies[a].fixed;
}
// A text that says what is wrong with a body's pose, or NULL.
const char *scene_pose_wrong(const HnPose *pose);

// A text that says what is wrong with the axes and the ball of an oriented box, as somebody gives it, or
// NULL. A scene has it with axes and ball made sound (object_box_make_sound).
const char *scene_obb_wrong(const float box[OBB_FLOATS]);
