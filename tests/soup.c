#include "soup.h"

#include <check.h>
#include <math.h>

#include "base/error.h"
#include "base/mem.h"
#include "chance.h"
#include "cheap.h"
#include "made.h"

static HnVec3 grid_point(Rng *rng, bool flat) {
	double x = (double)rng_below(rng, 5), y = (double)rng_below(rng, 5);
	return (HnVec3){ x / 4, y / 4, flat ? 0 : (double)rng_below(rng, 5) / 4 };
}

static void soup_triangle(Rng *rng, Soup kind, int32_t index, HnVec3 out[3]) {
	HnVec3 base = random_point(rng, -1, 1), along = random_point(rng, -1, 1);
	double far = ldexp(1, -(index % 300)), size = 0.3;
	if (kind == SOUP_SLIVERS) size = 1e-7;
	if (kind == SOUP_SPACED) base = (HnVec3){ far, far / 3, 0 }, size = far / 8;
	for (int k = 0; k < 3; ++k) {
		if (kind == SOUP_GRID || kind == SOUP_FLAT)
			out[k] = grid_point(rng, kind == SOUP_FLAT);
		else
			out[k] = vec3_add(base, vec3_scale(random_point(rng, -1, 1), size));
		if (kind == SOUP_SLIVERS && k == 2) out[k] = vec3_add(out[k], along);
		if (kind == SOUP_EQUAL) out[k] = (HnVec3){ k == 1, k == 2, 0.25 * k };
	}
	if (kind == SOUP_POINTS) out[1] = out[2] = index % 2 == 0 ? out[0] : out[1];
}

HnMesh *soup_create(Rng *rng, const SoupDef *def) {
	HnMesh *mesh = mesh_new(3 * def->triangles, def->triangles);
	for (int32_t i = 0; i < def->triangles; ++i) {
		HnVec3 p[3];
		soup_triangle(rng, def->kind, i, p);
		for (int k = 0; k < 3; ++k) {
			int64_t v = 3 * (int64_t)i + k;
			vec3_store(mesh->xyz + 3 * v, vec3_scale(vec3_add(p[k], def->offset), def->scale));
			mesh->triangles[v] = (int32_t)v;
		}
	}
	cheap_assert_int_eq(hn_mesh_validate(mesh), HN_OK);
	return mesh;
}

HnSceneMesh scene_mesh_of(const HnMesh *mesh) {
	return (HnSceneMesh){ .xyz = mesh->xyz,
		                  .triangles = mesh->triangles,
		                  .vertex_count = mesh->vertex_count,
		                  .triangle_count = mesh->triangle_count };
}

HnSceneFrames soup_frames_create(Rng *rng, const HnMesh *mesh, int32_t count, double share) {
	int32_t *moved = mem_alloc(mem_array_size(mesh->vertex_count, sizeof *moved)), n = 0;
	for (int32_t v = 0; v < mesh->vertex_count; ++v)
		if (rng_double(rng) < share) moved[n++] = v;
	double *xyz = mem_alloc(mem_array_size(3 * (int64_t)n * count, sizeof *xyz));
	for (int64_t i = 0; i < (int64_t)n * count; ++i) {
		int32_t v = moved[i % n], other = (int32_t)rng_below(rng, (uint64_t)mesh->vertex_count);
		uint64_t draw = rng_below(rng, 3);
		const double *from =
		    draw == 0 && i >= n ? xyz + 3 * (i - n) : mesh->xyz + 3 * (draw == 1 ? v : other);
		memcpy(xyz + 3 * i, from, 3 * sizeof *xyz);
	}
	return (HnSceneFrames){ count, n, moved, xyz };
}

void soup_frames_free(HnSceneFrames *f, const HnMesh *mesh) {
	if (f->count == 0) return;
	mem_free((void *)(uintptr_t)f->moved, mem_array_size(mesh->vertex_count, sizeof(int32_t)));
	mem_free((void *)(uintptr_t)f->xyz,
	         mem_array_size(3 * (int64_t)f->moved_count * f->count, sizeof(double)));
	*f = (HnSceneFrames){ 0 };
}

HnSceneFrames deformed_frames(const HnMesh *mesh, int32_t steps, DeformKind kind, double share,
                              uint64_t seed) {
	DeformDef def = { .kind = kind,
		              .share = share,
		              .amplitude = 0.1,
		              .length = 0.3,
		              .cycles = 2,
		              .seed = seed,
		              .steps = steps };
	HnSceneFrames frames;
	cheap_assert_msg(frames_create(&frames, mesh, &def) == HN_OK, "%s", hn_error_text());
	return frames;
}

HnMat3 soup_rotation(Rng *rng) {
	double q[4], n;
	do {
		n = 0;
		for (int i = 0; i < 4; ++i) q[i] = rng_range(rng, -1, 1), n += q[i] * q[i];
	} while (n < 0.01 || n > 1);
	for (int i = 0; i < 4; ++i) q[i] /= sqrt(n);
	double w = q[0], x = q[1], y = q[2], z = q[3];
	return (HnMat3){ { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
		               { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
		               { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } } };
}

HnMat3 soup_axis_rotation(Rng *rng) {
	HnMat3 r = mat3_identity();
	static const HnMat3 quarter[3] = { { { { 1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } } },
		                               { { { 0, 0, 1 }, { 0, 1, 0 }, { -1, 0, 0 } } },
		                               { { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } } } };
	for (int i = 0; i < 6; ++i)
		if (rng_below(rng, 2) == 1) r = mat3_mul(&r, &quarter[rng_below(rng, 3)]);
	return r;
}

static HnPose soup_pose(Rng *rng, const SoupDef *still, const SoupDef *moving) {
	bool grid = moving->kind == SOUP_GRID || moving->kind == SOUP_FLAT || moving->kind == SOUP_EQUAL;
	HnPose pose = { grid ? soup_axis_rotation(rng) : soup_rotation(rng), { 0, 0, 0 } };
	HnVec3 from = mat3_mul_vec(&pose.r, vec3_scale(moving->offset, moving->scale));
	HnVec3 push = random_point(rng, -0.5, 0.5);
	if (grid) push = grid_point(rng, rng_below(rng, 2) == 0);
	pose.t = vec3_sub(vec3_scale(vec3_add(still->offset, push), still->scale), from);
	return pose;
}

SoupScene soup_scene_create(Rng *rng, const SoupDef *defs, int32_t bodies, int32_t steps) {
	SoupScene soup = { .bodies = bodies, .steps = steps };
	HnSceneDefBody body[4];
	ck_assert_int_le(bodies, 4);
	for (int32_t b = 0; b < bodies; ++b) {
		soup.meshes[b] = soup_create(rng, &defs[b]);
		soup.poses[b] = mem_alloc((size_t)steps * sizeof(HnPose));
		for (int32_t s = 0; s < steps; ++s)
			soup.poses[b][s] = b == 0 ? hn_pose_identity() : soup_pose(rng, &defs[0], &defs[b]);
		body[b] = (HnSceneDefBody){ .mesh = soup.meshes[b],
			                        .poses = soup.poses[b],
			                        .pose_count = b == 0 ? 1 : steps };
	}
	HnSceneDef def = { .bodies = body, .body_count = bodies, .step_count = steps };
	soup.scene = scene_made(&def);
	return soup;
}

void soup_scene_free(SoupScene *soup) {
	hn_scene_close(soup->scene);
	for (int32_t b = 0; b < soup->bodies; ++b) {
		hn_mesh_destroy(soup->meshes[b]);
		mem_free(soup->poses[b], (size_t)soup->steps * sizeof(HnPose));
	}
	*soup = (SoupScene){ 0 };
}
